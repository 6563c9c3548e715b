import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import { inParallel } from '../../properties/concurrently.ts'
import { createCallers } from '../../support/callers.ts'
import { type Answer, presenting } from '../../support/client.ts'
import { sendRaw } from '../../support/inputs/raw.ts'
import { openMarket } from '../../support/market.ts'
import { mountedRoutes, type Schema } from '../../support/mounted-routes.ts'
import { oneOfEach, shareOf, someOf } from '../../support/sampling.ts'
import { changesNothing } from '../../support/scenarios/digest.ts'
import { type Operation, rightful, secretFor } from '../operations/operation.ts'
import type { Ready } from '../operations/ready.ts'
import { addressOf, problemIn, queryWith, statusOrProblem } from '../operations/requests.ts'
import { operations } from '../operations/routes.ts'

const market = await openMarket({ isSandbox: true, activeReservationsMax: 1000 })
const callers = await createCallers(market)
const queries = new Map(
  (await mountedRoutes(market.ctx)).map(({ route, query }) => [route, query?.properties as Schema]),
)

const secretOf = (operation: Operation): string => secretFor(operation, rightful(operation, callers))

/** Sends a request to a path as written, with a valid body if the operation needs one. */
async function visit(operation: Operation, path: string, ready: Ready = {}, headers = {}): Promise<Answer> {
  const { method } = addressOf(operation)
  const secret = secretOf(operation)
  if (!ready.body) return sendRaw(market.url, method, path, { ...presenting(market.url, secret), ...headers })
  const client = market.as(secret)
  return client.send(method, path, JSON.stringify(ready.body), { 'content-type': 'application/json' })
}

/** Values as sent over the wire. */
const noIds = [
  '0',
  '-1',
  '+1',
  '1e3',
  '1.0',
  '0x1',
  '1,2',
  '1;x',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  'abc',
  '%EF%BC%99',
  '%D9%A1',
  '%00',
  '1%00',
  '%201',
  '1%20',
  '1%0a',
  '1%2F2',
  '1%252F2',
  "1'--",
  '%F0%9F%98%80',
  '%ED%9F%BF',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551617',
  '1'.repeat(19),
  '1'.repeat(20),
  '1'.repeat(500),
  '1'.repeat(8000),
]
/** Clients would resolve these before sending; on the wire they are ids like any other. */
const dots = ['..', '.', '%2e%2e', '%2E', '..%2f..%2fv1']
const malformed = ['%', '%1', '%zz', '%ff', '%c0%af', '%ed%a0%80', '%f0%9f', '1%']

/** Sends requests with these ids. Returns those that are not answered as `expected`. */
async function otherwise(operation: Operation, ready: Ready, ids: readonly string[], expected: string | undefined) {
  const answers = await inParallel(ids, 16, (id) => visit(operation, addressOf(operation, id).path, ready))
  return ids.flatMap((id, index) => {
    const told = statusOrProblem(answers[index] as Answer)
    return told === expected ? [] : [`${id.slice(0, 40)}: ${told}`]
  })
}

for (const operation of shareOf(
  operations.filter(({ missing }) => missing),
  0.2,
  'ids',
)) {
  const { route, missing = '' } = operation
  test(`${route} with an invalid id: ${missing}, and with an invalid path: 400, as a problem`, async (t: TestContext) => {
    const ready = await operation.ready(callers)
    await changesNothing(market.ctx.db, async () => {
      const ids = [...someOf(t, noIds, 6), ...(ready.body ? [] : someOf(t, dots, 1))]
      assert.deepEqual(await otherwise(operation, ready, ids, missing), [])
      for (const id of someOf(t, malformed, 2)) {
        const { path } = addressOf(operation, id)
        assert.equal(problemIn(await visit(operation, path), path), '400 validation_error')
      }
    })
  })
}

/** The problem for a path whose last id is invalid while the others are valid. */
const lastMissing = new Map([
  ['DELETE /v1/executor-lists/:id/members/:executorId', '200'],
  ['DELETE /v1/qualifications/:id/grants/:executorId', '200'],
  ['DELETE /api/operator/qualifications/:id/grants/:accountId', '200'],
  ['GET /api/operator/notes/:subject/:id', '404 desk_record_not_found'],
  ['GET /v1/tasks/:id/imports/:importId', '404 import_not_found'],
  ['POST /api/operator/notes/:subject/:id', '404 desk_record_not_found'],
  ['PUT /api/operator/assignments/:subject/:id', '404 desk_record_not_found'],
  ['GET /v1/webhooks/:id/deliveries/:deliveryId', '404 delivery_not_found'],
  ['POST /v1/webhooks/:id/deliveries/:deliveryId/resend', '404 delivery_not_found'],
  ['PUT /api/executor/reservations/:reservationId/answers/:itemId', '404 page_not_found'],
])

