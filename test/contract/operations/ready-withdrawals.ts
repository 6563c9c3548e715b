import type { Cast } from '../../support/cast.ts'
import { approved, bank, noWithdrawal, payout, withdrawal } from '../../support/scenarios/earnings.ts'
import type { Ready } from './ready.ts'

export const requestedId = ({ market, executor }: Cast) => withdrawal(market, executor)
export const approvedId = ({ market, executor }: Cast) => approved(market, executor)
export const payoutId = ({ market, executor }: Cast) => payout(market, executor)
export async function withdrawing({ market, executor }: Cast): Promise<Ready> {
  await noWithdrawal(market, executor)
  return { body: { amount: 5, method: bank } }
}
export const toMark = async (cast: Cast): Promise<Ready> => ({
  body: { results: [{ id: await approvedId(cast), status: 'Paid', reference: 'SEPA 77' }] },
})
export const requested = async (cast: Cast): Promise<Ready> => ({ id: await requestedId(cast) })
export const refusedBy = async () => ({ reason: 'The bank knows no such account.' })
export const paidBy = async () => ({ reference: 'SEPA 77' })
