import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Id } from '../values/id.ts'
import { Problem } from '../values/problems/problem.ts'
import { admit, admitted, type Caller, mustBeExecutor, presentedHash, requirementOf } from './caller.ts'
import { hashOf, makeSecret } from './credential.ts'

const requirement = { credential: 'AccessToken', role: 'Executor', scope: 'tasks:read' }
const by = { bearer: 'x', requirement, address: '198.51.100.7' }
const caller: Caller = {
  callerAccount: 7 as Id<'account'>,
  callerRevoked: false,
  callerExpired: false,
  callerSuspended: false,
  callerHasRole: true,
  callerHasScope: true,
  callerHasProfile: true,
  callerLacksFactor: false,
  callerNetworks: null,
  now: new Date(0),
}

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'admitted'
  } catch (error) {
    assert.ok(error instanceof Problem, `${error}`)
    return error.type.code
  }
}

describe('a caller', () => {
  test('is admitted if it meets all requirements', () => assert.equal(admit(by, caller).callerAccount, 7))

  /** In order of precedence: each case also lacks everything that later cases lack. */
  const lacking: readonly (readonly [Partial<Caller>, string])[] = [
    [{ callerAccount: null }, 'token_invalid'],
    [{ callerRevoked: true }, 'token_revoked'],
    [{ callerExpired: true }, 'token_expired'],
    [{ callerNetworks: ['203.0.113.0/24'] }, 'address_not_allowed'],
    [{ callerSuspended: true }, 'account_suspended'],
    [{ callerHasRole: false }, 'role_required'],
    [{ callerHasScope: false }, 'insufficient_scope'],
  ]
  for (const [index, [, code]] of lacking.entries())
    test(`gets ${code} before any less important error`, () => {
      const row = Object.assign({}, caller, ...lacking.slice(index).map(([members]) => members)) as Caller
      assert.equal(
        codeOf(() => admit(by, row)),
        code,
      )
    })

  test('with an unknown credential is rejected as invalid', () => {
    assert.equal(
      codeOf(() => admit(by, undefined)),
      'token_invalid',
    )
  })
  test('without an executor profile does not count as an executor', () => {
    assert.doesNotThrow(() => mustBeExecutor(caller))
    assert.equal(
      codeOf(() => mustBeExecutor({ ...caller, callerHasProfile: false })),
      'executor_not_found',
    )
  })
})

describe('rows for a caller', () => {
  test('are returned for an admitted caller', () => {
    const rows = [
      { ...caller, found: true as const, id: 1 },
      { ...caller, found: true as const, id: 2 },
    ]
    assert.deepEqual(
      admitted(by, rows).rows.map(({ id }) => id),
      [1, 2],
    )
  })
  test('may be empty for an admitted caller', () => {
    const { caller: who, rows } = admitted(by, [{ ...caller, found: null, id: null }])
    assert.deepEqual([who.callerAccount, rows], [7, []])
  })
  test('are withheld from unknown callers', () => {
    assert.equal(
      codeOf(() => admitted(by, [])),
      'token_invalid',
    )
  })
})

describe('a presented credential', () => {
  const [token, key] = [makeSecret('AccessToken'), makeSecret('ApiKey')]
  const present = (bearer: string | undefined, credential: string) => () =>
    presentedHash({ bearer, requirement: { credential, role: 'Any' }, address: undefined })

  test('is looked up by its hash', () => assert.deepEqual(present(token, 'AccessToken')(), hashOf(token)))
  test('may be of either kind if the operation accepts both', () => {
    assert.deepEqual([present(token, 'Any')(), present(key, 'Any')()], [hashOf(token), hashOf(key)])
  })
  test('of the other group is rejected', () => {
    assert.equal(codeOf(present(key, 'AccessToken')), 'token_invalid')
    assert.equal(codeOf(present(token, 'ApiKey')), 'token_invalid')
  })
  test('is rejected if it is malformed or missing', () => {
    assert.equal(codeOf(present('garbage', 'Any')), 'token_invalid')
    assert.equal(codeOf(present(undefined, 'Any')), 'token_missing')
  })
  test('on the command line throws an internal error', () => {
    assert.throws(() => presentedHash('Local'), /presents no credential/)
    assert.equal(requirementOf('Local'), undefined)
  })
})
