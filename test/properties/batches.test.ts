import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type Sql, sql } from '../../server/platform/sql.ts'
import type { Answer } from '../support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  submittedWork,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { countOutcomes, createMany } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { times } from './rng.ts'

/*
 * Concurrent requests reach PostgreSQL as batches. These tests check that batching is invisible: each request is answered, refused
 * and reported as if it were alone, in two processes that batch independently on one database.
 */

const market = await openMarket()
const { db } = market.ctx
const other = await openMarket({ databaseUrl: market.databaseUrl })
const processes = [market, other]
afterEach(() => assertInvariants(market))

/** The same person, alternating between the processes. */
const at = (person: Person, index: number) => processes[index % 2]?.as(person.token) ?? person.a
const keyAt = (person: Person, index: number) => processes[index % 2]?.as(person.key) ?? person.b

const reject = { reason: 'Not what was asked' }
const accepting = (owner: Person, id: number, index = 0) => keyAt(owner, index).post(`/v1/reports/${id}/accept`)
const rejecting = (owner: Person, id: number, index = 0) => keyAt(owner, index).post(`/v1/reports/${id}/reject`, reject)

/** Counts the statements that this process sends during the work. */
async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; sent: number }> {
  const before = db.sent()
  const result = await work()
  return { result, sent: db.sent() - before }
}

/** Makes PostgreSQL refuse rows that violate the condition during the work. */
async function whileRefused<T>(table: Sql, condition: Sql, work: () => Promise<T>): Promise<T> {
  await market.owner.run(sql`alter table ${table} add constraint refused_by_test check (${condition}) not valid`)
  return work().finally(() => market.owner.run(sql`alter table ${table} drop constraint refused_by_test`))
}

/** Returns a number as a literal: definitions cannot have parameters. */
const literal = (number: number): Sql => ({ ...sql``, parts: [String(number)] })

test('exactly 50 of 200 executors get one of 50 slots in two processes', async () => {
  const executors = await createMany(200, () => executor(market))
  for (let round = 0; round < times(1, 30); round++) {
    const { id } = await activeOffer(market, { slots: 50 })
    const keyed = (index: number): Record<string, string> =>
      index % 10 === 0 ? { 'Idempotency-Key': `set-of-tests-${round}-${index}` } : {}
    const answers = await Promise.all(
      executors.map((each, index) => at(each, index).send('POST', `${workPath(id)}/reserve`, undefined, keyed(index))),
    )
    assert.deepEqual(countOutcomes(answers), { 200: 50, '409 no_slots_available': 150 })
    await Promise.all(executors.map((each, index) => at(each, index).post(`${workPath(id)}/reservation/cancel`)))
  }
})

test('an executor who reserves 20 offers concurrently in two processes gets one', async () => {
  const offers = await createMany(20, () => activeOffer(market, { slots: 100 }))
  for (let round = 0; round < times(1, 50); round++) {
    const person = await executor(market)
    const ask = ({ id }: { id: number }, index: number) => at(person, index).post(`${workPath(id)}/reserve`)
    assert.deepEqual(countOutcomes(await Promise.all(offers.map(ask))), { 200: 1, '409 active_reservation_exists': 19 })
  }
})

