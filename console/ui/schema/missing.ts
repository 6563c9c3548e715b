import { isRecord, type Schema } from './schema.ts'

type Errors = Record<string, string>
export type MissingTexts = { readonly required: string; readonly atLeast: (count: number) => string }

export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.values(value).every(isEmpty))

/** Returns an error for each required member of the schema that is empty, by its path. */
export function missingIn(schema: Schema, value: unknown, path: string, texts: MissingTexts): Errors {
  if (Array.isArray(value)) return missingItems(schema, value, path, texts)
  if (!schema.properties) return {}
  const members = isRecord(value) ? value : {}
  const found = Object.entries(schema.properties).map(([name, each]): Errors => {
    const member = members[name]
    const isRequired = schema.required?.includes(name) ?? false
    if (!isEmpty(member)) return missingIn(each, member, `${path}.${name}`, texts)
    if (!isRequired) return {}
    return { [`${path}.${name}`]: each.minItems ? texts.atLeast(each.minItems) : texts.required }
  })
  return Object.assign({}, ...found)
}

function missingItems(
  { items = {}, minItems = 0 }: Schema,
  values: readonly unknown[],
  path: string,
  texts: MissingTexts,
) {
  const few = values.length < minItems ? { [path]: texts.atLeast(minItems) } : {}
  const found = values.map((value, index) =>
    isEmpty(value) && !items.properties
      ? { [`${path}.${index}`]: texts.required }
      : missingIn(items, value, `${path}.${index}`, texts),
  )
  return Object.assign(few, ...found)
}
