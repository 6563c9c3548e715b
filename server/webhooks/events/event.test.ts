import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyError } from '../../values/problems/problem.ts'
import { eventFromPath, eventKinds, feedLimitOf, mustBeKinds, numbered, publicEventId, rowOf } from './event.ts'

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

describe('kinds of events', () => {
  const at = (index: number, code: string, detail: string) => bodyError(`events.${index}`, code, detail)

  test('are the six of the specification', () => {
    assert.deepEqual([...eventKinds].sort(), [
      'balance.low',
      'report.accepted',
      'report.rejected',
      'report.submitted',
      'task.completed',
      'task.created',
    ])
    assert.deepEqual(mustBeKinds(eventKinds, at), eventKinds)
  })

  test('that are unknown are rejected with their location and the list of known ones', () => {
    const wrong = ['task.created', 'task.deleted', 'webhook.test', 'TASK.CREATED']
    assert.throws(
      () => mustBeKinds(wrong, at),
      ({ errors }) => {
        assert.deepEqual(
          errors.map(({ field }: { field: string }) => field),
          ['events.1', 'events.2', 'events.3'],
        )
        return eventKinds.every((kind) => errors[0].detail.includes(kind))
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
  assert.deepEqual(
    numbered(events, last).map(({ place: index, account, sequence }) => [index, account, sequence]),
    [
      [0, 1, 11],
      [1, 2, 1],
      [2, 1, 12],
      [3, 1, 13],
      [4, 2, 2],
    ],
  )
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
  assert.deepEqual(
    [undefined, -5, 0, 1, 100, 101].map((asked) => feedLimitOf(asked)),
    [20, 1, 1, 1, 100, 100],
  )
})
