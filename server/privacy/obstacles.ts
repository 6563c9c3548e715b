import { decimalOf, type Units } from '../values/money.ts'
import type { Obstacle, ObstacleCode } from './closing.ts'

/** Facts that can prevent an account from being closed, read in one statement. */
export type Obligations = {
  readonly balanceUnits: Units
  readonly holdUnits: Units
  readonly earningsUnits: Units
  readonly pendingUnits: Units
  readonly debtUnits: Units
  readonly offers: number
  readonly reservations: number
  readonly reports: number
  readonly disputes: number
  readonly deposits: number
  readonly withdrawals: number
  readonly refunds: number
  readonly isLastOperator: boolean
}

/** Returns every obstacle to closing the account; none if it can be closed. */
export function obstaclesOf(facts: Obligations): Obstacle[] {
  const money = (code: ObstacleCode, units: Units) => (units > 0n ? [{ code, amount: decimalOf(units) }] : [])
  const counted = (code: ObstacleCode, count: number) => (count > 0 ? [{ code, count }] : [])
  return [
    ...money('AvailableBalance', facts.balanceUnits),
    ...money('MoneyOnHold', facts.holdUnits),
    ...money('AvailableEarnings', facts.earningsUnits),
    ...money('PendingEarnings', facts.pendingUnits),
    ...money('Debt', facts.debtUnits),
    ...counted('OpenOffers', facts.offers),
    ...counted('RunningReservations', facts.reservations),
    ...counted('UndecidedReports', facts.reports),
    ...counted('OpenDisputes', facts.disputes),
    ...counted('PendingDeposits', facts.deposits),
    ...counted('OpenWithdrawals', facts.withdrawals),
    ...counted('OpenRefunds', facts.refunds),
    ...(facts.isLastOperator ? [{ code: 'LastOperator' as const }] : []),
  ]
}
