import type { JsonSchema } from '../../catalog/catalog.ts'
import { type DetailsRules, type Dialect, detailsRules, schemaFaults } from '../../catalog/details.ts'
import { isUsablePattern, matchesPart } from '../../values/patterns/pattern.ts'
import { escapePointer } from '../../values/problems/problem.ts'
import { mustBeOneOf, type Sentence } from '../../values/sentences.ts'
import { checksMax, costOf, patternsMax, valuesIn } from './schema-cost.ts'

/** How an executor gives a value of a form. */
export const inputs = [
  'choice',
  'choices',
  'compare',
  'text',
  'number',
  'rating',
  'date',
  'boxes',
  'points',
  'spans',
] as const
export type Input = (typeof inputs)[number]
/** Inputs that mark places of what is shown. The server completes the schema of their values. */
export const markInputs: readonly Input[] = ['boxes', 'points', 'spans']

const fieldsMax = 50
const ratingMax = 20
const marksMax = 500

/** A member of an answer. `x-labels` names its values for people: as text, or by language. */
export type Field = JsonSchema & {
  readonly 'x-input'?: Input
  readonly 'x-labels'?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** The place in `show` that boxes, points or spans mark. */
  readonly 'x-on'?: number
}

const label = { type: 'string', minLength: 1, maxLength: 200 }
const regExp = Object.assign(
  (pattern: string) => {
    if (!isUsablePattern(pattern)) throw new Error(`"pattern" is not a regular expression that can be used here`)
    return { test: (text: string) => matchesPart(pattern, text) }
  },
  { code: '' },
)

/** Patterns of advertisers are matched in linear time. */
const dialect: Dialect = {
  name: 'page',
  options: {
    keywords: [
      { keyword: 'x-input', schemaType: 'string', metaSchema: { enum: inputs } },
      {
        keyword: 'x-labels',
        schemaType: 'object',
        metaSchema: { additionalProperties: { anyOf: [label, { type: 'object', additionalProperties: label }] } },
      },
      { keyword: 'x-on', schemaType: 'number', metaSchema: { type: 'integer', minimum: 0, maximum: 9 } },
    ],
    code: { regExp },
  },
}
/** Stops at the first error. */
const firstErrorDialect: Dialect = { name: 'page, first error', options: { ...dialect.options, allErrors: false } }

export type AnswerFault = { readonly pointer: string; readonly detail: Sentence }

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** Returns the members of an answer, in their order. */
export const fieldsOf = (schema: JsonSchema): [string, Field][] =>
  Object.entries(record(schema.properties)).map(([name, field]) => [name, record(field) as Field])

/** Returns how a member is given: as it says, or as follows from its type; undefined for a type that no form has. */
export function inputOf(field: Field): Input | undefined {
  if (field['x-input'] !== undefined) return field['x-input']
  if (Array.isArray(field.enum) || field.type === 'boolean') return 'choice'
  if (field.type === 'array') return Array.isArray(record(field.items).enum) ? 'choices' : undefined
  if (field.type === 'integer' || field.type === 'number') return 'number'
  if (field.type !== 'string') return undefined
  return field.format === 'date' ? 'date' : 'text'
}

/** What the schema of each input must have. */
const isPossible: Readonly<Record<Input, (field: Field) => boolean>> = {
  choice: (field) => Array.isArray(field.enum) || field.type === 'boolean',
  compare: (field) => Array.isArray(field.enum),
  choices: ({ type, items }) => type === 'array' && Array.isArray(record(items).enum),
  text: ({ type }) => type === 'string',
  date: ({ type, format }) => type === 'string' && format === 'date',
  number: ({ type }) => type === 'number' || type === 'integer',
  rating: ({ type, minimum, maximum }) =>
    type === 'integer' && Number(maximum) - Number(minimum) > 0 && Number(maximum) - Number(minimum) < ratingMax,
  boxes: isMarks,
  points: isMarks,
  spans: isMarks,
}

function isMarks({ type, items }: Field): boolean {
  return type === 'array' && items === undefined
}

const needs: Readonly<Record<Input, Sentence>> = {
  choice: { en: 'A choice needs "enum", or the type "boolean".', ru: 'Для выбора нужен "enum" или тип "boolean".' },
  compare: { en: 'A comparison needs "enum".', ru: 'Для сравнения нужен "enum".' },
  choices: {
    en: 'Choices need the type "array" and "items" with "enum".',
    ru: 'Для выбора нескольких нужны тип "array" и "items" с "enum".',
  },
  text: { en: 'A text needs the type "string".', ru: 'Для текста нужен тип "string".' },
  date: {
    en: 'A date needs the type "string" and the format "date".',
    ru: 'Для даты нужны тип "string" и формат "date".',
  },
  number: { en: 'A number needs the type "number" or "integer".', ru: 'Для числа нужен тип "number" или "integer".' },
  rating: {
    en: `A rating needs the type "integer", and "minimum" and "maximum" with at most ${ratingMax} steps.`,
    ru: `Для оценки нужны тип "integer", "minimum" и "maximum", не больше ${ratingMax} ступеней.`,
  },
  boxes: marksNeed('Boxes', 'рамок'),
  points: marksNeed('Points', 'точек'),
  spans: marksNeed('Spans', 'отрезков текста'),
}

