import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { baselineOf, contractDocuments } from '../../../server/commands/docs/docs.ts'
import { root } from '../architecture/sources.ts'
import { breaches, breakingChanges } from './compatibility.ts'

type Document = Readonly<Record<string, unknown>>

const now = await contractDocuments()
const groups = [
  { group: 'Group A', file: 'openapi.json', after: now.a },
  { group: 'Group B', file: 'openapi-v1.json', after: now.b },
]

const released = join(root, 'docs/api/released')
for (const { group, file, after } of existsSync(released) ? groups : [])
  test(`is compatible with the released document of ${group}, unless the major version increased`, async () => {
    const before: Document = JSON.parse(await readFile(join(released, file), 'utf8'))
    const how = 'docs/api/versioning.md says what may change; a release is written by ./market docs --release'
    assert.deepEqual(breaches(before, JSON.parse(after)), [], how)
  })

const base = JSON.parse(now.b) as Document
const baseline = JSON.parse(baselineOf(now.b)) as Document

type Members = Record<string, unknown>
/** Returns the node at a path in a copy that may be changed. */
const at = (document: Document, ...steps: string[]): Members =>
  steps.reduce<Members>((node, step) => node[step] as Members, document as Members)

const task = ['components', 'schemas', 'Task'] as const
const problem = ['components', 'schemas', 'Problem'] as const
const tasks = ['paths', '/tasks'] as const
const schemaNamed = (name: string) => ['components', 'schemas', name] as const
const order = schemaNamed('TaskCreate')
const criterion = schemaNamed('TaskCreateAcceptanceCriterion')
const refusal = schemaNamed('RejectReportRequest')
const list = (value: unknown): unknown[] => value as unknown[]
const parameter = (document: Document, name: string): Members =>
  list(at(document, ...tasks, 'get')['parameters']).find((each) => (each as Members)['name'] === name) as Members

type Mutation = readonly [what: string, change: (document: Document) => unknown]

const drop = (node: Members, name: string) => delete node[name]
const without = (node: Members, name: string, word: unknown) => {
  node[name] = list(node[name]).filter((each) => each !== word)
}

const answer = ['paths', '/balance', 'get', 'responses', '200', 'content', 'application/json'] as const
/** Adds an alternative to a response schema. */
const otherForm = (document: Document, description: string) => {
  const media = at(document, ...answer)
  const form = { type: 'object', description, properties: { cost: { type: 'number' } }, required: ['cost'] }
  media['schema'] = { anyOf: [media['schema'], form] }
}

const breaking: readonly Mutation[] = [
  ['an answer has another form', (d) => otherForm(d, 'An estimate')],
  ['a path is removed', (d) => drop(at(d, 'paths'), '/balance')],
  ['an operation is removed', (d) => drop(at(d, ...tasks), 'post')],
  ['an operation has another name', (d) => (at(d, ...tasks, 'post')['operationId'] = 'makeTask')],
  ['an operation needs another scope', (d) => (at(d, ...tasks, 'get')['security'] = [{ apiKey: ['tasks:write'] }])],
  [
    'an operation needs one scope more',
    (d) => (at(d, ...tasks, 'get')['security'] = [{ apiKey: ['tasks:read', 'x'] }]),
  ],
  ['a parameter of the query is removed', (d) => (at(d, ...tasks, 'get')['parameters'] = [])],
  ['a parameter becomes required', (d) => (parameter(d, 'search')['required'] = true)],
  [
    'a new parameter is required',
    (d) => list(at(d, ...tasks, 'get')['parameters']).push({ name: 'x', in: 'query', required: true, schema: {} }),
  ],
  ['a parameter takes another type', (d) => (parameter(d, 'offerPriceId')['schema'] = { type: 'boolean' })],
  ['a parameter takes less text', (d) => (at(parameter(d, 'search'), 'schema')['maxLength'] = 3)],
  ['a sort is removed', (d) => without(at(parameter(d, 'sort'), 'schema'), 'enum', '-title')],
  [
    'a body becomes required',
    (d) => (at(d, 'paths', '/reports/{id}/accept', 'post', 'requestBody')['required'] = true),
  ],
  [
    'a body takes another media type',
    (d) => drop(at(d, ...tasks, 'post', 'requestBody', 'content'), 'application/json'),
  ],
  ['a member of a request becomes required', (d) => list(at(d, ...order)['required']).push('description')],
  ['a member of a request is removed', (d) => drop(at(d, ...order, 'properties'), 'metadata')],
  ['a member of a request takes another type', (d) => (at(d, ...order, 'properties', 'totalLimit')['type'] = 'string')],
  ['a member of a request may be null no more', (d) => (at(d, ...order, 'properties', 'minAge')['type'] = 'integer')],
  ['a most gets lower', (d) => (at(d, ...order, 'properties', 'totalLimit')['maximum'] = 1000)],
  ['a least gets higher', (d) => (at(d, ...order, 'properties', 'totalLimit')['minimum'] = 2)],
  ['a text gets a pattern', (d) => (at(d, ...order, 'properties', 'title')['pattern'] = '^[a-z]+$')],
  ['a list takes fewer items', (d) => (at(d, ...order, 'properties', 'targetCountryIds')['maxItems'] = 10)],
  ['a member within a member becomes required', (d) => list(at(d, ...criterion)['required']).push('required')],
  ['a word of a request is removed', (d) => without(at(d, ...refusal, 'properties', 'reasonCode'), 'enum', 'TooFast')],
  ['a request takes only certain words', (d) => (at(d, ...order, 'properties', 'gender')['enum'] = ['Any', null])],
  ['a status of success is removed', (d) => drop(at(d, ...tasks, 'post', 'responses'), '201')],
  ['another status of success comes', (d) => (at(d, ...tasks, 'post', 'responses')['202'] = { description: 'Later' })],
  ['a status of refusal is removed', (d) => drop(at(d, ...tasks, 'post', 'responses'), '409')],
  ['a header of an answer is removed', (d) => drop(at(d, ...tasks, 'post', 'responses', '201', 'headers'), 'Location')],
  ['a member of an answer is removed', (d) => drop(at(d, ...task, 'properties'), 'budget')],
  ['a member of an answer may be missing', (d) => without(at(d, ...task), 'required', 'counts')],
  ['a member of an answer has another type', (d) => (at(d, ...task, 'properties', 'id')['type'] = 'string')],
  ['a member of an answer may be null', (d) => (at(d, ...task, 'properties', 'title')['type'] = ['string', 'null'])],
  ['a known value of an answer is removed', (d) => without(at(d, ...schemaNamed('OfferStatus')), 'enum', 'Paused')],
  [
    'a time of an answer is written otherwise',
    (d) => (at(d, ...task, 'properties', 'createdAtUtc')['format'] = 'date'),
  ],
  ['a member of every problem is removed', (d) => drop(at(d, ...problem, 'properties'), 'requestId')],
  ['a code of a refusal is removed', (d) => without(refusalCodes(d), 'enum', 'insufficient_funds')],
  ['a kind of event is removed', (d) => drop(at(d, 'webhooks'), 'balance.low')],
  [
    'a member of an event is removed',
    (d) => drop(at(d, ...schemaNamed('ReportAcceptedEventData'), 'properties'), 'charged'),
  ],
  [
    'a number of an event is a text',
    (d) => (at(d, 'components', 'schemas', 'Event', 'properties', 'sequence')['type'] = 'string'),
  ],
]

