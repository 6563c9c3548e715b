import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  type Offered,
  outcome,
  type Person,
  reserved,
  submittedOffer,
  submittedWork,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { notify } from '../notifications/actions-notify.ts'
import { sql } from '../platform/sql.ts'
import { mustPause } from './offer-report.ts'

const market = await openMarket()
const { db } = market.ctx
const operator = await theOperator(market)
const report = (worker: Person, offer: number, code = 'Phishing', comment?: string) =>
  worker.a.post(`/api/executor/offers/${offer}/report`, { code, ...(comment ? { comment } : {}) })
const decide = (offer: number, verb: 'dismiss' | 'uphold', by = operator) =>
  by.a.post(`/api/operator/offers/${offer}/reports/${verb}`, { reason: 'It was looked at.' })
const taskOf = async ({ advertiser, id }: Offered) => expectOk(await advertiser.b.get(`/v1/tasks/${id}`))
const queued = async (id: number) =>
  expectOk(await operator.a.get('/api/operator/offer-reports?pageSize=100')).items.find(
    (item: { id: number }) => item.id === id,
  )

/** Returns an executor whose reports count: with an old account and work accepted by two advertisers. */
async function standingExecutor(): Promise<Person> {
  const worker = await executor(market)
  for (let round = 0; round < 2; round++) {
    const { id, advertiser } = await activeOffer(market)
    const work = await submittedWork(market, id, worker)
    expectOk(await advertiser.b.post(`/v1/reports/${work.id}/accept`))
  }
  await db.run(sql`
    update accounts set created_at = created_at - interval '8 days' where id = ${worker.id}::bigint`)
  return worker
}
const several = (count: number) => Promise.all(Array.from({ length: count }, standingExecutor))

describe('an executor reports an offer', () => {
  test('once: a second report returns the first one', async () => {
    const { id } = await activeOffer(market)
    const worker = await executor(market)
    const first = expectOk(await report(worker, id, 'Phishing', '  It asks for my password.  '))
    assert.equal(first.alreadyExists, false)
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(worker, id, 'Other')))
    for (const answer of answers) assert.deepEqual(expectOk(answer), { id: first.id, alreadyExists: true })
    const { reporterCount, countingCount, reports } = await queued(id)
    assert.deepEqual([reporterCount, countingCount], [1, 0])
    assert.deepEqual([reports[0].code, reports[0].comment], ['Phishing', 'It asks for my password.'])
  })

  test('and operators are notified once a day for each task', async () => {
    const { id } = await activeOffer(market, { members: { title: 'Send us your password' } })
    for (const worker of [await executor(market), await executor(market)]) expectOk(await report(worker, id))
    await notify(market.ctx)
    const { items } = expectOk(await operator.a.get('/api/account/notifications?pageSize=100'))
    const of = items.filter(({ data }: { data: { offerId?: number } }) => data.offerId === id)
    assert.deepEqual(
      of.map(({ kind, path, data }: { kind: string; path: string; data: object }) => [kind, path, data]),
      [['TaskReported', '/operator/reported', { offerId: id, title: 'Send us your password', reports: 2 }]],
    )
  })

  test('that they can open, and that is not their own', async () => {
    const worker = await executor(market)
    assert.equal(outcome(await report(worker, 999_999)), '404 offer_not_found')
    assert.equal(outcome(await report(worker, (await submittedOffer(market)).id)), '404 offer_not_found')
    const both = await executor(market, { roles: ['Advertiser', 'Executor'], funds: 100 })
    const own = await activeOffer(market, { advertiser: both })
    assert.equal(outcome(await report(both, own.id)), '409 own_offer')
    for (const code of ['Nonsense', '', 5]) {
      const refused = await worker.a.post(`/api/executor/offers/${own.id}/report`, { code })
      assert.equal(outcome(refused), '400 validation_error')
    }
  })

  test('up to the configured number in a day', async () => {
    const strict = await openMarket({ offerReportsPerDay: 2 })
    const worker = await executor(strict)
    const offers = [await activeOffer(strict), await activeOffer(strict), await activeOffer(strict)] as const
    for (const { id } of offers.slice(0, 2)) expectOk(await report(worker, id))
    const refused = await report(worker, offers[2].id)
    assert.deepEqual([outcome(refused), refused.body.limit], ['409 too_many_offer_reports', 2])
    strict.pass(86_401)
    expectOk(await report(worker, offers[2].id))
  })
})