test('an invalid id after valid ones is not found', async () => {
  const several = operations.filter(({ route }) => (route.match(/:/g) ?? []).length > 1)
  assert.deepEqual(several.map(({ route }) => route).sort(), [...lastMissing.keys()].sort())
  for (const operation of several) {
    const ready = await operation.ready(callers)
    const good = String(ready.id).split('/').slice(0, -1)
    // A task without items is worked on as item 0. No operation has the address of all answers, or of a kind of records.
    const isItem = operation.route.includes('/answers/')
    const others = operation.route.includes('/:subject/') ? [] : dots
    const ids = (isItem ? noIds.filter((id) => id !== '0') : [...noIds, ...others]).map((id) => [...good, id].join('/'))
    await changesNothing(market.ctx.db, async () =>
      assert.deepEqual(await otherwise(operation, ready, ids, lastMissing.get(operation.route)), []),
    )
  }
})

type Wrong = readonly (readonly [text: string, expected: string])[]

const refused = '400 validation_error'
const unstorable: Wrong = [
  ['%00', refused],
  ['a%00b', refused],
]
const wholes: Wrong = [
  ...[
    'x',
    '1.5',
    '1e3',
    '1e400',
    '0x10',
    'NaN',
    'Infinity',
    'null',
    'true',
    '%20',
    '1%20',
    '%EF%BC%99',
    '1,2',
    '--1',
  ].map((text) => [text, refused] as const),
  ...['9007199254740993', '9223372036854775808', '-9223372036854775809', '1'.repeat(400), '0', '-1'].map(
    (text) => [text, '200'] as const,
  ),
]
const decimals: Wrong = [
  ...['x', '1e400', '-1e400', 'NaN', 'Infinity', '0x10', '%20', '1,5', '.', '1.'].map(
    (text) => [text, refused] as const,
  ),
  ...['0', '-1', '1.23456789', '1e-400', '1e30', '123456789012345678901234567890'].map(
    (text) => [text, '200'] as const,
  ),
]
const truths: Wrong = ['x', '1', '0', 'TRUE', 'yes', 'null'].map((text) => [text, refused] as const)
const instants: Wrong = [
  ...[
    'x',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '-0001-01-01',
    '%2B010000-01-01',
    '2026-01-01T25:00Z',
    '2026-01-01T12:00:00',
    '2026-01-01T12:00:00%2B99:99',
    '0001-01-01T00:00:00%2B23:59',
    '9999-12-31T23:59:59-23:59',
    '1767225600',
    '01/02/2026',
    'now()',
  ].map((text) => [text, refused] as const),
  ...['0001-01-01', '9999-12-31', '2024-02-29', '2026-01-01T12:00Z', '2026-01-01T12:00:00.123456789%2B02:00'].map(
    (text) => [text, '200'] as const,
  ),
]
const anything: Wrong = [
  '%',
  '%zz',
  '%ff',
  '%25',
  '_',
  "'",
  '%5C',
  '%F0%9F%98%80',
  '%E2%80%AE',
  '%0a',
  '__proto__',
  '..',
].map((text) => [text, '200'] as const)

const isInstant = (name: string): boolean => /(?:^from|^to|From|To|Before)$/.test(name)
/** Parameters of which few values are valid. */
const isWord = (name: string): boolean => ['cursor', 'types'].includes(name.toLowerCase())

/** A list of ids or of values that the schema names; nothing else is accepted. */
const isListOfKnown = ({ type, items }: Schema): boolean =>
  type === 'array' && (items.enum !== undefined || items.type === 'integer')
const isWithin = (text: string, { minimum, maximum }: Schema): boolean =>
  Number(text) >= (minimum ?? Number.NEGATIVE_INFINITY) && Number(text) <= (maximum ?? Number.POSITIVE_INFINITY)

function wrongFor(name: string, schema: Schema): Wrong {
  if (isWord(name)) return [...anything, ...unstorable].map(([text]) => [text, refused] as const)
  if (isListOfKnown(schema)) return [...anything, ...unstorable].map(([text]) => [text, refused] as const)
  if (schema.type === 'integer')
    return [
      ...wholes.map(([text, expected]) => [text, isWithin(text, schema) ? expected : refused] as const),
      ...unstorable,
    ]
  if (schema.type === 'number') return [...decimals, ...unstorable]
  if (schema.type === 'boolean') return [...truths, ...unstorable]
  if (isInstant(name)) return [...instants, ...unstorable]
  if (schema.enum || schema.anyOf?.some((each: Schema) => 'const' in each))
    return [['x', refused], ['__proto__', refused], ...unstorable]
  if (/locale/i.test(name)) return unstorable
  return [...anything, ...unstorable]
}

