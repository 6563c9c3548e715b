/** The subset of JSON Schema (2020-12) that forms support. */
export type Schema = {
  readonly type?: string | readonly string[]
  /** The English label. */
  readonly title?: string
  /** Labels in other languages, by their tags. */
  readonly titles?: Readonly<Record<string, string>>
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly readOnly?: boolean
  /** Executors do not see it: it serves the advertiser's checks. */
  readonly writeOnly?: boolean
  /** Descriptions of the elements of a given list. */
  readonly hints?: readonly string[]
}

export type Values = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const typeOf = ({ type, properties, items }: Schema): string =>
  (typeof type === 'string' ? type : type?.find((name) => name !== 'null')) ??
  (properties ? 'object' : items ? 'array' : 'string')

/** Returns initial values for a schema, with a value for every field. */
export function emptyValue(schema: Schema): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, emptyValue(each)]))
    case 'array':
      return []
    case 'boolean':
      return false
    default:
      return ''
  }
}

/** Removes empty values from the input: an empty text is not an answer. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((each) => each !== undefined)
  if (isRecord(value)) {
    const members = Object.entries(value).map(([name, each]) => [name, withoutEmpty(each)] as const)
    const filled = members.filter(([, each]) => each !== undefined && !(Array.isArray(each) && each.length === 0))
    return filled.length > 0 ? Object.fromEntries(filled) : undefined
  }
  return value === '' || value === null ? undefined : value
}

/** Whether the input is incomplete for the schema. The server validates it. */
export function isIncomplete(schema: Schema, value: unknown): boolean {
  if (typeof value === 'string') return [...value].length < (schema.minLength ?? 0)
  if (Array.isArray(value))
    return value.length < (schema.minItems ?? 0) || value.some((each) => isIncomplete(schema.items ?? {}, each))
  if (!isRecord(value)) return false
  return (
    (schema.required ?? []).some((name) => value[name] === undefined) ||
    Object.entries(schema.properties ?? {}).some(([name, each]) => isIncomplete(each, value[name]))
  )
}
