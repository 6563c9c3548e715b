import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldError } from '../api.ts'
import { moneyIn, timeIn } from './formats.ts'

type Limits = { readonly min: number; readonly max: number }

const required = msg`Fill in this field.`
/** The sentence for each error code. */
const texts: Readonly<Record<string, (limits: Limits) => MessageDescriptor>> = {
  required: () => required,
  max_length: ({ max }) => msg`At most ${max} characters.`,
  min_length: ({ min }) => (min === 1 ? required : msg`At least ${min} characters.`),
  maximum: ({ max }) => msg`At most ${max}.`,
  minimum: ({ min }) => msg`At least ${min}.`,
  exclusiveMinimum: ({ min }) => msg`More than ${min}.`,
  max_items: ({ max }) => msg`At most ${max} entries.`,
  min_items: ({ min }) => msg`At least ${min} entries.`,
  unique_items: () => msg`Remove the duplicates.`,
  enum: () => msg`Choose one of the options.`,
  type: () => msg`Enter a valid value.`,
}
const formatTexts: Readonly<Record<string, MessageDescriptor>> = {
  email: msg`Enter an e-mail address.`,
  uri: msg`Enter a full address, such as https://example.com/page.`,
  date: msg`Enter a date.`,
  'date-time': msg`Enter a date.`,
}

/** Returns the sentence for a field error in the user's language. */
export function fieldErrorText({ code, detail, params }: FieldError): string {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined
  const isLimit = text !== undefined && text.length > 0
  if (text && (!isLimit || params)) return i18n._(text({ min: params?.min ?? 0, max: params?.max ?? 0 }))
  const format = formatTexts[params?.format ?? '']
  return format ? i18n._(format) : readable(detail)
}

/** Rewrites amounts and times of an API text as people write them, and begins with a capital. */
export function readable(text: string): string {
  const { locale } = i18n
  const words = text
    .replace(/(-?\d+(?:\.\d+)?) ([A-Z]{3})\b/g, (_, amount: string, currency: string) =>
      moneyIn(locale, Number(amount), currency),
    )
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => timeIn(locale, at))
  return capitalized(words)
}

/** Returns the path of a field in its form; `details.answer` and `/details/answer` are equivalent. */
export const pathOf = ({ field }: Pick<FieldError, 'field'>): string => field.replace(/^\//, '').replaceAll('/', '.')

/** Whether the page has a field for the error, which shows it. */
export const isAtField = (error: FieldError): boolean =>
  document.querySelector(`[data-path="${CSS.escape(pathOf(error))}"]`) !== null

/** Returns a name for a field that the page does not show: `fromSequence` becomes From sequence. */
export function nameOf(error: FieldError): string {
  const name = pathOf(error)
    .split('.')
    .findLast((step) => !/^\d+$/.test(step))
  return capitalized((name ?? '').replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase())
}

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase(i18n.locale) + text.slice(1)
