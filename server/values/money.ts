/** Money is counted in whole ten-thousandths of the currency's unit: 1 USD is 10_000n. */
export type Units = bigint

const unitsPerWhole = 10_000n
const fractionDigitsMax = 4

/** The largest amount that one request may name: a hundred million units of the currency. */
export const amountMax = 100_000_000

/** Units of a decimal amount; a RangeError where it is not finite or has more than four fraction digits. */
export function unitsOf(decimal: number): Units {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(decimal))
  if (!match) throw new RangeError('an amount is a finite decimal number')
  if (match[4]) return unitsOfTiny(decimal)
  const [, sign, whole = '0', fraction = ''] = match
  if (fraction.length > fractionDigitsMax) throw new RangeError('an amount has at most four fraction digits')
  const units = BigInt(whole) * unitsPerWhole + BigInt(fraction.padEnd(fractionDigitsMax, '0'))
  return sign ? -units : units
}

// Numbers below 1e-6 print with an exponent, and so have more digits than four; above 1e21 nothing is an amount.
function unitsOfTiny(decimal: number): Units {
  if (decimal === 0) return 0n
  throw new RangeError('an amount has at most four fraction digits')
}

/** The decimal number that the API shows; exact to the last unit below 10^15 units. */
export const decimalOf = (units: Units): number => Number(units) / Number(unitsPerWhole)

/** The amount with all four digits, for people: `110.0000 USD`. */
export function moneyText(units: Units, currency: string): string {
  const size = units < 0n ? -units : units
  const fraction = String(size % unitsPerWhole).padStart(fractionDigitsMax, '0')
  return `${units < 0n ? '-' : ''}${size / unitsPerWhole}.${fraction} ${currency}`
}

/** The fee rounds down: the fraction of a unit stays with the advertiser. */
export const feeOf = (reward: Units, basisPoints: number): Units => (reward * BigInt(basisPoints)) / 10_000n

/**
 * How this installation counts money: its currency, below what an advertiser's balance is low, and for how long earnings are
 * pending.
 */
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
