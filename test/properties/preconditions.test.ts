import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { verifyLedger } from '../../server/ledger/actions.ts'
import { verifyWithdrawals } from '../../server/payments/withdrawals/actions.ts'
import type { Answer, Client } from '../support/client.ts'
import { activeOffer, executor, expectOk, type Person, submittedWork, theOperator } from '../support/fixtures.ts'
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
  for (let round = 0; round < times(1, 20); round++) {
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
