import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  readyWork,
  theOperator,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { moveClockTo } from './clock.ts'
import { countOutcomes, createMany } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { type Rng, rngOf, times } from './rng.ts'

const market = await openMarket({ softHoldSeconds: 600 })
afterEach(() => assertInvariants(market))
const { db } = market.ctx

const reserve = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reserve`)
const cancel = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reservation/cancel`)
const extend = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reservation/extend`)
const sweep = () => expireOverdue(market.ctx)
/** Milliseconds from the end of a hold or reservation at which a round starts: surely before it, surely after it, then around it. */
const instantOf = (round: number, rng: Rng): number => [-5_000, 50][round] ?? rng.whole(101) - 50
const add = (all: Record<string, number>, what: string) => {
  all[what] = (all[what] ?? 0) + 1
}
const countsOf = async ({ b }: Person, offer: number) => {
  const { reserved, remaining } = expectOk(await b.get(`/v1/tasks/${offer}`)).counts
  return { reserved, remaining }
}

const activeOf = (offers: readonly number[]) =>
  sql`select * from reservations where offer = any(${offers}::bigint[]) and status = 'Active'`

const many = 8

test('a reservation extended at its deadline during the sweep is either extended once or expired', async (t) => {
  const rng = rngOf(t)
  const { id, advertiser: owner } = await activeOffer(market, {
    slots: many,
    members: { reservationDurationSeconds: 300 },
  })
  const workers = await createMany(many, () => executor(market))
  const outcomes: Record<string, number> = {}
  for (let round = 0; round < times(40, 1000) / many; round++) {
    await createMany(many, async (index) => expectOk(await reserve(workers[index] as Person, id)))
    await moveClockTo(market, sql`select min(expires_at) from (${activeOf([id])}) active`, instantOf(round, rng))
    const asked = workers.map(async (worker) => {
      const both = await Promise.all([extend(worker, id), extend(worker, id)])
      return both.map(outcome).sort().join(', ')
    })
    const [answers] = await Promise.all([Promise.all(asked), sweep(), sweep()])
    for (const both of answers) add(outcomes, both)
    market.pass(1)
    const rest = await createMany(many, (index) => cancel(workers[index] as Person, id))
    for (const [index, both] of answers.entries()) {
      const isExtended = both === '200, 409 reservation_already_extended'
      assert.ok(
        isExtended ||
          both === '409 reservation_expired, 409 reservation_expired' ||
          both === '200, 409 reservation_expired',
        both,
      )
      assert.equal(outcome(rest[index] as never), both.startsWith('200') ? '200' : '409 reservation_expired')
    }
    market.pass(600)
    await sweep()
    assert.deepEqual(await countsOf(owner, id), { reserved: 0, remaining: many })
  }
  t.diagnostic(JSON.stringify(outcomes))
})

test('a reserved slot stays with its executor until it expires, and always has one holder', async (t) => {
  const rng = rngOf(t)
  const offers = (await createMany(many, () => activeOffer(market, { slots: 1 }))).map(({ id }) => id)
  const [holders, others] = await Promise.all([
    createMany(many, () => executor(market)),
    createMany(many * 2, () => executor(market)),
  ])
  const won = { holder: 0, other: 0 }
  for (let round = 0; round < times(40, 1000) / many; round++) {
    const held = await createMany(many, async (index) =>
      expectOk(await reserve(holders[index] as Person, offers[index] as number)),
    )
    await moveClockTo(market, sql`select max(held_until) from (${activeOf(offers)}) active`, instantOf(round, rng))
    const asked = offers.map(async (offer, place) => {
      const three = [holders[place], others[place], others[place + many]] as Person[]
      const inOrder = rng.shuffled(three)
      const answers = await Promise.all(inOrder.map((worker) => reserve(worker, offer)))
      assert.deepEqual(countOutcomes(answers), { 200: 1, '409 no_slots_available': 2 })
      const index = answers.findIndex(({ status }) => status === 200)
      const winner = inOrder[index] as Person
      const made = answers[index]?.body
      assert.equal(made.alreadyExists, false)
      if (winner !== holders[place]) assert.ok(made.createdAtUtc >= held[place].heldUntilUtc, 'nobody else before that')
      won[winner === holders[place] ? 'holder' : 'other']++
      expectOk(await cancel(winner, offer))
    })
    await Promise.all([...asked, sweep(), sweep()])
  }
  t.diagnostic(JSON.stringify(won))
  assert.ok(won.holder > 0 && won.other > 0)
})

test('exactly the limit of 50 concurrent reservations of a rate-limited offer succeeds each hour', async (t) => {
  const rng = rngOf(t)
  const workers = await createMany(50, () => executor(market))
  const limit = 7
  const { id } = await activeOffer(market, { slots: 800, members: { hourlyLimit: limit } })
  const exceeded = '409 rate_of_offer_exceeded'
  for (let round = 0; round < times(3, 40); round++) {
    const answers = await Promise.all(workers.map((worker) => reserve(worker, id)))
    assert.deepEqual(countOutcomes(answers), { 200: limit, [exceeded]: 50 - limit })
    const winners = workers.filter((_, index) => answers[index]?.status === 200)
    await Promise.all(winners.map((worker) => cancel(worker, id)))
    // When the first reservations leave the hourly window, one after the other.
    const firstOut = sql`select min(created_at) + interval '1 hour' from (
      select created_at from reservations where offer = ${id}::bigint order by turn desc limit ${limit}) latest`
    await moveClockTo(market, firstOut, instantOf(round, rng))
    const early = await Promise.all(workers.map((worker) => reserve(worker, id)))
    const { 200: made = 0, [exceeded]: refused = 0 } = countOutcomes(early)
    assert.equal(made + refused, 50)
    assert.ok(made <= limit)
    await Promise.all(workers.filter((_, at) => early[at]?.status === 200).map((worker) => cancel(worker, id)))
    market.pass(3_600)
  }
  const close = await db.many(sql`
    select one.turn, later.created_at - one.created_at as apart from reservations one
    join reservations later on later.offer = one.offer and later.turn = one.turn + ${limit}
    where one.offer = ${id}::bigint and later.created_at - one.created_at < interval '1 hour'`)
  assert.deepEqual(close, [], 'no hour has more of them')
})

test('an offer suspended during reservations and submissions has no active reservations afterwards', async () => {
  const { a: operator } = await theOperator(market)
  for (let round = 0; round < times(1, 60); round++) {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 12 })
    const ready = await createMany(4, async () => {
      const worker = await executor(market)
      const work = await readyWork(worker, id)
      return () => worker.a.post(`${workPath(id)}/submit-execution`, work)
    })
    const workers = await createMany(6, () => executor(market))
    const [suspended, ...answers] = await Promise.all([
      operator.post(`/api/operator/offers/${id}/suspend`, { reason: 'It asks for passwords.' }),
      ...ready.map((submit) => submit()),
      ...workers.map((worker) => reserve(worker, id)),
    ])
    expectOk(suspended)
    const { reserved, remaining, pending } = expectOk(await owner.b.get(`/v1/tasks/${id}`)).counts
    const submitted = answers.slice(0, 4).filter(({ status }) => status === 200).length
    assert.deepEqual({ reserved, remaining, pending }, { reserved: 0, remaining: 12 - submitted, pending: submitted })
    assert.deepEqual(expectOk(suspended).counts.reserved, 0)
  }
})
