import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  operator,
  outcome,
  type Person,
  submittedWork,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket()
const { db } = market.ctx
const judge = await operator(market)
const marketPath = '/api/operator/qualifications'

const qualification = async (body: object = {}): Promise<number> =>
  expectOk(await judge.a.post(marketPath, { name: 'Reads labels', howToGet: 'Call us.', ...body })).id
const grant = (id: number, { id: accountId }: Person, body: object = { score: 80 }) =>
  judge.a.post(`${marketPath}/${id}/grants`, { grants: [{ accountId, ...body }] })
const take = (id: number, { id: accountId }: Person) => judge.a.delete(`${marketPath}/${id}/grants/${accountId}`)
const atLeast = (qualificationId: number, value = 80) => ({
  type: 'Qualification',
  qualificationId,
  comparison: 'AtLeast',
  values: [value],
})
const requiring = (...requirements: object[]) => activeOffer(market, { members: { requirements } })
const reserve = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reserve`)
const detailOf = async ({ a }: Person, offer: number) =>
  expectOk(await a.get(`/api/executor/offers/available/${offer}`))
const listedFor = async ({ a }: Person, offer: number) =>
  expectOk(await a.get('/api/executor/offers/available?PageSize=100')).items.find(
    ({ id }: { id: number }) => id === offer,
  )

/** List, detail and reserve must agree. Returns the outcome of the reserve, and gives a reservation back. */
async function tried(worker: Person, offer: number): Promise<string> {
  market.pass(1)
  const [listed, detail] = [await listedFor(worker, offer), await detailOf(worker, offer)]
  const answer = outcome(await reserve(worker, offer))
  assert.deepEqual([listed.eligible, detail.eligible], [answer === '200', answer === '200'])
  assert.deepEqual(listed.ineligibleReasons, detail.ineligibleReasons)
  assert.equal('missingRequirements' in detail, answer === '409 requirements_not_met')
  assert.ok(!('missingRequirements' in listed))
  if (answer === '200') expectOk(await worker.a.post(`${workPath(offer)}/reservation/cancel`))
  else assert.ok(detail.ineligibleReasons.includes(answer.split(' ')[1]))
  return answer
}

const notMet = '409 requirements_not_met'

describe('an offer with requirements', () => {
  test('is for executors with the score, until it is taken or expires', async () => {
    const id = await qualification()
    const { id: offer } = await requiring(atLeast(id))
    const worker = await executor(market)
    assert.equal(await tried(worker, offer), notMet)
    expectOk(await grant(id, worker, { score: 79 }))
    assert.equal(await tried(worker, offer), notMet)
    expectOk(await grant(id, worker))
    assert.equal(await tried(worker, offer), '200')
    expectOk(await take(id, worker))
    assert.equal(await tried(worker, offer), notMet)
  })

  test('says what is missing, and how to get it', async () => {
    const id = await qualification()
    const { id: offer } = await requiring(atLeast(id), {
      type: 'Language',
      language: 'de',
      comparison: 'AtLeast',
      values: ['B2'],
    })
    const worker = await executor(market)
    expectOk(await grant(id, worker, { score: 70 }))
    const { body } = await reserve(worker, offer)
    const [score, language] = body.missing
    assert.deepEqual(
      [score.type, score.name, score.howToGet, score.comparison, score.values, score.own],
      ['Qualification', 'Reads labels', 'Call us.', 'AtLeast', [80], 70],
    )
    assert.deepEqual([language.language, language.values, language.own], ['de', ['B2'], null])
    assert.match(body.detail, /Reads labels at least 80; de at least B2/)
    assert.deepEqual((await detailOf(worker, offer)).missingRequirements, body.missing)
  })

  test('tells nothing about a qualification that executors may not know of', async () => {
    const [first, second] = [await qualification({ isVisible: false }), await qualification({ isVisible: false })]
    const { id: offer } = await requiring(atLeast(first), atLeast(second))
    const worker = await executor(market)
    expectOk(await grant(first, worker, { score: 5 }))
    const answer = await reserve(worker, offer)
    assert.deepEqual(
      answer.body.missing.map(({ type, name, own, values }: Record<string, unknown>) => [type, name, own, values]),
      [['Hidden', null, null, []]],
    )
    assert.doesNotMatch(answer.raw, /Reads labels|Call us/)
    assert.equal(expectOk(await worker.a.get('/api/executor/qualifications')).totalCount, 0)
  })

  test('ends for an executor at the moment when the grant expires', async () => {
    const id = await qualification()
    const { id: offer } = await requiring(atLeast(id))
    const worker = await executor(market)
    const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
    const expiresAtUtc = new Date(now.getTime() + 3_600_000).toISOString()
    expectOk(await grant(id, worker, { score: 100, expiresAtUtc }))
    market.pass(3_500)
    assert.equal(await tried(worker, offer), '200')
    const left = async () =>
      (
        await db.one<{ seconds: number }>(sql`
        select extract(epoch from ${expiresAtUtc}::timestamptz - ${db.now()})::float8 as seconds`)
      ).seconds
    market.pass(await left())
    assert.ok((await left()) <= 0)
    assert.equal(await tried(worker, offer), notMet)
    const [own] = expectOk(await worker.a.get('/api/executor/qualifications')).items
    assert.deepEqual([own.id, own.score, own.isExpired], [id, 100, true])
  })

  test('compares groups, languages, countries and decided work', async () => {
    const group = await qualification({ name: 'Study A', hasScore: false })
    const not = await requiring({ type: 'Qualification', qualificationId: group, comparison: 'NotIn' })
    const worker = await executor(market)
    assert.equal(await tried(worker, not.id), '200')
    expectOk(await grant(group, worker, {}))
    assert.equal(await tried(worker, not.id), notMet)
    const spoken = await requiring({ type: 'Language', language: 'de', comparison: 'AtLeast', values: ['B2'] })
    assert.equal(await tried(worker, spoken.id), notMet)
    const speak = (profile: object) => worker.a.patch('/api/account', { profile })
    expectOk(await speak({ languages: ['en', 'de'], languageLevels: { de: 'B1' } }))
    assert.equal(await tried(worker, spoken.id), notMet)
    expectOk(await speak({ languageLevels: { de: 'Native' } }))
    assert.equal(await tried(worker, spoken.id), '200')
    const elsewhere = await requiring({ type: 'Country', comparison: 'NotIn', values: [840] })
    assert.equal(await tried(worker, elsewhere.id), '409 country_mismatch')
    const stateless = await executor(market, { country: undefined })
    await db.run(sql`update executors set country = null where account = ${stateless.id}::bigint`)
    assert.equal(await tried(stateless, elsewhere.id), '409 profile_incomplete')
    assert.equal(await tried(await executor(market, { country: 276 }), elsewhere.id), '200')
    const experienced = await requiring({ type: 'AcceptedCount', comparison: 'AtLeast', values: [2] })
    assert.equal(await tried(worker, experienced.id), notMet)
    await db.run(sql`update executors set accepted = 2 where account = ${worker.id}::bigint`)
    market.pass(2)
    assert.equal(await tried(worker, experienced.id), '200')
  })

  test('can change while it runs, and its list with it', async () => {
    const id = await qualification()
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const worker = await executor(market)
    assert.equal(await tried(worker, offer), '200')
    assert.ok(!('requirements' in expectOk(await owner.b.get(`/v1/tasks/${offer}`))))
    const changed = expectOk(await owner.b.patch(`/v1/tasks/${offer}`, { requirements: [atLeast(id)] }))
    assert.deepEqual(changed.requirements, [atLeast(id)])
    assert.equal(await tried(worker, offer), notMet)
    const again = expectOk(await owner.b.patch(`/v1/tasks/${offer}`, { requirements: [] }))
    assert.ok(!('requirements' in again))
    assert.equal(await tried(worker, offer), '200')
  })

  test('has at most 20, of qualifications that its advertiser may use', async () => {
    const [owner, other] = [await advertiser(market), await advertiser(market)]
    const { id: draft } = expectOk(
      await owner.b.post('/v1/tasks', { ...(await plain()), draft: true, requirements: [] }),
    )
    const put = (requirements: object[]) => owner.b.patch(`/v1/tasks/${draft}`, { requirements })
    const some = (count: number) => Array.from({ length: count }, (_, n) => ({ ...count20, values: [n] }))
    const count20 = { type: 'AcceptedCount', comparison: 'AtLeast' }
    expectOk(await put(some(20)))
    for (const count of [21, 1_000]) assert.equal(outcome(await put(some(count))), '400 validation_error')
    const foreign = expectOk(await other.b.post('/v1/qualifications', { name: 'Theirs' })).id
    assert.equal(outcome(await put([atLeast(foreign)])), '400 unknown_qualification')
    const group = expectOk(await owner.b.post('/v1/qualifications', { name: 'Ours', hasScore: false })).id
    assert.equal(outcome(await put([atLeast(group)])), '400 validation_error')
    expectOk(await put([{ type: 'Qualification', qualificationId: group, comparison: 'NotIn' }]))
  })
})

const plain = async () => {
  const { id } = await db.one<{ id: number }>(sql`select id from prices where code = 'survey.external'`)
  return { offerPriceId: id, title: 'A short survey', totalLimit: 2 }
}

test('a grant that is taken while its executor reserves counts before or after, never in between', async () => {
  const id = await qualification()
  for (let round = 0; round < 10; round++) {
    const { id: offer } = await requiring(atLeast(id))
    const worker = await executor(market)
    expectOk(await grant(id, worker))
    const [taken, made] = await Promise.all([take(id, worker), reserve(worker, offer)])
    expectOk(taken)
    assert.ok(['200', notMet].includes(outcome(made)))
    const { count } = await db.one<{ count: number }>(sql`
      select count(*) from reservations where executor = ${worker.id}::bigint and status = 'Active'`)
    assert.equal(count, made.status === 200 ? 1 : 0)
    if (made.status === 200) expectOk(await worker.a.post(`${workPath(offer)}/reservation/cancel`))
    assert.equal(outcome(await reserve(worker, offer)), notMet)
  }
})

test('work that was reserved is paid, but flagged, if its executor no longer meets the requirements', async () => {
  const id = await qualification()
  const { id: offer, advertiser: owner } = await requiring(atLeast(id))
  const [worker, other] = [await executor(market), await executor(market)]
  for (const each of [worker, other]) {
    expectOk(await grant(id, each))
    expectOk(await reserve(each, offer))
  }
  expectOk(await take(id, worker))
  const flagsOf = async (person: Person) =>
    expectOk(await owner.b.get(`/v1/reports/${(await submittedWork(market, offer, person)).id}`)).flags
  assert.deepEqual([await flagsOf(worker), await flagsOf(other)], [['RequirementsNotMet'], []])
})
