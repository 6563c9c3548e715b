import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { decimalOf } from '../money.ts'
import { mapItems, type PageOf } from './page.ts'
import { iso, listOf } from './schema.ts'

/**
 * A member of an answer: its schema, or the schema and the source, which is a member of the row or a function of it.
 * Without a source, `title` is the row's `title`, and `createdAtUtc` is its `createdAt`.
 * Dates become RFC 3339, and units decimals. A serializer is a nested object, computed from the same row.
 */
type Member<Row, Context> = TSchema | readonly [TSchema, Source<Row, Context>]
type Source<Row, Context> = (keyof Row & string) | ((row: Row, context: Context) => unknown)
type Serialize<Row, Context, Answer = unknown> = (
  row: Row,
  ...context: [Context] extends [undefined] ? [] : [Context]
) => Answer

type SchemaOf<M> = M extends { readonly serialize: unknown; readonly schema: infer Schema extends TSchema }
  ? Schema
  : M extends readonly [infer Schema extends TSchema, unknown]
    ? Schema
    : M
type AnswerOf<Members> = { -readonly [Name in keyof Members]: Static<SchemaOf<Members[Name]> & TSchema> }
type Properties<Members> = { -readonly [Name in keyof Members]: SchemaOf<Members[Name]> & TSchema }

type Missing<Name> = { readonly missing: Name }
type Converted<Value> = Value extends Date ? string : Value extends bigint ? number : Value
type ValueOf<Row, Context, From> = From extends (row: Row, context: Context) => infer Value
  ? Converted<Value>
  : From extends keyof Row
    ? Converted<Row[From]>
    : Missing<From>
type SourceOf<Name, M> = M extends readonly [unknown, infer From] ? From : Name extends `${infer From}Utc` ? From : Name

/** The member, if its source has the type of its schema; otherwise both types, as the compiler's error. */
type Checked<Row, Context, Name, M> = M extends { readonly serialize: unknown }
  ? M extends { readonly serialize: Serialize<Row, Context> }
    ? M
    : never
  : [ValueOf<Row, Context, SourceOf<Name, M>>] extends [Static<SchemaOf<M> & TSchema>]
    ? M
    : { readonly source: ValueOf<Row, Context, SourceOf<Name, M>>; readonly schema: Static<SchemaOf<M> & TSchema> }

export type Serializer<Row, Context, Members> = {
  /** For other serializers that have the same members. */
  readonly members: Members
  readonly schema: TObject<Properties<Members>>
  readonly pageSchema: ReturnType<typeof listOf<TObject<Properties<Members>>>>
  readonly serialize: Serialize<Row, Context, AnswerOf<Members>>
  readonly serializePage: Serialize<PageOf<Row>, Context, PageOf<AnswerOf<Members>>>
}

/** Declares each member of an answer once. Returns the schema of the answer, and the function that makes it of a row. */
export const serializer =
  <Row, Context = undefined>(options: { readonly title?: string; readonly description?: string } = {}) =>
  <const Members extends Readonly<Record<string, Member<Row, Context>>>>(
    members: Members & { [Name in keyof Members]: Checked<Row, Context, Name, Members[Name]> },
  ): Serializer<Row, Context, Members> => {
    const parts = Object.entries<object>(members).map(([name, member]) => partOf(name, member))
    const properties = Object.fromEntries(parts.map(({ name, schema }) => [name, schema]))
    const serialize = compile(parts) as Serialize<Row, Context, AnswerOf<Members>>
    const schema = Type.Object(properties as Properties<Members>, options)
    return {
      members,
      schema,
      pageSchema: listOf(schema),
      serialize,
      serializePage: (list, ...context) => mapItems(list, (row) => serialize(row, ...context)),
    }
  }

type Part = { readonly name: string; readonly schema: object; readonly source: string | Serialize<never, never> }

function partOf(name: string, member: object): Part {
  if ('serialize' in member) {
    const { schema, serialize } = member as Serializer<never, never, object>
    return { name, schema, source: serialize }
  }
  if (!Array.isArray(member)) return { name, schema: member, source: name.replace(/Utc$/, '') }
  const [schema, source] = member
  return { name, schema, source }
}

const instant = (value: unknown) => (value instanceof Date ? iso(value) : (value ?? null))
const decimal = (value: unknown) => (typeof value === 'bigint' ? decimalOf(value) : value)

/**
 * Compiles to an object literal, which is as fast as one written by hand. A loop over the members takes 1 µs longer per row of
 * 25 members, a quarter of what the row costs.
 */
function compile(parts: readonly Part[]): unknown {
  const literal = parts.map(({ name, schema, source }, index) => {
    const value = typeof source === 'string' ? `row[${JSON.stringify(source)}]` : `from${index}(row, context)`
    return `${JSON.stringify(name)}: ${conversionOf(schema)}(${value})`
  })
  const parameters = ['instant', 'decimal', ...parts.map((_, index) => `from${index}`)]
  const sources = parts.map(({ source }) => source)
  const body = `return (row, context) => ({ ${literal.join(', ')} })`
  return new Function(...parameters, body)(instant, decimal, ...sources)
}

function conversionOf({ type, format }: { readonly type?: unknown; readonly format?: string }): string {
  if (format === 'date-time') return 'instant'
  return [type].flat().includes('number') ? 'decimal' : ''
}