describe('reports pause an offer', () => {
  test('after enough reputable executors, even concurrently, and the advertiser is notified', async () => {
    const offer = await activeOffer(market)
    const reporters = await several(3)
    for (const answer of await Promise.all(reporters.map((worker) => report(worker, offer.id)))) expectOk(answer)
    const { status, statusReason, allowedActions } = await taskOf(offer)
    assert.deepEqual([status, statusReason.code], ['Paused', 'reported'])
    assert.ok(!allowedActions.includes('Resume'), 'only an operator resumes it')
    assert.equal(
      outcome(await offer.advertiser.a.post(`/api/advertiser/offers/${offer.id}/resume`)),
      '409 task_state_conflict',
    )
    const item = await queued(offer.id)
    assert.deepEqual([item.isPausedByReports, item.countingCount, item.status], [true, 3, 'Paused'])
  })

  test('not if they come from new accounts, or accounts with accepted work for one advertiser only', async () => {
    const offer = await activeOffer(market)
    const friends = await Promise.all(Array.from({ length: 4 }, () => executor(market)))
    const friend = await activeOffer(market, { slots: 9 })
    for (const worker of friends) {
      const work = await submittedWork(market, friend.id, worker)
      expectOk(await friend.advertiser.b.post(`/v1/reports/${work.id}/accept`))
      await db.run(sql`update accounts set created_at = created_at - interval '9 days' where id = ${worker.id}::bigint`)
    }
    const fresh = await Promise.all(Array.from({ length: 4 }, () => executor(market)))
    for (const worker of [...friends, ...fresh]) expectOk(await report(worker, offer.id))
    assert.equal((await taskOf(offer)).status, 'Active')
    const { reporterCount, countingCount } = await queued(offer.id)
    assert.deepEqual([reporterCount, countingCount], [8, 0])
  })

  test('at the configured number, never with 0, and not again after a dismissal', () => {
    const known = { counting: 3, dismissed: 0, status: 'Active' }
    assert.ok(mustPause(known, 3))
    assert.ok(!mustPause(known, 4))
    assert.ok(!mustPause(known, 0))
    assert.ok(!mustPause({ ...known, dismissed: 1 }, 3))
    assert.ok(!mustPause({ ...known, status: 'Paused' }, 3))
  })
})

describe('an operator decides on reports', () => {
  test('by dismissing them: the offer resumes, and the reporters’ next reports count less', async () => {
    const [reporters, offer] = [await several(3), await activeOffer(market)]
    for (const worker of reporters) expectOk(await report(worker, offer.id))
    assert.equal(expectOk(await decide(offer.id, 'dismiss')).status, 'Active')
    assert.equal(await queued(offer.id), undefined)
    assert.equal(outcome(await decide(offer.id, 'dismiss')), '404 offer_reports_not_found')
    const second = await activeOffer(market)
    for (const worker of reporters) expectOk(await report(worker, second.id))
    expectOk(await decide(second.id, 'dismiss'))
    const third = await activeOffer(market)
    for (const worker of reporters) expectOk(await report(worker, third.id))
    assert.equal((await taskOf(third)).status, 'Active', 'after two dismissed reports the next does not count')
    for (const worker of await several(3)) expectOk(await report(worker, offer.id))
    assert.equal((await taskOf(offer)).status, 'Active', 'a dismissal holds against further reports')
  })

  test('by upholding them: the offer is suspended, and its reservations end', async () => {
    const offer = await activeOffer(market)
    const worker = await executor(market)
    await reserved(worker, offer.id)
    expectOk(await report(worker, offer.id))
    assert.equal(expectOk(await decide(offer.id, 'uphold')).status, 'Paused')
    assert.equal((await taskOf(offer)).statusReason.code, 'suspended')
    assert.equal(outcome(await worker.a.post(`${workPath(offer.id)}/reserve`)), '404 offer_unavailable')
    const { items } = expectOk(await operator.a.get(`/api/operator/audit?pageSize=100`))
    const actions = items.map(({ action }: { action: string }) => action)
    for (const action of ['offer_report.make', 'offer_report.uphold', 'task.suspend'])
      assert.ok(actions.includes(action))
  })

  test('once, even if two do so concurrently', async () => {
    const offer = await activeOffer(market)
    expectOk(await report(await executor(market), offer.id))
    const answers = await Promise.all([decide(offer.id, 'dismiss'), decide(offer.id, 'uphold')])
    assert.deepEqual(answers.map(outcome).sort(), ['200', '404 offer_reports_not_found'])
  })

  test('but does not resume an offer that its advertiser paused', async () => {
    const offer = await activeOffer(market)
    expectOk(await report(await executor(market), offer.id))
    expectOk(await offer.advertiser.a.post(`/api/advertiser/offers/${offer.id}/pause`))
    assert.equal(expectOk(await decide(offer.id, 'dismiss')).status, 'Paused')
  })
})
