import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bodyError } from '../values/problems/problem.ts'
import { eventFromPath, eventKinds, feedLimitOf, mustBeKinds, numbered, rowOf, shownEvent } from './event.ts'

describe('the name of an event outside', () => {
  test('leads back to it', () => {
    for (const id of [1, 90_211, 999_999_999_999_999]) assert.equal(eventFromPath(shownEvent(id)), id)
  })

  test('is that of nothing where it is spelt in any other way', () => {
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

  test('that nobody knows are refused, each where it stands, with the list of those that there are', () => {
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

test('each event gets the next number of its own account', () => {
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

test('a row that was kept as JSON comes back with our names and types, and what is inside its members stays as it is', () => {
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

test('how many events are asked for is brought into range', () => {
  assert.deepEqual(
    [undefined, -5, 0, 1, 100, 101].map((asked) => feedLimitOf(asked)),
    [20, 1, 1, 1, 100, 100],
  )
})
