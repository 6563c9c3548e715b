import assert from 'node:assert/strict'
import { issueToken } from '../../server/accounts/actions.ts'
import { openSession } from '../support/console.ts'
import { advertiser, expectOk, moneyOf, operator, outcome } from '../support/fixtures.ts'
import type { Attack, Target } from './attack.ts'

const reason = 'We need more hands.'
const requests = '/api/operator/operator-requests'

/** An operator books a large sum, and wants to approve it as somebody else. */
async function run({ market }: Target): Promise<void> {
  const [corrupt, honest] = [await operator(market), await operator(market)]
  const self = await advertiser(market)
  const payee = await advertiser(market)
  const before = await moneyOf(payee)
  const booked = await corrupt.a.post('/api/operator/deposits', { email: payee.email, amount: 50_000 })
  assert.equal(booked.status, 202)
  const approval = `/api/operator/booking-requests/${booked.body.id}/approve`

  // Grants the role to a second account of their own, and approves that alone.
  const granted = await corrupt.a.post(`/api/operator/accounts/${self.id}/roles`, { add: ['Operator'], reason })
  assert.equal(granted.status, 202)
  const grant = `${requests}/${granted.body.id}/approve`
  assert.equal(outcome(await corrupt.a.post(grant)), '409 own_interest')
  assert.equal(outcome(await self.a.post(approval)), '403 role_required')

  // Takes over the other operator: another address, a demotion first, or a suspension that they lift alone.
  const { id: victim } = honest
  const taken = await corrupt.a.post(`/api/operator/accounts/${victim}/email`, { email: 'mine@example.com', reason })
  const demoted = await corrupt.a.post(`/api/operator/accounts/${victim}/roles`, {
    add: ['Advertiser'],
    remove: ['Operator'],
    reason,
  })
  for (const { status, body } of [taken, demoted]) {
    assert.equal(status, 202)
    assert.equal(outcome(await corrupt.a.post(`${requests}/${body.id}/approve`)), '409 own_interest')
  }

  // An honest operator is persuaded to grant the role: the new one has to wait, and needs a second factor in the console.
  expectOk(await honest.a.post(grant))
  const token = market.as((await issueToken(market.ctx, { email: self.email })).secret)
  assert.equal(outcome(await token.post(approval)), '409 operator_waiting')
  const console = market.console(await openSession(market, self.id))
  const path = approval.replace('/api', '')
  assert.equal(outcome(await console.post(path)), '403 second_factor_required')
  assert.equal(outcome(await console.post('/settings/tokens', { name: 'later' })), '403 second_factor_required')
  assert.deepEqual(await moneyOf(payee), before)
}

export const secondSelf: Attack = { title: 'one operator does not become two', run }
