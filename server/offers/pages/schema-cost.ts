import type { JsonSchema } from '../../catalog/catalog.ts'

/** Checks that a schema may make of one value. */
export const checksMax = 20_000
export const patternsMax = 50
/** Comparing the elements of the longest list takes as long as this many other checks. */
const uniqueChecks = 250

type Counted = { readonly checks: number; readonly patterns: number }

/** Returns an upper bound of the checks that a schema makes of one value, and its patterns. Each reference counts as what it names. */
export function costOf(schema: JsonSchema): Counted {
  const definitions = new Map<string, Counted>()
  const defined = typeof schema.$defs === 'object' && schema.$defs !== null ? Object.entries(schema.$defs) : []
  for (const [name, definition] of defined) definitions.set(`#/$defs/${name}`, sumOf(definition, definitions))
  return sumOf({ ...schema, $defs: undefined }, definitions)
}

const none: Counted = { checks: 0, patterns: 0 }
const add = (one: Counted, other: Counted): Counted => ({
  checks: one.checks + other.checks,
  patterns: one.patterns + other.patterns,
})

function sumOf(value: unknown, definitions: ReadonlyMap<string, Counted>): Counted {
  if (typeof value !== 'object' || value === null) return { checks: 1, patterns: 0 }
  return Object.entries(value)
    .map(([name, child]) => add(sumOf(child, definitions), ownCost(name, child, definitions)))
    .reduce(add, { checks: 1, patterns: 0 })
}

function ownCost(name: string, child: unknown, definitions: ReadonlyMap<string, Counted>): Counted {
  if (name === '$ref') return definitions.get(String(child)) ?? none
  if (name === 'uniqueItems' && child === true) return { checks: uniqueChecks, patterns: 0 }
  if (name === 'pattern') return { checks: 0, patterns: 1 }
  if (name !== 'patternProperties' || typeof child !== 'object' || child === null) return none
  return { checks: 0, patterns: Object.keys(child).length }
}

/** Returns how many values a value consists of. */
export const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, child) => sum + valuesIn(child), 1)
    : 1
