import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldError } from '../api.ts'
import { fieldLabels, memberLabels, nameFromKey } from './field-labels.ts'
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
  unknown_member: () => msg`This cannot be saved here.`,
  unknown_parameter: () => msg`This cannot be searched for.`,
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
  if (format) return i18n._(format)
  return isPattern(detail) ? i18n._(msg`Some characters are not allowed here.`) : readable(detail)
}

const isPattern = (detail: string): boolean => /\^.*\$/.test(detail)

/** Rewrites amounts, times and names of an API text as people write them, and begins with a capital. */
export function readable(text: string): string {
  const { locale } = i18n
  const words = text
    .replace(/`?\b([a-z]+[A-Z]\w*)\b`?/g, (word, name: string) => {
      const label = labelOf(name)
      return label === undefined ? word : i18n._(msg`“${label}”`)
    })
    .replace(/(-?\d+(?:\.\d+)?) ([A-Z]{3})\b/g, (_, amount: string, currency: string) =>
      moneyIn(locale, Number(amount), currency),
    )
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => timeIn(locale, at))
  return capitalized(words)
}

/** Returns the path of a field in its form; `details.answer` and `/details/answer` are equivalent. */
export const pathOf = ({ field }: Pick<FieldError, 'field'>): string => field.replace(/^\//, '').replaceAll('/', '.')

/** Returns the path of the field that shows an error: a list of countries has one field, which shows the errors of each. */
export function fieldPathOf(error: Pick<FieldError, 'field'>, values: unknown): string {
  const steps = pathOf(error).split('.')
  let value = values
  for (const [index, step] of steps.entries()) {
    if (typeof value !== 'object' || value === null)
      return index === 0 ? steps.join('.') : steps.slice(0, index).join('.')
    const next = (value as Readonly<Record<string, unknown>>)[step]
    if (Array.isArray(value) && (typeof next !== 'object' || next === null)) return steps.slice(0, index).join('.')
    // A list that the form keeps under another name has one field, too.
    if (next === undefined || next === null)
      return steps.slice(0, /^\d+$/.test(steps[index + 1] ?? '') ? index + 1 : steps.length).join('.')
    value = next
  }
  return steps.join('.')
}

/** Whether the page has a field for the error, which shows it. */
export function isAtField(error: FieldError): boolean {
  const steps = pathOf(error).split('.')
  const paths = steps.map((_, index) => steps.slice(0, index + 1).join('.'))
  return paths.some((path) => document.querySelector(`[data-path="${CSS.escape(path)}"]`) !== null)
}

const labelOf = (name: string): string | undefined => {
  const label = fieldLabels[name] ?? memberLabels[name]
  return label && i18n._(label)
}

/** Returns a name for a field that the page does not show, as forms name it; advertisers name members of their own. */
export function nameOf(error: Pick<FieldError, 'field'>): string {
  const name = pathOf(error)
    .split('.')
    .map((step) => step.replace(/\[\d+\]$/, ''))
    .findLast((step) => !/^\d+$/.test(step))
  return name === undefined ? '' : (labelOf(name) ?? nameFromKey(name))
}

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase(i18n.locale) + text.slice(1)
