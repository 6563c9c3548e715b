import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { presentedHash } from '../../server/accounts/caller.ts'
import { deleteExpiredResponses } from '../../server/accounts/idempotency/actions.ts'
import { requestHash } from '../../server/accounts/idempotency/idempotency.ts'
import { claimRequests } from '../../server/accounts/idempotency/sql.ts'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import type { Database } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import { times } from '../properties/rng.ts'
import { type Callers, createCallers, misspelt } from '../support/callers.ts'
import type { Answer, Client } from '../support/client.ts'
import { advertiser, membersOf } from '../support/fixtures.ts'
import { form, formType } from '../support/inputs/uploads.ts'
import { openMarket } from '../support/market.ts'
import { shareOf, someOf } from '../support/sampling.ts'
import { changesNothing, digestOf, rowCountsOf } from '../support/scenarios/digest.ts'
import { clientFor, type Operation, rightful } from './operations/operation.ts'
import type { Ready } from './operations/ready.ts'
import { addressOf, statusOrProblem } from './operations/requests.ts'
import { operations } from './operations/routes.ts'

const connections = 8
/** Concurrent requests with one key: more than there are connections. */
const parallel = times(10, 20)
const market = await openMarket({ isSandbox: true, databaseConnectionsMax: connections, activeReservationsMax: 100 })
const callers = await createCallers(market)
const changing = operations.filter(({ route }) => !route.startsWith('GET '))
const clientOf = (operation: Operation, of: Callers = callers): Client => clientFor(operation, rightful(operation, of))

function askOnce(client: Client, operation: Operation, ready: Ready, key: string): Promise<Answer> {
  const { id, body, form: parts, file } = ready
  const { method, path } = addressOf(operation, id)
  const named = { 'idempotency-key': key }
  if (parts) return client.send(method, path, form(parts), { ...named, 'content-type': formType })
  if (file) return client.send(method, path, file, { ...named, 'content-type': 'text/csv' })
  if (!body) return client.send(method, path, undefined, named)
  return client.send(method, path, JSON.stringify(body), { ...named, 'content-type': 'application/json' })
}

const kept = ({ status, raw, headers }: Answer) => ({
  status,
  raw,
  type: headers.get('content-type'),
  location: headers.get('location'),
})
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true'

const rows = () => rowCountsOf(market.ctx.db)

const difference = (after: Record<string, number>, before: Record<string, number>) =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]))

/** Sends a request and repeats it. Returns the number of rows that it added to each table. */
async function repeated(operation: Operation): Promise<Record<string, number>> {
  const [ready, client, key] = [await operation.ready(callers), clientOf(operation), randomUUID()]
  const before = await rows()
  const first = await askOnce(client, operation, ready, key)
  assert.equal(statusOrProblem(first), String(operation.answers ?? 200))
  assert.equal(isReplay(first), false)
  const effect = difference(await rows(), before)
  await changesNothing(market.ctx.db, async () => {
    const second = await askOnce(client, operation, ready, `"${key}"`)
    assert.deepEqual(kept(second), kept(first))
    assert.equal(isReplay(second), true)
    assert.notEqual(second.headers.get('x-request-id'), first.headers.get('x-request-id'))
  })
  return effect
}

/** Sends concurrent requests with one key, which must be answered as one. Returns the number of rows that they added together. */
async function concurrent(operation: Operation): Promise<Record<string, number>> {
  const [ready, client, key] = [await operation.ready(callers), clientOf(operation), randomUUID()]
  const before = await rows()
  const answers = await Promise.all(Array.from({ length: parallel }, () => askOnce(client, operation, ready, key)))
  const effect = difference(await rows(), before)
  const done = answers.filter((answer) => statusOrProblem(answer) === String(operation.answers ?? 200))
  const others = answers.filter((answer) => !done.includes(answer))
  assert.ok(
    others.every((answer) => statusOrProblem(answer) === '409 idempotency_key_in_progress'),
    others.map(statusOrProblem).join(),
  )
  assert.equal(done.filter((answer) => !isReplay(answer)).length, 1)
  for (const answer of done) assert.deepEqual(kept(answer), kept(done[0] as Answer))
  return effect
}

describe(`an operation takes effect once and returns one response, repeated or ${parallel} times at once with one key`, () => {
  for (const operation of shareOf(changing, 0.2, 'idempotency'))
    test(operation.route, async (t: TestContext) => {
      const alone = await repeated(operation)
      // Each run sends concurrent requests to half of the operations.
      if (!someOf(t, ['concurrent', 'repeated'], 1).includes('concurrent')) return
      const together = await concurrent(operation)
      // The first request may have created what later ones only change.
      if (!isDeepStrictEqual(together, alone)) assert.deepEqual(together, await repeated(operation))
    })
})

