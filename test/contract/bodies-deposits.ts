import type { Cast } from '../support/cast.ts'
import { good } from '../support/world.ts'

let serial = 0

/** What operations of deposits and balances are asked with. */
export const threshold = async () => ({ body: { lowBalanceThreshold: 25 } })

export const depositWish = async () => ({
  body: { amount: 100, successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/balance' },
})

/** A deposit of the advertiser's, which is not paid. */
export const deposit = async ({ advertiser: { a } }: Cast): Promise<number> =>
  good(await a.post('/api/advertiser/deposits', { amount: 25 })).id

export const booking = async ({ advertiser: { email } }: Cast) => ({
  body: { email, amount: 25, method: 'Bank', reference: `invoice-${++serial}`, note: 'March' },
})

/** A deposit of the advertiser's that an operator booked. */
export const booked = async (cast: Cast): Promise<number> =>
  good(await cast.operator.a.post('/api/operator/deposits', (await booking(cast)).body)).id