/** The query for operations that require a parameter to repeat their work. */
const againQuery = (operation: (typeof operations)[number]): string =>
  operation.again ? 'again=true&reason=Once%20more.&' : ''

/** Their queries name one record, as a path does. */
const ofOneRecord = /\/proofs\/|\/deposits\/payer$/
const lists = operations.filter(
  ({ route }) => route.startsWith('GET ') && queries.get(route) && !ofOneRecord.test(route),
)
type Try = { readonly name: string; readonly text: string; readonly expected: string }

/** Each parameter gets one value of each kind: refused, accepted, and unstorable. */
const triesOf = (t: TestContext, parameters: readonly [string, Schema][]): Try[] => {
  const all = parameters.flatMap(([name, schema]) =>
    wrongFor(name, schema).map(([text, expected]) => ({ name, text, expected })),
  )
  const isUnstorable = (text: string): boolean => unstorable.some(([each]) => each === text)
  return oneOfEach(t, all, ({ name, text, expected }) => [`${name} ${expected} ${isUnstorable(text)}`])
}

/** Returns the parameters whose value was answered otherwise, or not named. */
async function wronglyAnswered(operation: Operation, path: string, tries: readonly Try[]): Promise<string[]> {
  const answers = await inParallel(tries, 16, ({ name, text }) => visit(operation, `${path}${queryWith(name, text)}`))
  return tries.flatMap(({ name, text, expected }, index) => {
    const { status, body } = answers[index] as Answer
    const got = statusOrProblem(answers[index] as Answer)
    const isNamed = status === 200 || body.errors?.some((error: { parameter: string }) => error.parameter === name)
    return got === expected && isNamed ? [] : [`${name}=${text.slice(0, 40)}: ${got}`]
  })
}

const longQueries = ['a=1&'.repeat(3500), 'page[$gt]=1&'.repeat(1000)]
const oddQueries = ['=', '?', '__proto__=1&constructor=2&toString=3', 'page[$gt]=1', '%', '%00=1', 'stauts=Pending']

for (const operation of shareOf(lists, 0.25, 'queries')) {
  const parameters: [string, Schema][] = Object.entries(queries.get(operation.route) ?? {})
  describe(`the query of ${operation.route}`, () => {
    let path = ''
    before(async () => {
      path = addressOf(operation, (await operation.ready(callers)).id).path
    })

    test('refuses invalid values of every parameter and names the parameter', async (t: TestContext) => {
      const again = againQuery(operation)
      const free = parameters.filter(([name]) => !again.includes(`${name}=`))
      assert.deepEqual(await wronglyAnswered(operation, `${path}?${again}`, triesOf(t, free)), [])
    })

    test('refuses a repeated parameter in any letter case, unless it is a list', async () => {
      const single = parameters.filter(([, schema]) => !(schema.anyOf || schema.type === 'array'))
      const tries = single.map(([name]) => ({ name, text: `1&${name.toUpperCase()}=2`, expected: refused }))
      assert.deepEqual(await wronglyAnswered(operation, `${path}?`, tries), [])
    })

    test('refuses unknown and empty parameters by name, however long the query; ignores unknown ones on request', async (t: TestContext) => {
      const start = `${path}?${againQuery(operation)}`
      for (const query of [...someOf(t, longQueries, 1), ...someOf(t, oddQueries, 2)]) {
        const unknown = await visit(operation, `${start}${query}`)
        assert.deepEqual([unknown.status, unknown.body.errors[0].code], [400, 'unknown_parameter'], query)
        const lenient = await visit(operation, `${start}${query}`, {}, { prefer: 'handling=lenient' })
        assert.equal(statusOrProblem(lenient), '200')
      }
      assert.equal(statusOrProblem(await visit(operation, `${start}${'&'.repeat(14_000)}`)), '200')
      const free = parameters.filter(([name]) => !start.includes(`${name}=`))
      const empty = free.map(([name]) => ({ name, text: '', expected: refused }))
      assert.deepEqual(await wronglyAnswered(operation, start, someOf(t, empty, 2)), [])
    })
  })
}

test('an invalid language is refused where names are localized', async () => {
  const wrong = ['en_US', 'x', '12', 'e', '%00', 'a'.repeat(36), '-', 'en-']
  for (const operation of operations.filter(
    ({ route }) => 'locale' in (queries.get(route) ?? {}) && route.includes('/advertiser/'),
  ))
    for (const locale of wrong)
      assert.equal(statusOrProblem(await visit(operation, `${addressOf(operation).path}?locale=${locale}`)), refused)
})
