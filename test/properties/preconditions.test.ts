import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import { verifyLedger } from '../../server/ledger/actions.ts'
import { verifyWithdrawals } from '../../server/payments/withdrawals/actions.ts'
import type { Answer, Client } from '../support/client.ts'
import {
  activeOffer,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
  theOperator,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { approved, withdrawal } from '../support/scenarios/earnings.ts'
import { countOutcomes } from './concurrently.ts'
import { times } from './rng.ts'

const market = await openMarket({ activeReservationsMax: 100 })
afterEach(async () => {
  assert.deepEqual((await verifyLedger(market.ctx)).mismatches, [])
  assert.deepEqual(await verifyWithdrawals(market.ctx), [])
})
const { a: operator } = await theOperator(market)
const reason = 'A reason for this test'

type Sending = { readonly tag: string; readonly body?: object; readonly key?: string; readonly method?: string }

const send = (client: Client, path: string, { tag, body, key, method = 'POST' }: Sending): Promise<Answer> =>
  client.send(method, path, body && JSON.stringify(body), {
    'if-match': tag,
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  })

const tagOf = async (client: Client, path: string): Promise<string> =>
  (await client.get(path)).headers.get('etag') ?? assert.fail(path)

/** Sends all requests concurrently, repeatedly; exactly one must succeed each time. */
async function oneWins(contest: () => Promise<readonly Promise<Answer>[]>): Promise<void> {
  for (let round = 0; round < times(3, 20); round++) {
    const answers = await Promise.all(await contest())
    assert.deepEqual(countOutcomes(answers), { 200: 1, '409 version_conflict': answers.length - 1 })
  }
}

describe('of many concurrent decisions with the same tag one succeeds', () => {
  test('on a report: two advertisers, its executor and an operator', () =>
    oneWins(async () => {
      const { id: offer, advertiser: owner } = await activeOffer(market)
      const { id, executor: worker } = await submittedWork(market, offer)
      const tag = await tagOf(owner.b, `/v1/reports/${id}`)
      return [
        send(owner.b, `/v1/reports/${id}/accept`, { tag, body: { bonus: 1, overrideRejection: true } }),
        send(owner.b, `/v1/reports/${id}/reject`, { tag, body: { reason } }),
        send(owner.b, `/v1/reports/${id}/rework`, { tag, body: { reason } }),
        send(worker.a, `/api/executor/executions/${id}/withdraw`, { tag }),
        send(operator, `/api/operator/reports/${id}/hold`, { tag, body: { reason } }),
      ]
    }))

  test('on an offer: its advertiser in both groups, and an operator', () =>
    oneWins(async () => {
      const { id, advertiser: owner } = await activeOffer(market)
      const tag = await tagOf(owner.b, `/v1/tasks/${id}`)
      return [
        send(owner.a, `/api/advertiser/offers/${id}/pause`, { tag }),
        send(owner.b, `/v1/tasks/${id}`, { tag, method: 'PATCH', body: { totalLimit: 5 } }),
        send(owner.b, `/v1/tasks/${id}`, { tag, method: 'PATCH', body: { title: 'Another title' } }),
        send(owner.b, `/v1/tasks/${id}`, { tag, method: 'DELETE' }),
        send(operator, `/api/operator/offers/${id}/suspend`, { tag, body: { reason } }),
      ]
    }))

  test('on a withdrawal: its executor and operators', () =>
    oneWins(async () => {
      const worker = await executor(market)
      const id = await withdrawal(market, worker)
      const tag = await tagOf(worker.a, `/api/executor/withdrawals/${id}`)
      return [
        send(worker.a, `/api/executor/withdrawals/${id}/cancel`, { tag }),
        send(operator, `/api/operator/withdrawals/${id}/approve`, { tag }),
        send(operator, `/api/operator/withdrawals/${id}/reject`, { tag, body: { reason } }),
      ]
    }))

  test('on a payout result: paid or failed', () =>
    oneWins(async () => {
      const worker = await executor(market)
      const id = await approved(market, worker)
      const tag = await tagOf(worker.a, `/api/executor/withdrawals/${id}`)
      return [
        send(operator, `/api/operator/withdrawals/${id}/paid`, { tag, body: { reference: 'SEPA 1' } }),
        send(operator, `/api/operator/withdrawals/${id}/paid`, { tag, body: { reference: 'SEPA 2' } }),
        send(operator, `/api/operator/withdrawals/${id}/failed`, { tag, body: { reason } }),
      ]
    }))

  test('on a bonus: ten requests without a key pay one', () =>
    oneWins(async () => {
      const { owner, path } = await acceptedReport()
      const tag = await tagOf(owner.b, path)
      return Array.from({ length: 10 }, () => send(owner.b, `${path}/bonus`, { tag, body: { amount: 0.1, reason } }))
    }))
})

async function acceptedReport(): Promise<{ owner: Person; path: string }> {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const path = `/v1/reports/${(await submittedWork(market, offer)).id}`
  expectOk(await owner.b.post(`${path}/accept`))
  return { owner, path }
}

describe('two tabs with the same report', () => {
  test('the second one pays no bonus after the first one accepted', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const path = `/v1/reports/${(await submittedWork(market, offer)).id}`
    const tag = await tagOf(owner.b, path)
    expectOk(await send(owner.b, `${path}/accept`, { tag }))
    const before = await moneyOf(owner)
    const body = { bonus: 0.5 }
    assert.equal(outcome(await send(owner.b, `${path}/accept`, { tag, body })), '409 version_conflict')
    assert.equal(outcome(await owner.b.post(`${path}/accept`, { ...body, version: 1 })), '409 version_conflict')
    const item = { id: Number(path.split('/').at(-1)), action: 'accept', ...body, version: 1 }
    const [result] = expectOk(await owner.b.post('/v1/reports/bulk', { items: [item] })).results
    assert.deepEqual([result.ok, result.problem.code], [false, 'version_conflict'])
    assert.deepEqual(await moneyOf(owner), before)
    assert.equal(
      expectOk(await send(owner.b, `${path}/accept`, { tag: await tagOf(owner.b, path), body })).bonusTotal,
      0.5,
    )
  })

  test('a retry after a lost response returns it again and pays nothing twice', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const path = `/v1/reports/${(await submittedWork(market, offer)).id}`
    const sending = { tag: await tagOf(owner.b, path), body: { bonus: 0.5 } }
    const first = expectOk(await send(owner.b, `${path}/accept`, sending))
    const money = await moneyOf(owner)
    assert.deepEqual(expectOk(await send(owner.b, `${path}/accept`, sending)).bonusTotal, first.bonusTotal)
    assert.deepEqual(await moneyOf(owner), money)
  })

  test('concurrent retries with one key have one effect and one response', async () => {
    const { owner, path } = await acceptedReport()
    const key = randomUUID()
    const sending = { tag: await tagOf(owner.b, path), body: { amount: 0.25, reason }, key }
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(owner.b, `${path}/bonus`, sending)))
    const done = answers.filter(({ status }) => status === 200)
    assert.ok(done.length >= 1)
    for (const answer of answers.filter((each) => !done.includes(each)))
      assert.equal(outcome(answer), '409 idempotency_key_in_progress')
    for (const { raw, headers } of done)
      assert.deepEqual([raw, headers.get('etag')], [done[0]?.raw, done[0]?.headers.get('etag')])
    // Another change happens between the lost response and its retry.
    expectOk(await owner.b.post(`${path}/bonus`, { amount: 0.1, reason }))
    const late = await send(owner.b, `${path}/bonus`, sending)
    assert.equal(late.raw, done[0]?.raw)
    assert.equal(expectOk(await owner.b.get(path)).bonusTotal, 0.35)
  })
})

