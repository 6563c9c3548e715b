import { isRecord, propertiesOf, type Schema } from './schemas.ts'

/* All tools are a part of each conversation of an assistant: their schemas say what it needs before a call, and no more. */

const mapProperties = (schema: Schema, brief: (property: Schema) => Schema) =>
  Object.fromEntries(Object.entries(propertiesOf(schema)).map(([name, property]) => [name, brief(property)]))

/** What the refusal of a wrong value says soon enough. The largest safe integer bounds every id. */
const unsaid = ['uniqueItems', 'minLength', 'maxLength', 'maxProperties']
const isSaid = (key: string, value: unknown): boolean =>
  !(key === 'maximum' && value === Number.MAX_SAFE_INTEGER) && !unsaid.includes(key)

/** Returns the schema of an argument that can be left out instead of being null. One or more values are a list. */
export function briefArgument(schema: Schema): Schema {
  const list = Array.isArray(schema['anyOf']) && (schema['anyOf'] as Schema[]).find(({ type }) => type === 'array')
  if (list) return briefArgument(list)
  const kept = Object.fromEntries(Object.entries(schema).filter(([key, value]) => isSaid(key, value)))
  const types = [kept['type']].flat().filter((type) => type !== 'null')
  return {
    ...kept,
    ...(types.length === 1 && kept['type'] ? { type: types[0] } : {}),
    ...(isRecord(kept['items']) ? { items: briefArgument(kept['items']) } : {}),
  }
}

/** What the names of filters say already, the descriptions of tools about cursors, and answers about pages. */
const idle = /^(?:Filter by|nextCursor of|1 to 100;.*clamped) ?/

/** Returns the arguments without descriptions that say nothing, or that an argument before them has. */
export function saidOnce(given: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const said = new Set<unknown>([undefined])
  const entries = Object.entries(given).map(([name, { description, ...schema }]) => {
    const isIdle = said.has(description) || idle.test(String(description))
    said.add(description)
    return [name, isIdle ? schema : { ...schema, description }]
  })
  return Object.fromEntries(entries)
}

/** Returns only the type of an argument that another tool describes. */
export function typeOnly({ type, enum: values, items }: Schema): Schema {
  return { ...(values ? { enum: values } : { type }), ...(isRecord(items) ? { items: typeOnly(items) } : {}) }
}

/**
 * Returns the schema of an answer: the types of its members with their known values, and nothing of the members of those. No member is
 * required, because an assistant reads the answer itself.
 */
export function briefAnswer(schema: Schema, shows?: readonly string[]): Schema {
  const items = propertiesOf(schema)['items']
  const entry = items?.['items']
  if (isRecord(entry))
    return {
      type: 'object',
      properties: { ...mapProperties(schema, briefMember), items: { type: 'array', items: briefAnswer(entry, shows) } },
    }
  const all = Object.entries(propertiesOf(schema)).filter(([name]) => shows === undefined || shows.includes(name))
  return { type: 'object', properties: Object.fromEntries(all.map(([name, member]) => [name, briefMember(member)])) }
}

function briefMember(schema: Schema): Schema {
  const { type, enum: values, anyOf, items } = schema
  if (values) return { enum: values }
  if (Array.isArray(anyOf)) return briefAlternative(anyOf as Schema[])
  const isOfValues = isRecord(items) && (items['enum'] || items['anyOf'])
  return { ...(type === undefined ? {} : { type }), ...(isOfValues ? { items: briefMember(items) } : {}) }
}

/** Known values stay open: `anyOf` of an enum and a string. An object that may be null has two types. */
function briefAlternative(parts: readonly Schema[]): Schema {
  const others = parts.filter(({ type }) => type !== 'null')
  const [first] = others
  if (others.length !== 1 || first === undefined) return { anyOf: parts.map(briefMember) }
  const brief = briefMember(first)
  if (Array.isArray(brief['anyOf'])) return { anyOf: [...(brief['anyOf'] as Schema[]), { type: 'null' }] }
  return { ...brief, type: [brief['type'], 'null'] }
}
