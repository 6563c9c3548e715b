import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { validate } from '@scalar/openapi-parser'
import { docs } from '../../../server/api-docs.ts'
import { contractDocuments } from '../../../server/commands/docs/docs.ts'
import type { Document, Media } from '../../../server/contract/document.ts'
import { textKindOf } from '../../../server/values/requests/texts.ts'
import {
  bodyOf,
  type Described,
  describedIn,
  followed,
  judgeOf,
  parametersOf,
  responsesOf,
} from '../../support/contract.ts'
import { openMarket } from '../../support/market.ts'
import { mountedRoutes, type Schema } from '../../support/mounted-routes.ts'
import { operationsOfSpecification, queryOfSpecification } from './specification.ts'

const { a, b } = await contractDocuments()
const documents: Readonly<Record<string, Document>> = { 'Group A': JSON.parse(a), 'Group B': JSON.parse(b) }
const market = await openMarket()
const routes = await mountedRoutes(market.ctx)
const mounted = routes.map(({ route }) => route)
const shownPath = (route: string): string => route.replace(/:(\w+)/g, '{$1}').replace(' /v1/', ' /')
const everywhere = Object.values(documents).flatMap(describedIn)
const changing = ['post', 'put', 'patch', 'delete']

/** Yields every object in a document that could contain a reference. */
function* nodesOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const each of Object.values(value)) yield* nodesOf(each)
}

/** Members of bodies that are codes, addresses, times or whole files. Operations check them further. */
const noTexts = new Set(
  `bic iban accountNumber bankCode country holder bankName email accountReference birthDate language languages allowedNetworks platform
  url successUrl cancelUrl proofUrl proofUrls sourceLanguage gender startsAtUtc endsAtUtc since until status id externalId metadata
  executorIds executorId expiresAtUtc values failedCriteria codes camt csv key etag form question
  fileName contentType device signature reservation`.split(/\s+/),
)

/** Returns the names of free strings in a schema that are not stored as texts are. */
function untidyIn(schema: Schema, name = ''): string[] {
  const parts: Schema[] = [...(schema.anyOf ?? []), ...Object.values(schema.patternProperties ?? {})]
  if (typeof schema.additionalProperties === 'object') parts.push(schema.additionalProperties)
  if (schema.items) parts.push(schema.items)
  const isFree =
    [schema.type].flat().includes('string') && !['enum', 'const', 'pattern', 'format'].some((key) => key in schema)
  return [
    ...(isFree && textKindOf(schema) === undefined && !noTexts.has(name) ? [name] : []),
    ...parts.flatMap((part) => untidyIn(part, name)),
    ...Object.entries(schema.properties ?? {}).flatMap(([member, its]) => untidyIn(its, member)),
  ]
}

