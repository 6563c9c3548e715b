import type { Values } from '../../ui/schema/schema.ts'
import { type Field, type Input, isMarks, markedKind } from '../page-form/form-schema.ts'

type FieldSchema = Field['schema']

/** A page as far as its fields go. */
export type Form = { readonly answerSchema: Values }

/** Returns the page with these fields, in their order. */
export function withFields<Page extends Form>(page: Page, fields: readonly Field[]): Page {
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

/** Returns the field with another kind of answer; its title, what can be chosen and the part that it marks stay. */
export function withInput(field: Field, input: Input): Field {
  const { title, titles, description, 'x-on': on } = field.schema
  const schema: FieldSchema = {
    ...(title === undefined ? {} : { title }),
    ...(titles === undefined ? {} : { titles }),
    ...(description === undefined ? {} : { description }),
    ...emptySchemas[input],
    ...(on === undefined || markedKind(input) !== markedKind(field.input) ? {} : { 'x-on': on }),
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
