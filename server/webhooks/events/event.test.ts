import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { bodyError } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'
import {
  allKinds,
  eventFromPath,
  eventKinds,
  feedLimitOf,
  mustBeKinds,
  numbered,
  publicEventId,
  rowOf,
  type UndispatchedEvent,
} from './event.ts'
import { envelopeOf, idsOnly, payloadBytesMax, payloadOf } from './payload.ts'

describe('the public id of an event', () => {
  test('is parsed back', () => {
    for (const id of [1, 90_211, 999_999_999_999_999]) assert.equal(eventFromPath(publicEventId(id)), id)
  })

  test('matches no event in any other spelling', () => {
    const wrong = [
      '1',
      'evt_',
      'evt_0',
      'evt_01',
      'evt_1.0',
      'evt_-1',
      'EVT_1',
      'evt_1 ',
      'evt_9007199254740993',
      'msg_1',
    ]
    assert.deepEqual(
      wrong.map(eventFromPath),
      wrong.map(() => 0),
    )
  })
})

const server = join(import.meta.dirname, '../..')
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: server })
    .map((file) => readFileSync(join(server, file), 'utf8'))
    .join()

describe('kinds of events', () => {
  const at = (index: number, code: string, detail: Sentence) => bodyError(`events.${index}`, code, detail)

  test('are recorded by a noun, and have a test', () => {
    const statements = textOf(
      '{ledger,payments,offers,items,reservations,executions,disputes,messages}/**/{sql*,lifecycle}.ts',
    )
    const tests = textOf('{executions,disputes,reviews,messages,webhooks}/**/!(event).test.ts')
    for (const kind of allKinds) {
      assert.ok(statements.includes(`'${kind}'`), `no statement records ${kind}`)
      assert.ok(tests.includes(kind), `no test of ${kind}`)
    }
  })

  test('are the six of the specification', () => {
    const specified = 'task.created task.completed report.submitted report.accepted report.rejected balance.low'
    assert.equal(eventKinds.join(' '), specified)
    assert.deepEqual(mustBeKinds(eventKinds, at), eventKinds)
  })

  test('that are unknown are rejected with their location and the list of known ones', () => {
    const wrong = ['task.created', 'task.deleted', 'webhook.test', 'TASK.CREATED']
    assert.throws(
      () => mustBeKinds(wrong, at),
      ({ errors }) => {
        const shown = errors.map(({ field }: { field: string }) => field)
        assert.deepEqual(shown, ['events.1', 'events.2', 'events.3'])
        return eventKinds.every((kind) => errors[0].detail.en.includes(kind))
      },
    )
  })
})

test('each event gets the next number of its account', () => {
  const events = [1, 2, 1, 1, 2].map((account, index) => ({ account, place: index }))
  const last = new Map([
    [1, 13],
    [2, 2],
  ])
  const shown = numbered(events, last).map(({ place: index, account, sequence }) => [index, account, sequence])
  assert.deepEqual(shown, [
    [0, 1, 11],
    [1, 2, 1],
    [2, 1, 12],
    [3, 1, 13],
    [4, 2, 2],
  ])
})

test('a JSON row gets our names and types, and nested values are unchanged', () => {
  const row = { id: 7, reward_units: 5000, created_at: '2026-01-31T12:00:00.5+00:00', paused_by: null, ended_at: null }
  assert.deepEqual(rowOf({ ...row, details: { paid_at: 'noon', cost_units: 3 } }), {
    id: 7,
    rewardUnits: 5000n,
    createdAt: new Date('2026-01-31T12:00:00.500Z'),
    pausedBy: null,
    endedAt: null,
    details: { paid_at: 'noon', cost_units: 3 },
  })
  assert.deepEqual(rowOf(null), {})
})

test('the requested number of events is clamped', () => {
  const shown = [undefined, -5, 0, 1, 100, 101].map((asked) => feedLimitOf(asked))
  assert.deepEqual(shown, [20, 1, 1, 1, 100, 100])
})

const happened = {
  event: 1001,
  kind: 'report.accepted',
  account: 17,
  offer: 42,
  execution: 501,
  data: {},
  happenedAt: new Date('2026-01-01T00:00:00.000Z'),
  sequence: 90_211,
} as unknown as UndispatchedEvent & { sequence: number }
const bodyOf = (data: Record<string, unknown>) => {
  const text = payloadOf(envelopeOf(happened, true, data))
  return { bytes: Buffer.byteLength(text), ...JSON.parse(text) }
}

