import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import fc from 'fast-check'
import {
  activeOffer,
  advertiser,
  eventsOf,
  expectOk,
  kindsOf,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
} from '../../test/support/fixtures.ts'
import { execution, noon, secondsFrom } from '../../test/support/inputs/samples.ts'
import { openMarket } from '../../test/support/market.ts'
import {
  appeal,
  decide,
  disputedWork,
  earned,
  mustBeInOrder,
  rejectedWork,
} from '../../test/support/scenarios/appeals.ts'
import { mustBeOverridable } from '../executions/deadlines.ts'
import { sql } from '../platform/sql.ts'
import { releaseUnappealed } from './actions-overturn.ts'
import { isReleasedAtEnd, mustBePaidByAdvertiser, type OverturnFunds, sourcesOf } from './overturn.ts'

const day = 86_400
const market = await openMarket()
afterEach(() => mustBeInOrder(market))
const countsOf = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/tasks/${id}`)).counts

/** Fills the offer with other work, so that no slot of it is free. */
async function fill(owner: Person, offer: number) {
  const { id } = await submittedWork(market, offer)
  expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
}

describe('the money for an overturned rejection comes', () => {
  test('from the advertiser on a full offer, counted in addition to its total', async () => {
    const { offer, owner, worker, dispute } = await disputedWork(market, { slots: 1 })
    await fill(owner, offer)
    const before = await moneyOf(owner)
    expectOk(await decide(market, dispute, 'Executor'))
    assert.equal(await earned(worker), 1)
    const after = await moneyOf(owner)
    assert.deepEqual([before.held, after.held], [0, 0])
    assert.equal(Math.round((before.available - after.available) * 10), 11)
    const { accepted, acceptedByDispute } = await countsOf(owner, offer)
    assert.deepEqual([accepted, acceptedByDispute], [1, 1])
  })

  test('with a notification of a low balance', async () => {
    const owner = await advertiser(market, { funds: 11.6 })
    const { offer, dispute } = await disputedWork(market, { advertiser: owner, slots: 1 })
    await fill(owner, offer)
    assert.ok(!(await kindsOf(market, owner)).includes('balance.low'))
    expectOk(await decide(market, dispute, 'Executor'))
    const low = (await eventsOf(market, owner)).filter(({ kind }) => kind === 'balance.low')
    assert.deepEqual(
      low.map(({ data }) => [data.trigger, data.availableUnits, data.heldUnits]),
      [['Dispute', 94_000, 0]],
    )
  })

  test('from the kept hold if the offer was closed before the rejection', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const { id, executor: worker } = await submittedWork(market, offer)
    expectOk(await owner.b.delete(`/v1/tasks/${offer}`))
    expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
    const before = await moneyOf(owner)
    assert.equal(before.held, 1.1)
    expectOk(await appeal(worker, id))
    const [{ id: dispute }] = expectOk(await owner.b.get('/v1/disputes')).items
    expectOk(await decide(market, dispute, 'Executor'))
    assert.deepEqual(await moneyOf(owner), { available: before.available, held: 0 })
    assert.equal(await earned(worker), 1)
    const { accepted, acceptedByDispute, remaining } = await countsOf(owner, offer)
    assert.deepEqual([accepted, acceptedByDispute, remaining], [1, 0, 1])
  })

  test('from a hold kept until the appeal deadline or a lost appeal', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const works = [await submittedWork(market, offer), await submittedWork(market, offer)] as const
    expectOk(await owner.b.delete(`/v1/tasks/${offer}`))
    for (const { id } of works)
      expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
    expectOk(await appeal(works[0].executor, works[0].id))
    assert.equal((await moneyOf(owner)).held, 2.2)
    market.pass(7 * day)
    assert.ok((await releaseUnappealed(market.ctx)) >= 1)
    assert.equal((await moneyOf(owner)).held, 1.1)
    const [{ id: dispute }] = expectOk(await owner.b.get('/v1/disputes')).items
    expectOk(await decide(market, dispute, 'Advertiser'))
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
  })

  test('to pending earnings until they clear, as usual', async () => {
    const slow = await openMarket({ clearingSeconds: day })
    const { id, owner, worker } = await rejectedWork(slow)
    expectOk(await appeal(worker, id))
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    assert.equal(await earned(worker), 0)
    const aside = await slow.ctx.db.many(sql`select units from clearings where execution = ${id}`)
    assert.deepEqual(aside, [{ units: 10_000n }])
  })
})

describe('an advertiser overrides a rejection', () => {
  const override = (owner: Person, id: number, more: object = {}) =>
    owner.b.post(`/v1/reports/${id}/accept`, { overrideRejection: true, ...more })

  test('for thirty days, in any status of the task', async () => {
    const { id, offer, owner, worker } = await rejectedWork(market)
    assert.equal(outcome(await owner.b.post(`/v1/reports/${id}/accept`)), '409 report_already_decided')
    expectOk(await owner.b.delete(`/v1/tasks/${offer}`))
    market.pass(29 * day)
    await releaseUnappealed(market.ctx)
    const shown = expectOk(await override(owner, id, { comment: 'It is right.', rating: 5 }))
    assert.deepEqual(
      [shown.status, shown.decision.by, shown.decision.comment],
      ['Accepted', 'Advertiser', 'It is right.'],
    )
    assert.equal(await earned(worker), 1)
    expectOk(await override(owner, id))
    assert.equal(await earned(worker), 1)
    assert.equal((await countsOf(owner, offer)).acceptedByDispute, 1)
    const late = await rejectedWork(market)
    market.pass(30 * day)
    assert.equal(outcome(await override(late.owner, late.id)), '409 report_already_decided')
  })

  test('that is final, or that is disputed, as a concession', async () => {
    const lost = await disputedWork(market)
    expectOk(await decide(market, lost.dispute, 'Advertiser'))
    assert.equal(expectOk(await override(lost.owner, lost.id)).decision.by, 'Advertiser')
    const open = await disputedWork(market)
    assert.equal(expectOk(await override(open.owner, open.id)).decision.by, 'Dispute')
  })
})

const plain: OverturnFunds = {
  costUnits: 11_000n,
  keptUnits: 0n,
  kept: 0,
  uncovered: 0,
  offerStatus: 'Active',
  remaining: 1,
  availableUnits: 50_000n,
}

const from = (means: Partial<OverturnFunds>) => sourcesOf({ ...plain, ...means })
const fromHold = { heldUnits: 11_000n, availableUnits: 0n, guaranteeUnits: 0n }
const counted = { keptUnits: 11_000n }

test('money kept for appeals is used first', () => {
  const closed = { kept: 1, availableUnits: 0n, offerStatus: 'Archived', remaining: 1 } as const
  const sources = { ...fromHold, usesKept: true, wasUncovered: false, usesSlot: true }
  assert.deepEqual(from({ ...counted, ...closed }), sources)
  assert.deepEqual(from({ ...counted, ...closed, kept: 2, uncovered: 1 }), sources)
})

test('money kept for others is not used for work that can no longer be appealed', () => {
  const { usesKept, availableUnits } = from({ kept: 1, remaining: 0 })
  assert.deepEqual([usesKept, availableUnits], [false, 11_000n])
})

test('an appeal that ends unpaid releases its cost only if no other is without', () => {
  for (const [funds, isReleased] of [
    [{ ...counted, uncovered: 0 }, true],
    [{ ...counted, uncovered: 1 }, false],
    [{ keptUnits: 0n, uncovered: 0 }, false],
  ] as const)
    assert.equal(isReleasedAtEnd(funds), isReleased)
})

test('slots of an offer that has grown again stay for others', () => {
  const grown = { ...counted, kept: 1, offerStatus: 'Active', remaining: 3 } as const
  assert.deepEqual(from(grown), { ...fromHold, usesKept: true, wasUncovered: false, usesSlot: false })
})

test('then a free slot of an open offer is used', () => {
  for (const offerStatus of ['Active', 'Paused'] as const)
    for (const [means, wasUncovered] of [[{}, false] as const, [counted, true] as const])
      assert.deepEqual(from({ offerStatus, ...means }), { ...fromHold, usesKept: false, wasUncovered, usesSlot: true })
})

const noSlot = { usesKept: false, wasUncovered: false, usesSlot: false }

test('then the advertiser’s available money, and the platform pays the rest', () => {
  for (const means of [{ remaining: 0 }, { offerStatus: 'Archived' }, { offerStatus: 'Completed' }] as const) {
    const rich = { heldUnits: 0n, availableUnits: 11_000n, guaranteeUnits: 0n, ...noSlot }
    assert.deepEqual(from(means), rich)
    const poor = { ...rich, availableUnits: 4_000n, guaranteeUnits: 7_000n }
    assert.deepEqual(from({ ...means, availableUnits: 4_000n }), poor)
    assert.deepEqual(from({ ...means, availableUnits: 0n }), { ...rich, availableUnits: 0n, guaranteeUnits: 11_000n })
  }
})

test('sources always sum to the cost, and none gives more than it has', () => {
  const means = fc.record({
    costUnits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    isCounted: fc.boolean(),
    kept: fc.nat(2),
    uncovered: fc.nat(2),
    offerStatus: fc.constantFrom('Active', 'Paused', 'Completed', 'Archived'),
    remaining: fc.nat(3),
    availableUnits: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(means, ({ isCounted, ...given }) => {
      const all = { ...given, keptUnits: isCounted ? given.costUnits : 0n } as OverturnFunds
      const sources = sourcesOf(all)
      assert.equal(sources.heldUnits + sources.availableUnits + sources.guaranteeUnits, all.costUnits)
      assert.ok(
        sources.availableUnits <= all.availableUnits && sources.availableUnits >= 0n && sources.guaranteeUnits >= 0n,
      )
      assert.equal(sources.heldUnits > 0n, sources.usesKept || sources.usesSlot)
      assert.equal(sources.guaranteeUnits > 0n && sources.availableUnits < all.availableUnits, false)
    }),
  )
})

test('an advertiser overrides a rejection with own money only', () => {
  mustBePaidByAdvertiser(from({ remaining: 0 }), 'USD')
  assert.throws(() => mustBePaidByAdvertiser(from({ remaining: 0, availableUnits: 4_000n }), 'USD'), {
    extras: { required: 1.1, available: 0.4, shortfall: 0.7, currency: 'USD' },
  })
})

test('a rejection can be overridden for thirty days, to the millisecond', () => {
  const rejected = execution({ status: 'Rejected', decidedAt: noon })
  const end = secondsFrom(noon, 30 * 86_400)
  mustBeOverridable(rejected, end)
  const late = new Date(end.getTime() + 1)
  assert.throws(() => mustBeOverridable(rejected, late), { message: /report_already_decided/ })
  for (const status of ['Pending', 'Accepted', 'Disputed', 'Withdrawn'] as const)
    assert.throws(() => mustBeOverridable(execution({ status, decidedAt: noon }), noon))
})
