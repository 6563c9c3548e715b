import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, expectOk, moderate, submittedOffer, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket()
const { a, id: judge } = await theOperator(market)

test('an operator reads an offer with its advertiser, its requirements and earlier decisions', async () => {
  const members = { startsAtUtc: '2090-01-01T00:00:00Z', endsAtUtc: '2090-02-01T00:00:00Z', hourlyLimit: 5 }
  const { id, advertiser: owner } = await submittedOffer(market, { members })
  expectOk(await moderate(market, id, 'reject', { reason: 'It asks for a review.' }))
  expectOk(await owner.a.post(`/api/advertiser/offers/${id}/submit`))
  const offer = expectOk(await a.get(`/api/operator/offers/${id}`))
  assert.deepEqual([offer.id, offer.status, offer.allowedActions], [id, 'PendingModeration', ['Approve', 'Reject']])
  assert.deepEqual(offer.advertiser, {
    id: owner.id,
    email: owner.email,
    acceptanceRate: null,
    decidedCount: 0,
    medianReviewSeconds: null,
    disputesDecided: 0,
    disputesLost: 0,
  })
  assert.deepEqual([offer.typeOfWork.code, offer.typeOfWork.offerDetailsSchema.type], ['survey.external', 'object'])
  assert.deepEqual([offer.startsAtUtc, offer.hourlyLimit], ['2090-01-01T00:00:00.000Z', 5])
  const actions = offer.decisions.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['task.submit', 'task.reject', 'task.submit'])
  const [, rejected] = offer.decisions
  assert.deepEqual([rejected.accountId, rejected.reason], [judge, 'It asks for a review.'])
  assert.match(rejected.decidedAtUtc, /^\d{4}-.*\.\d{3}Z$/)
})

test('operators count the open tasks of a type, in any status unless they filter by it', async () => {
  const { ctx } = market
  const { code, id: offerPriceId } = await ctx.db.one<{ code: string; id: number }>(
    sql`select code, id from prices where code = 'image.classify'`,
  )
  const listed = async (query: string) => {
    const { items } = expectOk(await a.get(`/api/operator/offers?type=${code}${query}`))
    return items.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await listed(''), [])
  const { id: queued } = await submittedOffer(market, { members: { offerPriceId } })
  const { id: active } = await activeOffer(market, { members: { offerPriceId } })
  await submittedOffer(market)
  assert.deepEqual(await listed(''), [queued, active])
  assert.deepEqual(await listed('&status=Active,Paused'), [active])
})
