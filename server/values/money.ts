/** Money as an integer number of ten-thousandths of the currency's unit: 1 USD is 10_000n. */
export type Units = bigint

const unitsPerWhole = 10_000n
const fractionDigitsMax = 4

/** The largest amount in a request: 100 million units of the currency. */
export const amountMax = 100_000_000

/** Converts a decimal amount to units. Throws RangeError if it is not finite or has more than four fraction digits. */
export function unitsOf(decimal: number): Units {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(decimal))
  if (!match) throw new RangeError('an amount is a finite decimal number')
  if (match[4]) return unitsOfTiny(decimal)
  const [, sign, whole = '0', fraction = ''] = match
  if (fraction.length > fractionDigitsMax) throw new RangeError('an amount has at most four fraction digits')
  const units = BigInt(whole) * unitsPerWhole + BigInt(fraction.padEnd(fractionDigitsMax, '0'))
  return sign ? -units : units
}

/** What an amount with more fraction digits becomes, so that it can be reported with other errors. */
export const tooPrecise: Units = -1n

/** Returns the units of an amount of a body; `tooPrecise` if it has more fraction digits. */
export function unitsFrom(decimal: number): Units {
  try {
    return unitsOf(decimal)
  } catch {
    return tooPrecise
  }
}

// Numbers below 1e-6 are printed with an exponent and have more than four fraction digits; above 1e21 no amount is valid.
function unitsOfTiny(decimal: number): Units {
  if (decimal === 0) return 0n
  throw new RangeError('an amount has at most four fraction digits')
}

/** Converts units to the decimal number of the API; exact below 10^15 units. */
export const decimalOf = (units: Units): number => Number(units) / Number(unitsPerWhole)

/** Formats an amount with four fraction digits: `110.0000`. */
export function decimalText(units: Units): string {
  const size = units < 0n ? -units : units
  const fraction = String(size % unitsPerWhole).padStart(fractionDigitsMax, '0')
  return `${units < 0n ? '-' : ''}${size / unitsPerWhole}.${fraction}`
}

/** The same with the currency: `110.0000 USD`. */
export const moneyText = (units: Units, currency: string): string => `${decimalText(units)} ${currency}`

/** `Math.min` does not take units. */
export function lesserOf(one: Units, other: Units): Units {
  return one < other ? one : other
}

/** Returns the fee, rounded down: the advertiser keeps the remainder. */
export const feeOf = (reward: Units, basisPoints: number): Units => (reward * BigInt(basisPoints)) / 10_000n

/** The money settings: currency, low-balance threshold of advertisers, and how long earnings stay pending. */
export type Money = {
  readonly currency: string
  readonly thresholdUnits: Units
  readonly clearingSeconds: number
}

type MoneyConfig = {
  readonly currency: string
  readonly lowBalanceThreshold: number
  readonly clearingSeconds: number
}

export const moneyOf = ({ currency, lowBalanceThreshold, clearingSeconds }: MoneyConfig): Money => ({
  currency,
  thresholdUnits: unitsOf(lowBalanceThreshold),
  clearingSeconds,
})
