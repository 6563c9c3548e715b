/**
 * Compares two OpenAPI documents and reports changes that can break a client of the first. Implements docs/api/versioning.md;
 * unreported changes are additive.
 */

type Node = Readonly<Record<string, unknown>>
type Side = { readonly document: Node; readonly schema: unknown }
/** Whether the value is sent to the server or by it. */
type Direction = 'request' | 'answer'

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

/** Resolves a reference; returns other values unchanged. */
function followed(document: Node, value: unknown): Node {
  const node = nodeOf(value)
  const reference = node['$ref']
  if (typeof reference !== 'string') return node
  const steps = reference.split('/').slice(1)
  const found = steps.reduce<unknown>((each, step) => nodeOf(each)[step.replaceAll('~1', '/')], document)
  return followed(document, found)
}

/** Returns every way in which `after` breaks `before`; none if its major version is higher. */
export function breaches(before: Node, after: Node): string[] {
  const [old, now] = [before, after].map(majorOf) as [number, number]
  return now > old ? [] : breakingChanges(before, after)
}

const majorOf = (document: Node): number => Number(String(nodeOf(document['info'])['version']).split('.')[0])

export function breakingChanges(before: Node, after: Node): string[] {
  const paths = comparedItems(before, after, 'paths', (path, old, now) =>
    operationChanges(path, [before, old], [after, now]),
  )
  const kinds = comparedItems(before, after, 'webhooks', (kind, old, now) =>
    bodyChanges(kind, [before, nodeOf(old)['requestBody']], [after, nodeOf(now)['requestBody']], 'answer'),
  )
  return [...paths, ...kinds]
}

type Compare = (name: string, old: unknown, now: unknown) => string[]

/** Compares each operation of each path, or each event kind. */
const comparedItems = (before: Node, after: Node, part: string, compare: Compare): string[] =>
  Object.entries(nodeOf(before[part])).flatMap(([path, item]) =>
    Object.entries(nodeOf(item)).flatMap(([method, old]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = nodeOf(nodeOf(after[part])[path])[method]
      return now === undefined ? [`${name}: removed`] : compare(name, old, now)
    }),
  )

type Placed = readonly [document: Node, value: unknown]

function operationChanges(name: string, [before, old]: Placed, [after, now]: Placed): string[] {
  const [was, is] = [nodeOf(old), nodeOf(now)]
  const renamed = was['operationId'] === is['operationId'] ? [] : [`${name}: operationId changed`]
  return [
    ...renamed,
    ...securityChanges(name, was['security'], is['security']),
    ...parameterChanges(name, [before, was['parameters']], [after, is['parameters']]),
    ...bodyChanges(name, [before, was['requestBody']], [after, is['requestBody']], 'request'),
    ...responseChanges(name, [before, was['responses']], [after, is['responses']]),
  ]
}

/** Every caller admitted before must still be admitted, with the same roles and scopes. */
function securityChanges(name: string, was: unknown, is: unknown): string[] {
  const isLetIn = (old: unknown) =>
    listOf(is).some((now) =>
      Object.entries(nodeOf(now)).every(([scheme, rights]) => {
        const had = nodeOf(old)[scheme]
        return had !== undefined && listOf(rights).every((right) => listOf(had).includes(right))
      }),
    )
  return listOf(was).every(isLetIn) ? [] : [`${name}: needs another credential, role or scope`]
}

function parameterChanges(name: string, [before, was]: Placed, [after, is]: Placed): string[] {
  const keyed = (document: Node, list: unknown) =>
    new Map(
      listOf(list)
        .map((each) => followed(document, each))
        .map((each) => [`${each['in']} ${each['name']}`, each]),
    )
  const [old, now] = [keyed(before, was), keyed(after, is)]
  const known = [...old].flatMap(([key, parameter]) => {
    const other = now.get(key)
    const place = `${name}: ${key}`
    if (!other) return [`${place} removed`]
    return [
      ...(other['required'] && !parameter['required'] ? [`${place} became required`] : []),
      ...schemaChanges(place, side(before, parameter['schema']), side(after, other['schema']), 'request'),
    ]
  })
  const added = [...now]
    .filter(([key, { required }]) => required && !old.has(key))
    .map(([key]) => `${name}: ${key} is required`)
  return [...known, ...added]
}

