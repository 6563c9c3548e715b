import { type TSchema, Type } from 'typebox'
import type { FieldError } from '../problems/problem.ts'
import { cursorLengthMax } from './cursor.ts'

/** Shapes that many answers share. A response schema is a whitelist: what it does not name is never sent. */

/** A value that may be null; written as a list of types, which validates and serialises faster than a union. */
export const nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Type.Static<T> | null>({ ...schema, type: [(schema as { type?: string }).type ?? 'object', 'null'] })

/** A member of a body that may be left out or null. */
export const optional = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema))

export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const whole = Type.Integer()
export const money = Type.Number({ description: 'Decimal amount, up to four fraction digits' })
export const instant = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds' })
export const text = Type.String()

const bodyRules = Symbol('rules of a body')
type BodyRules = (body: never) => readonly FieldError[]

/**
 * Adds the domain rules of a body to its schema. They are applied to its valid members where its schema refuses other members, so that
 * one answer names all errors; a body that its schema allows is left to the operation.
 */
export function addRules(body: TSchema, errorsOf: BodyRules): void {
  Object.assign(body, { [bodyRules]: errorsOf })
}

export const rulesOf = (schema: object): BodyRules | undefined => (schema as { [bodyRules]?: BodyRules })[bodyRules]

/** An object whose members are not ours to name; it is kept and sent as it came. */
export const openObject = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true })

/** A list that the program only reads. */
export const arrayOf = <T extends TSchema>(item: T) => Type.Unsafe<readonly Type.Static<T>[]>(Type.Array(item))

/** A page of a list: the items, how many there are in all, the page and size that were used, and how to go on. */
export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    totalCount: Type.Integer({ description: 'Total number of records' }),
    page: Type.Integer({ description: 'Page returned; 1 with a cursor' }),
    pageSize: Type.Integer({ description: 'Page size used' }),
    nextCursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last page' })),
  })

/** Which part of a list a query may ask for. */
export const pageQuery = {
  page: Type.Optional(Type.Integer({ description: 'From 1; default 1. Out-of-range values are clamped' })),
  pageSize: Type.Optional(Type.Integer({ description: '1 to 100; default 20. Out-of-range values are clamped' })),
  cursor: Type.Optional(
    Type.String({
      maxLength: cursorLengthMax,
      description: 'nextCursor of the previous response with the same sort and filters; takes precedence over page',
    }),
  ),
}

/** A filter that takes several values, as `a,b` or by repeating its name. */
export const listOfTexts = Type.Optional(
  Type.Union([Type.String(), Type.Array(Type.String())], { description: 'One or more, comma-separated or repeated' }),
)

/** The beginning and the end of a range of times. */
export const from = Type.Optional(Type.String({ description: 'ISO 8601 date or date-time, inclusive' }))
export const to = Type.Optional(Type.String({ description: 'As above; a date means its end, in UTC' }))

/** A path id stays text here: what is no id is not found, never invalid. */
export const idParams = <Name extends string>(name: Name) =>
  Type.Object({ [name]: Type.String() } as Record<Name, ReturnType<typeof Type.String>>)

export const iso = (date: Date): string => date.toISOString()
export const isoOrNull = (date: Date | null): string | null => (date ? iso(date) : null)
