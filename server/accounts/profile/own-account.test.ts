import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  operator,
  outcome,
  type Person,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { issueToken, removeProfile } from '../actions.ts'
import { suspendAccount } from '../sanctions/actions.ts'
import { applyDueChanges, correctProfile } from './actions.ts'
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

const day = 86_400
const german = { profile: { countryId: 276 } }

/** Returns an executor who has made one reservation. */
async function used(): Promise<Person & { readonly offer: number }> {
  const worker = await executor(market)
  const { id: offer } = await activeOffer(market)
  expectOk(await worker.a.post(`${workPath(offer)}/reserve`))
  return { ...worker, offer }
}

const cancelled = async (worker: Person & { readonly offer: number }) => {
  expectOk(await worker.a.post(`${workPath(worker.offer)}/reservation/cancel`))
  return worker
}

const profileOf = async ({ a }: Person) => expectOk(await a.get(path)).profile
const answerPath = ({ id }: Person, answer: string) => `/api/operator/accounts/${id}/profile-change/${answer}`

describe('a profile that was used for a reservation', () => {
  test('changes birth date, country and gender only after PROFILE_CHANGE_DAYS, and shows the pending change', async () => {
    const worker = await cancelled(await used())
    const requested = { birthDate: '1991-01-31', countryId: 276, gender: 'Male', languages: ['de'] }
    const { pendingChange, ...profile } = expectOk(await worker.a.patch(path, { profile: requested })).profile
    assert.deepEqual(profile, {
      nickname: null,
      birthDate: '1990-01-31',
      countryId: 840,
      gender: 'Female',
      languages: ['de'],
    })
    const { requestedAtUtc, appliesAtUtc, ...members } = pendingChange
    assert.deepEqual(members, { birthDate: '1991-01-31', countryId: 276, gender: 'Male' })
    assert.equal(Date.parse(appliesAtUtc) - Date.parse(requestedAtUtc), 30 * day * 1000)
    await applyDueChanges(ctx)
    assert.equal((await profileOf(worker)).countryId, 840)
    market.pass(30 * day)
    await applyDueChanges(ctx)
    assert.deepEqual(await profileOf(worker), { nickname: null, ...requested, pendingChange: null })
  })

  test('cannot be changed, used and changed back', async () => {
    const worker = await cancelled(await used())
    const { id } = await activeOffer(market, { members: { targetCountryIds: [276] } })
    expectOk(await worker.a.patch(path, german))
    assert.equal(outcome(await worker.a.post(`${workPath(id)}/reserve`)), '409 country_mismatch')
    expectOk(await worker.a.patch(path, { profile: { countryId: null } }))
    assert.equal((await profileOf(worker)).countryId, 840, 'taking it away waits, too')
  })

  test('sets members without a value immediately', async () => {
    const worker = await executor(market, { gender: undefined as never })
    const { id } = await activeOffer(market)
    expectOk(await worker.a.post(`${workPath(id)}/reserve`))
    assert.equal(expectOk(await worker.a.patch(path, { profile: { gender: 'Male' } })).profile.gender, 'Male')
    assert.equal(expectOk(await worker.a.patch(path, { profile: { gender: 'Female' } })).profile.gender, 'Male')
  })

  test('merges a further change, which restarts the delay', async () => {
    const worker = await used()
    expectOk(await worker.a.patch(path, german))
    market.pass(day)
    const { pendingChange } = expectOk(await worker.a.patch(path, { profile: { gender: 'Male' } })).profile
    assert.deepEqual([pendingChange.countryId, pendingChange.gender], [276, 'Male'])
    const again = expectOk(await worker.a.patch(path, german)).profile.pendingChange
    assert.deepEqual(again, pendingChange, 'the same change again has no effect')
  })

  test('does not change during a running reservation', async () => {
    const worker = await used()
    expectOk(await worker.a.patch(path, german))
    const judge = await operator(market)
    const approved = expectOk(await judge.a.post(answerPath(worker, 'approve')))
    assert.equal(approved.profile.countryId, 840)
    await applyDueChanges(ctx)
    assert.equal((await profileOf(worker)).countryId, 840)
    await cancelled(worker)
    await applyDueChanges(ctx)
    assert.deepEqual([(await profileOf(worker)).countryId, (await profileOf(worker)).pendingChange], [276, null])
  })

  test('is changed once by two concurrent jobs', async () => {
    const worker = await cancelled(await used())
    expectOk(await worker.a.patch(path, german))
    market.pass(30 * day)
    const counts = await Promise.all([applyDueChanges(ctx), applyDueChanges(ctx), applyDueChanges(ctx)])
    assert.equal(counts.reduce((sum, count) => sum + count, 0) >= 1, true)
    const actions = await ctx.db.many<{ action: string }>(sql`
      select action from audit_log where subject = 'account' and subject_id = ${worker.id}::bigint order by id`)
    assert.deepEqual(membersOf(actions, 'action'), ['profile.request_change', 'profile.apply_change'])
  })
})

describe('a pending profile change', () => {
  test('is cancelled by its account, once', async () => {
    const worker = await used()
    expectOk(await worker.a.patch(path, german))
    assert.equal(expectOk(await worker.a.delete(`${path}/profile-change`)).profile.pendingChange, null)
    assert.equal(outcome(await worker.a.delete(`${path}/profile-change`)), '404 profile_change_not_found')
  })

  test('is listed for operators, who approve it or reject it with a reason', async () => {
    const [approved, rejected, judge] = [await cancelled(await used()), await used(), await operator(market)]
    for (const worker of [approved, rejected]) expectOk(await worker.a.patch(path, german))
    const listed = expectOk(await judge.a.get('/api/operator/profile-changes')).items
    for (const { id } of [approved, rejected])
      assert.equal(listed.find((one: { accountId: number }) => one.accountId === id)?.countryId, 276)
    const read = { requestedAtUtc: expectOk(await approved.a.get(path)).profile.pendingChange.requestedAtUtc }
    market.pass(1)
    expectOk(await approved.a.patch(path, { profile: { countryId: 250 } }))
    for (const [answer, body] of Object.entries({ approve: read, reject: { ...read, reason: 'No proof of it.' } }))
      assert.equal(outcome(await judge.a.post(answerPath(approved, answer), body)), '404 profile_change_not_found')
    const { requestedAtUtc } = expectOk(await approved.a.get(path)).profile.pendingChange
    const asRead = await judge.a.post(answerPath(approved, 'approve'), { requestedAtUtc })
    assert.equal(expectOk(asRead).profile.countryId, 250, 'a decision concerns what the operator read')
    const { profile } = expectOk(await judge.a.post(answerPath(rejected, 'reject'), { reason: 'No proof of it.' }))
    assert.deepEqual([profile.countryId, profile.pendingChange], [840, null])
    assert.equal(outcome(await judge.a.post(answerPath(rejected, 'approve'))), '404 profile_change_not_found')
    assert.equal(outcome(await judge.a.post(answerPath(judge, 'approve'))), '409 own_interest')
  })

  test('is cancelled if the owner of the installation corrects the profile', async () => {
    const worker = await used()
    expectOk(await worker.a.patch(path, german))
    const corrected = await correctProfile(ctx, worker.email, { country: '250', gender: 'Male' })
    assert.deepEqual([corrected.country, corrected.gender, corrected.waitingMembers], [250, 'Male', null])
    await assert.rejects(correctProfile(ctx, worker.email, { birthDate: '2020-01-01' }))
  })
})