const side = (document: Node, schema: unknown): Side => ({ document, schema })

function bodyChanges(name: string, [before, was]: Placed, [after, is]: Placed, direction: Direction): string[] {
  const [old, now] = [followed(before, was), followed(after, is)]
  const demanded = direction === 'request' && now['required'] === true && old['required'] !== true
  return [
    ...(demanded ? [`${name}: a body became required`] : []),
    ...contentChanges(`${name} body`, [before, old['content']], [after, now['content']], direction),
  ]
}

const contentChanges = (name: string, [before, was]: Placed, [after, is]: Placed, direction: Direction): string[] =>
  Object.entries(nodeOf(was)).flatMap(([type, media]) => {
    const other = nodeOf(is)[type]
    if (other === undefined) return [`${name}: ${type} removed`]
    return schemaChanges(name, side(before, nodeOf(media)['schema']), side(after, nodeOf(other)['schema']), direction)
  })

function responseChanges(name: string, [before, was]: Placed, [after, is]: Placed): string[] {
  const known = Object.entries(nodeOf(was)).flatMap(([status, response]) => {
    const place = `${name} ${status}`
    if (nodeOf(is)[status] === undefined) return [`${place}: removed`]
    const [old, now] = [followed(before, response), followed(after, nodeOf(is)[status])]
    const headers = Object.keys(nodeOf(old['headers'])).filter((header) => !(header in nodeOf(now['headers'])))
    return [
      ...headers.map((header) => `${place}: header ${header} removed`),
      ...contentChanges(place, [before, old['content']], [after, now['content']], 'answer'),
    ]
  })
  const added = Object.keys(nodeOf(is)).filter((status) => status.startsWith('2') && !(status in nodeOf(was)))
  return [...known, ...added.map((status) => `${name} ${status}: a new status of success`)]
}

/** Merges `allOf` into one schema. Known values of an answer count as its enumeration, although any text is possible. */
function whole({ document, schema }: Side): Node {
  const { allOf, ...own } = closed(document, followed(document, schema))
  const parts = [own, ...listOf(allOf).map((part) => whole({ document, schema: part }))]
  const properties = Object.assign({}, ...parts.map((part) => nodeOf(part['properties'])))
  return Object.assign({}, ...parts, { properties, required: parts.flatMap((part) => listOf(part['required'])) })
}

/** Returns an open enumeration, which is known values or any other text, as a closed one. */
function closed(document: Node, schema: Node): Node {
  const ways = listOf(schema['anyOf']).map((way) => followed(document, way))
  const known = ways.find((way) => Array.isArray(way['enum']))
  const isOpen = ways.some((way) => way['type'] === 'string' && wordsOf(way) === undefined)
  if (!known || !isOpen) return schema
  const { anyOf: _, ...own } = schema
  const others = ways.filter(({ type }) => type === 'null').map(() => 'null')
  return { ...own, ...known, type: ['string', ...others] }
}

const depthMax = 12

/** Compares two schemas: no member may be lost, and values must be valid for their recipient. */
function schemaChanges(place: string, before: Side, after: Side, direction: Direction, depth = 0): string[] {
  if (depth > depthMax || before.schema === undefined) return []
  const [old, now] = [whole(before), whole(after)]
  const ways = alternatives(old)
  if (ways.length > 0 || alternatives(now).length > 0) return waysChanges(place, before, after, direction, depth)
  const [inner, outer] = direction === 'request' ? [old, now] : [now, old]
  return [
    ...lostWords(old, now).map((word) => `${place}: ${word} is no value any more`),
    ...unfit(inner, outer, direction).map((what) => `${place}: ${what}`),
    ...memberChanges(place, [before, old], [after, now], direction, depth),
  ]
}

