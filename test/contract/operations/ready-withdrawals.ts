import type { Players } from '../../support/callers.ts'
import { approved, bank, noWithdrawal, payout, withdrawal } from '../../support/scenarios/earnings.ts'
import type { Ready } from './ready.ts'

export const requestedId = ({ market, executor }: Players) => withdrawal(market, executor)
export const approvedId = ({ market, executor }: Players) => approved(market, executor)
export const payoutId = ({ market, executor }: Players) => payout(market, executor)
export async function withdrawing({ market, executor }: Players): Promise<Ready> {
  await noWithdrawal(market, executor)
  return { body: { amount: 5, method: bank } }
}
export const toMark = async (cast: Players): Promise<Ready> => ({
  body: { results: [{ id: await approvedId(cast), status: 'Paid', reference: 'SEPA 77' }] },
})
export const requested = async (cast: Players): Promise<Ready> => ({ id: await requestedId(cast) })
export const refusedBy = async () => ({ reason: 'The bank knows no such account.' })
export const paidBy = async () => ({ reference: 'SEPA 77' })
