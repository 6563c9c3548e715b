import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
} from '../../test/support/fixtures.ts'
import { execution, noon, secondsFrom } from '../../test/support/inputs/samples.ts'
import { openMarket } from '../../test/support/market.ts'
import { disputedWork, earned, mustBeInOrder, rejectedWork } from '../../test/support/scenarios/appeals.ts'
import { autoAcceptDue } from '../executions/decisions/actions.ts'
import { decideAccept } from '../executions/decisions/decide.ts'
import type { Execution } from '../executions/execution.ts'
import type { Problem } from '../values/problems/problem.ts'

const market = await openMarket({ rejectionPercentMax: 30, newAdvertiserRejectionsMax: 3 })
afterEach(() => mustBeInOrder(market))
const accept = (owner: Person, id: number, body: object = {}) => owner.b.post(`/v1/reports/${id}/accept`, body)
const bulk = async (owner: Person, items: readonly object[]) =>
  expectOk(await owner.b.post('/v1/reports/bulk', { items })).results

describe('a bonus with an acceptance', () => {
  test('is paid once for work that was accepted without one', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const { id, executor: worker } = await submittedWork(market, offer)
    market.pass(4 * 86_400)
    await autoAcceptDue(market.ctx)
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(owner, id, { bonus: 0.5 })))
    for (const answer of answers) assert.equal(expectOk(answer).bonusTotal, 0.5)
    assert.equal(expectOk(await accept(owner, id, { bonus: 0.5 })).bonusTotal, 0.5)
    assert.equal(await earned(worker), 1.5)
    const other = await accept(owner, id, { bonus: 0.75 })
    assert.deepEqual([outcome(other), other.body.paid], ['409 accept_bonus_paid', 0.5])
    expectOk(await owner.b.post(`/v1/reports/${id}/bonus`, { amount: 0.75, reason: 'Very good.' }))
    assert.equal(expectOk(await accept(owner, id)).bonusTotal, 1.25)
  })

  test('is paid when a rejection is overridden, or neither happens', async () => {
    const owner = await advertiser(market, { funds: 2.2 })
    const { id, worker } = await rejectedWork(market, { advertiser: owner, slots: 2 })
    const body = { overrideRejection: true, bonus: 0.5 }
    assert.equal(outcome(await accept(owner, id, body)), '409 insufficient_funds')
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${id}`)).status, 'Rejected')
    const rich = await rejectedWork(market)
    const { status, bonusTotal } = expectOk(await accept(rich.owner, rich.id, body))
    assert.deepEqual([status, bonusTotal], ['Accepted', 0.5])
    assert.equal(expectOk(await accept(rich.owner, rich.id, body)).bonusTotal, 0.5)
    assert.deepEqual([await earned(worker), await earned(rich.worker)], [0, 1.5])
  })

  test('is paid when a dispute is conceded', async () => {
    const { id, owner, worker } = await disputedWork(market)
    const { status, bonusTotal } = expectOk(await accept(owner, id, { bonus: 0.25 }))
    assert.deepEqual([status, bonusTotal, await earned(worker)], ['Accepted', 0.25, 1.25])
  })
})

describe('many reports at once', () => {
  test('can be conceded, overridden and paid a bonus, each with its own result', async () => {
    const owner = await advertiser(market)
    const disputed = await disputedWork(market, { advertiser: owner })
    const rejected = await rejectedWork(market, { advertiser: owner })
    const kept = await rejectedWork(market, { advertiser: owner })
    const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 3 })
    const [plain, praised] = [await submittedWork(market, offer), await submittedWork(market, offer)]
    const before = await moneyOf(owner)
    const results = await bulk(owner, [
      { id: kept.id, action: 'accept' },
      { id: disputed.id, action: 'accept', comment: 'It is there.' },
      { id: rejected.id, action: 'accept', overrideRejection: true, bonus: 0.5 },
      { id: plain.id, action: 'accept' },
      { id: praised.id, action: 'accept', bonus: 1 },
    ])
    assert.deepEqual(
      results.map(({ ok, status, problem }: { ok: boolean; status: string; problem?: { code: string } }) => [
        ok,
        status,
        problem?.code,
      ]),
      [
        [false, 'Rejected', 'report_already_decided'],
        ...Array.from({ length: 4 }, () => [true, 'Accepted', undefined]),
      ],
    )
    const earnings = [disputed.worker, rejected.worker, plain.executor, praised.executor].map(earned)
    assert.deepEqual(await Promise.all(earnings), [1, 1.5, 1, 2])
    const after = await moneyOf(owner)
    assert.equal(Math.round((before.available - after.available) * 100), 165)
    const again = await bulk(owner, [{ id: praised.id, action: 'accept', bonus: 1 }])
    assert.deepEqual([again[0].ok, await earned(praised.executor)], [true, 2])
  })

  test('show which rejections wait for an operator', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 5 })
    const ids: number[] = []
    for (let made = 0; made < 5; made++) ids.push((await submittedWork(market, offer)).id)
    const items = ids.map((id) => ({ id, action: 'reject', reason: 'The last page is missing.' }))
    const held = async () =>
      (await bulk(owner, items)).map(({ status, rejectionHeld }: { status: string; rejectionHeld?: boolean }) => [
        status,
        rejectionHeld ?? false,
      ])
    const expected = [...Array.from({ length: 3 }, () => ['Rejected', false]), ['Pending', true], ['Pending', true]]
    assert.deepEqual(await held(), expected)
    assert.deepEqual(await held(), expected)
  })

  test('allow a bonus or an override only with an acceptance', async () => {
    const { id, owner } = await rejectedWork(market)
    const item = { id, action: 'reject', reason: 'It is not there.', bonus: 1, overrideRejection: true }
    const refused = await owner.b.post('/v1/reports/bulk', { items: [item] })
    assert.equal(outcome(refused), '400 validation_error')
    const fields = refused.body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['items.0.bonus', 'items.0.overrideRejection'])
  })

  test('are read from a CSV with a bonus and an override', async () => {
    const { id, owner, worker } = await rejectedWork(market)
    const csv = `id,action,overrideRejection,bonus\r\n${id},accept,true,0.5\r\n`
    const preview = expectOk(await owner.b.post('/v1/reports/import', { csv: `${csv}4711000,reject,,`, preview: true }))
    assert.deepEqual(preview.totals, {
      accept: 1,
      reject: 0,
      rework: 0,
      unchanged: 0,
      refused: 1,
      cost: 1.1,
      bonuses: 0.5,
      currency: 'USD',
    })
    assert.deepEqual([preview.results[0].status, await earned(worker)], ['Rejected', 0])
    const [result] = expectOk(await owner.b.post('/v1/reports/import', { csv })).results
    assert.deepEqual([result.status, await earned(worker)], ['Accepted', 1.5])
  })
})

const facts = { now: noon }
const withOverride = { now: noon, overrideRejection: true }
const pending = execution()
const rejected = execution({ status: 'Rejected', decidedAt: noon })
const disputed = execution({ status: 'Disputed', decidedAt: noon })
const accepted = execution({ status: 'Accepted', decidedAt: noon })

function refusal(report: Execution, request: Parameters<typeof decideAccept>[1]): Problem {
  try {
    decideAccept(report, request)
  } catch (error) {
    return error as Problem
  }
  return assert.fail('it was not refused')
}

const codeOf = (...request: Parameters<typeof refusal>) => refusal(...request).type.code

describe('accepting a report', () => {
  test('accepts one that waits for review or for rework', () => {
    assert.equal(decideAccept(pending, facts), 'accept')
    assert.equal(decideAccept(execution({ status: 'ReworkRequested' }), facts), 'accept')
  })

  test('accepts one whose review deadline has passed', () => {
    assert.equal(decideAccept(pending, { now: secondsFrom(pending.reviewDeadlineAt, 60) }), 'accept')
  })

  test('concedes a dispute, with or without an override', () => {
    assert.equal(decideAccept(disputed, facts), 'concede')
    assert.equal(decideAccept(disputed, withOverride), 'concede')
  })

  test('overrides a rejection only on request, for thirty days', () => {
    assert.equal(decideAccept(rejected, withOverride), 'override')
    assert.equal(decideAccept(rejected, { ...withOverride, now: secondsFrom(noon, 30 * 86_400) }), 'override')
    const late = { ...withOverride, now: secondsFrom(noon, 30 * 86_400 + 1) }
    for (const request of [facts, late]) assert.equal(codeOf(rejected, request), 'report_already_decided')
  })

  test('changes nothing if the report is accepted, in any version', () => {
    assert.equal(decideAccept(accepted, { ...facts, versions: [accepted.version + 1] }), 'unchanged')
  })

  test('refuses a report on fraud hold', () => {
    assert.equal(codeOf({ ...pending, fraudHoldAt: noon }, facts), 'report_on_hold')
  })

  test('refuses withdrawn work, also with an override', () => {
    const withdrawn = execution({ status: 'Withdrawn' })
    for (const request of [facts, withOverride]) assert.equal(codeOf(withdrawn, request), 'report_already_decided')
  })

  test('names the allowed actions when it refuses', () => {
    assert.deepEqual(refusal(rejected, facts).extras, {
      currentStatus: 'Rejected',
      allowedActions: ['OverrideRejection'],
    })
  })

  test('compares the version before anything else that can refuse', () => {
    const versions = [pending.version + 1]
    for (const report of [pending, disputed, rejected, { ...pending, fraudHoldAt: noon }])
      assert.equal(codeOf(report, { ...withOverride, versions }), 'version_conflict')
  })
})
