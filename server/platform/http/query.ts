import { type FieldError, queryError, ValidationError } from '../../values/problems/problem.ts'
import { unknownParameter } from '../../values/requests/unknown-names.ts'
import { isStorable } from './json.ts'

type Query = Readonly<Record<string, unknown>>

/** Maps lower-case query names to the declared names: query names are case-insensitive. */
export function queryNames(schema: unknown): ReadonlyMap<string, string> {
  const properties = typeof schema === 'object' && schema !== null && 'properties' in schema ? schema.properties : {}
  return new Map(Object.keys(properties as object).map((name) => [name.toLowerCase(), name]))
}

/**
 * Returns the query under its declared names. A repeated name becomes a list; unknown names are dropped. Throws ValidationError for
 * text that cannot be stored and, if `isStrict`, for empty values: a filter without a value would be none.
 */
export function canonicalNames(query: Query, names: ReadonlyMap<string, string>, isStrict: boolean): Query {
  const canonical: Record<string, unknown> = {}
  for (const [given, value] of Object.entries(query)) {
    const name = names.get(given.toLowerCase())
    if (!name) continue
    if ([value].flat().includes('')) {
      if (isStrict)
        throw ValidationError([
          queryError(name, 'empty', {
            en: 'must not be empty; leave it out instead.',
            ru: 'не должно быть пустым: лучше не указывайте его.',
          }),
        ])
      continue
    }
    const before = canonical[name]
    canonical[name] = before === undefined ? checked(name, value) : [before, checked(name, value)].flat()
  }
  return canonical
}

const errorsMax = 20

/** Returns an error for each parameter that is not among the names, up to 20. */
export function unknownParameters(query: Query, names: ReadonlyMap<string, string>): FieldError[] {
  const unknown = Object.keys(query).filter((given) => !names.has(given.toLowerCase()))
  return unknown.slice(0, errorsMax).map((name) => unknownParameter(name, [...names.values()]))
}

function checked(name: string, value: unknown): unknown {
  if ([value].flat().every((each) => typeof each === 'string' && isStorable(each))) return value
  throw ValidationError([
    queryError(name, 'invalid_text', {
      en: 'must be Unicode text without the NUL character.',
      ru: 'должно быть текстом Unicode без знака NUL.',
    }),
  ])
}
