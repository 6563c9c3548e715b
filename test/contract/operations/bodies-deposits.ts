import { sql } from '../../../server/platform/sql.ts'
import type { Callers } from '../../support/callers.ts'
import { expectOk } from '../../support/fixtures.ts'

let serial = 0

/** Requests to operations on deposits and balances. */
export const threshold = async () => ({ body: { lowBalanceThreshold: 25 } })

export const billing = async () => ({ body: { name: 'Corner Bakery Ltd', address: '12 Mill Lane', taxId: null } })

export const depositInput = async () => ({
  body: { amount: 100, successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/balance' },
})

/** Returns an unpaid deposit of the advertiser. */
export const deposit = async ({ advertiser: { a } }: Callers): Promise<number> =>
  expectOk(await a.post('/api/advertiser/deposits', { amount: 25 })).id

export const booking = async ({ advertiser: { email } }: Callers) => ({
  body: { email, amount: 25, method: 'Bank', reference: `invoice-${++serial}`, note: 'March' },
})

/** Names the advertiser for whom a deposit would be booked. */
export const payerQuery = async ({ advertiser: { email } }: Callers) => ({
  query: `?email=${encodeURIComponent(email)}`,
})

/** Returns a deposit of the advertiser that an operator booked. */
export const booked = async (callers: Callers): Promise<number> =>
  expectOk(await callers.operator.a.post('/api/operator/deposits', (await booking(callers)).body)).id

/** Returns a deposit of the advertiser of which a part was paid back. */
export async function partlyRefunded(callers: Callers): Promise<number> {
  const id = await booked(callers)
  expectOk(await callers.operator.a.post(`/api/operator/deposits/${id}/refund`, { amount: 5, reason: 'Paid too much' }))
  return id
}

export const wholeRefund = async () => ({ amount: 25, reason: 'Paid too much' })

const method = { type: 'Bank', holder: 'Anna Muster', iban: 'GB82WEST12345698765432' }
export const refundInput = async () => ({ amount: 5, note: 'The campaign is over', method })

/** Returns a refund that the advertiser has requested. */
export const refund = async (callers: Callers): Promise<number> =>
  expectOk(
    await callers.advertiser.a.post(`/api/advertiser/deposits/${await booked(callers)}/refund`, await refundInput()),
  ).id

/** Returns an approved refund. */
export async function approvedRefund(callers: Callers): Promise<number> {
  const id = await refund(callers)
  expectOk(await callers.operator.a.post(`/api/operator/refunds/${id}/approve`))
  return id
}

/** Returns a booking for the advertiser, requested by an operator that no other test uses. */
export const bookingRequest = async ({ market, advertiser, strangers }: Callers): Promise<number> =>
  (
    await market.ctx.db.one<{ id: number }>(sql`
      insert into booking_requests (kind, account, units, currency, method, reference, status, requested_by, requested_at)
      values ('Deposit', ${advertiser.id}, 250000, 'USD', 'Bank', ${`request-${++serial}`}, 'Requested',
        ${strangers.Operator.id}, now()) returning id`)
  ).id
