import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  reserved,
  submittedOffer,
  submittedWork,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { addSecretDetail } from '../../../test/support/secret-details.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket()
const owner = await advertiser(market)
const ann = await executor(market)
const path = '/api/executor/offers/available'

type Item = { readonly id: number; readonly title: string; readonly activatedAtUtc: string }
const list = async (query = '') => expectOk(await ann.a.get(`${path}${query}`))
const idsOf = async (query: string): Promise<number[]> => (await list(query)).items.map(({ id }: Item) => id)

const priceOf = async (code: string) =>
  (await market.ctx.db.one<{ id: number }>(sql`select id from prices where code = ${code}::text`)).id
const offering = async (code: string, members: object, seconds = 3_600) => {
  const offerPriceId = await priceOf(code)
  const { id } = await activeOffer(market, { advertiser: owner, members: { offerPriceId, ...members } })
  market.pass(seconds)
  return id
}

/** Three offers for 0.10, 1 and 2.50, activated an hour apart, and others that executors cannot see. */
const cheap = await offering('image.classify', {
  title: 'Sort Pictures',
  translations: { ru: { title: 'Разложи КАРТИНКИ' } },
})
const middle = await offering('survey.external', { title: '100% of a survey', targetCountryIds: [643], minAge: 60 })
const expensive = await offering('web.usability_test', { title: 'Try a website', description: 'Click' })
const draft = (await submittedOffer(market, { advertiser: owner, members: { draft: true } })).id
const waiting = (await submittedOffer(market, { advertiser: owner })).id
const paused = (await activeOffer(market, { advertiser: owner })).id
expectOk(await owner.a.post(`/api/advertiser/offers/${paused}/pause`))
const full = (await activeOffer(market, { advertiser: owner, slots: 1 })).id
await reserved(await executor(market), full)
const completed = (await activeOffer(market, { advertiser: owner, slots: 1 })).id
expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, completed)).id}/accept`))
const archived = (await activeOffer(market, { advertiser: owner })).id
expectOk(await owner.b.delete(`/v1/tasks/${archived}`))

describe('available offers', () => {
  test('are those that can be reserved, newest first, with their total', async () => {
    const { items, ...rest } = await list()
    assert.deepEqual(
      items.map(({ id }: Item) => id),
      [expensive, middle, cheap],
    )
    assert.deepEqual(rest, { totalCount: 3, totalCountIsExact: true, page: 1, pageSize: 20, nextCursor: null })
  })

  test('show the reward, the remaining slots, and whether and why not the executor may reserve them', async () => {
    const [first, second] = (await list()).items
    const { id, activatedAtUtc, offerPlatformId, offerCategoryId, advertiser: who, ...shown } = first
    assert.deepEqual(shown, {
      title: 'Try a website',
      rewardPerAction: 2.5,
      status: 'Active',
      currency: 'USD',
      type: 'web.usability_test',
      remainingCount: 2,
      reservationDurationSeconds: 3_600,
      reviewPeriodSeconds: 259_200,
      estimatedMinutes: null,
      contentLanguage: 'en',
      eligible: true,
      ineligibleReasons: [],
      allowedActions: ['Reserve'],
    })
    assert.ok(id && offerPlatformId && offerCategoryId && activatedAtUtc)
    assert.deepEqual([who.acceptanceRate, who.medianReviewSeconds, who.disputeLossRate], [null, null, null])
    await market.ctx.db.run(sql`
      update advertisers set decided = 10, accepted = 9, median_review_seconds = 120, disputes_decided = 4, disputes_lost = 1
      where account = ${owner.id}::bigint`)
    const [known] = (await list()).items
    assert.deepEqual(known.advertiser, { ...who, acceptanceRate: 0.9, medianReviewSeconds: 120, disputeLossRate: 0.25 })
    assert.deepEqual([second.eligible, second.ineligibleReasons], [false, ['age_mismatch', 'country_mismatch']])
  })

  test('are filtered by every parameter, whose names may be in any case', async () => {
    const [, { activatedAtUtc: at, offerCategoryId, offerPlatformId }] = (await list()).items
    const day = at.slice(0, 10)
    const cases: [string, number[]][] = [
      ['?Search=PICTURES', [cheap]],
      [`?search=${encodeURIComponent('картинки')}`, [cheap]],
      [`?search=${encodeURIComponent(' ＰＩＣ\u00adtures ')}`, [cheap]],
      ['?SEARCH=%25', [middle]],
      ['?Search=_', []],
      [`?OfferCategoryId=${offerCategoryId}`, [middle]],
      [`?offerplatformid=${offerPlatformId}`, [middle]],
      ['?OfferCategoryId=999999', []],
      ['?MinReward=1', [expensive, middle]],
      ['?MaxReward=1', [middle, cheap]],
      ['?MinReward=1&MaxReward=1', [middle]],
      ['?MinReward=1.00001', [expensive]],
      ['?MaxReward=0.99999', [cheap]],
      ['?MinReward=3&MaxReward=2', []],
      [`?ActivatedFrom=${at}`, [expensive, middle]],
      [`?ActivatedTo=${at}`, [middle, cheap]],
      [`?ActivatedFrom=${at}&ActivatedTo=${at}`, [middle]],
      [`?ActivatedFrom=${encodeURIComponent(at.replace('Z', '+00:00'))}&MaxReward=1`, [middle]],
      ['?ActivatedTo=2020-01-31', []],
      ['?PageSize=2', [expensive, middle]],
      ['?PageSize=2&Page=2', [cheap]],
      ['?Sort=-activatedAt', [expensive, middle, cheap]],
      ['?Sort=-reward', [expensive, middle, cheap]],
      ['?sort=-reward&MaxReward=1&Search=S', [middle, cheap]],
      ['?Sort=-reward&PageSize=2&Page=2', [cheap]],
      [`?Sort=-reward&ActivatedTo=${at}&PageSize=1`, [middle]],
      ['?Sort=-reward&Page=99', []],
      ['?Page=99', []],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await idsOf(query), expected, query)
    assert.ok((await idsOf(`?ActivatedTo=${day}`)).includes(middle), 'a day as an end is the whole day')
    assert.ok((await idsOf(`?ActivatedFrom=${day}`)).includes(middle))
  })

  test('sort by highest reward on request, ties by newest, page by page', async () => {
    const alike = [await offering('survey.external', {}, 60), await offering('image.classify', {}, 60)]
    const [second, last] = alike as [number, number]
    const order = [expensive, second, middle, last, cheap]
    assert.deepEqual(await idsOf('?Sort=-reward'), order)
    const first = await list('?Sort=-reward&PageSize=2')
    assert.deepEqual([first.items.map(({ id }: Item) => id), first.totalCount], [order.slice(0, 2), 5])
    const nextPage = `?Sort=-reward&PageSize=3&Cursor=${first.nextCursor}`
    assert.deepEqual(await idsOf(nextPage), order.slice(2))
    expectOk(await owner.b.delete(`/v1/tasks/${second}`))
    assert.deepEqual(await idsOf(nextPage), order.slice(2), 'a cursor continues after offers that have left the list')
    for (const other of ['', 'Sort=-activatedAt&', 'Sort=-reward&MinReward=1&'])
      assert.equal(outcome(await ann.a.get(`${path}?${other}Cursor=${first.nextCursor}`)), '400 validation_error')
    expectOk(await owner.b.delete(`/v1/tasks/${last}`))
  })

  test('are in the reader’s language if the advertiser provided it', async () => {
    const inLanguage = async (query: string) => {
      const { title, contentLanguage } = (await list(query)).items.at(-1)
      return [title, contentLanguage]
    }
    assert.deepEqual(await inLanguage('?Locale=ru'), ['Разложи КАРТИНКИ', 'ru'])
    assert.deepEqual(await inLanguage('?locale=ru-RU'), ['Разложи КАРТИНКИ', 'ru'])
    assert.deepEqual(await inLanguage('?Locale=fr'), ['Sort Pictures', 'en'])
    const opened = expectOk(await ann.a.get(`${path}/${cheap}?LOCALE=ru`))
    assert.deepEqual([opened.title, opened.contentLanguage], ['Разложи КАРТИНКИ', 'ru'])
  })

  test('include the advertiser’s own offers, which they may not reserve', async () => {
    const both = await executor(market, { roles: ['Advertiser', 'Executor'], funds: 100 })
    const { id } = await activeOffer(market, { advertiser: both })
    const { items } = expectOk(await both.a.get(path))
    assert.deepEqual([items[0].id, items[0].ineligibleReasons], [id, ['own_offer']])
    expectOk(await both.b.delete(`/v1/tasks/${id}`))
  })

  test('are only those that the executor can reserve if requested, in items and total', async () => {
    const both = await executor(market, { roles: ['Advertiser', 'Executor'], funds: 100 })
    const own = (await activeOffer(market, { advertiser: both })).id
    const women = await offering('image.classify', { gender: 'Female', title: 'Sort pictures' }, 0)
    const eligible = async (person: typeof ann, query = '') => {
      const { items, totalCount } = expectOk(await person.a.get(`${path}?OnlyEligible=true${query}`))
      assert.equal(totalCount, items.length)
      assert.ok(items.every((item: { eligible: boolean }) => item.eligible))
      return items.map(({ id }: Item) => id)
    }
    const all = await idsOf('?OnlyEligible=false')
    assert.deepEqual(all, [women, own, expensive, middle, cheap])
    const listed = (await list()).items.filter((item: { eligible: boolean }) => item.eligible)
    assert.deepEqual(
      await eligible(ann),
      listed.map(({ id }: Item) => id),
    )
    assert.deepEqual(
      await eligible(both),
      (await eligible(ann)).filter((id: number) => id !== own),
    )
    const men = await executor(market, { gender: 'Male' })
    assert.deepEqual(await eligible(men), [own, expensive, cheap])
    const young = await executor(market, { birthDate: '2015-01-31' })
    assert.deepEqual(await eligible(young), [])
    for (const query of ['&Search=pictures', '&ActivatedFrom=2020-01-01', '&MaxReward=0.5', '&Sort=-reward'])
      assert.ok(!(await eligible(ann, query)).includes(middle), query)
    assert.ok(!(await eligible(both, '&Sort=-reward&Search=%20')).includes(own))
    const { nextCursor } = await list('?OnlyEligible=true&PageSize=1')
    const other = await ann.a.get(`${path}?Cursor=${nextCursor}`)
    assert.equal(outcome(other), '400 validation_error', 'a cursor is for who wants the same')
    for (const id of [own, women]) expectOk(await (id === own ? both : owner).b.delete(`/v1/tasks/${id}`))
  })

  test('that only an incomplete profile rules out can be listed and counted', async () => {
    const unknown = await executor(market, { birthDate: undefined, country: undefined, gender: undefined })
    const missing = async (query = '') => expectOk(await unknown.a.get(`${path}?OnlyMissingProfile=true${query}`))
    const { items } = expectOk(await unknown.a.get(`${path}?PageSize=100`))
    const expected = items.filter(
      ({ ineligibleReasons }: { ineligibleReasons: string[] }) => `${ineligibleReasons}` === 'profile_incomplete',
    )
    assert.ok(expected.length > 0)
    const found = await missing('&PageSize=100')
    assert.deepEqual(found.items, expected)
    assert.equal((await missing('&PageSize=1&OnlyEligible=true')).totalCount, expected.length)
    const demanding = await offering('image.classify', { minExecutorLevel: 4, gender: 'Female' }, 0)
    assert.ok(!(await missing()).items.some(({ id }: Item) => id === demanding))
    expectOk(await owner.b.delete(`/v1/tasks/${demanding}`))
    assert.equal((await list('?OnlyMissingProfile=true')).totalCount, 0, 'the profile is complete')
  })
})

describe('the detail of an offer', () => {
  test('shows everything that its executor needs', async () => {
    const opened = expectOk(await ann.a.get(`${path}/${expensive}`))
    const { totalLimit, description, details, proofInstructions, acceptanceCriteria, my } = opened
    assert.deepEqual(
      { totalLimit, description, details, proofInstructions, acceptanceCriteria, my },
      {
        totalLimit: 2,
        description: 'Click',
        details: {},
        proofInstructions: null,
        acceptanceCriteria: [],
        my: { reservationId: null, expiresAtUtc: null, executionId: null, executionStatus: null },
      },
    )
    assert.equal(opened.executionDetailsSchema.type, 'object')
    const [item] = (await list()).items
    assert.deepEqual({ ...opened, ...item }, opened, 'and everything of the list')
  })

  test('hides how its advertiser checks work', async () => {
    await addSecretDetail(market)
    const details = { url: 'https://survey.example', answerKey: 'blue' }
    const { id } = await activeOffer(market, { advertiser: owner, members: { details } })
    assert.deepEqual(expectOk(await ann.a.get(`${path}/${id}`)).details, { url: details.url })
    assert.deepEqual(expectOk(await owner.b.get(`/v1/tasks/${id}`)).details, details)
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
  })

  test('is available, currently unavailable, or not found', async () => {
    const cases: [number | string, string][] = [
      [middle, '200'],
      [full, '404 offer_unavailable'],
      [paused, '404 offer_unavailable'],
      [completed, '404 offer_unavailable'],
      [archived, '404 offer_unavailable'],
      [draft, '404 offer_not_found'],
      [waiting, '404 offer_not_found'],
      [999_999, '404 offer_not_found'],
      ['9223372036854775807', '404 offer_not_found'],
      ['x', '404 offer_not_found'],
    ]
    for (const [id, expected] of cases) assert.equal(outcome(await ann.a.get(`${path}/${id}`)), expected, String(id))
  })

  test('stays available to those who worked on it', async () => {
    const { id } = await activeOffer(market, { slots: 1 })
    const work = await submittedWork(market, id)
    const { my } = expectOk(await work.executor.a.get(`${path}/${id}`))
    assert.deepEqual(my, { reservationId: null, expiresAtUtc: null, executionId: work.id, executionStatus: 'Pending' })
  })
})

test('an operator sees pending offers, oldest first, or any others on request', async () => {
  const { a } = await theOperator(market)
  const ids = async (query: string) =>
    expectOk(await a.get(`/api/operator/offers${query}`)).items.map(({ id }: Item) => id)
  const later = (await submittedOffer(market)).id
  assert.deepEqual(await ids(''), [waiting, later])
  assert.deepEqual(await ids('?status=Paused,Completed'), [paused, completed])
})
