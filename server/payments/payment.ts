import { amountMax, type Units, unitsOf } from '../values/money.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'

/** Parses an amount: more than 0, no more than 100 million, up to four fraction digits. */
export const unitsOfAmount = (amount: number): Units => unitsOfMember('amount', amount)

function unitsOfMember(member: string, amount: number): Units {
  const wrong = (detail: string) => ValidationError([bodyError(member, 'range', detail)])
  if (!(amount > 0 && amount <= amountMax)) throw wrong(`must be more than 0 and at most ${amountMax}.`)
  try {
    return unitsOf(amount)
  } catch {
    throw wrong('must have at most four fraction digits.')
  }
}

/** A balance must not exceed what a JSON number represents exactly. */
export const balanceTooLarge = () =>
  ValidationError([bodyError('amount', 'range', 'would bring the balance above a hundred billion.')])

/** Requires exactly one of the account's e-mail address and id. */
export function mustNameAccount({
  email,
  accountId,
}: {
  email?: string | undefined
  accountId?: number | undefined
}): void {
  if ((email === undefined) !== (accountId === undefined)) return
  throw ValidationError([bodyError('email', 'required', 'or accountId is required, but not both.')])
}

/** Parses a threshold: 0 or more. */
export function thresholdUnits(amount: number): Units {
  return amount === 0 ? 0n : unitsOfMember('lowBalanceThreshold', amount)
}
