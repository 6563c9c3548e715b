import type { B } from '../../api.ts'
import type { Values } from '../../ui/schema/schema.ts'
import { type Field, fieldsOf, type Input, isMarks } from '../page-form/form-schema.ts'
import type { Shown } from '../page-form/shown-item.tsx'

export type Page = NonNullable<B['Task']['page']>
/** What a form shows, before placeholders are filled. */
export type Part = NonNullable<Page['show']>[number]
/** An item with which a page is tried. */
export type SampleItem = { readonly data: Values }
type FieldSchema = Field['schema']

const placeholder = /\{\{([A-Za-z_][A-Za-z0-9_]{0,63})\}\}/g
const onlyPlaceholder = /^\{\{([A-Za-z_][A-Za-z0-9_]{0,63})\}\}$/

/** Whether a value is a picture itself, not its address. */
export const isEmbeddedPicture = (value: string): boolean =>
  /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/.test(value)

/** Whether a column can stand for a placeholder. */
export const isName = (column: string): boolean => onlyPlaceholder.test(`{{${column}}}`)
export const namesIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name = '']) => name)

const textOf = (data: Values, name: string): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof data[name]) ? String(data[name]) : undefined

/** Returns what is shown for a sample item. The server fills it in the same way. */
export function filledPart({ kind, value, label: given }: Part, data: Values): Shown {
  const label = given ?? null
  if (kind === 'text')
    return { kind, label, value: value.replace(placeholder, (whole, name: string) => textOf(data, name) ?? whole) }
  const [, only] = onlyPlaceholder.exec(value.trim()) ?? []
  const own = only === undefined || kind !== 'image' ? undefined : textOf(data, only)?.trim()
  if (own !== undefined && isEmbeddedPicture(own)) return { kind, label, value: own }
  const address = only
    ? textOf(data, only)
    : value.replace(placeholder, (_, name: string) => encodeURIComponent(textOf(data, name) ?? ''))
  return { kind, label, value: address?.startsWith('https://') && URL.canParse(address) ? address : null }
}

/** Returns the page with these fields, in their order. */
export function withFields(page: Page, fields: readonly Field[]): Page {
  const { properties: _, required: __, ...rest } = page.answerSchema
  const required = fields.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  return {
    ...page,
    answerSchema: {
      ...rest,
      type: 'object',
      properties: Object.fromEntries(fields.map(({ key, schema }) => [key, schema])),
      ...(required.length > 0 ? { required } : {}),
    },
  }
}

const textLengthMax = 2_000
const ratingMax = 5

const emptySchemas: Readonly<Record<Input, FieldSchema>> = {
  choice: { enum: [] },
  compare: { 'x-input': 'compare', enum: [] },
  choices: { type: 'array', items: { enum: [] }, uniqueItems: true } as FieldSchema,
  text: { type: 'string', maxLength: textLengthMax },
  number: { type: 'number' },
  rating: { type: 'integer', 'x-input': 'rating', minimum: 1, maximum: ratingMax },
  date: { type: 'string', format: 'date' },
  boxes: { type: 'array', 'x-input': 'boxes' },
  points: { type: 'array', 'x-input': 'points' },
  spans: { type: 'array', 'x-input': 'spans' },
}

/** Whether an input has values or labels to choose from. */
export const hasLines = (input: Input): boolean =>
  ['choice', 'compare', 'choices'].includes(input) || isMarks({ input } as Field)

/** Returns the values that can be chosen, or the labels of marks. */
export function linesOf({ input, schema }: Field): string[] {
  if (isMarks({ input } as Field)) return Object.keys(schema['x-labels'] ?? {})
  if (input === 'choices') return (schema.items?.enum ?? []).map(String)
  return (schema.enum ?? (schema.type === 'boolean' ? [true, false] : [])).map(String)
}

/** Returns the field with these values or labels. Names of values that stay are kept. */
export function withLines(field: Field, lines: readonly string[]): Field {
  const { schema, input } = field
  const { 'x-labels': names = {}, ...rest } = schema
  if (isMarks(field)) {
    const labels = Object.fromEntries(lines.map((line) => [line, names[line] ?? line]))
    return { ...field, schema: lines.length === 0 ? rest : { ...rest, 'x-labels': labels } }
  }
  const kept = Object.fromEntries(Object.entries(names).filter(([name]) => lines.includes(name)))
  const named = Object.keys(kept).length > 0 ? { ...rest, 'x-labels': kept } : rest
  return { ...field, schema: input === 'choices' ? { ...named, items: { enum: lines } } : { ...named, enum: lines } }
}

/** Returns the field with another kind of answer; its title and what can be chosen stay. */
export function withInput(field: Field, input: Input): Field {
  const { title, titles, description } = field.schema
  const schema: FieldSchema = {
    ...(title === undefined ? {} : { title }),
    ...(titles === undefined ? {} : { titles }),
    ...(description === undefined ? {} : { description }),
    ...emptySchemas[input],
  }
  const changed = { ...field, input, schema }
  return hasLines(input) ? withLines(changed, linesOf(field)) : changed
}

/** Returns a new field under a name that is free. */
export function newField(fields: readonly Field[], input: Input, lines: readonly string[]): Field {
  const isFree = (name: string) => fields.every(({ key }) => key !== name)
  const names = ['answer', ...fields.map((_, place) => `answer_${place + 2}`)]
  const key = names.find(isFree) ?? 'answer'
  return withLines({ key, schema: emptySchemas[input], input, isRequired: true }, lines)
}

const picture = /^https:\/\/[^?#]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#].*)?$/i

/** Returns a form that shows the columns of a sample item and asks one question. */
export function firstForm(sample: Values | undefined, choices: readonly string[]): Page {
  const show = Object.entries(sample ?? {})
    .filter(([name]) => isName(name))
    .slice(0, 3)
    .map(([name, value]): Part => {
      const isPicture = typeof value === 'string' && (picture.test(value) || isEmbeddedPicture(value))
      const kind = isPicture ? 'image' : 'text'
      return { kind, value: `{{${name}}}` }
    })
  const page: Page = { kind: 'form', show, answerSchema: { type: 'object', additionalProperties: false } }
  return withFields(page, [newField([], 'choice', choices)])
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Returns a page in html that shows and asks the same as a form with one choice. */
export function firstHtml({ show = [], answerSchema }: Page): string {
  const shown = show.map(({ kind, value }) =>
    kind === 'image' ? `<p><img src="${value}" alt="" style="max-width: 100%"></p>` : `<p>${value}</p>`,
  )
  const buttons = fieldsOf(answerSchema).flatMap((field) =>
    linesOf(field).map((line) => `  <button name="${field.key}" value="${escaped(line)}">${escaped(line)}</button>`),
  )
  return [
    '<!doctype html>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<script src="/task-helper.js"></script>',
    '<style>body { font: 1rem/1.5 system-ui, sans-serif }</style>',
    ...shown,
    '<form data-task>',
    ...buttons,
    '</form>',
    '',
  ].join('\n')
}
