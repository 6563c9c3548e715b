import assert from 'node:assert/strict'
import { sql } from '../../server/platform/sql.ts'
import { openSession } from '../support/console.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moneyOf,
  operator,
  type Person,
  submittedOffer,
  submittedWork,
} from '../support/fixtures.ts'
import type { Attack, Target } from './attack.ts'

const refused = { status: 409, code: 'own_interest' }
type AttackResponse = { readonly status: number; readonly body: { readonly code?: string } }
const isRefused = ({ status, body }: AttackResponse) => assert.deepEqual({ status, code: body.code }, refused)

/** Rejects the executor's work and appeals. Returns the id of the dispute. */
async function disputeOver(offer: number, { market }: Target, owner: Person, worker: Person): Promise<number> {
  const { id } = await submittedWork(market, offer, worker)
  expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason: 'Not what was asked.' }))
  expectOk(await worker.a.post(`/api/executor/executions/${id}/dispute`, { statement: 'It is what was asked.' }))
  const { items } = expectOk(await worker.a.get('/api/executor/disputes'))
  return items[0].id
}

async function run(target: Target): Promise<void> {
  const { market } = target
  const everyRole = { roles: ['Advertiser', 'Executor', 'Operator'], funds: 50 }
  const corrupt = await advertiser(market, { ...everyRole, birthDate: '1990-01-31', country: 840, gender: 'Male' })
  const honest = await operator(market)

  // Approves their own offer, with an access token and in the console.
  const { id: own } = await submittedOffer(market, { advertiser: corrupt })
  isRefused(await corrupt.a.post(`/api/operator/offers/${own}/approve`, { version: 1 }))
  await market.ctx.db.run(sql`update sign_in_users set two_factor_enabled = true where id = ${corrupt.id}::bigint`)
  const cookie = await openSession(market, corrupt.id)
  const console = { cookie: cookie.split('; ')[0] ?? '', origin: new URL(target.url).origin, 'if-match': '"1"' }
  isRefused(await market.as().send('POST', `/console/api/operator/offers/${own}/approve`, undefined, console))
  const keyed = { 'idempotency-key': `approve-${own}`, 'if-match': '"1"' }
  isRefused(await corrupt.a.send('POST', `/api/operator/offers/${own}/approve`, undefined, keyed))
  assert.equal(expectOk(await honest.a.get(`/api/operator/offers/${own}`)).status, 'PendingModeration')

  // Books money for themselves: by e-mail address in several spellings, and by id.
  const before = await moneyOf(corrupt)
  for (const payee of [
    { email: corrupt.email },
    { email: ` ${corrupt.email.toUpperCase()} ` },
    { accountId: corrupt.id },
  ])
    isRefused(await corrupt.a.post('/api/operator/deposits', { ...payee, amount: 1_000 }))
  assert.deepEqual(await moneyOf(corrupt), before)

  // Imposes a sanction on themselves and changes their own roles.
  const sanction = { accountId: corrupt.id, kind: 'Warning', code: 'Other', reason: 'A test of one.' }
  isRefused(await corrupt.a.post('/api/operator/sanctions', sanction))
  isRefused(await corrupt.a.post(`/api/operator/accounts/${corrupt.id}/roles`, { add: ['Operator'], reason: 'More.' }))

  await decidesNoDispute(target, { corrupt, honest, own })
}

type Participants = { readonly corrupt: Person; readonly honest: Person; readonly own: number }

/** Tries to decide their own disputes, as the advertiser and as the executor. */
async function decidesNoDispute(target: Target, { corrupt, honest, own }: Participants): Promise<void> {
  const { market } = target
  expectOk(await honest.a.post(`/api/operator/offers/${own}/approve`, { version: 1 }))
  const asAdvertiser = await disputeOver(own, target, corrupt, await executor(market))
  const theirs = await activeOffer(market)
  const asExecutor = await disputeOver(theirs.id, target, theirs.advertiser, corrupt)
  for (const id of [asAdvertiser, asExecutor])
    for (const outcome of ['Advertiser', 'Executor'])
      isRefused(await corrupt.a.post(`/api/operator/disputes/${id}/decide`, { outcome, note: 'I am right.' }))
  for (const id of [asAdvertiser, asExecutor])
    assert.notEqual(expectOk(await honest.a.get(`/api/operator/disputes/${id}`)).status, 'Resolved')
}

export const ownInterest: Attack = { title: 'an operator decides nothing that concerns their own account', run }
