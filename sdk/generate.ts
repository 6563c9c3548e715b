/*
 * node sdk/generate.ts            writes src/generated/ from the OpenAPI documents
 * node sdk/generate.ts --check    fails if src/generated/ is out of date
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

type Json = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const folder = import.meta.dirname
const read = (name: string): Json => JSON.parse(readFileSync(join(folder, '../docs/api', name), 'utf8'))

const isMoney = (schema: Json): boolean => schema.format === 'decimal'

/** Keeps requests and successful responses. Every error is a problem; headers are the client's own business. */
function withoutErrors(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutErrors(item))
  if (!isRecord(value)) return value
  const dropped = name === 'properties' ? [] : ['examples', 'example', 'headers', 'callbacks', 'webhooks']
  const entries = Object.entries(value).filter(
    ([key]) => !dropped.includes(key) && !(name === 'responses' && /^[3-5]/.test(key)),
  )
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutErrors(item, key)]))
}

/** The paths for advertisers, executors and their programs. Operators have the console and the command line. */
function pathsOf(document: Json, prefix: string): Json {
  const entries = Object.entries(document.paths as Json).filter(
    ([path]) => !/^[/](?:console|api[/]operator)[/]/.test(path),
  )
  return Object.fromEntries(
    entries.map(([path, item]) => [path.startsWith(prefix) ? path : `${prefix}${path}`, withoutErrors(item)]),
  )
}

/** The type that stands for unknown values of an answer. With `string` itself, editors would not suggest the known values. */
const otherValue = ts.factory.createParenthesizedType(
  ts.factory.createIntersectionTypeNode([
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ts.factory.createTypeLiteralNode([]),
  ]),
)
const isAnyText = (schema: unknown): boolean =>
  isRecord(schema) && Object.keys(schema).join() === 'type' && schema.type === 'string'

/** Marks the alternative of an answer's known values that is any other text. */
function withOtherValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOtherValues)
  if (!isRecord(value)) return value
  const marked = (each: unknown) =>
    isAnyText(each) ? { type: 'string', format: 'other-value' } : withOtherValues(each)
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'anyOf' && Array.isArray(each) ? each.map(marked) : withOtherValues(each),
    ]),
  )
}

const documents = {
  'group-a': read('openapi.json'),
  'group-b': read('openapi-v1.json'),
}

const decimal = ts.factory.createTypeReferenceNode('Decimal')
const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull())

function typeOf(schema: Json): ts.TypeNode | undefined {
  if (schema.format === 'other-value') return otherValue
  if (!isMoney(schema)) return undefined
  const mayBeNull = Array.isArray(schema.type) && schema.type.includes('null')
  return mayBeNull ? ts.factory.createUnionTypeNode([decimal, nothing]) : decimal
}

/** Adds to `names` the schemas that `value` refers to, directly or through other schemas. */
function addSchemas(value: unknown, schemas: Json, names: Set<string>): Set<string> {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (names.has(name)) continue
    names.add(name)
    addSchemas(schemas[name], schemas, names)
  }
  return names
}

async function typesOf(document: Json, prefix: string): Promise<string> {
  const { responses: _, examples: __, headers: ___, ...others } = document.components as Json
  const components = withoutErrors(others) as Json
  const paths = pathsOf(document, prefix)
  const wanted = addSchemas([paths, document.webhooks ?? {}], components.schemas as Json, new Set())
  const schemas = Object.fromEntries(Object.entries(components.schemas as Json).filter(([name]) => wanted.has(name)))
  const source = withOtherValues({ ...document, webhooks: undefined, paths, components: { ...components, schemas } })
  const nodes = await openapiTS(source as never, { transform: (schema) => typeOf(schema as Json), alphabetize: true })
  return `import type { Decimal } from '../decimal.ts'\n\n${astToString(nodes)}`
}

type Members = {
  readonly money: Set<string>
  readonly free: Set<string>
  readonly structured: Set<string>
  /** Other numbers, as `parent.name`. */
  readonly numbers: Set<string>
}

/** Sorts the members of a schema into amounts of money, other numbers, and objects with and without known members. */
function sortMembers(value: unknown, parent: string, document: Json, members: Members, seen: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) sortMembers(item, parent, document, members, seen)
  if (!isRecord(value)) return
  if (typeof value.$ref === 'string') {
    const place = `${parent} ${value.$ref}`
    if (seen.has(place)) return
    seen.add(place)
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref) ?? []
    sortMembers(((document.components as Json)[kind] as Json)[name], parent, document, members, seen)
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === 'properties' && isRecord(item))
      for (const [name, schema] of Object.entries(item)) {
        sort(name, parent, schema as Json, members)
        sortMembers(schema, name, document, members, seen)
      }
    else if (key !== 'examples') sortMembers(item, parent, document, members, seen)
  }
}