test('concurrent requests share statements', async () => {
  const executors = await createMany(48, () => executor(market))
  const { id } = await activeOffer(market, { slots: 48 })
  const { result, sent } = await statementsOf(() =>
    Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reserve`))),
  )
  assert.deepEqual(countOutcomes(result), { 200: 48 })
  assert.ok(sent < 48, `${sent} statements for 48 reservations`)
})

test('of concurrent accepts and rejects in two processes one takes effect, with events in order', async () => {
  const slots = times(16, 100)
  const { id, advertiser: owner } = await activeOffer(market, { slots })
  const works = await createMany(slots, () => submittedWork(market, id))
  const answers = await Promise.all(
    works.flatMap((work, index) => [accepting(owner, work.id, index), rejecting(owner, work.id, index + 1)]),
  )
  works.forEach((_, index) => {
    const both = answers.slice(2 * index, 2 * index + 2).map(outcome)
    assert.deepEqual(both.toSorted(), ['200', '409 report_already_decided'])
  })
  await mustTellInTurn(id)
})

test('concurrently accepting an offer’s last reports completes it once', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 12 })
  const works = await createMany(12, () => submittedWork(market, id))
  const answers = await Promise.all(works.map((work, index) => accepting(owner, work.id, index)))
  assert.deepEqual(countOutcomes(answers), { 200: 12 })
  const statuses = (await mustTellInTurn(id))
    .filter(({ kind }) => kind === 'report.accepted')
    .map(({ status }) => status)
  assert.deepEqual([statuses.length, statuses.at(-1)], [12, 'Completed'])
})

test('an executor with work accepted concurrently on many offers earns each reward', async () => {
  const person = await executor(market)
  const owner = await advertiser(market, { funds: 100 })
  const works: number[] = []
  for (let index = 0; index < 10; index++) {
    const { id } = await activeOffer(market, { advertiser: owner, slots: 1 })
    works.push((await submittedWork(market, id, person)).id)
  }
  const answers = await Promise.all(works.map((work, index) => accepting(owner, work, index)))
  assert.deepEqual(countOutcomes(answers), { 200: 10 })
  assert.equal(expectOk(await person.a.get('/api/executor/balance')).available, 10)
  const told = await db.many<{ accepted: number; at: string }>(sql`
    select (data->'executor'->>'accepted')::integer as accepted, created_at::text as at from events
    where kind = 'report.accepted' and execution = any(${works}::bigint[]) order by id`)
  // Events that took effect together show the count after all of them.
  const ofEach = told.filter(({ at }, index) => told[index + 1]?.at !== at).map(({ accepted }) => accepted)
  const expected = told.flatMap(({ at }, index) => (told[index + 1]?.at !== at ? [index + 1] : []))
  assert.deepEqual([told.length, ofEach], [10, expected])
})

test('a request refused by PostgreSQL fails alone; the others of its batch take effect once', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 40 })
  const executors = await createMany(20, () => executor(market))
  const unlucky = executors[7]?.id ?? 0
  const reserving = () => Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reserve`)))
  const some = await whileRefused(sql`reservations`, sql`executor <> ${literal(unlucky)}`, reserving)
  assert.deepEqual(countOutcomes(some), { 200: 19, '500 internal_error': 1 })
  assert.deepEqual(countOutcomes(await reserving()), { 200: 20 })

  const works = await createMany(20, () => submittedWork(market, id))
  const bad = works[3]?.id ?? 0
  const acceptAll = () => Promise.all(works.map((work) => accepting(owner, work.id)))
  const condition = sql`id <> ${literal(bad)} or status = 'Pending'`
  const accepted = await whileRefused(sql`executions`, condition, acceptAll)
  assert.deepEqual([countOutcomes(accepted), accepted[3]?.status], [{ 200: 19, '500 internal_error': 1 }, 500])
  assert.deepEqual(countOutcomes(await acceptAll()), { 200: 20 })
  await mustTellInTurn(id)
})

type Step = { readonly kind: string; readonly status: string; readonly at: string; readonly figures: readonly number[] }

/** Asserts that the counts in an offer's events follow from those before. Events that took effect together show the same counts. */
async function mustTellInTurn(offer: number): Promise<Step[]> {
  const steps = await db.many<Step>(sql`
    select kind, data->'counts'->>'status' as status, created_at::text as at, array[(data->'counts'->>'pending')::bigint,
      (data->'counts'->>'accepted')::bigint, (data->'counts'->>'rejected')::bigint,
      (data->'counts'->>'remaining')::bigint + (data->'counts'->>'reserved')::bigint] as figures
    from events where offer = ${offer}::bigint and kind like 'report.%' order by id`)
  const added: Record<string, readonly number[]> = {
    'report.submitted': [1, 0, 0, -1],
    'report.accepted': [-1, 1, 0, 0],
    'report.rejected': [-1, 0, 1, 1],
  }
  const [pending = 0, accepted = 0, , free = 0] = steps[0]?.figures ?? []
  let expected: readonly number[] = [0, 0, 0, pending + accepted + free]
  for (const [index, { kind, at, figures }] of steps.entries()) {
    expected = expected.map((figure, place) => figure + (added[kind]?.[place] ?? 0))
    if (steps[index + 1]?.at !== at) assert.deepEqual(figures, expected, `step ${index}`)
  }
  return steps
}

test('batched requests each get their own response', async () => {
  const executors = await createMany(40, () => executor(market))
  const offers = await createMany(8, () => activeOffer(market, { slots: 5 }))
  const ask = (person: Person, index: number): Promise<Answer> => {
    return at(person, index).post(`${workPath(offers[index % 8]?.id ?? 0)}/reserve`)
  }
  const answers = await Promise.all(executors.map(ask))
  const rows = await db.many<{ id: number; executor: number; offer: number }>(sql`
    select id, executor, offer from reservations where id = any(${answers.map(({ body }) => body.id)}::bigint[])`)
  const own = new Map(rows.map((row) => [row.executor, row]))
  executors.forEach((person, index) => {
    const { id, offer } = own.get(person.id) ?? {}
    assert.deepEqual([answers[index]?.body.id, offers[index % 8]?.id], [id, offer])
  })
})
