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

export const oneOf = <const Word extends string>(...words: readonly Word[]) =>
  [`one of ${words.join(', ')}`, (text: string) => words.find((word) => word === text)] as const

const either = (yes: string, no: string) =>
  [`${yes} or ${no}`, (text: string) => (text === yes ? true : text === no ? false : undefined)] as const

export const onOff = either('on', 'off')
export const trueFalse = either('true', 'false')

const listLengthMax = 20

export const wholes = (least: number, most: number) => {
  const [, one] = whole(least, most)
  return [
    `1 to ${listLengthMax} whole numbers from ${least} to ${most} with commas between them`,
    (text: string) => {
      const parts = text.split(',')
      const numbers = parts.flatMap((part) => one(part.trim()) ?? [])
      return parts.length <= listLengthMax && numbers.length === parts.length ? numbers : undefined
    },
  ] as const
}

export const httpUrl = (ending: string) =>
  [
    `an http or https URL without a query${ending && `, ending in ${ending}`}`,
    (text: string) => {
      const good = /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text) && text.endsWith(ending)
      return good ? text.replace(/\/+$/, '') : undefined
    },
  ] as const

/** A URL whose beginning matches the pattern. */
const urlLike = (expected: string, beginning: RegExp) =>
  [expected, (text: string) => (beginning.test(text) && URL.canParse(text) ? text : undefined)] as const

export const postgresUrl = urlLike(
  'a PostgreSQL URL such as postgresql://user:password@host:5432/market',
  /^postgres(ql)?:\/\//,
)
export const redisUrl = urlLike('a Redis URL such as redis://:password@host:6379/0', /^rediss?:\/\//)
export const smtpUrl = urlLike(
  'a URL of a mail server such as smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com',
  /^smtps?:\/\/[^\s/]/,
)

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

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

export const origin = [
  'an origin such as https://tasks.example.net, without a path',
  (text: string) => (isOrigin(text) ? text : undefined),
] as const

export const origins = [
  'origins such as https://app.example,http://localhost:3000, with commas between',
  (text: string) => {
    const each = text.split(',').map((part) => part.trim())
    return each.every(isOrigin) ? each : undefined
  },
] as const

export const anything = (expected: string, pattern: RegExp) =>
  [expected, (text: string) => (pattern.test(text) ? text : undefined)] as const