function marksNeed(en: string, ru: string): Sentence {
  return {
    en: `${en} need the type "array", without "items": their form is fixed.`,
    ru: `Для ${ru} нужен тип "array" без "items": их вид задан.`,
  }
}

const unknownInput: Sentence = {
  en: 'A form has texts, numbers, dates, choices, and arrays of choices or marks.',
  ru: 'В форме бывают тексты, числа, даты, выбор из списка, списки вариантов и отметок.',
}

const tooManyChecks: Sentence = {
  en: 'The schema makes too many checks of one value. Use fewer references, alternatives and lists of different elements.',
  ru: 'Схема слишком сложная: уменьшите число ссылок, вариантов и списков без повторов.',
}
const tooManyPatterns: Sentence = {
  en: `A schema has at most ${patternsMax} patterns.`,
  ru: `В схеме не больше ${patternsMax} регулярных выражений.`,
}

/** Returns why a schema cannot describe answers; empty if it can. Pointers start at the schema. */
export function answerSchemaFaults(schema: JsonSchema, isForm: boolean): AnswerFault[] {
  const fields = fieldsOf(schema)
  const unknown = fields.filter(([, field]) => !inputs.includes(field['x-input'] ?? 'text'))
  if (unknown.length > 0)
    return unknown.map(([name]) => ({
      pointer: `/properties/${escapePointer(name)}/x-input`,
      detail: mustBeOneOf(inputs),
    }))
  const { checks, patterns } = costOf(schema)
  if (checks > checksMax) return [{ pointer: '', detail: tooManyChecks }]
  if (patterns > patternsMax) return [{ pointer: '', detail: tooManyPatterns }]
  const faults = schemaFaults(schema, dialect)
  if (faults.length > 0) return faults
  if (isForm && (fields.length === 0 || fields.length > fieldsMax))
    return [
      {
        pointer: '/properties',
        detail: { en: `A form has 1 to ${fieldsMax} members.`, ru: `В форме от 1 до ${fieldsMax} полей.` },
      },
    ]
  return fields.flatMap(([name, field]) => {
    const input = inputOf(field)
    const pointer = `/properties/${escapePointer(name)}`
    if (input === undefined) return isForm ? [{ pointer, detail: unknownInput }] : []
    return isPossible[input](field) ? [] : [{ pointer, detail: needs[input] }]
  })
}

/** A share of the width or height of the picture as it is stored, from its left or upper edge. */
const share = { type: 'number', minimum: 0, maximum: 1 }
const size = { type: 'number', exclusiveMinimum: 0, maximum: 1 }
/** Characters (code points) from the start of the text. */
const offset = { type: 'integer', minimum: 0, maximum: 1_000_000 }

const markMembers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  boxes: { x: share, y: share, width: size, height: size },
  points: { x: share, y: share },
  spans: { start: offset, end: offset },
}

/** Returns the schema of a mark, with a label if the field has labels. */
function markSchema(input: Input, labels: Field['x-labels']): JsonSchema {
  const members = markMembers[input] ?? {}
  const label = labels === undefined ? {} : { label: { enum: Object.keys(labels) } }
  const properties = { ...members, ...label }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Returns the schema with which answers are checked: with the shapes of marks. */
export function completeSchema(schema: JsonSchema): JsonSchema {
  const properties = fieldsOf(schema).map(([name, field]) => {
    const input = field['x-input']
    if (input === undefined || !markInputs.includes(input)) return [name, field]
    return [name, { maxItems: marksMax, ...field, items: markSchema(input, field['x-labels']) }]
  })
  return properties.length === 0 ? schema : { ...schema, properties: Object.fromEntries(properties) }
}

/** Errors that the validator may collect before it returns the first ones. */
const collectedMax = 200_000

/** Returns the rules of a checked schema for one answer. For one that could have very many errors, they return only the first. */
export function answerRules(schema: JsonSchema): DetailsRules {
  const complete = completeSchema(schema)
  const { checks } = costOf(complete)
  const all = detailsRules(complete, 'strict', dialect)
  return (value, pointer) =>
    checks * valuesIn(value) <= collectedMax
      ? all(value, pointer)
      : detailsRules(complete, 'strict', firstErrorDialect)(value, pointer)
}
