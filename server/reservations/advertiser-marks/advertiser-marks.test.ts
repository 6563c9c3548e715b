import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  type Offered,
  outcome,
  type Person,
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { fillAdvertiserMarks } from '../../../test/support/scenarios/many-lists.ts'
import { marksMax } from './marked-advertiser.ts'

const market = await openMarket({ listLagMs: 2_000 })
const path = '/api/executor/advertiser-marks'
const available = '/api/executor/offers/available'
const mark = (worker: Person, { id }: Pick<Offered, 'id'>, as = 'Blocked') =>
  worker.a.put(`${workPath(id)}/advertiser-mark`, { mark: as })
const listedIds = async ({ a }: Person, query = ''): Promise<number[]> =>
  expectOk(await a.get(`${available}?PageSize=100${query}`)).items.map(({ id }: { id: number }) => id)
const detailOf = async ({ a }: Person, { id }: Offered) => expectOk(await a.get(`${available}/${id}`))

describe('a blocked advertiser', () => {
  test('is in no list and no search of the executor, and cannot be reserved until the block is removed', async () => {
    const [worker, other] = [await executor(market), await executor(market)]
    const owner = await advertiser(market)
    const [offer, next] = [
      await activeOffer(market, { advertiser: owner }),
      await activeOffer(market, { advertiser: owner }),
    ]
    const elsewhere = await activeOffer(market)
    const all = [elsewhere.id, next.id, offer.id]
    market.pass(3)
    const shownTo = async (person: Person, query = '') =>
      (await listedIds(person, query)).filter((id) => all.includes(id))
    assert.deepEqual(await shownTo(worker), all)
    const made = expectOk(await mark(worker, offer))
    assert.deepEqual([made.mark, made.offerId], ['Blocked', offer.id])
    // At once in this process, though lists may be two seconds old.
    for (const query of ['', '&OnlyEligible=true', '&Search=a', '&Sort=-reward', '&OnlyQualified=true'])
      assert.deepEqual(await shownTo(worker, query), [elsewhere.id], query)
    assert.deepEqual(await shownTo(other), all)
    const refused = await worker.a.post(`${workPath(next.id)}/reserve`)
    assert.equal(outcome(refused), '409 advertiser_blocked')
    const { advertiserMark, ineligibleReasons } = await detailOf(worker, next)
    assert.deepEqual([advertiserMark, ineligibleReasons], [{ id: made.id, mark: 'Blocked' }, ['advertiser_blocked']])
    assert.deepEqual(expectOk(await worker.a.delete(`${path}/${made.id}`)), made)
    assert.deepEqual(await shownTo(worker), all)
    expectOk(await worker.a.post(`${workPath(next.id)}/reserve`))
  })

  test('reviews work that the executor has reserved, and reads nothing of the block', async () => {
    const worker = await executor(market)
    const offer = await activeOffer(market)
    const seen = async () => {
      const { b, a } = offer.advertiser
      const answers = [
        await b.get(`/v1/tasks/${offer.id}`),
        await b.get('/v1/executor-lists'),
        await a.get('/api/advertiser/standing'),
      ]
      return answers.map(({ raw }) => raw)
    }
    expectOk(await worker.a.post(`${workPath(offer.id)}/reserve`))
    const before = await seen()
    expectOk(await mark(worker, offer))
    assert.deepEqual(await seen(), before)
    assert.ok((await detailOf(worker, offer)).allowedActions.includes('Submit'))
    const { id } = await submittedWork(market, offer.id, worker)
    expectOk(await offer.advertiser.b.post(`/v1/reports/${id}/accept`))
  })
})

test('an advertiser has one alias for all executors and visitors, on all offers', async () => {
  const owner = await advertiser(market)
  const [first, second] = [
    await activeOffer(market, { advertiser: owner }),
    await activeOffer(market, { advertiser: owner }),
  ]
  const other = await activeOffer(market)
  market.pass(3)
  const [worker, reader] = [await executor(market), await executor(market)]
  const { alias } = expectOk(await mark(worker, first))
  assert.match(alias, /^adv_[0-9a-f]{20}$/)
  const listed = expectOk(await reader.a.get(`${available}?PageSize=3`)).items
  assert.deepEqual(
    listed.map((offer: { id: number; advertiser: { alias: string } }) => [offer.id, offer.advertiser.alias === alias]),
    [
      [other.id, false],
      [second.id, true],
      [first.id, true],
    ],
  )
  assert.equal((await detailOf(reader, second)).advertiser.alias, alias)
  const visited = await (await fetch(`${market.url}/api/public/tasks/${second.id}`)).json()
  assert.equal((visited as { advertiser: { alias: string } }).advertiser.alias, alias)
  assert.equal(expectOk(await worker.a.get(path)).items[0].alias, alias)
  const { id } = expectOk(await reader.a.post(`${workPath(second.id)}/reserve`))
  assert.equal(expectOk(await reader.a.get(`/api/executor/conversations/${id}`)).advertiserAlias, alias)
})