test('a precondition adds no statement to a write', async () => {
  const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 10 })
  const works = await Promise.all(Array.from({ length: 6 }, () => submittedWork(market, offer)))
  const path = (index: number, verb: string) => `/v1/reports/${works[index]?.id}/${verb}`
  const cost = async (ask: () => Promise<Answer>): Promise<number> => {
    const before = market.ctx.db.sent()
    expectOk(await ask())
    return market.ctx.db.sent() - before
  }
  const tag = '"1", "7"'
  assert.equal(await cost(() => send(owner.b, path(0, 'accept'), { tag })), 2)
  assert.equal(await cost(() => send(owner.b, path(1, 'reject'), { tag, body: { reason } })), 2)
  assert.equal(await cost(() => send(owner.b, path(2, 'rework'), { tag, body: { reason } })), 2)
  assert.equal(await cost(() => owner.b.get(`/v1/reports/${works[3]?.id}`)), 1)
  const pause = '/api/advertiser/offers'
  const other = await activeOffer(market, { advertiser: owner })
  const plain = await cost(() => owner.a.post(`${pause}/${other.id}/pause`))
  const current = await tagOf(owner.a, `${pause}/${offer}`)
  assert.equal(await cost(() => send(owner.a, `${pause}/${offer}/pause`, { tag: current })), plain)
})
