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