const around = (payload: object) => Buffer.byteLength(JSON.stringify(envelopeOf(happened, true, payload as never)))

describe('a body', () => {
  test('has the eight members of the envelope, in order', () => {
    assert.equal(
      payloadOf(envelopeOf(happened, true, { report: { id: 501 } })),
      '{"id":"evt_1001","type":"report.accepted","timestamp":"2026-01-01T00:00:00.000Z","apiVersion":"v1",' +
        '"livemode":true,"accountId":17,"sequence":90211,"data":{"report":{"id":501}}}',
    )
  })

  test('is complete up to the maximum size, and marked as truncated above it', () => {
    const room = payloadBytesMax - around({ report: { id: 1, details: { text: '' } } })
    const whole = bodyOf({ report: { id: 1, details: { text: 'x'.repeat(room) } } })
    assert.deepEqual([whole.bytes, whole.truncated], [payloadBytesMax, undefined])
    const more = bodyOf({ report: { id: 1, details: { text: 'x'.repeat(room + 1) } } })
    assert.deepEqual([more.truncated, more.data], [true, { report: { id: 1 } }])
  })

  test('counts bytes, not characters', () => {
    const { truncated, bytes } = bodyOf({ report: { id: 1, details: { text: 'ж'.repeat(payloadBytesMax / 2) } } })
    assert.equal(truncated, true)
    assert.ok(bytes < payloadBytesMax)
  })

  test('that is too long omits details, description and translations first', () => {
    const task = {
      id: 42,
      title: 'A survey',
      description: 'x'.repeat(9_000),
      details: { a: 1 },
      translations: {},
      counts: {},
    }
    const report = { id: 501, details: { b: 'y'.repeat(12_000) }, proofUrls: ['https://a.example/1'] }
    assert.deepEqual(bodyOf({ report, task, resubmission: false }).data, {
      report: { id: 501, proofUrls: ['https://a.example/1'] },
      task: { id: 42, title: 'A survey', counts: {} },
      resubmission: false,
    })
  })

  test('that is still too long omits its largest members one by one, as few as necessary', () => {
    const task = { id: 42, criteria: 'x'.repeat(9_000), instructions: 'y'.repeat(8_000), notes: 'z'.repeat(7_000) }
    const { data, truncated } = bodyOf({ task })
    assert.deepEqual([Object.keys(data.task), truncated], [['id', 'instructions', 'notes'], true])
  })

  test('keeps the ids of its records', () => {
    const { data } = bodyOf({ task: { id: 42, ['n'.repeat(30_000)]: 1 }, reason: 'z'.repeat(30_000) })
    assert.deepEqual(data, { task: { id: 42 } })
  })

  test('that cannot be serialized has only ids, and is marked as truncated', () => {
    assert.deepEqual(JSON.parse(payloadOf(idsOnly(happened, false))), {
      id: 'evt_1001',
      type: 'report.accepted',
      timestamp: '2026-01-01T00:00:00.000Z',
      apiVersion: 'v1',
      livemode: false,
      accountId: 17,
      sequence: 90_211,
      data: { report: { id: 501, taskId: 42 }, task: { id: 42 } },
      truncated: true,
    })
  })

  test('never exceeds the maximum size, whatever its texts contain', (t) => {
    const words = fc.string({ unit: fc.constantFrom('a', 'é', '中', '😀', '"', '\\', '\u0001'), maxLength: 9_000 })
    const record = fc.dictionary(fc.constantFrom('details', 'title', 'reason', 'proofs', 'notes'), words)
    const seed = Number(process.env.SEED ?? 20_260_101)
    t.diagnostic(`seed ${seed}`)
    fc.assert(
      fc.property(record, record, words, (task, report, reason) => {
        const { bytes, data, truncated } = bodyOf({ task: { ...task, id: 1 }, report: { ...report, id: 2 }, reason })
        assert.ok(bytes <= payloadBytesMax)
        assert.deepEqual([data.task.id, data.report.id], [1, 2])
        if (!truncated) assert.deepEqual(data, { task: { ...task, id: 1 }, report: { ...report, id: 2 }, reason })
      }),
      { seed, numRuns: 200 },
    )
  })
})
