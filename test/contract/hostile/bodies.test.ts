import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { inParallel } from '../../properties/concurrently.ts'
import { createCallers } from '../../support/callers.ts'
import type { Answer, Client } from '../../support/client.ts'
import { expectOk } from '../../support/fixtures.ts'
import { jsonOf, names, withValue, written } from '../../support/inputs/hostile.ts'
import { twice, type Unreadable, unreadable } from '../../support/inputs/hostile-texts.ts'
import { openMarket } from '../../support/market.ts'
import { mountedRoutes, type Schema } from '../../support/mounted-routes.ts'
import { ownProcessorStopwatch } from '../../support/processor-time.ts'
import { oneOfEach, shareOf, someOf } from '../../support/sampling.ts'
import { changesNothing, tablesWith } from '../../support/scenarios/digest.ts'
import { clientFor, type Operation, rightful } from '../operations/operation.ts'
import type { Ready } from '../operations/ready.ts'
import { addressOf, sendRequest, statusOrProblem } from '../operations/requests.ts'
import { operations } from '../operations/routes.ts'

const market = await openMarket({ isSandbox: true, activeReservationsMax: 1000 })
const callers = await createCallers(market)
const mounted = new Map((await mountedRoutes(market.ctx)).map((route) => [route.route, route]))
const bodyOf = ({ route }: Operation): Schema => mounted.get(route)?.body
const withBody = operations.filter(bodyOf)
/** Of processor time, for one request. */
const secondsMax = 2

const clientOf = (operation: Operation): Client => clientFor(operation, rightful(operation, callers))

const sendTo = (operation: Operation, { id }: Ready, body: string | Buffer, type = 'application/json') => {
  const { method, path } = addressOf(operation, id)
  return clientOf(operation).send(method, path, body, type === '' ? {} : { 'content-type': type })
}

type BodyOutcome = { readonly what: string; readonly answer: Answer; readonly milliseconds: number }

async function sendAll(operation: Operation, ready: Ready, bodies: readonly Unreadable[]): Promise<BodyOutcome[]> {
  const outcomes: BodyOutcome[] = []
  for (const { what, body } of bodies) {
    const elapsed = ownProcessorStopwatch()
    outcomes.push({ what, answer: await sendTo(operation, ready, body), milliseconds: elapsed() })
  }
  return outcomes
}

const megabytes = (): number => process.memoryUsage().rss / 2 ** 20

/** Rejects anything that is not a single JSON text, early and without buffering it. */
async function rejectsUnreadable(t: TestContext, operation: Operation, ready: Ready): Promise<void> {
  const before = megabytes()
  const kinds = Map.groupBy(unreadable(ready.body ?? {}), ({ kind }) => kind)
  const outcomes = await sendAll(
    operation,
    ready,
    [...kinds].flatMap(([kind, bodies]) => someOf(t, bodies, kind === 'size' ? 1 : 2)),
  )
  for (const { what, answer, milliseconds } of outcomes) {
    const told = statusOrProblem(answer)
    assert.match(told, /^(?:400 (?:malformed_json|validation_error)|413 body_too_large)$/, what)
    assert.ok(milliseconds <= secondsMax * 1000, `${what}: ${milliseconds} ms`)
    assert.ok(answer.raw.length < 20_000, `${what} is told in ${answer.raw.length} bytes`)
  }
  assert.ok(megabytes() - before < 300, `memory grew by ${Math.round(megabytes() - before)} MB`)
}

const noObjects = ['[]', '[{}]', '3', '-0', '1e400', '"a"', '""', 'true']

async function rejectsOtherThanObjects(t: TestContext, operation: Operation, ready: Ready): Promise<void> {
  const mayBeLeftOut = [bodyOf(operation).type].flat().includes('null')
  for (const body of someOf(t, [...noObjects, ...(mayBeLeftOut ? [] : ['null', ''])], 3)) {
    const answer = await sendTo(operation, ready, body)
    assert.equal(statusOrProblem(answer), '400 validation_error', body)
    assert.ok(names(answer.body, 'body'), answer.raw)
  }
}

/** Rejects a member that occurs twice, even with the same value, and names it. */
async function rejectsDuplicates(t: TestContext, operation: Operation, ready: Ready): Promise<void> {
  const cases = oneOfEach(t, twice(ready.body ?? {}), ([name]) => [name])
  const answers = await inParallel(cases, 8, ([, body]) => sendTo(operation, ready, body))
  for (const [index, [name, body]] of cases.entries()) {
    const answer = answers[index] as Answer
    assert.equal(statusOrProblem(answer), '400 malformed_json', body)
    assert.ok(names(answer.body, name), answer.raw)
  }
}

