import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { countOutcomes } from '../../../test/properties/concurrently.ts'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  advertiser,
  eventsOf,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { blockedStatements, waitForBlockedStatements } from '../../../test/support/scenarios/blocked-request.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { sql } from '../../platform/sql.ts'
import { dispatchEvents } from '../../webhooks/events/actions-dispatch.ts'

const market = await openMarket()
const { db } = market.ctx
afterEach(() => assertInvariants(market))

const reason = 'You found what nobody else did.'
const bonus = (owner: Person, id: number, amount: number) => owner.b.post(`/v1/reports/${id}/bonus`, { amount, reason })

const bonusOf = ({ owner, id }: Awaited<ReturnType<typeof accepted>>, externalId: string) =>
  owner.b.post(`/v1/reports/${id}/bonus`, { amount: 0.5, reason, externalId })

async function accepted(funds = 1_000) {
  const owner = await advertiser(market, { funds })
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 2 })
  const { id, executor } = await submittedWork(market, offer)
  expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
  return { owner, id, executor, offer }
}

const earned = async ({ a }: Person) => expectOk(await a.get('/api/executor/balance')).available

describe('a bonus', () => {
  test('goes to the executor, with the fee on top, and appears in events and notifications', async () => {
    const { owner, id, executor } = await accepted()
    const [before, had] = [await moneyOf(owner), await earned(executor)]
    const report = expectOk(await bonus(owner, id, 0.25))
    assert.deepEqual([report.bonusTotal, report.status], [0.25, 'Accepted'])
    const { event, note, actor } = report.history.at(-1)
    assert.deepEqual([event, actor, note], ['Bonus', 'Advertiser', `0.2500 USD: ${reason}`])
    const after = await moneyOf(owner)
    assert.ok(Math.abs(before.available - after.available - 0.275) < 1e-9)
    assert.equal(after.held, before.held)
    assert.equal(await earned(executor), had + 0.25)
    const [decision] = await db.many<{ actor: string; reason: string; data: object }>(
      sql`select actor, reason, data from audit_log where action = 'report.bonus' and subject_id = ${id}`,
    )
    assert.deepEqual(decision, { actor: 'advertiser', reason, data: { units: 2_500, feeUnits: 250 } })
    expectOk(await bonus(owner, id, 0.25))
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${id}`)).bonusTotal, 0.5)
  })

  test('is limited to five rewards for each report in total', async () => {
    const { owner, id } = await accepted()
    assert.equal(outcome(await bonus(owner, id, 5.0001)), '409 bonus_limit_reached')
    expectOk(await bonus(owner, id, 4.99))
    const more = await bonus(owner, id, 0.0101)
    assert.deepEqual([outcome(more), more.body.maximum, more.body.paid], ['409 bonus_limit_reached', 5, 4.99])
    expectOk(await bonus(owner, id, 0.01))
  })

  test('respects the limit in ten concurrent requests', async () => {
    const { owner, id } = await accepted()
    const answers = await Promise.all(Array.from({ length: 10 }, () => bonus(owner, id, 1)))
    assert.deepEqual(countOutcomes(answers), { 200: 5, '409 bonus_limit_reached': 5 })
  })

  test('needs available money and accepted work', async () => {
    const { owner, id } = await accepted(2.5)
    const poor = await bonus(owner, id, 0.5)
    assert.deepEqual([outcome(poor), poor.body.required, poor.body.available], ['409 insufficient_funds', 0.55, 0.3])
    const { id: offer, advertiser: other } = await activeOffer(market)
    const { id: pending } = await submittedWork(market, offer)
    assert.equal(outcome(await bonus(other, pending, 0.5)), '409 report_not_accepted')
    assert.equal(outcome(await bonus(other, id, 0.5)), '404 report_not_found')
  })

  test('with an externalId is paid once for ever', async () => {
    const { owner, id, offer } = await accepted()
    const { id: other } = await submittedWork(market, offer)
    expectOk(await owner.b.post(`/v1/reports/${other}/accept`))
    const pay = (report: number, amount = 0.5, externalId = 'july') =>
      owner.b.post(`/v1/reports/${report}/bonus`, { amount, reason, externalId })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => pay(index % 2 === 0 ? id : other)))
    assert.deepEqual(countOutcomes(answers), { 200: 3, '409 bonus_external_id_taken': 3 })
    market.pass(25 * 3_600)
    const paid = answers.findIndex(({ status }) => status === 200) % 2 === 0 ? id : other
    assert.equal(expectOk(await pay(paid)).bonusTotal, 0.5)
    const taken = await pay(paid, 0.6)
    assert.equal(outcome(taken), '409 bonus_external_id_taken')
    assert.deepEqual([taken.body.existingReportId, taken.body.amount], [paid, 0.5])
    assert.equal(expectOk(await pay(paid, 0.5, 'august')).bonusTotal, 1)
    assert.equal(outcome(await pay(paid, 0.5, 'x'.repeat(129))), '400 validation_error')
    const stranger = await accepted()
    assert.equal(outcome(await bonusOf(stranger, 'july')), '200', 'another account has ids of its own')
  })

  test('is part of what its task has spent, with its fee, but not of what the task releases', async () => {
    const { owner, id, offer } = await accepted()
    const { id: other } = await submittedWork(market, offer)
    await Promise.all([
      bonus(owner, id, 0.25),
      bonus(owner, id, 0.5),
      owner.b.post(`/v1/reports/${other}/accept`, { bonus: 1 }),
    ])
    const bonuses = expectOk(await owner.b.get('/v1/balance/transactions')).items.flatMap(
      (each: { type: string; amount: number }) => (each.type === 'Bonus' ? each.amount : []),
    )
    const cost = bonuses.reduce((sum: number, amount: number) => sum - Math.round(amount * 10_000), 0)
    const { budget } = expectOk(await owner.b.get(`/v1/tasks/${offer}`))
    assert.deepEqual(budget, { total: 2.2, held: 0, spent: (22_000 + cost) / 10_000, released: 0 })
    expectOk(await owner.b.delete(`/v1/tasks/${offer}`))
    await dispatchEvents(market.ctx, market.logger)
    const { items } = expectOk(await owner.b.get('/v1/events?types=task.archived'))
    assert.equal(items[0].data.summary.spent, budget.spent)
  })

  test('reports a balance that it takes below its threshold', async () => {
    const { owner, id } = await accepted(12.5)
    expectOk(await bonus(owner, id, 1))
    const low = (await eventsOf(market, owner)).filter(({ kind }) => kind === 'balance.low')
    assert.deepEqual(
      low.map(({ data }) => [data.trigger, data.previousAvailableUnits, data.availableUnits, data.heldUnits]),
      [['Bonus', 103_000, 92_000, 11_000]],
    )
  })

  test('is in one book, even if an acceptance changes the executor’s level meanwhile', async () => {
    const slow = await openMarket({ clearingSeconds: 3_600 })
    const own = slow.ctx.db
    const owner = await advertiser(slow)
    const { id: offer } = await activeOffer(slow, { advertiser: owner, slots: 2 })
    const { id, executor } = await submittedWork(slow, offer)
    await own.run(sql`update executors set accepted = 48 where account = ${executor.id}`)
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    let isPromoted = false
    const { both } = await own.transaction(async (within) => {
      await within.run(sql`select from balances where owner = ${executor.id} for update`)
      const paid = bonus(owner, id, 0.25)
      await waitForBlockedStatements(own)
      const promoted = own.run(sql`update executors set accepted = 50 where account = ${executor.id}`)
      void promoted.then(() => (isPromoted = true))
      while (!isPromoted && (await blockedStatements(own)) < 2);
      return { both: Promise.all([paid, promoted]) }
    })
    const [answer] = await both
    expectOk(answer)
    assert.deepEqual((await verifyLedger(slow.ctx)).mismatches, [])
  })

  test('clears with the earnings of an executor whose earnings are pending', async () => {
    const clearing = await openMarket({ clearingSeconds: 3_600 })
    const { id: offer, advertiser: owner } = await activeOffer(clearing)
    const { id, executor } = await submittedWork(clearing, offer)
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    expectOk(await bonus(owner, id, 1))
    const { sum } = await clearing.ctx.db.one<{ sum: number }>(
      sql`select sum(units)::float8 as sum from clearings where executor = ${executor.id}`,
    )
    assert.equal(sum, 20_000)
    assert.ok((await verifyLedger(clearing.ctx)).ok)
  })
})
