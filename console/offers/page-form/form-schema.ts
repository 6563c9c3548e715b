import { isRecord, type Schema, typeOf, type Values } from '../../ui/schema/schema.ts'

export type Input =
  | 'choice'
  | 'choices'
  | 'compare'
  | 'text'
  | 'number'
  | 'rating'
  | 'date'
  | 'boxes'
  | 'points'
  | 'spans'

type FieldSchema = Schema & {
  readonly 'x-input'?: Input
  readonly 'x-labels'?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly 'x-on'?: number
}

export type Field = {
  readonly key: string
  readonly schema: FieldSchema
  readonly input: Input
  readonly isRequired: boolean
}

/** What an executor has entered for an item: a value, which may be incomplete, or why it is skipped. */
export type Draft = { readonly value?: Values; readonly skipped?: string }

/** Returns the fields of a form in their order. */
export function fieldsOf(answerSchema: Values): Field[] {
  const { properties = {}, required = [] }: Schema = answerSchema
  return Object.entries(properties).map(([key, schema]) => ({
    key,
    schema,
    input: inputOf(schema),
    isRequired: required.includes(key),
  }))
}

function inputOf(schema: FieldSchema): Input {
  if (schema['x-input']) return schema['x-input']
  const type = typeOf(schema)
  if (schema.enum || type === 'boolean') return 'choice'
  if (type === 'array') return 'choices'
  if (type === 'number' || type === 'integer') return 'number'
  return schema.format === 'date' ? 'date' : 'text'
}

export const isMarks = ({ input }: Field): boolean => input === 'boxes' || input === 'points' || input === 'spans'

/** Returns the kind of content that an input marks; undefined if it marks none. */
export const markedKind = (input: Input): 'text' | 'image' | undefined =>
  input === 'spans' ? 'text' : input === 'boxes' || input === 'points' ? 'image' : undefined

/** Returns the place in `show` of the picture or text that a field marks; undefined if it marks none. */
export function markedPlace({ input, schema }: Field, show: readonly { readonly kind: string }[]): number | undefined {
  const kind = markedKind(input)
  const place = kind && (schema['x-on'] ?? show.findIndex((one) => one.kind === kind))
  return place === undefined || place < 0 ? undefined : place
}
export const isTyped = ({ input }: Field): boolean => input === 'text' || input === 'number' || input === 'date'

/** Letters for what follows the ninth choice; the others do something else. */
const letters = 'abcdefghijklmopqrtuvwyz'
const keyAt = (place: number): string => (place < 9 ? String(place + 1) : (letters[place - 9] ?? ''))

/** A value that can be chosen, with its name (undefined: the value itself) and its key. */
export type Choice = { readonly value: unknown; readonly label: string | undefined; readonly hotkey: string }

/** Returns the values that can be chosen, or the labels that marks can have. */
export function choicesOf({ input, schema }: Field, language: string): Choice[] {
  const names = schema['x-labels'] ?? {}
  return valuesOf(input, schema).map((value, place) => {
    const name = names[String(value)]
    const label = typeof name === 'string' ? name : (name?.[language] ?? name?.['en'])
    const isDigit = input === 'rating' && Number(value) >= 0 && Number(value) <= 9
    return { value, label, hotkey: isDigit ? String(value) : keyAt(place) }
  })
}

function valuesOf(input: Input, schema: FieldSchema): readonly unknown[] {
  if (input === 'rating') {
    const { minimum = 1, maximum = 5 } = schema
    return Array.from({ length: maximum - minimum + 1 }, (_, step) => minimum + step)
  }
  if (input === 'choices') return schema.items?.enum ?? []
  if (input === 'boxes' || input === 'points' || input === 'spans') return Object.keys(schema['x-labels'] ?? {})
  return schema.enum ?? (typeOf(schema) === 'boolean' ? [true, false] : [])
}

/** Returns the value of a field after a choice: several can be chosen again, to leave them out. */
export function chosen({ input }: Field, before: unknown, value: unknown): unknown {
  if (input !== 'choices') return value
  const list: readonly unknown[] = Array.isArray(before) ? before : []
  return list.includes(value) ? list.filter((each) => each !== value) : [...list, value]
}

/** Whether a required field has no value yet. A list may be empty unless it says how many it needs. */
export function isMissing({ schema, isRequired, input }: Field, value: unknown): boolean {
  if (isMarks({ input } as Field) || input === 'choices')
    return isRequired && (Array.isArray(value) ? value.length : 0) < (schema.minItems ?? 0)
  return isRequired && (value === undefined || value === '' || value === null)
}

export const isDone = (fields: readonly Field[], draft: Draft | undefined): boolean =>
  draft?.skipped !== undefined ||
  (draft !== undefined && fields.every((field) => !isMissing(field, draft.value?.[field.key])))

/** Returns a value as it is submitted: without empty fields, and with an empty list where a required list has nothing. */
export function answerOf(fields: readonly Field[], value: Values = {}): Values {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const given = value[field.key]
    if (given !== undefined && given !== '' && given !== null) return [[field.key, given]]
    return field.isRequired && (isMarks(field) || field.input === 'choices') ? [[field.key, []]] : []
  })
  return Object.fromEntries(entries)
}

export const isDraft = (value: unknown): value is Draft => isRecord(value)
