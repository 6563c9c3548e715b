import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { activeOffer, advertiser, executor, expectOk, operator, submittedWork } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { removeProfile } from '../../accounts/actions.ts'
import { countedMax } from '../../values/requests/page.ts'
import { serializeCounted } from '../../values/requests/status-counts.ts'

const market = await openMarket({ activeReservationsMax: 10 })
const boss = await operator(market)
const path = '/api/operator/accounts'
const overview = async (id: number) => expectOk(await boss.a.get(`${path}/${id}`))
const countsOf = ({ counts }: { counts: { status: string; count: number }[] }) =>
  Object.fromEntries(counts.map(({ status, count }) => [status, count]))

describe('the account overview', () => {
  test('shows an advertiser’s activity immediately', async () => {
    const owner = await advertiser(market)
    const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 3 })
    const { id } = await submittedWork(market, offer)
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    await submittedWork(market, offer)
    expectOk(await owner.b.post('/v1/tasks', { offerPriceId: 1, title: 'A draft', totalLimit: 1, draft: true }))
    const { account, sanctions, asAdvertiser, asExecutor } = await overview(owner.id)
    assert.deepEqual([account.email, account.roles, sanctions], [owner.email, ['Advertiser'], []])
    assert.deepEqual(countsOf(asAdvertiser.offers), { Active: 1, Draft: 1 })
    assert.deepEqual(countsOf(asAdvertiser.reports), { Accepted: 1, Pending: 1 })
    const { available, held, currency } = expectOk(await owner.b.get('/v1/balance'))
    assert.deepEqual(asAdvertiser.balance, { available, held, currency })
    assert.deepEqual(asAdvertiser.standing, expectOk(await owner.b.get('/v1/standing')))
    assert.equal(asExecutor.standing, null)
    assert.deepEqual(asExecutor.executions, { counts: [], isCut: false })
  })

  test('shows an executor’s activity, with their sanctions', async () => {
    const worker = await executor(market)
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const { id } = await submittedWork(market, offer, worker)
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    const warning = { accountId: worker.id, kind: 'Warning', code: 'Other', reason: 'It was late.' }
    const { id: sanction } = expectOk(await boss.a.post('/api/operator/sanctions', warning))
    const { asExecutor, asAdvertiser, sanctions } = await overview(worker.id)
    // The account's owner also sees the minimum withdrawal.
    const { withdrawalMinimum: _, ...balance } = expectOk(await worker.a.get('/api/executor/balance'))
    assert.deepEqual(asExecutor.balance, balance)
    assert.deepEqual(asExecutor.standing, expectOk(await worker.a.get('/api/executor/standing')))
    assert.deepEqual(countsOf(asExecutor.executions), { Accepted: 1 })
    assert.equal(asAdvertiser.standing, null)
    assert.deepEqual(
      sanctions.map((one: { id: number; allowedActions: string[] }) => [one.id, one.allowedActions]),
      [[sanction, ['Lift']]],
    )
    expectOk(await boss.a.post(`/api/operator/sanctions/${sanction}/lift`, { reason: 'We looked again.' }))
    await removeProfile(market.ctx, worker.email)
    const later = await overview(worker.id)
    assert.deepEqual([later.sanctions, later.asExecutor.standing], [[], null])
    assert.ok(later.asExecutor.balance.total > 0)
  })

  test('counts up to a limit and says if there is more', () => {
    assert.equal(serializeCounted([{ status: 'Active', count: countedMax }]).isCut, true)
    assert.equal(serializeCounted([{ status: 'Active', count: countedMax - 1 }]).isCut, false)
  })
})

describe('the work of an account', () => {
  test('is listed newest first, with the operator’s allowed actions', async () => {
    const worker = await executor(market)
    const { id: offer, advertiser: owner } = await activeOffer(market, { members: { reviewPeriodSeconds: 7_200 } })
    const { id: other } = await activeOffer(market, { advertiser: owner, members: { reviewPeriodSeconds: 7_200 } })
    const first = (await submittedWork(market, offer, worker)).id
    const second = (await submittedWork(market, other, worker)).id
    const listed = async () => expectOk(await boss.a.get(`${path}/${worker.id}/work`)).items
    const [newest, oldest] = await listed()
    assert.deepEqual([newest.id, oldest.id], [second, first])
    assert.deepEqual(
      [newest.offerId, newest.offerTitle, newest.advertiserId, newest.rewardPerAction, newest.status],
      [other, 'A short survey', owner.id, 1, 'Pending'],
    )
    assert.deepEqual(newest.allowedActions, ['Hold'])
    expectOk(await boss.a.post(`/api/operator/reports/${second}/hold`, { reason: 'Four accounts sent one picture.' }))
    expectOk(await owner.b.post(`/v1/reports/${first}/accept`))
    const [held, accepted] = await listed()
    assert.deepEqual([held.allowedActions, typeof held.heldAtUtc], [['Release'], 'string'])
    assert.deepEqual([accepted.status, accepted.decidedBy, accepted.allowedActions], ['Accepted', 'Advertiser', []])
    expectOk(await boss.a.post(`/api/operator/reports/${second}/release`, { reason: 'It was another one.' }))
    market.pass(8_000)
    assert.deepEqual((await listed())[0].allowedActions, [])
  })
})

test('operators list the offers of one advertiser in any status', async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner })
  const { id: archived } = await activeOffer(market, { advertiser: owner })
  expectOk(await owner.a.delete(`/api/advertiser/offers/${archived}`))
  const ids = async (query: string) =>
    expectOk(await boss.a.get(`/api/operator/offers?${query}`)).items.map((offer: { id: number }) => offer.id)
  assert.deepEqual(await ids(`advertiserId=${owner.id}`), [id, archived])
  assert.deepEqual(await ids(`advertiserId=${owner.id}&status=Active`), [id])
  assert.deepEqual(await ids('advertiserId=4711000'), [])
  assert.deepEqual(await ids('advertiserId=x'), [])
})
