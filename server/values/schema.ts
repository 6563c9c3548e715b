import { type TSchema, Type } from 'typebox'

/** Shapes that many answers share. A response schema is a whitelist: what it does not name is never sent. */

/** A value that may be null; written as a list of types, which validates and serialises faster than a union. */
export const nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Type.Static<T> | null>({ ...schema, type: [(schema as { type?: string }).type ?? 'object', 'null'] })

export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const whole = Type.Integer()
export const money = Type.Number({ description: 'Decimal amount with at most four fraction digits' })
export const instant = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds' })
export const text = Type.String()

/** An object whose members are not ours to name; it is kept and sent as it came. */
export const openObject = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true })

/** A list that the program only reads. */
export const arrayOf = <T extends TSchema>(item: T) => Type.Unsafe<readonly Type.Static<T>[]>(Type.Array(item))

/** A page of a list: the items, how many there are in all, and the page and size that were used. */
export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), totalCount: whole, page: whole, pageSize: whole })

export const pageQuery = {
  page: Type.Optional(Type.Integer({ description: 'From 1; brought into range' })),
  pageSize: Type.Optional(Type.Integer({ description: '1 to 100, 20 by default; brought into range' })),
}

/** A path id stays text here: what is no id is not found, never invalid. */
export const idParams = <Name extends string>(name: Name) =>
  Type.Object({ [name]: Type.String() } as Record<Name, ReturnType<typeof Type.String>>)

export const iso = (date: Date): string => date.toISOString()
export const isoOrNull = (date: Date | null): string | null => (date ? iso(date) : null)
