import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { build } from 'vite'
import { kinds } from '../server/webhooks/events/kinds.ts'

/*
 * node console/build.ts            the types of the API, the texts of refusals and events, and the pages as they are served
 * node console/build.ts --types    the types and texts alone
 */

const folder = import.meta.dirname
const documents = { 'group-a': 'docs/api/openapi.json', 'group-b': 'docs/api/openapi-v1.json' }

type Json = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reduces a document to requests and successful responses. Every error is a problem, and every response has the same headers;
 * repeated per operation these are nine tenths of the types.
 */
function withoutErrors(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutErrors(item))
  if (!isRecord(value)) return value
  // A list of values may be one text with commas, which an enumeration would exclude.
  const hasValues = value['in'] === 'query' && value['explode'] === false
  if (hasValues)
    return { ...value, schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } }
  const entries = Object.entries(value).filter(([key]) => {
    if (name === 'responses' && /^[3-5]/.test(key)) return false
    return (
      name === 'properties' || !['description', 'summary', 'examples', 'example', 'headers', 'webhooks'].includes(key)
    )
  })
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutErrors(item, key)]))
}

/** Writes the client's types from the contract. They are not committed, so they cannot be outdated. */
async function writeTypes(): Promise<void> {
  mkdirSync(join(folder, 'api'), { recursive: true })
  for (const [name, path] of Object.entries(documents)) {
    const document = JSON.parse(readFileSync(join(folder, '..', path), 'utf8'))
    writeFileSync(
      join(folder, 'api', `${name}.ts`),
      astToString(await openapiTS(withoutErrors(document) as typeof document)),
    )
  }
}

/** Returns the value with each reference to a schema replaced by the schema. */
function withoutReferences(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, schemas))
  if (!isRecord(value)) return value
  const { $ref } = value
  if (typeof $ref === 'string') return withoutReferences(schemas[$ref.split('/').at(-1) ?? ''], schemas)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutReferences(item, schemas)]))
}

/** Writes the members of an order's body with their limits, which forms use instead of their own. */
function writeTaskBody(): void {
  const document = JSON.parse(readFileSync(join(folder, '..', documents['group-b']), 'utf8'))
  const { schema } = document.paths['/tasks'].post.requestBody.content['application/json']
  const body = withoutErrors(withoutReferences(schema, document.components.schemas))
  if (!isRecord(body) || !isRecord(body['properties'])) throw new Error('the body of an order has no members')
  const text = JSON.stringify(JSON.stringify(body))
  const lines = [
    "import type { Schema } from '../ui/schema/schema.ts'",
    `export const taskBody: Schema = JSON.parse(${text})`,
  ]
  writeFileSync(join(folder, 'api', 'task-body.ts'), `${lines.join('\n')}\n`)
}

/** Writes the texts that every page needs in each language, with those of refusals, and the labels of events. */
function writeTexts(): void {
  const textsIn = (language: string) => {
    const path = join(folder, `../server/platform/http/problem-texts/${language}.md`)
    const sections = readFileSync(path, 'utf8').split(/^## /m)
    const texts = sections.map((section) => [
      /^\w+/.exec(section)?.[0] ?? '',
      [...section.matchAll(/^> (.+)/gm)].map(([, text]) => text),
    ])
    return Object.fromEntries(texts.filter(([, said]) => said?.length))
  }
  for (const language of ['en', 'ru']) {
    const text = JSON.stringify(JSON.stringify(textsIn(language)))
    const lines = [
      "import type { Refusals } from '../refusals.ts'",
      `export { messages as shell } from '../shell/locales/${language}.po'`,
      `export { messages as ui } from '../ui/locales/${language}.po'`,
      `export const refusals: Refusals = JSON.parse(${text})`,
    ]
    writeFileSync(join(folder, 'api', `texts-${language}.ts`), `${lines.join('\n')}\n`)
  }
  const labels = Object.entries(kinds).map(([kind, { label }]) => [kind, label])
  const events = JSON.stringify(Object.fromEntries(labels), null, 2)
  writeFileSync(join(folder, 'api', 'events.ts'), `export const eventLabels = ${events}\n`)
}

await writeTypes()
writeTaskBody()
writeTexts()
if (!process.argv.includes('--types')) await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' })
