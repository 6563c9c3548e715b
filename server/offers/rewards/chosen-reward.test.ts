import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer } from '../../../test/support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  reserved,
  submittedWork,
  taskBody,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { applyCatalog, exportCatalog } from '../../catalog/actions.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket({ moderation: 'auto' })
const code = 'survey.external'

type Range = { readonly min: number; readonly max: number }

/** Changes the rewards that an offer of the test's price may choose; undefined: only its own, which is 1. */
async function allow(reward: Range | undefined): Promise<void> {
  const document = await exportCatalog(market.ctx)
  const prices = document.prices.map(({ reward: _, ...each }) =>
    each.code === code && reward ? { ...each, reward } : each,
  )
  await applyCatalog(market.ctx, { ...document, prices })
}
await allow({ min: 0.5, max: 4 })

const otherPrice = async () =>
  (await market.ctx.db.one<{ id: number }>(sql`select id from prices where code = 'survey.external.mobile'`)).id
const faults = ({ status, body }: Answer) => {
  assert.equal(status, 400)
  return body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
}
const draftOf = async (owner: Person, members: object) =>
  expectOk(await owner.b.post('/v1/tasks', { ...(await taskBody(market)), draft: true, ...members }))

describe('a task of a price with a range of rewards', () => {
  test('costs the reward that it chooses, holds it and pays it', async () => {
    const owner = await advertiser(market)
    const body = { ...(await taskBody(market)), rewardPerAction: 2.5 }
    const estimated = expectOk(await owner.b.post('/v1/tasks/estimate', body))
    assert.deepEqual([estimated.rewardPerAction, estimated.feePerAction, estimated.totalCost], [2.5, 0.25, 5.5])
    const form = expectOk(await owner.a.post('/api/advertiser/offers/estimate', body))
    assert.equal(form.totalCost, 5.5)
    const { id } = await activeOffer(market, { advertiser: owner, members: { rewardPerAction: 2.5 } })
    assert.equal((await moneyOf(owner)).held, 5.5)
    const worker = await executor(market)
    assert.equal(expectOk(await worker.a.get(`/api/executor/offers/available/${id}`)).rewardPerAction, 2.5)
    const work = await submittedWork(market, id, worker)
    assert.equal(expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`, {})).rewardPerAction, 2.5)
  })

  test('has the reward of the price without a choice, and then answers as other tasks do', async () => {
    const owner = await advertiser(market)
    const draft = await draftOf(owner, {})
    assert.equal(draft.rewardPerAction, 1)
    assert.ok(!draft.editableMembers.includes('rewardPerAction'))
    const chosen = await draftOf(owner, { rewardPerAction: 0.5 })
    assert.ok(chosen.editableMembers.includes('rewardPerAction'))
    assert.deepEqual(Object.keys(chosen), Object.keys(draft))
  })

  test('is refused outside the range, in both groups', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market)
    for (const [rewardPerAction, codes] of [
      [0.4999, ['rewardPerAction minimum']],
      [4.0001, ['rewardPerAction maximum']],
      [1.00001, ['rewardPerAction amount']],
      [0, ['rewardPerAction minimum']],
      [-1, ['rewardPerAction minimum']],
      [1e9, ['rewardPerAction maximum']],
      ['2', ['rewardPerAction type']],
    ] as const) {
      const wrong = { ...body, rewardPerAction }
      assert.deepEqual(faults(await owner.b.post('/v1/tasks', wrong)), codes)
      assert.deepEqual(faults(await owner.a.post('/api/advertiser/offers/submit', wrong)), codes)
      assert.deepEqual(faults(await owner.b.post('/v1/tasks/estimate', wrong)), codes)
    }
    assert.equal((await moneyOf(owner)).held, 0)
  })

  test('is refused a choice by a price without a range', async () => {
    const owner = await advertiser(market)
    const body = { ...(await taskBody(market)), offerPriceId: await otherPrice(), rewardPerAction: 1 }
    assert.deepEqual(faults(await owner.b.post('/v1/tasks', body)), ['rewardPerAction not_possible'])
    assert.deepEqual(faults(await owner.a.post('/api/advertiser/offers/draft', body)), ['rewardPerAction not_possible'])
  })
})

describe('the chosen reward of a draft', () => {
  const change = async (owner: Person, id: number, members: object) =>
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, members))

  test('changes within the range, and null restores that of the price', async () => {
    const owner = await advertiser(market)
    const { id } = await draftOf(owner, { rewardPerAction: 2 })
    assert.equal((await change(owner, id, { rewardPerAction: 3 })).costPerAction, 3.3)
    assert.equal((await change(owner, id, { rewardPerAction: null })).rewardPerAction, 1)
    const path = `/v1/tasks/${id}`
    assert.deepEqual(faults(await owner.b.patch(path, { rewardPerAction: 5 })), ['rewardPerAction maximum'])
    assert.deepEqual(faults(await owner.b.patch(path, { rewardPerAction: 0.12345 })), ['rewardPerAction amount'])
  })

  test('stays when unrelated members change or it is submitted, even if the range no longer has it', async () => {
    const owner = await advertiser(market)
    const { id } = await draftOf(owner, { rewardPerAction: 0.5 })
    await allow({ min: 1, max: 4 })
    assert.equal((await change(owner, id, { title: 'Another title' })).rewardPerAction, 0.5)
    assert.equal((await change(owner, id, { status: 'PendingModeration' })).rewardPerAction, 0.5)
    assert.equal((await moneyOf(owner)).held, 1.1)
    await allow({ min: 0.5, max: 4 })
  })

  test('goes with its price, also by a PUT that does not know the member', async () => {
    const owner = await advertiser(market)
    const { id } = await draftOf(owner, { rewardPerAction: 2 })
    const { title, totalLimit, offerPriceId } = await taskBody(market)
    const put = async (body: object) => expectOk(await owner.a.put(`/api/advertiser/offers/${id}`, body))
    assert.equal((await put({ title, totalLimit, offerPriceId })).rewardPerAction, 2)
    assert.equal((await put({ title, totalLimit, offerPriceId, rewardPerAction: 3 })).rewardPerAction, 3)
    const other = await otherPrice()
    const { rewardPerAction } = await put({ title, totalLimit, offerPriceId: other })
    assert.notEqual(rewardPerAction, 3)
    assert.equal((await change(owner, id, { offerPriceId, rewardPerAction: 3 })).rewardPerAction, 3)
    assert.equal((await change(owner, id, { offerPriceId: other })).rewardPerAction, rewardPerAction)
  })
})

test('the reward of a published task cannot change', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { members: { rewardPerAction: 2 } })
  const answer = await owner.b.patch(`/v1/tasks/${id}`, { rewardPerAction: 3 })
  assert.equal(outcome(answer), '409 task_not_editable')
  assert.equal(outcome(await owner.b.patch(`/v1/tasks/${id}`, { rewardPerAction: 2, totalLimit: 3 })), '200')
  assert.equal((await moneyOf(owner)).held, 6.6)
  assert.ok(await reserved(await executor(market), id))
})

test('a template keeps the chosen reward', async () => {
  const { a } = await advertiser(market)
  const content = { offerPriceId: (await taskBody(market)).offerPriceId, rewardPerAction: 2 }
  const { id } = expectOk(await a.post('/api/advertiser/task-templates', { name: 'Own reward', content }))
  const { items } = expectOk(await a.get('/api/advertiser/task-templates'))
  assert.deepEqual(items.find((each: { id: number }) => each.id === id).content, content)
})

test('prices and the catalog document show the range, and nothing without one', async () => {
  const { b } = await advertiser(market)
  const prices = expectOk(await b.get('/v1/prices'))
  assert.deepEqual(
    prices.filter((each: object) => 'reward' in each).map((each: { reward: Range }) => each.reward),
    [{ min: 0.5, max: 4 }],
  )
  await applyCatalog(market.ctx, await exportCatalog(market.ctx))
  const { prices: written } = await exportCatalog(market.ctx)
  assert.deepEqual(written.find((each) => each.code === code)?.reward, { min: 0.5, max: 4 })
})