const mergePatch = 'application/merge-patch+json'
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  '*/*',
  // Malformed, and missing.
  'json',
  'text csv',
  ';',
  '',
]

const fileTypes = ['text/csv', 'application/x-ndjson']
const takesFile = ({ route }: Operation): boolean => route.endsWith('/imports')
function typesOf(operation: Operation): string[] {
  if (takesFile(operation)) return fileTypes
  return operation.route.startsWith('PATCH ') ? ['application/json', mergePatch] : ['application/json']
}

async function rejectsOtherTypes(t: TestContext, operation: Operation, ready: Ready): Promise<void> {
  const patches = operation.route.startsWith('PATCH ') ? [] : [mergePatch]
  for (const type of someOf(t, [...otherTypes, ...patches], 3)) {
    const answer = await sendTo(operation, ready, Buffer.from(JSON.stringify(ready.body)), type)
    assert.equal(statusOrProblem(answer), '415 unsupported_media_type', type)
    assert.deepEqual(answer.body.supported, typesOf(operation), type)
  }
}

for (const operation of shareOf(withBody, 0.2, 'bodies')) {
  describe(operation.route, () => {
    test('rejects malformed and duplicate JSON, other values than objects and other content types', async (t: TestContext) => {
      const ready = await operation.ready(callers)
      await changesNothing(market.ctx.db, async () => {
        await rejectsUnreadable(t, operation, ready)
        await rejectsOtherThanObjects(t, operation, ready)
        await rejectsDuplicates(t, operation, ready)
        await rejectsOtherTypes(t, operation, ready)
      })
    })

    if (operation.route.startsWith('PATCH '))
      test('accepts the media type of merge patches', async () => {
        const ready = await operation.ready(callers)
        const type = 'application/merge-patch+json; charset=utf-8'
        assert.equal(statusOrProblem(await sendTo(operation, ready, JSON.stringify(ready.body), type)), '200')
      })

    test('refuses unknown members and members that only responses have; ignores them on request', async () => {
      const { id, body } = await operation.ready(callers)
      const more = smuggled(operation)
      const sent = { ...(id ? { id } : {}), body: { ...more, ...body } }
      await changesNothing(market.ctx.db, async () => {
        const refused = await sendRequest(clientOf(operation), operation, sent)
        assert.equal(statusOrProblem(refused), '400 validation_error')
        const errors: { field: string; code: string }[] = refused.body.errors
        const told = errors.flatMap(({ field, code }) => (code === 'unknown_member' ? [field] : []))
        assert.deepEqual(told, Object.keys(more).slice(0, told.length))
        assert.equal(told.length + (refused.body.omittedErrors ?? 0), Object.keys(more).length)
      })
      const lenient = await sendRequest(clientOf(operation), operation, sent, { prefer: 'handling=lenient' })
      assert.deepEqual(leaves(expectOk(lenient)).filter(isMarked), [])
      assert.equal(lenient.headers.get('preference-applied'), 'handling=lenient')
      assert.deepEqual(await tablesWith(market.ctx.db, marks.map(String)), [], 'what was smuggled in was stored')
    })
  })
}

const marks = ['smuggled-in', 4_815_162_342, '2042-04-02T04:02:04.000Z']
const isMarked = (value: unknown): boolean => marks.some((mark) => mark === value)
const leaves = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]

/** Every member of the response, with recognizable values, plus some members that other systems use. */
function smuggled(operation: Operation): Record<string, unknown> {
  const answer: Schema = mounted.get(operation.route)?.answer
  const known = [
    'isAdmin',
    'role',
    'roles',
    'advertiser',
    'executor',
    'account',
    'units',
    '$where',
    'constructor',
    'prototype',
    'toString',
  ]
  const asked = Object.keys(bodyOf(operation).properties ?? {})
  const others = Object.fromEntries(known.map((name) => [name, 'smuggled-in']))
  const own = Object.entries<Schema>(answer?.properties ?? {}).map(([name, schema]) => {
    const types = [schema.type].flat()
    if (types.includes('integer') || types.includes('number')) return [name, 4_815_162_342]
    return [name, schema.format === 'date-time' ? '2042-04-02T04:02:04.000Z' : 'smuggled-in']
  })
  return Object.fromEntries([...Object.entries(others), ...own].filter(([name]) => !asked.includes(String(name))))
}

