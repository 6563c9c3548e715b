import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { emptyMethod, type Method } from './method-fields.tsx'

export type WithdrawalOptions = A['WithdrawalOptions']

/** The input of the form. `isNewAccount` applies only while a payout account is saved. */
export type WithdrawalValues = {
  readonly amount: number | string
  readonly method: Method
  readonly isNewAccount: boolean
}
export const emptyWithdrawal: WithdrawalValues = { amount: '', method: emptyMethod, isNewAccount: false }

/** The saved payout account, and how long withdrawals usually take. */
export const useWithdrawalOptions = () =>
  useQuery(apiQuery(['withdrawals', 'options'], (signal) => groupA.GET('/api/executor/withdrawal-options', { signal })))

/** Returns the time by which a withdrawal is usually paid; undefined if the marketplace has paid too few to say. */
export const expectedAt = (requestedAt: number, { typicalPayoutSeconds }: WithdrawalOptions): string | undefined =>
  typicalPayoutSeconds === null ? undefined : new Date(requestedAt + typicalPayoutSeconds * 1_000).toISOString()
