import { freeMembers, moneyMembers, otherNumbers } from './generated/members.ts'

/**
 * An amount of money: a decimal with up to four fraction digits, such as `'0.35'` or `'-12.5'`. The API sends amounts as JSON
 * numbers of at most 15 digits, which a double holds exactly; as strings nobody adds them by accident. Compute with `toUnits`.
 */
export type Decimal = string

const pattern = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/

/** Returns the amount in ten-thousandths of the currency. Throws a RangeError for anything but a decimal. */
export function toUnits(amount: Decimal): bigint {
  const [, sign, whole, fraction = ''] = pattern.exec(amount) ?? []
  if (whole === undefined)
    throw new RangeError(`${amount} is not a decimal with up to 11 digits and 4 fraction digits.`)
  const units = BigInt(whole + fraction.padEnd(4, '0'))
  return sign === '-' ? -units : units
}

/** Returns the decimal of an amount in ten-thousandths. */
export function fromUnits(units: bigint): Decimal {
  const digits = String(units < 0n ? -units : units).padStart(5, '0')
  const fraction = digits.slice(-4).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}${fraction && `.${fraction}`}`
}

/** Applies `convert` to all amounts of money in a body. */
function withAmounts(
  value: unknown,
  convert: (amount: unknown, name: string) => unknown,
  name = '',
  parent = '',
): unknown {
  if (Array.isArray(value)) return value.map((item) => withAmounts(item, convert, name, parent))
  if (typeof value === 'object' && value !== null) {
    if (freeMembers.has(name)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withAmounts(item, convert, key, name)]))
  }
  return moneyMembers.has(name) && !otherNumbers.has(`${parent}.${name}`) ? convert(value, name) : value
}

/** Returns a body of the API with all amounts as decimals. */
export const withDecimals = (body: unknown): unknown =>
  withAmounts(body, (amount) => (typeof amount === 'number' ? String(amount) : amount))

/** Returns a body for the API with all amounts as numbers. Throws a RangeError that names a member that is not a decimal. */
export const withNumbers = (body: unknown): unknown =>
  withAmounts(body, (amount, name) => {
    if (typeof amount !== 'string') return amount
    if (!pattern.test(amount))
      throw new RangeError(`${name}: ${amount} is not a decimal with up to 11 digits and 4 fraction digits.`)
    return Number(amount)
  })
