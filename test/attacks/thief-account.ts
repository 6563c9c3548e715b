import assert from 'node:assert/strict'
import { notify } from '../../server/notifications/actions-notify.ts'
import { sql } from '../../server/platform/sql.ts'
import { openSession } from '../support/console.ts'
import { executor, expectOk, operator, outcome } from '../support/fixtures.ts'
import { mailsTo } from '../support/mailbox.ts'
import { earn } from '../support/scenarios/earnings.ts'
import type { Attack, Target } from './attack.ts'

const method = { type: 'PayPal', email: 'thief@else.example' }
const withdrawals = '/api/executor/withdrawals'

/** A stolen session, and then a stolen token, withdraw everything to the account of the thief. */
async function run({ market }: Target): Promise<void> {
  const [victim, careless] = [await executor(market), await operator(market)]
  await earn(market, victim, 100)
  const stolen = market.console(await openSession(market, victim.id))
  await market.ctx.db.run(sql`update credentials set confirmed_at = null where account = ${victim.id}::bigint`)
  const inConsole = await stolen.post('/executor/withdrawals', { amount: 100, method })
  assert.equal(outcome(inConsole), '403 confirmation_required')

  const { id } = expectOk(await victim.a.post(withdrawals, { amount: 100, method }))
  assert.equal(outcome(await careless.a.post(`/api/operator/withdrawals/${id}/approve`)), '409 payout_account_waiting')

  // A request that is cancelled does not make the account an old one.
  expectOk(await victim.a.post(`${withdrawals}/${id}/cancel`))
  const again = expectOk(await victim.a.post(withdrawals, { amount: 100, method }))
  const approval = `/api/operator/withdrawals/${again.id}/approve`
  assert.equal(outcome(await careless.a.post(approval)), '409 payout_account_waiting')

  // The victim stops it without signing in.
  await notify(market.ctx)
  const mails = (await mailsTo(market, victim.email)).map(({ body }) => body).join('\n')
  const tokens = [...mails.matchAll(/stop-withdrawal\?token=([\w.-]+)/g)].map(([, token]) => token)
  const token = tokens.find((each) => each?.startsWith(`${again.id}.`))
  expectOk(await market.console().post('/withdrawals/stop', { token }))
  assert.equal(expectOk(await victim.a.get('/api/executor/balance')).available, 100)
  assert.equal(outcome(await careless.a.post(approval)), '409 withdrawal_state_conflict')
  assert.equal(outcome(await stolen.get('/executor/withdrawals')), '401 token_invalid')
}

export const thiefAccount: Attack = { title: 'a thief withdraws nothing to a new account', run }