describe('a key is bound to its request', () => {
  for (const operation of changing.filter(
    ({ route }) => route.startsWith('POST /v1/tasks') || route.includes('reject'),
  ))
    test(`${operation.route} with another body is refused without effect`, async () => {
      const ready = await operation.ready(callers)
      // An operation without a body knows no other one.
      if (!ready.body) return
      const client = clientOf(operation)
      const key = randomUUID()
      const first = await askOnce(client, operation, ready, key)
      const before = await digestOf(market.ctx.db)
      const other = { ...ready, body: anotherBody(ready.body) }
      assert.equal(statusOrProblem(await askOnce(client, operation, other, key)), '409 idempotency_key_reused')
      assert.deepEqual(await digestOf(market.ctx.db), before)
      assert.deepEqual(kept(await askOnce(client, operation, ready, key)), kept(first))
    })
})

/** Returns a body that differs in one of its existing members: unknown members are refused. */
function anotherBody(body: object): object {
  const [name, value] = Object.entries(body).find(([, member]) => typeof member === 'string') ?? []
  if (name) return { ...body, [name]: `${value} indeed` }
  const [list, items] = Object.entries(body).find(([name]) => name === 'tasks' || name === 'items') ?? []
  if (list) return { ...body, [list]: [...items, items[0]] }
  if ('all' in body) return { itemIds: [1] }
  if ('itemIds' in body) return { itemIds: [2] }
  return 'codes' in body ? { codes: ['K7QX-2MP3-OTHER'] } : { ...body, reason: 'Another one' }
}

const draftOf = (title: string) => ({ offerPriceId: 1, title, totalLimit: 1 })
const headers = (key: string) => ({ 'content-type': 'application/json', 'idempotency-key': key })
const drafting = (client: Client, key: string, title = 'A draft'): Promise<Answer> =>
  client.send('POST', '/api/advertiser/offers/draft', JSON.stringify(draftOf(title)), headers(key))

describe('an idempotency key', () => {
  test('is bound to its account; another account may use the same key', async () => {
    const [one, other] = [await advertiser(market), await advertiser(market)]
    const [first, second] = [await drafting(one.a, 'my-first'), await drafting(other.a, 'my-first')]
    assert.deepEqual([statusOrProblem(first), statusOrProblem(second), isReplay(second)], ['200', '200', false])
    assert.notEqual(first.body.id, second.body.id)
  })
  test('is bound to method and path; another operation may use the same key', async () => {
    const { a } = await advertiser(market)
    const { body } = await drafting(a, 'a-key')
    const path = `/api/advertiser/offers/${body.id}`
    const put = await a.send('PUT', path, JSON.stringify(draftOf('Better')), headers('a-key'))
    const gone = await a.send('DELETE', path, undefined, { 'idempotency-key': 'a-key' })
    const shown = [put, gone].map((answer) => [statusOrProblem(answer), isReplay(answer)])
    assert.deepEqual(shown, [
      ['200', false],
      ['200', false],
    ])
  })
  test('expires after a day', async () => {
    const own = await openMarket({ isSandbox: true })
    const { a } = await advertiser(own)
    const first = await drafting(a, 'daily')
    own.pass(86_340)
    assert.deepEqual(kept(await drafting(a, 'daily')), kept(first))
    own.pass(120)
    const later = await drafting(a, 'daily')
    assert.deepEqual([statusOrProblem(later), isReplay(later)], ['200', false])
    assert.notEqual(later.body.id, first.body.id)
    assert.deepEqual(kept(await drafting(a, 'daily')), kept(later))
    own.pass(86_460)
    assert.equal(await deleteExpiredResponses(own.ctx), 1)
    assert.deepEqual(await own.ctx.db.many(sql`select from kept_answers`), [])
  })
  test('is ignored by read operations', async () => {
    const { a } = await advertiser(market)
    const answer = await a.send('GET', '/api/advertiser/offers', undefined, { 'idempotency-key': 'two words' })
    assert.deepEqual([statusOrProblem(answer), isReplay(answer)], ['200', false])
  })
  test('is rejected by name if malformed, after authentication and without effect', async () => {
    const { a } = await advertiser(market)
    const before = await digestOf(market.ctx.db)
    for (const key of ['', 'two words', '"open', 'x'.repeat(256)]) {
      const answer = await drafting(a, key)
      assert.equal(statusOrProblem(answer), '400 validation_error')
      assert.equal(answer.body.errors[0].field, 'Idempotency-Key')
      assert.equal(statusOrProblem(await drafting(market.as(), key)), '401 token_missing')
    }
    assert.equal(await digestOf(market.ctx.db), before)
  })
  test('is not used up by invalid or unauthorized requests', async () => {
    const { a, token } = await advertiser(market)
    const wrong = await a.send('POST', '/api/advertiser/offers/draft', '{"title":1}', headers('again'))
    assert.equal(statusOrProblem(wrong), '400 validation_error')
    assert.equal(statusOrProblem(await drafting(market.as(misspelt(token)), 'again')), '401 token_invalid')
    assert.equal(isReplay(await drafting(a, 'again')), false)
  })
})

