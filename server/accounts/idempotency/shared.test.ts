import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Answer, Client } from '../../../test/support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { sql } from '../../platform/sql.ts'
import { reserve } from '../../reservations/actions.ts'
import { idOf } from '../../values/id.ts'
import type { Problem } from '../../values/problems/problem.ts'
import { once } from './actions.ts'
import { keyOf, requestHash, storedBytesMax } from './idempotency.ts'

const market = await openMarket()
const { db } = market.ctx
const parallel = 32
const indexes = Array.from({ length: parallel }, (_, index) => index)
const many = <T>(make: (index: number) => Promise<T>): Promise<T[]> => Promise.all(indexes.map(make))
type Ask = { readonly client: Client; readonly path: string; readonly body?: object; readonly key: string }
const asks = (one: (index: number) => Omit<Ask, 'key'>): Ask[] =>
  indexes.map((index) => ({ ...one(index), key: randomUUID() }))
const send = ({ client, path, body, key }: Ask): Promise<Answer> => {
  const headers = { 'idempotency-key': key }
  if (!body) return client.send('POST', path, undefined, headers)
  return client.send('POST', path, JSON.stringify(body), { ...headers, 'content-type': 'application/json' })
}

/** Sends the requests at once. */
async function sendAll(all: readonly Ask[]) {
  const answers = await Promise.all(all.map(send))
  return { answers, outcomes: answers.map(outcome) }
}

async function mustReplay(all: readonly Ask[], answers: readonly Answer[]): Promise<void> {
  const again = await Promise.all(all.map(send))
  assert.deepEqual(
    again.map(({ status, raw, headers }) => [status, raw, headers.get('idempotency-replayed')]),
    answers.map(({ status, raw }) => [status, raw, 'true']),
  )
}

async function reviewOf(owner: Person) {
  const { id } = await activeOffer(market, { advertiser: owner, slots: parallel })
  return many(() => submittedWork(market, id))
}

test('requests of one moment share four statements: claims, facts, the write and the responses', async () => {
  const workers = await many(() => executor(market))
  const { id } = await activeOffer(market, { slots: parallel })
  const requirement = { credential: 'AccessToken', role: 'Executor' } as const
  const before = db.sent()
  const results = await Promise.all(
    workers.map(({ token }, index) => {
      const by = { bearer: token, requirement, address: undefined }
      const request = { key: `moment ${index}`, method: 'POST', path: workPath(id), fingerprint: Buffer.of(index) }
      return once(
        { ...market.ctx, by },
        { ...request, sharedBy: { route: 'POST reserve', perCredentialMax: undefined } },
        async (ctx) => {
          const { id: made } = await reserve(ctx, idOf(id))
          return { status: 200, headers: {}, body: String(made) }
        },
      )
    }),
  )
  assert.equal(db.sent() - before, 4)
  assert.equal(new Set(results.map(({ body }) => body)).size, parallel)
})

test('concurrent requests with a key are each answered and replayed on their own', async () => {
  const workers = await many(() => executor(market))
  const { id } = await activeOffer(market, { slots: parallel - 2 })
  const all = asks((index) => ({ client: (workers[index] as Person).a, path: `${workPath(id)}/reserve` }))
  const { answers, outcomes } = await sendAll(all)
  const reserved = outcomes.filter((one) => one === '200').length
  const refused = outcomes.filter((one) => one === '409 no_slots_available').length
  assert.deepEqual([reserved, refused], [parallel - 2, 2])
  await mustReplay(all, answers)
})

test('each event and each decision names its request', async () => {
  const owner = await advertiser(market)
  const works = await reviewOf(owner)
  const all = asks((index) => ({ client: owner.b, path: `/v1/reports/${works[index]?.id}/accept`, body: {} }))
  const { answers, outcomes } = await sendAll(all)
  assert.deepEqual([...new Set(outcomes)], ['200'])
  const causes = await db.many<{ execution: number; request: string }>(sql`
    select execution, request_id as request from events where kind = 'report.accepted' and account = ${owner.id}::bigint`)
  assert.deepEqual(
    new Map(causes.map(({ execution, request }) => [execution, request])),
    new Map(answers.map(({ body, headers }) => [body.id, headers.get('x-request-id')])),
  )
  const decisions = await db.many<{ report: number; request: string }>(sql`
    select subject_id as report, request_id as request from audit_log
    where action = 'report.accept' and account = ${owner.id}::bigint`)
  assert.deepEqual(
    new Map(decisions.map(({ report, request }) => [report, request])),
    new Map(answers.map(({ body, headers }) => [body.id, headers.get('x-request-id')])),
  )
  assert.deepEqual((await moneyOf(owner)).held, 0)
  await mustReplay(all, answers)
})

test('one that cannot share a transaction leaves the others untouched', async () => {
  const owner = await advertiser(market)
  const works = await reviewOf(owner)
  const bonus = { bonus: 0.5 }
  const all = asks((index) => ({
    client: owner.b,
    path: `/v1/reports/${works[index]?.id}/accept`,
    body: index % 8 === 3 ? bonus : {},
  }))
  const { answers, outcomes } = await sendAll(all)
  assert.deepEqual([...new Set(outcomes)], ['200'])
  await mustReplay(all, answers)
  assert.deepEqual((await verifyLedger(market.ctx)).mismatches, [])
})

