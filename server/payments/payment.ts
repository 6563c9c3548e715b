import { amountMax, type Units, unitsOf } from '../values/money.ts'
import { bodyError, ValidationError } from '../values/problem.ts'

/** The units of a deposit: more than nothing, at most a hundred million, with at most four fraction digits. */
export function depositUnits(amount: number): Units {
  const wrong = (detail: string) => ValidationError([bodyError('amount', 'range', detail)])
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