describe('operations without a body', () => {
  const without = operations.filter(
    ({ route }) => !route.startsWith('GET ') && !withBody.some((each) => each.route === route),
  )
  for (const operation of shareOf(without, 0.2, 'without'))
    test(`${operation.route} refuses an unreadable body without effect`, async (t: TestContext) => {
      const ready = await operation.ready(callers)
      const isUpload = ready.form !== undefined
      const isFile = takesFile(operation)
      await changesNothing(market.ctx.db, async () => {
        for (const body of someOf(t, ['{', '[1,]', '\ufeff{}', '"\\u0000"', `"${'x'.repeat(2_000_000)}"`], 2))
          assert.match(
            statusOrProblem(await sendTo(operation, ready, body)),
            isUpload ? /^400 / : isFile ? /^415 / : /^(?:400 (?:malformed_json|validation_error)|413 body_too_large)$/,
          )
        const unknown = await sendTo(operation, ready, '{"bonus":1}')
        if (!isUpload && !isFile)
          assert.deepEqual([unknown.status, unknown.body.errors[0].code], [400, 'unknown_member'])
        for (const type of someOf(t, otherTypes, 3).filter((other) => !isUpload || !other.startsWith('multipart/'))) {
          const answer = await sendTo(operation, ready, Buffer.from('a=1'), type)
          assert.match(statusOrProblem(answer), isUpload ? /^400 / : /^415 unsupported_media_type$/, type)
          if (isUpload) assert.match(answer.body.detail, /multipart\/form-data/, type)
          else assert.deepEqual(answer.body.supported, typesOf(operation), type)
        }
      })
    })
})

describe('text is stored unchanged', () => {
  const draft = operations.find(({ route }) => route.endsWith('/offers/draft')) as Operation
  const texts: Record<string, string> = {
    'five hundred emoji': '😀'.repeat(500),
    'five hundred letters': 'x'.repeat(500),
    'text from right to left': 'abc \u200f שלום',
    'letters that look like others': 'раураl',
    'a letter with a mark': 'é e\u0332',
    'a joined family': '👩‍👩‍👧‍👦',
    'no character at all': 'a\uffff\ufdd0b',
    'a statement': "'; drop table offers; -- \\' \" $1 %s",
    'a page': '<script>alert(1)</script>&amp;',
    'a template': '#{process.exit()} {{7*7}} <%= 7 %>',
  }
  for (const [what, title] of Object.entries(texts))
    test(what, async () => {
      const { body } = await draft.ready(callers)
      const client = clientOf(draft)
      const made = expectOk(await sendRequest(client, draft, { body: { ...body, title } }))
      assert.equal(made.title, title)
      assert.equal(expectOk(await client.get(`/api/advertiser/offers/${made.id}`)).title, title)
    })

  test('surrounding spaces are trimmed, and letters joined with their marks', async () => {
    const { body } = await draft.ready(callers)
    const { title } = expectOk(
      await sendRequest(clientOf(draft), draft, { body: { ...body, title: ' \n a  e\u0301 \t' } }),
    )
    assert.equal(title, 'a  é')
  })

  for (const title of [
    '\u200b\u200b\u200b',
    '\u2060',
    '\u00ad\u00ad',
    '\u3164',
    '\u2800',
    '\u202e',
    '\ufe0f',
    'a\u0001b',
  ])
    test(`a title of ${JSON.stringify(title)} is refused`, async () => {
      const { body } = await draft.ready(callers)
      const { status, body: problem } = await sendRequest(clientOf(draft), draft, { body: { ...body, title } })
      assert.deepEqual([status, problem.errors?.[0]?.field], [400, 'title'])
    })

  test('minus zero is zero, and 3.0 is 3', async () => {
    const { body } = await draft.ready(callers)
    const json = jsonOf(
      withValue({ ...body, totalLimit: written('3.0') }, ['details', 'estimatedMinutes'], written('5e0')),
    )
    const made = expectOk(await sendTo(draft, {}, json))
    assert.deepEqual([made.totalLimit, made.details.estimatedMinutes], [3, 5])
    assert.equal(
      statusOrProblem(await sendTo(draft, {}, jsonOf({ ...body, totalLimit: written('-0') }))),
      '400 validation_error',
    )
  })
})