test('a statement that the database refuses fails its own request alone', async () => {
  const owner = await advertiser(market)
  const body = { ...(await taskBody(market)), draft: true }
  const all = asks((index) => ({
    client: owner.b,
    path: '/v1/tasks',
    body: { ...body, title: `Survey ${index}`, externalId: index % 2 === 0 ? 'the same' : `own ${index}` },
  }))
  const { answers, outcomes } = await sendAll(all)
  const made = outcomes.filter((one) => one === '201').length
  const taken = outcomes.filter((one) => one === '409 external_id_taken').length
  assert.deepEqual([made, taken], [parallel / 2 + 1, parallel / 2 - 1])
  await mustReplay(all, answers)
})

test('many new tasks of one advertiser share transactions of at most eight', async () => {
  const [busy, other] = [await advertiser(market), await advertiser(market)]
  const body = { ...(await taskBody(market)), draft: true }
  const all = asks((index) => ({ client: (index === parallel - 1 ? other : busy).b, path: '/v1/tasks', body }))
  const { answers, outcomes } = await sendAll(all)
  assert.deepEqual([...new Set(outcomes)], ['201'])
  const shared = await db.many<{ tasks: number }>(sql`
    select count(*)::integer as tasks from offers where advertiser = ${busy.id}::bigint group by xmin::text order by 1 desc`)
  assert.ok((shared[0]?.tasks ?? 0) <= 8 && shared.length < parallel - 1, JSON.stringify(shared))
  await mustReplay(all, answers)
})

test('a refusal that is not stored lets the same key succeed later', async () => {
  const owner = await advertiser(market)
  const body = { ...(await taskBody(market)), draft: true }
  const all = asks((index) => ({
    client: owner.b,
    path: '/v1/tasks',
    body: { ...body, ...(index % 4 === 0 ? { offerPriceId: 999_999 } : {}) },
  }))
  const { outcomes } = await sendAll(all)
  assert.deepEqual(new Set(outcomes), new Set(['201', '400 unknown_price']))
  const mended = await Promise.all(all.map((ask) => send({ ...ask, body })))
  const second = mended.map(outcome)
  assert.deepEqual(
    second.filter((_, index) => index % 4 === 0),
    indexes.filter((index) => index % 4 === 0).map(() => '201'),
  )
})

test('an answer above 1 MiB is carried out once and not stored', async () => {
  const worker = await executor(market)
  const requirement = { credential: 'AccessToken', role: 'Executor' } as const
  const by = { bearer: worker.token, requirement, address: undefined }
  let carriedOut = 0
  const answered = (bytes: number) => {
    const request = {
      key: `${bytes} bytes`,
      method: 'POST',
      path: '/large',
      fingerprint: Buffer.of(1),
      sharedBy: undefined,
    }
    return once({ ...market.ctx, by }, request, async () => {
      carriedOut++
      return { status: 200, headers: {}, body: 'x'.repeat(bytes) }
    })
  }
  for (const bytes of [storedBytesMax, storedBytesMax + 1]) assert.equal((await answered(bytes)).body.length, bytes)
  assert.equal((await answered(storedBytesMax)).isReplayed, true)
  await assert.rejects(answered(storedBytesMax + 1), { extras: { status: 200 } })
  assert.equal(carriedOut, 2)
})

describe('an Idempotency-Key', () => {
  const same: readonly [string, string][] = [
    ['8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43e8-bc93-6894a57f9324"', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['"two words"', 'two words'],
    ['"a \\"quoted\\" \\\\ word"', 'a "quoted" \\ word'],
    ['  key:1/2=3;x  ', 'key:1/2=3;x'],
    ['x', 'x'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ]
  for (const [header, key] of same)
    test(`is parsed from ${header.slice(0, 40)}`, () => {
      assert.equal(keyOf(header), key)
    })
  const wrong = [
    '',
    '""',
    ' ',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
    'two words',
    '"no end',
    'no start"x y',
    '"a", "b"',
    '"a";p=1',
    '"a\\n"',
    'ключ',
    'a\u0000b',
    'a\tb',
  ]
  for (const header of wrong)
    test(`is rejected as ${JSON.stringify(header).slice(0, 40)}, naming the header`, () => {
      assert.throws(
        () => keyOf(header),
        (problem: Problem) => problem.errors[0]?.field === 'Idempotency-Key',
      )
    })
})

test('requests differ by method, path and key', () => {
  const hashes = [
    ['POST', '/v1/tasks', 'a'],
    ['PATCH', '/v1/tasks', 'a'],
    ['POST', '/v1/task', 's\na'],
    ['POST', '/v1/tasks', 'b'],
  ].map(([method = '', path = '', key = '']) => requestHash(method, path, key).toString('hex'))
  assert.equal(new Set(hashes).size, hashes.length)
})