const refusalCodes = (document: Document): Members => {
  const answer = at(document, ...tasks, 'post', 'responses', '409', 'content', 'application/problem+json', 'schema')
  return list(at(list(answer['allOf'])[1] as Members, 'properties', 'code')['anyOf'])[0] as Members
}

const additive: readonly Mutation[] = [
  ['nothing', () => undefined],
  ['a new path', (d) => (at(d, 'paths')['/wishes'] = { get: at(d, ...tasks, 'get') })],
  ['a new operation', (d) => (at(d, 'paths', '/tasks/{id}')['put'] = at(d, 'paths', '/tasks/{id}', 'patch'))],
  [
    'a new parameter that may be left out',
    (d) => list(at(d, ...tasks, 'get')['parameters']).push({ name: 'x', in: 'query', schema: {} }),
  ],
  ['a new sort', (d) => list(at(parameter(d, 'sort'), 'schema')['enum']).push('totalLimit')],
  ['a new member of a request', (d) => (at(d, ...order, 'properties')['colour'] = { type: 'string' })],
  ['a member of a request that may be left out now', (d) => without(at(d, ...order), 'required', 'title')],
  ['a wider limit of a request', (d) => (at(d, ...order, 'properties', 'totalLimit')['maximum'] = 2_000_000)],
  [
    'a member of a request that may be null now',
    (d) => (at(d, ...order, 'properties', 'totalLimit')['type'] = ['integer', 'null']),
  ],
  ['a new word of a request', (d) => list(at(d, ...refusal, 'properties', 'reasonCode')['enum']).push('Late')],
  ['a new member of an answer', (d) => (at(d, ...task, 'properties')['colour'] = { type: 'string' })],
  ['a member of an answer that is always there now', (d) => list(at(d, ...problem)['required']).push('errors')],
  ['a new word of an answer', (d) => list(at(d, ...schemaNamed('WebhookStatus'))['enum']).push('Resting')],
  ['a new status of refusal', (d) => (at(d, ...tasks, 'post', 'responses')['410'] = { description: 'Gone' })],
  ['a new code of a refusal', (d) => list(refusalCodes(d)['enum']).push('too_late')],
  ['a new header', (d) => (at(d, ...tasks, 'post', 'responses', '201', 'headers')['X-New'] = {})],
  ['a new kind of event', (d) => (at(d, 'webhooks')['task.deleted'] = at(d, 'webhooks', 'task.created'))],
  ['other words', (d) => (at(d, ...tasks, 'get')['description'] = 'Other words')],
  ['a schema of another name', (d) => renameTask(d)],
]

function renameTask(document: Document): void {
  const schemas = at(document, 'components', 'schemas')
  schemas['Job'] = schemas['Task']
  schemas['Task'] = { $ref: '#/components/schemas/Job' }
}

const mutated = ([, change]: Mutation): Document => {
  const copy = structuredClone(base)
  change(copy)
  return copy
}

describe('reports as breaking:', () => {
  for (const mutation of breaking)
    test(mutation[0], () => assert.notDeepEqual(breakingChanges(baseline, mutated(mutation)), []))
  test('even with a new minor version', () => {
    const next = mutated(['', (d) => drop(at(d, 'paths'), '/balance')])
    assert.notDeepEqual(breaches(baseline, { ...next, info: { version: '1.1.0' } }), [])
  })
})

describe('accepts as compatible:', () => {
  for (const mutation of additive)
    test(mutation[0], () => assert.deepEqual(breakingChanges(baseline, mutated(mutation)), []))
  test('any change with a new major version', () => {
    const next = mutated(['', (d) => drop(at(d, 'paths'), '/balance')])
    assert.deepEqual(breaches(baseline, { ...next, info: { version: '2.0.0' } }), [])
  })
})