describe('a stored refusal', () => {
  test('caused by a record’s status is replayed like any response', async () => {
    const { a, email } = await advertiser(market, { funds: 0 })
    const submit = () =>
      a.send('POST', '/api/advertiser/offers/submit', JSON.stringify(draftOf('Dear')), headers('dear'))
    const first = await submit()
    assert.equal(statusOrProblem(first), '409 insufficient_funds')
    await deposit(market.ctx, { email, amount: 1000 })
    const second = await submit()
    assert.deepEqual(kept(second), kept(first))
    assert.equal(isReplay(second), true)
  })
  test('of a slower concurrent request gets the stored response', async () => {
    const { b } = await advertiser(market)
    const body = JSON.stringify({ ...draftOf('One of many'), draft: true, externalId: 'same-order' })
    const answers = await Promise.all(
      Array.from({ length: parallel }, () => b.send('POST', '/v1/tasks', body, headers(randomUUID()))),
    )
    const told = answers.map(statusOrProblem).sort()
    assert.deepEqual(told, ['201', ...Array.from({ length: parallel - 1 }, () => '409 external_id_taken')])
  })
})

/** Simulates another process's request with this key, which stays open until released. */
async function heldElsewhere(db: Database, account: number, key: string): Promise<() => Promise<void>> {
  const request = requestHash('POST', '/api/advertiser/offers/draft', key)
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.transaction(async (within) => {
    await within.run(sql`
      insert into kept_answers (account, request, fingerprint, created_at)
      values (${account}::bigint, ${request}::bytea, ${request}::bytea, ${within.now()})`)
    begun.resolve()
    await over.promise
    throw new Error('given up')
  })
  await begun.promise
  return async () => {
    over.resolve()
    await assert.rejects(holding, /given up/)
  }
}

test('a second request waits up to one second for the first and then is asked to retry', async () => {
  const { a, id } = await advertiser(market)
  const giveUp = await heldElsewhere(market.ctx.db, id, 'slow')
  assert.equal(statusOrProblem(await drafting(a, 'slow')), '409 idempotency_key_in_progress')
  const waiting = drafting(a, 'slow')
  await giveUp()
  const answer = await waiting
  assert.deepEqual([statusOrProblem(answer), isReplay(answer)], ['200', false])
})

test('requests that wait for the first with their key do not delay others', async () => {
  const [{ a, id }, { b }] = [await advertiser(market), await advertiser(market)]
  const slow = market.ctx.db.beside({ connectionsMax: 1 })
  const giveUp = await heldElsewhere(slow, id, 'held')
  const told: string[] = []
  const waiting = Array.from({ length: 3 * connections }, () =>
    drafting(a, 'held').then((answer) => told.push(statusOrProblem(answer))),
  )
  assert.equal(statusOrProblem(await b.get('/v1/balance')), '200')
  assert.equal(told.length, 0, 'all of them wait')
  await giveUp()
  await Promise.all(waiting)
  await slow.close()
  for (const each of told) assert.ok(['200', '409 idempotency_key_in_progress'].includes(each), told.join())
})

test('the lock timeout for a key ends with the claim', async () => {
  const { token } = await advertiser(market)
  const requirement = { credential: 'AccessToken', role: 'Advertiser' } as const
  const hash = presentedHash({ bearer: token, requirement, address: undefined })
  await market.ctx.db.transaction(async (db) => {
    const request = requestHash('POST', '/nowhere', 'patient')
    const patience = sql`select current_setting('lock_timeout') as timeout`
    const before = await db.one(patience)
    const claims = await claimRequests(db, requirement, [{ hash, request, fingerprint: request }])
    assert.deepEqual(membersOf(claims, 'claimed'), [true])
    assert.deepEqual(await db.one(patience), before)
  })
})
