import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  operator,
  outcome,
  type Person,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { applyDueChanges, correctProfile } from './actions.ts'

const market = await openMarket()
const { ctx } = market
const path = '/api/account'
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
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['profile.request_change', 'profile.apply_change'],
    )
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
