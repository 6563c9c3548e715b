import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { activeOffer, advertiser, executor, expectOk, outcome } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { issueToken, removeProfile } from '../actions.ts'
import { suspendAccount } from '../sanctions/actions.ts'
import { addRole } from './sql.ts'

const market = await openMarket()
const { ctx } = market
const path = '/api/account'

describe('an account', () => {
  test('reads itself with its profile, and no other account', async () => {
    const [worker, owner] = [await executor(market), await advertiser(market)]
    const { createdAtUtc, ...rest } = expectOk(await worker.a.get(path))
    assert.ok(Date.parse(createdAtUtc) > 0)
    assert.deepEqual(rest, {
      id: worker.id,
      email: worker.email,
      roles: ['Executor'],
      language: 'en',
      isSuspended: false,
      profile: {
        nickname: null,
        birthDate: '1990-01-31',
        countryId: 840,
        gender: 'Female',
        languages: ['en'],
        pendingChange: null,
      },
      allowedActions: ['Change', 'BecomeAdvertiser'],
    })
    const other = expectOk(await owner.a.get(path))
    assert.deepEqual([other.id, other.profile, other.allowedActions], [owner.id, null, ['Change', 'BecomeExecutor']])
  })

  test('can be read but not changed while suspended', async () => {
    const { a, email } = await executor(market)
    await suspendAccount(ctx, email, 'spam')
    const { isSuspended, allowedActions } = expectOk(await a.get(path))
    assert.deepEqual([isSuspended, allowedActions], [true, []])
    assert.equal(outcome(await a.patch(path, { language: 'de' })), '403 account_suspended')
    assert.equal(outcome(await a.post(`${path}/roles`, { role: 'Advertiser' })), '403 account_suspended')
  })

  test('changes the given members and keeps the others', async () => {
    const { a } = await executor(market)
    const changed = expectOk(await a.patch(path, { language: 'PT-br', profile: { countryId: 276 } }))
    assert.equal(changed.language, 'pt-BR')
    assert.deepEqual(changed.profile, {
      nickname: null,
      birthDate: '1990-01-31',
      countryId: 276,
      gender: 'Female',
      languages: ['en'],
      pendingChange: null,
    })
    const profile = { birthDate: null, countryId: null, gender: null, languages: ['DE', 'de', 'en'] }
    assert.deepEqual(expectOk(await a.patch(path, { profile })).profile, {
      ...profile,
      nickname: null,
      languages: ['de', 'en'],
      pendingChange: null,
    })
    const again = expectOk(await a.patch(path, {}))
    assert.deepEqual([again.language, again.profile.languages], ['pt-BR', ['de', 'en']])
  })

  test('is targeted by its new profile immediately', async () => {
    const worker = await executor(market)
    const { id } = await activeOffer(market, { members: { targetCountryIds: [276], minAge: 30 } })
    const reserve = async () => outcome(await worker.a.post(`/api/executor/offers/${id}/reserve`))
    assert.equal(await reserve(), '409 country_mismatch')
    expectOk(await worker.a.patch(path, { profile: { countryId: 276, birthDate: '2009-01-31' } }))
    assert.equal(await reserve(), '409 age_mismatch')
    const seen = expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))
    assert.deepEqual([seen.eligible, seen.ineligibleReasons], [false, ['age_mismatch']])
    expectOk(await worker.a.patch(path, { profile: { birthDate: '1980-01-31' } }))
    assert.equal(await reserve(), '200')
  })

  test('has a profile to change only as an executor', async () => {
    const [owner, former] = [await advertiser(market), await executor(market)]
    await removeProfile(ctx, former.email)
    for (const { a } of [owner, former])
      assert.equal(
        outcome(await a.patch(path, { language: 'de', profile: { countryId: 276 } })),
        '404 executor_not_found',
      )
    assert.equal(expectOk(await owner.a.get(path)).language, 'en')
  })

  test('gets every error of an invalid change, which has no effect', async () => {
    const worker = await executor(market)
    const fieldsOf = async (body: object) => {
      const answer = await worker.a.patch(path, body)
      assert.equal(outcome(answer), '400 validation_error')
      return answer.body.errors.map(({ field }: { field: string }) => field)
    }
    const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
    const year = now.getUTCFullYear()
    const wrong = { birthDate: `${year - 15}-01-01`, countryId: 999, languages: ['en', 'not a tag'] }
    assert.deepEqual(await fieldsOf({ language: '??', profile: wrong }), [
      'language',
      'profile.birthDate',
      'profile.countryId',
      'profile.languages.1',
    ])
    for (const birthDate of [`${year + 1}-01-01`, '1800-01-01', '2001-02-30', '0000-01-01', 'yesterday', ''])
      assert.deepEqual(await fieldsOf({ profile: { birthDate } }), ['profile.birthDate'])
    assert.deepEqual(await fieldsOf({ profile: { gender: 'Other' } }), ['profile.gender'])
    assert.deepEqual(await fieldsOf({ profile: null }), ['profile'])
    assert.equal(expectOk(await worker.a.get(path)).profile.birthDate, '1990-01-31')
  })
})

describe('the other side of the market', () => {
  test('is added once, with its profile', async () => {
    const { a, email, id } = await executor(market)
    const { roles, allowedActions } = expectOk(await a.post(`${path}/roles`, { role: 'Advertiser' }))
    assert.deepEqual([roles, allowedActions], [['Executor', 'Advertiser'], ['Change']])
    assert.deepEqual(expectOk(await a.post(`${path}/roles`, { role: 'Advertiser' })).roles, roles)
    assert.equal(outcome(await a.get('/api/advertiser/balance')), '403 role_required')
    const both = market.as((await issueToken(ctx, { email })).secret)
    expectOk(await both.get('/api/advertiser/standing'))
    const rows = await ctx.db.many(sql`select account from advertisers where account = ${id}`)
    assert.equal(rows.length, 1)
  })

  test('as an executor starts with the account’s language in the profile', async () => {
    const { a, email } = await advertiser(market)
    const { profile, roles } = expectOk(await a.post(`${path}/roles`, { role: 'Executor' }))
    assert.deepEqual(profile, {
      nickname: null,
      birthDate: null,
      countryId: null,
      gender: null,
      languages: ['en'],
      pendingChange: null,
    })
    assert.deepEqual(roles, ['Advertiser', 'Executor'])
    expectOk(await market.as((await issueToken(ctx, { email })).secret).get('/api/executor/balance'))
  })

  test('is added once by twenty concurrent requests', async () => {
    const { a } = await advertiser(market)
    const answers = await Promise.all(Array.from({ length: 20 }, () => a.post(`${path}/roles`, { role: 'Executor' })))
    for (const answer of answers) assert.deepEqual(expectOk(answer).roles, ['Advertiser', 'Executor'])
  })

  test('cannot be added again after an operator removed it', async () => {
    const worker = await executor(market)
    await ctx.db.run(sql`update accounts set withheld_roles = array['Advertiser'] where id = ${worker.id}`)
    assert.deepEqual(expectOk(await worker.a.get(path)).allowedActions, ['Change'])
    assert.equal(outcome(await worker.a.post(`${path}/roles`, { role: 'Advertiser' })), '409 role_withheld')
    await addRole(ctx.db, worker.id as never, 'Advertiser')
    assert.deepEqual(expectOk(await worker.a.get(path)).roles, ['Executor'])
  })
})