const alternatives = (schema: Node): unknown[] => [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]

/** Each alternative on one side must fit an alternative on the other. */
function waysChanges(place: string, before: Side, after: Side, direction: Direction, depth: number): string[] {
  const waysOf = (given: Side) => {
    const ways = alternatives(whole(given))
    return (ways.length > 0 ? ways : [given.schema]).map((schema) => side(given.document, schema))
  }
  const fits = (old: Side, now: Side) => schemaChanges(place, old, now, direction, depth + 1).length === 0
  const [old, now] = [waysOf(before), waysOf(after)]
  const good =
    direction === 'request'
      ? old.every((way) => now.some((other) => fits(way, other)))
      : old.every((way) => now.some((other) => fits(way, other))) &&
        now.every((way) => old.some((other) => fits(other, way)))
  return good ? [] : [`${place}: other alternatives`]
}

/** A header that is refused as not supported may be accepted later; its problem code then disappears. */
const notYet = 'not_supported'

const wordsOf = (schema: Node): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined)

function lostWords(old: Node, now: Node): unknown[] {
  const [had, has] = [wordsOf(old) ?? [], wordsOf(now)]
  return has ? had.filter((word) => !has.includes(word) && word !== notYet) : []
}

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const exact = ['format', 'pattern', 'multipleOf', 'uniqueItems']

/** Returns why values of the inner schema might not be valid for the outer one. */
function unfit(inner: Node, outer: Node, direction: Direction): string[] {
  const beyond = (name: string, sign: number): boolean => {
    const [given, limit] = [inner[name], outer[name]]
    return limit !== undefined && (given === undefined || sign * (Number(given) - Number(limit)) > 0)
  }
  // Enumerations in responses are open: clients must accept unknown values.
  const closed = direction === 'request' && wordsOf(outer) !== undefined && wordsOf(inner) === undefined
  return [
    ...(typesFit(inner, outer) ? [] : ['type changed']),
    ...(closed ? ['only certain values now'] : []),
    ...upper.filter((name) => beyond(name, 1)).map((name) => `${name} changed`),
    ...lower.filter((name) => beyond(name, -1)).map((name) => `${name} changed`),
    ...exact
      .filter((name) => outer[name] !== undefined && outer[name] !== inner[name])
      .map((name) => `${name} changed`),
    ...listOf(outer['required'])
      .filter((name) => !listOf(inner['required']).includes(name))
      .map((name) => (direction === 'request' ? `${name} is required` : `${name} may be missing`)),
    ...(outer['additionalProperties'] === false && inner['additionalProperties'] !== false ? ['no other members'] : []),
  ]
}

function typesFit(inner: Node, outer: Node): boolean {
  const [given, allowed] = [listOf(inner['type']), listOf(outer['type'])]
  if (allowed.length === 0) return true
  const fits = (type: unknown) => allowed.includes(type) || (type === 'integer' && allowed.includes('number'))
  return given.length > 0 && given.every(fits)
}

/** Compares members, array items and map values. */
function memberChanges(
  place: string,
  [before, old]: [Side, Node],
  [after, now]: [Side, Node],
  direction: Direction,
  depth: number,
): string[] {
  const within = (name: string, was: unknown, is: unknown) =>
    schemaChanges(`${place}/${name}`, side(before.document, was), side(after.document, is), direction, depth + 1)
  const members = Object.entries(nodeOf(old['properties'])).flatMap(([name, schema]) => {
    const other = nodeOf(now['properties'])[name]
    if (other === undefined) return [`${place}/${name}: removed`]
    return within(name, schema, other)
  })
  const both = (key: string) => isNode(old[key]) && isNode(now[key])
  return [
    ...members,
    ...(both('items') ? within('items', old['items'], now['items']) : []),
    ...(both('additionalProperties') ? within('*', old['additionalProperties'], now['additionalProperties']) : []),
  ]
}
