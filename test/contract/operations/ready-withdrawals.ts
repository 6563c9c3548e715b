import type { Callers } from '../../support/callers.ts'
import { approved, bank, noWithdrawal, payout, withdrawal } from '../../support/scenarios/earnings.ts'
import type { Ready } from './ready.ts'

export const requestedId = ({ market, executor }: Callers) => withdrawal(market, executor)
export const approvedId = ({ market, executor }: Callers) => approved(market, executor)
export const payoutId = ({ market, executor }: Callers) => payout(market, executor)
export async function withdrawing({ market, executor }: Callers): Promise<Ready> {
  await noWithdrawal(market, executor)
  return { body: { amount: 5, method: bank } }
}
export const toMark = async (callers: Callers): Promise<Ready> => ({
  body: { results: [{ id: await approvedId(callers), status: 'Paid', reference: 'SEPA 77' }] },
})
export const requested = async (callers: Callers): Promise<Ready> => ({ id: await requestedId(callers) })
export const refusedBy = async () => ({ reason: 'The bank knows no such account.' })
export const paidBy = async () => ({ reference: 'SEPA 77' })
