import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { openMarket } from '../../test/support/market.ts'
import { eventOf, signed, theStripe } from '../../test/support/stripe.ts'
import { advertiser, good, moneyOf, outcome, type Person, theOperator } from '../../test/support/world.ts'
import { verifyLedger } from '../ledger/actions.ts'

const market = await openMarket()
const stripe = await theStripe()
const operator = await theOperator(market)
afterEach(async () => assert.deepEqual((await verifyLedger(market.ctx)).mismatches, []))

const begin = async ({ a }: Person, amount = 100) => good(await a.post('/api/advertiser/deposits', { amount }))
const sessionOf = (url: string): string => url.split('/').at(-1) ?? ''

async function tell(type: string, object: object, id?: string) {
  const body = JSON.stringify(eventOf(type, object, id))
  const headers = { 'content-type': 'application/json', 'stripe-signature': await signed(body) }
  return market.as().send('POST', '/stripe/webhook', body, headers)
}

test('a deposit is paid at Stripe, and available once Stripe has told so', async () => {
  const owner = await advertiser(market, { funds: 0 })
  const deposit = await begin(owner, 100.5)
  assert.equal(deposit.status, 'Pending')
  const session = sessionOf(deposit.url)
  assert.equal(good(await owner.b.get('/v1/balance')).pendingDeposits, 100.5)
  assert.equal(outcome(await tell('checkout.session.completed', stripe.pay(session))), '200')
  const { pendingDeposits, available } = good(await owner.b.get('/v1/balance'))
  assert.deepEqual([pendingDeposits, available], [0, 100.5])
  const paid = good(await owner.b.get(`/v1/deposits/${deposit.id}`))
  assert.deepEqual([paid.status, paid.url, paid.amount], ['Paid', null, 100.5])
  console.log(
    JSON.stringify(stripe.asked.map(({ form }) => Object.fromEntries(form))),
    await moneyOf(owner),
    operator.email,
  )
})
