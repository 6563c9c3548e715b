import { isIP } from 'node:net'

/*
 * How the text of a setting is parsed: the expected form in words, and a function that returns its value, or undefined if it
 * is invalid.
 */

export const whole = (least: number, most: number) =>
  [
    `a whole number from ${least} to ${most}`,
    (text: string) => {
      const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
      return number >= least && number <= most ? number : undefined
    },
  ] as const

/** An amount of money in units of the currency. */
export const amount = (least: number, most: number) =>
  [
    `an amount from ${least} to ${most} with up to four fraction digits`,
    (text: string) => {
      const number = /^\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN
      return number >= least && number <= most ? number : undefined
    },
  ] as const

export const percentAsBasisPoints = [
  'a percentage from 0 to 100 with up to two fraction digits',
  (text: string) => {
    const basisPoints = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
    return basisPoints <= 10_000 ? basisPoints : undefined
  },
] as const

export const oneOf = (...words: readonly string[]) =>
  [`one of ${words.join(', ')}`, (text: string) => (words.includes(text) ? text : undefined)] as const

export const trueFalse = [
  'true or false',
  (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined),
] as const

const listLengthMax = 20

/** Whole numbers, separated by commas. */
export const wholes = (least: number, most: number) => {
  const [, one] = whole(least, most)
  return [
    `1 to ${listLengthMax} whole numbers from ${least} to ${most} with commas between them`,
    (text: string) => {
      const numbers = text.split(',').map((each) => one(each.trim()))
      return numbers.length <= listLengthMax && !numbers.includes(undefined) ? numbers : undefined
    },
  ] as const
}

export const onOff = [
  'on or off',
  (text: string) => (text === 'on' ? true : text === 'off' ? false : undefined),
] as const

export const httpUrl = (ending: string) =>
  [
    `an http or https URL without a query${ending && `, ending in ${ending}`}`,
    (text: string) => {
      const good = /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text) && text.endsWith(ending)
      return good ? text.replace(/\/+$/, '') : undefined
    },
  ] as const

export const postgresUrl = [
  'a PostgreSQL URL such as postgresql://user:password@host:5432/market',
  (text: string) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
] as const

export const redisUrl = [
  'a Redis URL such as redis://:password@host:6379/0',
  (text: string) => (/^rediss?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
] as const

const isNetwork = (text: string): boolean => {
  const [address = '', bits, more] = text.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= bitsMax))
}

export const networks = [
  'addresses or networks such as 10.0.0.1,192.168.0.0/16, with commas between',
  (text: string) => {
    const each = text.split(',').map((part) => part.trim())
    return each.every(isNetwork) ? each : undefined
  },
] as const

export const smtpUrl = [
  'a URL of a mail server such as smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com',
  (text: string) => (/^smtps?:\/\/[^\s/]/.test(text) && URL.canParse(text) ? text : undefined),
] as const

export const anything = (expected: string, pattern: RegExp) =>
  [expected, (text: string) => (pattern.test(text) ? text : undefined)] as const