describe('the contract', () => {
  test('stores every free string of a body as a text, or lists it as something else', () => {
    const untidy = routes.flatMap(({ route, body }) =>
      body ? untidyIn(body).map((member) => `${route} ${member}`) : [],
    )
    assert.deepEqual(untidy, [])
  })
  test('has exactly the operations that the server offers', () => {
    assert.deepEqual(everywhere.map(({ name }) => name).sort(), mounted.map(shownPath).sort())
  })
  test('has every operation of the specification, unchanged', () => {
    const names = new Set(everywhere.map(({ name }) => name))
    const shown = operationsOfSpecification.filter((name) => !names.has(name))
    assert.deepEqual(shown, [])
  })
  test('has the query parameters of available offers under the specified names', () => {
    const [list] = everywhere.filter(({ name }) => name === 'GET /api/executor/offers/available')
    const names = list?.operation.parameters.map(({ name }: { name: string }) => name) ?? []
    const shown = queryOfSpecification.filter((name) => !names.includes(name))
    assert.deepEqual(shown, [])
  })
  test('describes no operation that does not exist', () => {
    const told = docs.flatMap((each) => Object.keys(each))
    const shown = told.filter((route) => !mounted.includes(route))
    assert.deepEqual(shown, [])
    assert.equal(new Set(told).size, told.length)
  })
  test('does not depend on the machine that generates it', () => {
    for (const text of [a, b]) assert.doesNotMatch(text, /localhost|\/home\/|\/root\//)
  })
})

for (const [group, document] of Object.entries(documents))
  describe(`the contract of ${group}`, () => {
    const described = describedIn(document)
    const judge = judgeOf(document)

    test('is valid OpenAPI 3.1 with the URL of its server', async () => {
      assert.match(document.openapi, /^3\.1\.\d+$/)
      assert.deepEqual((await validate(structuredClone(document))).errors, [])
      const shown = document.servers.map((server) => (server as { url: string }).url)
      assert.deepEqual(shown, [group === 'Group A' ? 'http://127.0.0.1:8080' : 'http://127.0.0.1:8080/v1'])
    })
    test('has unique operation ids and declares every tag', () => {
      const ids = described.map(({ operation }) => operation.operationId)
      assert.equal(new Set(ids).size, ids.length)
      const tags = new Set(document.tags.map(({ name }) => name))
      for (const { name, operation } of described)
        assert.ok(operation.tags?.length === 1 && tags.has(operation.tags[0]), `${name}: ${operation.tags}`)
    })
    test('names its operations by one pattern', () => {
      const wrong = described.filter(({ method, path, operation }) => !nameOf(method, path).test(operation.operationId))
      const shown = wrong.map(({ name, operation }) => `${name}: ${operation.operationId}`)
      assert.deepEqual(shown, [])
    })
    test('leaves the known values of answers open, and closes those of requests', () => {
      const schemasOf = (content: Content | undefined) => Object.values(content ?? {}).map(({ schema }) => schema)
      const answered = described.flatMap((each) =>
        responsesOf(document, each).flatMap(([, { content }]) => schemasOf(content)),
      )
      const sent = described.flatMap((each) => schemasOf(bodyOf(each)?.content))
      const [answers, requests] = [answered, sent].map((schemas) => enumerationsIn(document, schemas))
      assert.deepEqual(answers?.closed, [])
      assert.deepEqual(requests?.open, [])
      assert.ok(answers && answers.open.length > 20 && requests && requests.closed.length > 10)
      assert.doesNotMatch(JSON.stringify(document), /"multipleOf"/)
    })
    test('has only references that resolve', () => {
      for (const node of nodesOf(document))
        if (typeof node['$ref'] === 'string') assert.ok(followed(document, node), `nothing at ${node['$ref']}`)
    })
    test('contains nothing unreferenced', () => {
      const text = JSON.stringify(document)
      const kinds = Object.entries(document.components).filter(([kind]) => kind !== 'securitySchemes')
      const names = kinds.flatMap(([kind, held]) => Object.keys(held).map((name) => `#/components/${kind}/${name}`))
      const shown = names.filter((name) => !text.includes(`"${name}"`))
      assert.deepEqual(shown, [])
    })
    for (const each of described) test(`describes ${each.name} completely`, () => mustBeWhole(document, each, judge))
  })

/** The pattern of names (docs/api/versioning.md). */
const namesOfMethods: Readonly<Record<string, RegExp>> = {
  get: /^(list|get|export|download)[A-Z]/,
  patch: /^update[A-Z]/,
  put: /^replace[A-Z]/,
  delete: /^(delete|archive|remove|revoke|cancel)[A-Z]/,
  post: /^(?!list|get|read|open|update|replace|delete)[a-z]+[A-Z]/,
}
const executorsToo = /^\/api\/executor\/offers\/(categories|platforms|prices|countries|add-ons)$/

function nameOf(method: string, path: string): RegExp {
  const { source } = namesOfMethods[method] ?? /^$/
  return new RegExp(`${source}[A-Za-z]*${executorsToo.test(path) ? 'AsExecutor$' : '$'}`)
}

type Content = Readonly<Record<string, Media>>
type Enumerations = { readonly open: string[]; readonly closed: string[] }

/** Sorts the enumerations that the schemas contain or refer to: an open one also takes any other text. */
function enumerationsIn(document: Document, schemas: readonly unknown[]): Enumerations {
  const found: Enumerations = { open: [], closed: [] }
  const seen = new Set<unknown>()
  const visit = (value: unknown, isOpen: boolean) => {
    const node = followed<Readonly<Record<string, unknown>>>(document, value)
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    if (Array.isArray(node['enum'])) found[isOpen ? 'open' : 'closed'].push(node['enum'].join())
    const ways = Array.isArray(node['anyOf']) ? node['anyOf'] : []
    const takesAny = ways.some((way) => JSON.stringify(way) === '{"type":"string"}')
    for (const [name, each] of Object.entries(node)) if (name !== 'anyOf') visit(each, false)
    for (const way of ways) visit(way, takesAny)
  }
  for (const schema of schemas) visit(schema, false)
  return found
}

type ResponseChecker = ReturnType<typeof judgeOf>

function mustBeWhole(document: Document, each: Described, judge: ResponseChecker): void {
  const { operation, path, method } = each
  assert.ok(operation.operationId && operation.summary, 'it has no name or no summary')
  const parameters = parametersOf(document, each)
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  assert.deepEqual(
    inPath,
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  )
  for (const { name, description } of parameters) assert.ok(description, `${name} is not described`)
  const shown = parameters.some(({ name }) => name === 'Idempotency-Key')
  assert.equal(shown, changing.includes(method))
  assert.equal(operation.security.length > 0, true, 'it does not say who may')
  const body = bodyOf(each)
  for (const media of Object.values(body?.content ?? {})) mustHaveExamples(document, media, judge)
  for (const [status, response] of responsesOf(document, each)) {
    assert.ok(response.description && response.headers?.['X-Request-Id'], `${status} is not told`)
    for (const media of Object.values(response.content ?? {})) mustHaveExamples(document, media, judge)
  }
  const statuses = Object.keys(operation.responses)
  const listed = ['400', '401', '403', '429', '500', '503'].filter((status) => !statuses.includes(status))
  assert.deepEqual(listed, forEverybody.test(path) && !statuses.includes('403') ? ['403'] : [])
}

/** Every account may use these, even if it is suspended. */
const forEverybody = /^\/api\/account\b|^\/console\/api\/settings\/(data|closing|push)$/

/** Files are not JSON, and forms are sent as multipart. */
const isBinary = ({ schema }: Media): boolean => JSON.stringify(schema).includes('"binary"')

function mustHaveExamples(document: Document, media: Media, judge: ResponseChecker): void {
  if (isBinary(media)) return
  const examples = Object.entries(media.examples ?? {})
  assert.ok(examples.length > 0, 'there is no example')
  for (const [name, example] of examples) {
    const { value } = followed<{ value: unknown }>(document, example)
    assert.equal(judge(media.schema, value), '', name)
  }
}
