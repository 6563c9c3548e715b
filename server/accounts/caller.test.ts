import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openMarket } from '../../test/support/market.ts'
import { stopwatch } from '../platform/clock.ts'
import type { Ctx, Requirement } from '../platform/database/ctx.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { Problem } from '../values/problems/problem.ts'
import { createAccount, createKey, issueToken, removeProfile, revokeCredential } from './actions.ts'
import { mayCall } from './actions-callers.ts'
import { admit, admitted, type Caller, mustBeExecutor, presentedHash, requirementOf } from './caller.ts'
import { hashOf, makeSecret } from './credential.ts'
import { suspendAccount } from './sanctions/actions.ts'
import { readCaller } from './sql.ts'

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
      const shown = codeOf(() => admit(by, row))
      assert.equal(shown, code)
    })

  test('with an unknown credential is rejected as invalid', () => {
    const shown = codeOf(() => admit(by, undefined))
    assert.equal(shown, 'token_invalid')
  })
  test('without an executor profile does not count as an executor', () => {
    assert.doesNotThrow(() => mustBeExecutor(caller))
    const shown = codeOf(() => mustBeExecutor({ ...caller, callerHasProfile: false }))
    assert.equal(shown, 'executor_not_found')
  })
})

describe('rows for a caller', () => {
  test('are returned for an admitted caller', () => {
    const rows = [
      { ...caller, found: true as const, id: 1 },
      { ...caller, found: true as const, id: 2 },
    ]
    const shown = admitted(by, rows).rows.map(({ id }) => id)
    assert.deepEqual(shown, [1, 2])
  })
  test('may be empty for an admitted caller', () => {
    const { caller: who, rows } = admitted(by, [{ ...caller, found: null, id: null }])
    assert.deepEqual([who.callerAccount, rows], [7, []])
  })
  test('are withheld from unknown callers', () => {
    const shown = codeOf(() => admitted(by, []))
    assert.equal(shown, 'token_invalid')
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

const market = await openMarket()
const { ctx } = market
let made = 0
const account = (roles: readonly string[], more: object = {}) =>
  createAccount(ctx, { email: `caller${++made}@example.com`, roles, language: 'en', ...more })
const needs: readonly Requirement[] = (['AccessToken', 'ApiKey', 'Any'] as const).flatMap((credential) =>
  ['Advertiser', 'Executor', 'Operator', 'Any'].flatMap((role) => [
    { credential, role },
    { credential, role, scope: 'tasks:read' },
  ]),
)
const asking = (bearer: string, requirement: Requirement): Ctx => ({
  ...ctx,
  by: { bearer, requirement, address: '198.51.100.7' },
})

const outcome = async (work: () => Promise<object>): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    return error instanceof Problem ? error.type.code : error
  }
}

/** Members that only the cache has, or that differ by the time of the query. */
const ignored = {
  now: undefined,
}

const comparable = (value: unknown) => ({ ...ignored, ...Object(value), ...ignored })

describe('a cached caller', () => {
  test('is the same as the caller read from the database, for each requirement and kind of credential', async () => {
    const profile = { birthDate: '1990-01-31', country: 276, gender: 'Female' }
    const [both, former, barred] = await Promise.all([
      account(['Advertiser', 'Executor'], profile),
      account(['Executor'], profile),
      account(['Advertiser']),
    ])
    const secrets = [
      (await issueToken(ctx, both)).secret,
      (await issueToken(ctx, { ...both, roles: ['Executor'] })).secret,
      (await issueToken(ctx, { ...both, days: 1 })).secret,
      (await issueToken(ctx, former)).secret,
      (await issueToken(ctx, barred)).secret,
      (await createKey(ctx, { ...both, scopes: ['tasks:read'] })).secret,
      (await createKey(ctx, { ...both, scopes: ['balance:read'] })).secret,
      (await createKey(ctx, { ...both, allowedNetworks: ['198.51.100.0/24'] })).secret,
      (await createKey(ctx, { ...both, allowedNetworks: ['203.0.113.0/24'] })).secret,
    ]
    const revoked = await issueToken(ctx, both)
    await revokeCredential(ctx, 'AccessToken', revoked.id)
    await removeProfile(ctx, former.email)
    await suspendAccount(ctx, barred.email, 'a test')
    market.pass(86_400)
    for (const bearer of [...secrets, revoked.secret]) {
      for (const requirement of needs) {
        const { by, db } = asking(bearer, requirement)
        const fromDatabase = await outcome(async () => admit(by, await readCaller(db, by)))
        const fromCache = await outcome(() => mayCall(asking(bearer, requirement)))
        assert.deepEqual(comparable(fromCache), comparable(fromDatabase))
      }
    }
  })
  test('has the database time, which advances while cached', async () => {
    const { email } = await account(['Advertiser'])
    const { secret } = await issueToken(ctx, { email })
    const requirement = { credential: 'AccessToken', role: 'Advertiser' } as const
    const databaseMs = async () => (await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)).now.getTime()
    const passed = stopwatch()
    const first = await mayCall(asking(secret, requirement))
    // The time was read during the call, and a cached one has whole milliseconds.
    const toleranceMs = passed() + 1
    market.pass(0.5)
    const earliestMs = await databaseMs()
    const second = await mayCall(asking(secret, requirement))
    const latestMs = await databaseMs()
    assert.ok(second.now.getTime() - first.now.getTime() >= 500)
    assert.ok(second.now.getTime() >= earliestMs - toleranceMs)
    assert.ok(second.now.getTime() <= latestMs + toleranceMs)
  })
})

describe('a change to a credential', () => {
  const requirement = { credential: 'AccessToken', role: 'Advertiser' } as const
  const called = async () => {
    const { email } = await account(['Advertiser'])
    const issued = await issueToken(ctx, { email })
    await mayCall(asking(issued.secret, requirement))
    return { ...issued, email }
  }
  const code = (secret: string) => outcome(() => mayCall(asking(secret, requirement)).then(() => ({})))
  test('takes effect immediately in the same process', async () => {
    const one = await called()
    await revokeCredential(ctx, 'AccessToken', one.id)
    assert.equal(await code(one.secret), 'token_revoked')
    const other = await called()
    await suspendAccount(ctx, other.email, 'a test')
    assert.equal(await code(other.secret), 'account_suspended')
  })
  test('takes effect within a second in other processes', async () => {
    const { id, secret } = await called()
    await ctx.db.run(sql`update credentials set revoked_at = ${ctx.db.now()} where id = ${id}`)
    assert.deepEqual(await code(secret), {}, 'it was known a moment ago')
    market.pass(1)
    assert.equal(await code(secret), 'token_revoked')
  })
  test('by expiry takes effect on time, cached or not', async () => {
    const { id, secret } = await called()
    await ctx.db.run(sql`
      update credentials set expires_at = ${ctx.db.now()} + interval '700 milliseconds' where id = ${id}`)
    market.pass(1)
    assert.equal(await code(secret), 'token_expired')
  })
  test('has no negative cache: an unknown credential is looked up again', async () => {
    const before = ctx.db.sent()
    const unknown = (await issueToken(ctx, await account(['Advertiser']))).secret
    await ctx.db.run(sql`delete from credentials where id = (select max(id) from credentials)`)
    assert.equal(await code(unknown), 'token_invalid')
    assert.ok(ctx.db.sent() > before)
  })
  test('is read once for concurrent requests', async () => {
    const tokens = await Promise.all([called(), called(), called()])
    market.pass(1)
    const before = ctx.db.sent()
    await Promise.all(tokens.flatMap(({ secret }) => [code(secret), code(secret)]))
    assert.equal(ctx.db.sent() - before, 1)
    await Promise.all(tokens.map(({ secret }) => code(secret)))
    assert.equal(ctx.db.sent() - before, 1)
  })
})