describe('a favourite', () => {
  test('is marked in lists and details, and filters them', async () => {
    const [worker, other] = [await executor(market), await executor(market)]
    const [offer, rest] = [await activeOffer(market), await activeOffer(market)]
    market.pass(3)
    const before = await other.a.get(`${available}/${offer.id}`)
    const { id } = expectOk(await mark(worker, offer, 'Favourite'))
    const { items } = expectOk(await worker.a.get(`${available}?PageSize=2`))
    assert.deepEqual(
      items.map(({ advertiserMark }: { advertiserMark?: object }) => advertiserMark),
      [undefined, { id, mark: 'Favourite' }],
    )
    assert.deepEqual(await listedIds(worker, '&OnlyFavourites=true'), [offer.id])
    assert.deepEqual(await listedIds(other, '&OnlyFavourites=true'), [])
    assert.deepEqual((await listedIds(worker, '&OnlyEligible=true')).slice(0, 2), [rest.id, offer.id])
    assert.equal((await other.a.get(`${available}/${offer.id}`)).raw, before.raw, 'others are answered as before')
    assert.ok(!before.raw.includes('advertiserMark'))
  })

  test('is set for advertisers of offers that the executor can read, and never for oneself', async () => {
    const both = await executor(market, { roles: ['Advertiser', 'Executor'], funds: 100 })
    const own = await activeOffer(market, { advertiser: both })
    assert.equal(outcome(await mark(both, own)), '409 own_offer')
    const gone = await activeOffer(market)
    expectOk(await gone.advertiser.b.delete(`/v1/tasks/${gone.id}`))
    assert.equal(outcome(await mark(both, gone)), '404 offer_unavailable')
    assert.equal(outcome(await mark(both, { id: 999_999 })), '404 offer_not_found')
    assert.equal(outcome(await mark(both, gone, 'Hated')), '400 validation_error')
    assert.equal(outcome(await gone.advertiser.a.get(path)), '403 role_required')
    assert.equal(expectOk(await both.a.get(path)).totalCount, 0)
  })

  test('is one mark for all offers of the advertiser, and survives them', async () => {
    const worker = await executor(market)
    const owner = await advertiser(market)
    const [first, second] = [
      await activeOffer(market, { advertiser: owner, members: { title: 'Old town' } }),
      await activeOffer(market, { advertiser: owner, members: { title: 'New town' } }),
    ]
    const answers = await Promise.all([first, second, first, second].map((offer) => mark(worker, offer, 'Favourite')))
    assert.equal(new Set(answers.map((answer) => expectOk(answer).id)).size, 1)
    const blocked = expectOk(await mark(worker, first))
    for (const { id } of [first, second]) expectOk(await owner.b.delete(`/v1/tasks/${id}`))
    assert.deepEqual(expectOk(await worker.a.get(path)).items, [blocked])
    assert.deepEqual([blocked.mark, blocked.offerTitle], ['Blocked', 'Old town'])
    assert.equal(expectOk(await worker.a.get(`${path}?mark=Favourite`)).totalCount, 0)
    const stranger = await executor(market)
    assert.equal(outcome(await stranger.a.delete(`${path}/${blocked.id}`)), '404 advertiser_mark_not_found')
  })

  test('is limited in number, even with concurrent requests', async () => {
    const worker = await executor(market)
    await fillAdvertiserMarks(market, worker, marksMax - 1)
    const offers = [await activeOffer(market), await activeOffer(market), await activeOffer(market)]
    const outcomes = (await Promise.all(offers.map((offer) => mark(worker, offer)))).map(outcome).sort()
    assert.deepEqual(outcomes, ['200', '409 storage_limit_reached', '409 storage_limit_reached'])
    const marked = offers.map(({ id }) => id)
    const kept = expectOk(await worker.a.get(path)).items[0].offerId
    assert.ok(marked.includes(kept))
    assert.equal(
      expectOk(await mark(worker, { id: kept }, 'Favourite')).mark,
      'Favourite',
      'a mark is changed at the limit',
    )
  })
})
