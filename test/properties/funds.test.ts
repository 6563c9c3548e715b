import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { debitAdvertiser } from '../../server/payments/deposits/sql-reversals.ts'
import { sql } from '../../server/platform/sql.ts'
import { idOf } from '../../server/values/id.ts'
import { moneyOf as valuesOf } from '../../server/values/money.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  moneyOf,
  type Person,
  submittedOffer,
  taskBody,
  theOperator,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { countOutcomes, createMany } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { times } from './rng.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))

// A slot of the test task costs 1.10.
const forHundred = 110

/** Returns the account's row counts by table. */
const rowsOf = ({ id }: Person) =>
  market.ctx.db.one(sql`
    select (select count(*) from offers where advertiser = ${id}::bigint) as offers,
      (select count(*) from offer_states where advertiser = ${id}::bigint) as states,
      (select count(*) from holds where advertiser = ${id}::bigint) as holds,
      (select count(*) from entries where account = ${id}::bigint and book = 'advertiser.held') as entries,
      (select count(*) from events where account = ${id}::bigint and kind = 'task.created') as created,
      (select count(*) from events where account = ${id}::bigint and kind = 'balance.low') as low`)

const allAtOnce = <Result>(count: number, act: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))

test('exactly 100 of 200 concurrent submits pass on a balance for 100, and the others leave nothing', async () => {
  for (let round = 0; round < times(1, 10); round++) {
    const owner = await advertiser(market, { funds: forHundred })
    const body = await taskBody(market, { totalLimit: 1 })
    const answers = await allAtOnce(200, (index) =>
      index % 2 ? owner.b.post('/v1/tasks', body) : owner.a.post('/api/advertiser/offers/submit', body),
    )
    const { 200: ofA = 0, 201: ofB = 0, ...refused } = countOutcomes(answers)
    assert.equal(ofA + ofB, 100)
    assert.deepEqual(refused, { '409 insufficient_funds': 100 })
    assert.deepEqual(await moneyOf(owner), { available: 0, held: 110 })
    assert.deepEqual(await rowsOf(owner), { offers: 100, states: 100, holds: 100, entries: 100, created: 100, low: 1 })
  }
})

test('exactly 20 of 50 concurrently submitted drafts pass on a balance for 20, and the others stay drafts', async () => {
  const owner = await advertiser(market, { funds: 22 })
  const drafts = await createMany(50, () =>
    submittedOffer(market, { advertiser: owner, slots: 1, members: { draft: true } }),
  )
  const answers = await Promise.all(drafts.map(({ id }) => owner.a.post(`/api/advertiser/offers/${id}/submit`)))
  assert.deepEqual(countOutcomes(answers), { 200: 20, '409 insufficient_funds': 30 })
  assert.deepEqual(await moneyOf(owner), { available: 0, held: 22 })
  const { totalCount } = expectOk(await owner.b.get('/v1/tasks?status=Draft'))
  assert.equal(totalCount, 30)
})

test('a draft submitted 20 times concurrently is submitted once and funded once', async () => {
  const owner = await advertiser(market, { funds: forHundred })
  for (let round = 1; round <= times(1, 50); round++) {
    const { id } = await submittedOffer(market, { advertiser: owner, slots: 1, members: { draft: true } })
    const answers = await allAtOnce(20, () => owner.a.post(`/api/advertiser/offers/${id}/submit`))
    assert.deepEqual(countOutcomes(answers), { 200: 1, '409 task_state_conflict': 19 })
    assert.equal((await moneyOf(owner)).held, Math.round(round * 11) / 10)
  }
})

test('exactly ten of 30 offers concurrently get another slot on a balance for ten', async () => {
  const owner = await advertiser(market, { funds: 44 })
  const offers = await createMany(30, () => activeOffer(market, { advertiser: owner, slots: 1 }))
  const answers = await Promise.all(offers.map(({ id }) => owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 2 })))
  assert.deepEqual(countOutcomes(answers), { 200: 10, '409 insufficient_funds': 20 })
  assert.deepEqual(await moneyOf(owner), { available: 0, held: 44 })
})

test('concurrent changes of an offer’s limit leave one of the values, with the money for it', async () => {
  for (let round = 0; round < times(1, 50); round++) {
    const owner = await advertiser(market, { funds: 200 })
    const { id } = await activeOffer(market, { advertiser: owner, slots: 10 })
    const answers = await allAtOnce(20, (index) => owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 1 + index }))
    assert.deepEqual(countOutcomes(answers), { 200: 20 })
    const { totalLimit, version } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    assert.equal((await moneyOf(owner)).held, Math.round(totalLimit * 11) / 10)
    assert.ok(version >= 20, 'every change has a version of its own')
  }
})

test('concurrent changes of different members of an offer all take effect', async () => {
  for (let round = 0; round < times(1, 50); round++) {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { draft: true } })
    const changes = [
      { title: 'New title' },
      { description: 'New' },
      { proofInstructions: 'New' },
      { metadata: { a: 'b' } },
    ]
    await Promise.all(changes.map(async (change) => expectOk(await owner.b.patch(`/v1/tasks/${id}`, change))))
    const task = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    for (const change of changes) assert.deepEqual({ ...task, ...change }, task)
  }
})

