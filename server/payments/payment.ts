import { amountMax, type Units, unitsOf } from '../values/money.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'

/** The units of a deposit: more than nothing, at most a hundred million, with at most four fraction digits. */
export const depositUnits = (amount: number): Units => unitsOfMember('amount', amount)

function unitsOfMember(member: string, amount: number): Units {
  const wrong = (detail: string) => ValidationError([bodyError(member, 'range', detail)])
  if (!(amount > 0 && amount <= amountMax)) throw wrong(`must be more than 0 and at most ${amountMax}.`)
  try {
    return unitsOf(amount)
  } catch {
    throw wrong('must have at most four fraction digits.')
  }
}

/** A balance keeps to what a number in JSON holds to the last unit. */
export const balanceTooLarge = () =>
  ValidationError([bodyError('amount', 'range', 'would bring the balance above a hundred billion.')])

/** Money is booked for one account, named by its address or its id. */
export function mustNameAccount({
  email,
  accountId,
}: {
  email?: string | undefined
  accountId?: number | undefined
}): void {
  if ((email === undefined) !== (accountId === undefined)) return
  throw ValidationError([bodyError('email', 'required', 'or accountId must be there, and not both of them.')])
}

/** The units of a threshold: nothing or more. */
export function thresholdUnits(amount: number): Units {
  return amount === 0 ? 0n : unitsOfMember('lowBalanceThreshold', amount)
}