function sort(name: string, parent: string, schema: Json, { money, free, numbers, structured }: Members): void {
  const types = [schema.type].flat()
  if (isMoney(schema)) money.add(name)
  else if (types.includes('number') || types.includes('integer')) numbers.add(`${parent}.${name}`)
  else if (types.includes('object') && schema.properties === undefined) free.add(name)
  else if (schema.properties !== undefined || schema.$ref !== undefined) structured.add(name)
}

function membersText(): string {
  const members: Members = { money: new Set(), free: new Set(), structured: new Set(), numbers: new Set() }
  for (const document of Object.values(documents)) {
    const seen = new Set<string>()
    sortMembers(Object.values(pathsOf(document, '')), '', document, members, seen)
    sortMembers(Object.values((document.webhooks ?? {}) as Json), '', document, members, seen)
  }
  const counts = [...members.numbers].filter((place) => members.money.has(place.split('.')[1] as string))
  const unclear = counts.filter((place) => /^(?:items)?[.]/.test(place))
  if (unclear.length > 0) throw new Error(`Money in one place, another number elsewhere: ${unclear}`)
  for (const name of members.structured) members.free.delete(name)
  const list = (names: Iterable<string>) =>
    `new Set([\n${[...names]
      .sort()
      .map((name) => `  '${name}',\n`)
      .join('')}])`
  return `/** Names of the members that are amounts of money. */
export const moneyMembers: ReadonlySet<string> = ${list(members.money)}

/** Other numbers with such a name, with the member that contains them. */
export const otherNumbers: ReadonlySet<string> = ${list(counts)}

/** Names of the members whose content belongs to the caller: nothing in them is converted. */
export const freeMembers: ReadonlySet<string> = ${list(members.free)}
`
}

function problemsText(): string {
  const codes = Object.values(documents).flatMap(
    ({ components }) => (components as { schemas: { ProblemCode: { enum: string[] } } }).schemas.ProblemCode.enum,
  )
  return `/** Codes of refusals. New codes may come at any time: treat an unknown one by its status. */
export type ProblemCode =
${[...new Set(codes)]
  .sort()
  .map((code) => `  | '${code}'`)
  .join('\n')}
`
}

function eventsText(): string {
  const webhooks = Object.entries(documents['group-b'].webhooks as Json)
  const schemas = webhooks.map(([type, item]) => [type, JSON.stringify(item).match(/schemas\/(\w+)/)?.[1]])
  return `import type { components } from './group-b.ts'

/** The bodies of webhooks, by their type. */
export type EventBodies = {
${schemas.map(([type, schema]) => `  '${type}': components['schemas']['${schema}']`).join('\n')}
}
`
}

/** A type for each schema, by its name. Both documents describe a record of one name alike, or this fails. */
function recordsText(): string {
  const schemasOf = (group: 'group-a' | 'group-b', prefix: string): [string, string][] => {
    const document = documents[group]
    const all = (document.components as Json).schemas as Json
    const wanted = addSchemas([pathsOf(document, prefix), document.webhooks ?? {}], all, new Set())
    return [...wanted].filter((name) => name !== 'ProblemCode').map((name) => [name, JSON.stringify(all[name])])
  }
  const [forPeople, forKeys] = [new Map(schemasOf('group-a', '')), new Map(schemasOf('group-b', '/v1'))]
  const different = [...forPeople].filter(([name, schema]) => forKeys.has(name) && forKeys.get(name) !== schema)
  if (different.length > 0) throw new Error(`Two records with one name: ${different.map(([name]) => name)}`)
  const names = [...new Set([...forKeys.keys(), ...forPeople.keys()])].sort()
  const types = names.map((name) => `export type ${name} = ${forKeys.has(name) ? 'B' : 'A'}['schemas']['${name}']`)
  return `import type { components as A } from './group-a.ts'
import type { components as B } from './group-b.ts'

${types.join('\n')}
`
}

const header = '// Generated by `npm run generate` from the OpenAPI documents.\n'
const files: Record<string, string> = {
  'group-a.ts': await typesOf(documents['group-a'], ''),
  'group-b.ts': await typesOf(documents['group-b'], '/v1'),
  'members.ts': membersText(),
  'problems.ts': problemsText(),
  'events.ts': eventsText(),
  'records.ts': recordsText(),
}

const isCheck = process.argv.includes('--check')
mkdirSync(join(folder, 'src/generated'), { recursive: true })
for (const [name, text] of Object.entries(files)) {
  const path = join(folder, 'src/generated', name)
  const wanted = header + text
  if (!isCheck) writeFileSync(path, wanted)
  else if (readFileSync(path, 'utf8') !== wanted) {
    console.error(`sdk/src/generated/${name} is out of date: run npm run generate.`)
    process.exitCode = 1
  }
}
