import { InvalidArgumentError } from 'commander'
import { pointSigns, readNumber } from './amount.ts'

/** Parses an option as programs and people write numbers at a terminal. Throws InvalidArgumentError that shows the accepted form. */
function decimalIn(text: string, fractionDigitsMax: number): string {
  const number = readNumber(text, { signs: pointSigns, fractionDigitsMax, isByProgram: true })
  if (number.isRead) return number.decimal
  throw new InvalidArgumentError(`Write ${number.accepted.join(' or ')}.`)
}

/** Parses an amount of money; returns it as plain digits with a decimal point. */
export const amountOf = (text: string): string => decimalIn(text, 4)

/** Parses a whole number. */
export const countOf = (text: string): number => Number(decimalIn(text, 0))
