import { queryError, ValidationError } from '../../values/problems/problem.ts'
import { isStorable } from './json.ts'

/** Maps lower-case query names to the declared names: query names are case-insensitive. */
export type QueryNames = ReadonlyMap<string, string> | undefined

export function queryNames(schema: unknown): QueryNames {
  const properties = typeof schema === 'object' && schema !== null && 'properties' in schema ? schema.properties : {}
  const names = Object.keys(properties as object)
  return names.length > 0 ? new Map(names.map((name) => [name.toLowerCase(), name])) : undefined
}

/** Returns the query under its declared names. A repeated name becomes a list; unknown names are dropped. */
export function canonicalNames(query: Record<string, unknown>, names: ReadonlyMap<string, string>) {
  const canonical: Record<string, unknown> = {}
  for (const [given, value] of Object.entries(query)) {
    const name = names.get(given.toLowerCase())
    if (!name || value === '') continue
    const before = canonical[name]
    canonical[name] = before === undefined ? checked(name, value) : [before, checked(name, value)].flat()
  }
  return canonical
}

function checked(name: string, value: unknown): unknown {
  if ([value].flat().every((each) => typeof each === 'string' && isStorable(each))) return value
  throw ValidationError([queryError(name, 'invalid_text', 'must be Unicode text without the NUL character.')])
}
