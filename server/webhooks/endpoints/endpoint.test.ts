import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idOf } from '../../values/id.ts'
import { rangeOf } from '../deliveries/replay.ts'
import { changed, checkEndpointInput, type Endpoint, endpointActions, mustBeEnabled } from './endpoint.ts'

const noon = new Date('2026-11-21T12:00:00.000Z')
const morning = new Date('2026-11-21T06:00:00.000Z')
const endpoint = (members: Partial<Endpoint> = {}): Endpoint => ({
  id: idOf(1),
  account: idOf(7),
  url: 'https://example.com/hooks',
  kinds: ['task.created'],
  description: null,
  apiVersion: 'v1',
  status: 'Enabled',
  disabledBy: null,
  disabledAt: null,
  disabledReason: null,
  verifiedAt: morning,
  previousSecretUntil: null,
  failingSince: morning,
  notBefore: noon,
  lastDeliveredAt: null,
  createdAt: morning,
  updatedAt: morning,
  pending: 0,
  failed: 0,
  ...members,
})

describe('a change of an endpoint', () => {
  const { id: _, account: __, ...before } = endpoint()
  test('keeps absent members', () => {
    const { isFresh, ...after } = changed(endpoint(), {}, noon)
    assert.equal(isFresh, false)
    for (const [name, value] of Object.entries(after))
      assert.deepEqual(value, before[name as keyof typeof before], name)
  })
  test('lists each kind once', () => {
    const events = ['report.accepted', 'balance.low', 'report.accepted']
    assert.deepEqual(changed(endpoint(), { events }, noon).kinds, ['report.accepted', 'balance.low'])
  })
  test('of the URL resets its failures', () => {
    const after = changed(endpoint(), { url: 'https://example.com/other' }, noon)
    assert.deepEqual([after.failingSince, after.notBefore, after.isFresh], [null, null, true])
  })
  test('may disable it, once', () => {
    const off = changed(endpoint(), { enabled: false }, noon)
    assert.deepEqual([off.status, off.disabledBy, off.disabledAt], ['Disabled', 'User', noon])
    const gone = endpoint({ status: 'Disabled', disabledBy: 'Gone', disabledAt: morning })
    const still = changed(gone, { enabled: false, description: 'x' }, noon)
    assert.deepEqual([still.disabledBy, still.disabledAt, still.description], ['Gone', morning, 'x'])
  })
  test('may enable it, which starts a new generation', () => {
    const gone = endpoint({ status: 'Disabled', disabledBy: 'Gone', disabledAt: morning })
    const on = changed(gone, { enabled: true }, noon)
    assert.deepEqual(
      [on.status, on.disabledBy, on.disabledAt, on.failingSince, on.isFresh],
      ['Enabled', null, null, null, true],
    )
  })
})

test('invalid input is rejected with every wrong member and the known kinds', () => {
  const wrong = { url: 'x', events: ['task.created', 'task.deleted'], description: 'x'.repeat(501) }
  assert.throws(
    () => checkEndpointInput(wrong, 'must begin with https://.'),
    ({ type, errors, detail }) =>
      type.code === 'validation_error' && errors.length === 2 && /task\.completed.*not task\.deleted/.test(detail),
  )
  assert.throws(() => checkEndpointInput({ events: [] }, undefined), /events/)
  assert.throws(
    () => checkEndpointInput({ url: 'ftp://x' }, 'must begin with https://.'),
    ({ type, detail }) => type.code === 'invalid_webhook_url' && detail === 'url: must begin with https://.',
  )
  checkEndpointInput({ description: '😀'.repeat(500) }, undefined)
})

test('the allowed actions depend on the status', () => {
  const actions = (members: Partial<Endpoint>) => endpointActions(endpoint(members))
  assert.deepEqual(actions({}), ['Update', 'RotateSecret', 'Test', 'Replay', 'Disable', 'Delete'])
  assert.deepEqual(actions({ previousSecretUntil: noon }), ['Update', 'Test', 'Replay', 'Disable', 'Delete'])
  assert.deepEqual(actions({ status: 'Disabled' }), ['Update', 'RotateSecret', 'Enable', 'Delete'])
  assert.deepEqual(actions({ status: 'Deleted' }), [])
  mustBeEnabled(endpoint())
  assert.throws(() => mustBeEnabled(endpoint({ status: 'Disabled', disabledBy: 'User' })), /Enable it first/)
})

describe('the range of a replay', () => {
  test('requires a bound', () => {
    for (const asked of [{}, { types: ['task.created' as const] }, { onlyFailed: false }])
      assert.throws(() => rangeOf(asked), /fromSequence: is required/)
    for (const asked of [{ onlyFailed: true }, { toSequence: 5 }, { since: '2026-01-01' }]) assert.ok(rangeOf(asked))
  })
  test('accepts days and times, and names invalid values', () => {
    const { since, until } = rangeOf({ since: '2026-01-01', until: '2026-01-31' })
    assert.deepEqual([since, until], ['2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z'])
    assert.throws(
      () => rangeOf({ until: 'yesterday' }),
      ({ errors }) => errors[0].pointer === '#/until',
    )
  })
})
