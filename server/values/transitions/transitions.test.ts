import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conflict } from '../problems/problem.ts'
import { allowedActions, assertCanTransition, canTransition, type Transitions } from './transitions.ts'

const moves = {
  start: { from: ['New', 'Stopped'], to: 'Running', by: ['owner', 'operator'], shown: 'Start' },
  stop: { from: ['Running'], to: 'Stopped', by: ['owner'], shown: 'Stop' },
  end: { from: ['Running'], to: 'Done', by: ['system', 'owner'] },
} as const satisfies Transitions
const WrongState = conflict<Record<string, unknown>>(
  'wrong_state',
  'Wrong state',
  ({ currentStatus }) => `It is ${currentStatus}.`,
)

test('a record lists the transitions from its status that the actor may make', () => {
  assert.deepEqual(allowedActions(moves, 'New', 'owner'), ['Start'])
  assert.deepEqual(allowedActions(moves, 'Running', 'owner'), ['Stop'])
  assert.deepEqual(allowedActions(moves, 'Running', 'operator'), [])
  assert.deepEqual(allowedActions(moves, 'Done', 'owner'), [])
  assert.deepEqual(allowedActions(moves, 'toString', 'owner'), [])
})

test('a transition is allowed only from the statuses it names', () => {
  const found = ['New', 'Stopped', 'Running', 'Done', 'new', ''].filter((status) => canTransition(moves.start, status))
  assert.deepEqual(found, ['New', 'Stopped'])
})

test('a transition from another status is refused with the status and extras', () => {
  assert.doesNotThrow(() => assertCanTransition(moves.stop, 'Running', WrongState, {}))
  assert.throws(() => assertCanTransition(moves.stop, 'Done', WrongState, { id: 7 }), {
    detail: 'It is Done.',
    extras: { currentStatus: 'Done', id: 7 },
  })
})