const method = { type: 'Bank', holder: 'Anna Muster', iban: 'GB82WEST12345698765432' }
const bookedDeposit = async ({ email }: Person, amount: number): Promise<number> => {
  const { a } = await theOperator(market)
  return expectOk(await a.post('/api/operator/deposits', { email, amount, reference: `refundable ${amount}` })).id
}

test('20 concurrent refunds and 20 offers spend each unit once', async () => {
  for (let round = 0; round < times(1, 30); round++) {
    const owner = await advertiser(market, { funds: 0 })
    const deposit = await bookedDeposit(owner, 22)
    const body = await taskBody(market, { totalLimit: 1 })
    const answers = await allAtOnce(40, (index) =>
      index % 2
        ? owner.b.post('/v1/tasks', body)
        : owner.a.post(`/api/advertiser/deposits/${deposit}/refund`, { amount: 11, method }),
    )
    const { 200: refunds = 0, 201: offers = 0 } = countOutcomes(answers)
    assert.ok(refunds <= 1)
    assert.equal(offers, refunds === 1 ? 10 : 20)
    const { available, held } = await moneyOf(owner)
    assert.deepEqual([available, held], [0, Math.round(offers * 11) / 10])
    for (const { id } of expectOk(await owner.a.get('/api/advertiser/refunds')).items)
      expectOk(await owner.a.post(`/api/advertiser/refunds/${id}/cancel`))
    assert.equal((await moneyOf(owner)).available, refunds * 11)
  }
})

test('a refund concurrently cancelled, approved, refused and refunded by an operator has one outcome', async () => {
  const [owner, { a }] = [await advertiser(market, { funds: 0 }), await theOperator(market)]
  const deposit = await bookedDeposit(owner, 10)
  for (let round = 0; round < times(5, 150); round++) {
    const { id } = expectOk(await owner.a.post(`/api/advertiser/deposits/${deposit}/refund`, { amount: 6, method }))
    const answers = await Promise.all([
      owner.a.post(`/api/advertiser/refunds/${id}/cancel`),
      a.post(`/api/operator/refunds/${id}/approve`),
      a.post(`/api/operator/refunds/${id}/reject`, { reason: 'Not so' }),
    ])
    assert.deepEqual(countOutcomes(answers), { 200: 1, '409 refund_state_conflict': 2 })
    const { status } = expectOk(await owner.a.get(`/api/advertiser/refunds/${id}`))
    assert.equal((await moneyOf(owner)).available, status === 'Processing' ? 4 : 10)
    if (status !== 'Processing') continue
    const ends = await Promise.all([
      a.post(`/api/operator/refunds/${id}/paid`, { reference: 'x' }),
      a.post(`/api/operator/refunds/${id}/failed`, { reason: 'No account' }),
    ])
    assert.deepEqual(countOutcomes(ends), { 200: 1, '409 refund_state_conflict': 1 })
    const isPaid = ends[0]?.status === 200
    assert.equal((await moneyOf(owner)).available, isPaid ? 4 : 10)
    if (isPaid) break
  }
})

test('of concurrent chargebacks and releases, the money of neither order is left beside a debt', async () => {
  for (let round = 0; round < times(1, 200); round++) {
    const owner = await advertiser(market, { funds: 2.2 })
    const { id } = await activeOffer(market, { advertiser: owner, slots: 1 })
    const taken = { account: idOf<'account'>(owner.id), units: 22_000n, kind: 'Refund', cause: `test:${id}` } as const
    await Promise.all([
      market.ctx.db.transaction((db) => debitAdvertiser(db, taken, valuesOf(market.ctx.config))),
      owner.b.delete(`/v1/tasks/${id}`).then(expectOk),
    ])
    const { available, held, debt } = expectOk(await owner.b.get('/v1/balance'))
    assert.deepEqual({ available, held, debt }, { available: 0, held: 0, debt: 0 })
    // The debit was made without its refund.
    await market.owner.run(sql`update deposits set refunded_units = amount_units where account = ${owner.id}::bigint`)
  }
})

test('an offer concurrently approved, rejected and withdrawn has one outcome', async () => {
  const [owner, { a }] = [await advertiser(market), await theOperator(market)]
  for (let round = 0; round < times(2, 200); round++) {
    const { id } = await submittedOffer(market, { advertiser: owner, slots: 1 })
    const answers = await Promise.all([
      a.post(`/api/operator/offers/${id}/approve`, { version: 1 }),
      a.post(`/api/operator/offers/${id}/reject`, { reason: 'Not clear', version: 1 }),
      owner.a.post(`/api/advertiser/offers/${id}/withdraw`),
      a.post(`/api/operator/offers/${id}/approve`, { version: 1 }),
    ])
    const {
      200: won,
      '409 task_state_conflict': moved = 0,
      '409 version_conflict': changed = 0,
    } = countOutcomes(answers)
    assert.deepEqual([won, moved + changed], [1, 3])
    assert.equal(
      expectOk(await owner.b.get(`/v1/tasks/${id}`)).status,
      answers.find(({ status }) => status === 200)?.body.status,
    )
  }
})
