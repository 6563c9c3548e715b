import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Marketplace, ProblemError } from '../../sdk/src/index.ts'
import { dispatchEvents } from '../../server/webhooks/events/actions-dispatch.ts'
import { activeOffer, advertiser, executor, type Person, sendProof, taskBody } from '../support/fixtures.ts'
import { pdfWith } from '../support/inputs/pdf.ts'
import { openMarket } from '../support/market.ts'
import { sdkOf } from '../support/sdk.ts'

const market = await openMarket()
const clientOf = (person: Person) => sdkOf(market, person)

const pdf = (text: string) => new File([pdfWith(text)], 'proof.pdf', { type: 'application/pdf' })

describe('the client', () => {
  test('takes a task from its reservation to its payment', async () => {
    const anna = await advertiser(market, { funds: 10 })
    const { id: offer } = await activeOffer(market, { advertiser: anna, slots: 1 })
    const [ours, worker] = [clientOf(anna), clientOf(await executor(market))]
    const reservation = await worker.offers.reserve(offer)
    const { items } = await worker.proofs.upload(offer, pdf('one'))
    const work = await worker.offers.submit(offer, {
      reservationId: reservation.id,
      proofUrls: items.map(({ url }) => url),
    })
    assert.equal(work.status, 'Pending')
    const { items: waiting, totalCount } = await ours.reports.list({ status: 'Pending', taskId: offer })
    assert.deepEqual([waiting.map(({ id }) => id), totalCount], [[work.id], 1])
    const accepted = await ours.reports.accept(work.id)
    assert.deepEqual([accepted.status, accepted.rewardPerAction, accepted.costPerAction], ['Accepted', '1', '1.1'])
    assert.equal((await ours.balance.get()).available, '8.9')
    assert.equal((await worker.earnings.get()).available, '1')
    const transactions = []
    for await (const { amount } of worker.earnings.transactions()) transactions.push(amount)
    assert.deepEqual(transactions, ['1'])
  })

  test('keeps amounts as decimals, counts as numbers and details as they are', async () => {
    const anna = await advertiser(market, { funds: 10 })
    const { tasks } = clientOf(anna)
    const body = (await taskBody(market, { metadata: { total: '3' } })) as Parameters<typeof tasks.create>[0]
    const task = await tasks.create({ ...body, maxCost: '2.2' })
    assert.deepEqual([task.budget.total, task.counts.pending, task.metadata], ['2.2', 0, { total: '3' }])
    await assert.rejects(async () => tasks.create({ ...body, maxCost: '2,2' }), /maxCost: 2,2 is not a decimal/)
    await assert.rejects(tasks.create({ ...body, maxCost: '1.9999' }), { code: 'max_cost_exceeded', status: 409 })
  })

  test('reads every record of a list by cursor', async () => {
    const anna = await advertiser(market, { funds: 100 })
    const { tasks } = clientOf(anna)
    const body = (await taskBody(market, { draft: true })) as Parameters<typeof tasks.create>[0]
    const made = await Promise.all(Array.from({ length: 7 }, () => tasks.create(body)))
    const found: number[] = []
    for await (const task of tasks.list({ pageSize: 3, sort: 'id' })) found.push(task.id)
    assert.deepEqual(
      found,
      made.map(({ id }) => id).sort((one, other) => one - other),
    )
    assert.equal((await tasks.list({ pageSize: 3 })).totalCount, 7)
    await dispatchEvents(market.ctx, market.logger)
    const events = []
    for await (const event of clientOf(anna).events.after(0, { limit: 2 })) events.push(event.type)
    assert.deepEqual(events, Array(7).fill('task.created'))
  })

  test('an API key alone finds a price, estimates a task and creates it', async () => {
    const ours = clientOf(await advertiser(market))
    const { key } = await ours.whoAmI()
    assert.ok(key.scopes.includes('tasks:write'))
    const [category] = await ours.catalog.categories()
    assert.ok(category)
    const prices = await ours.catalog.prices({ offerCategoryId: category.id })
    const task = { offerPriceId: prices[0]?.id ?? 0, title: 'A task', totalLimit: 3, draft: true }
    const { totalCost, sufficient } = await ours.tasks.estimate(task)
    assert.equal(sufficient, true)
    const { budget, status } = await ours.tasks.create(task)
    assert.deepEqual([status, budget.total], ['Draft', totalCost])
  })

  test('throws problems with their code, errors and request id', async () => {
    const { tasks } = clientOf(await advertiser(market))
    const refusal = await tasks.create({ offerPriceId: 1, title: '', totalLimit: 0 }).catch((error) => error)
    assert.ok(refusal instanceof ProblemError)
    assert.deepEqual([refusal.status, refusal.code], [400, 'validation_error'])
    assert.deepEqual(refusal.errors.map(({ field }) => field).sort(), ['title', 'totalLimit'])
    assert.match(refusal.requestId ?? '', /^req_/)
    await assert.rejects(tasks.get(999_999_999), { code: 'task_not_found' })
  })

  test('changes only the version that it was told', async () => {
    const { tasks } = clientOf(await advertiser(market))
    const body = (await taskBody(market, { draft: true })) as Parameters<typeof tasks.create>[0]
    const { data: task, response } = await tasks.create(body).withResponse()
    assert.equal(response.headers.get('etag'), `"${task.version}"`)
    await tasks.update(task.id, { title: 'Another title' }, { ifMatch: task.version })
    const late = tasks.update(task.id, { title: 'A third title' }, { ifMatch: task.version })
    await assert.rejects(late, { code: 'version_conflict' })
  })

  test('refuses to send a credential of the wrong kind', async () => {
    const anna = await advertiser(market)
    const { balance } = new Marketplace({ baseUrl: market.url, accessToken: anna.token })
    await assert.rejects(balance.get(), /needs an apiKey/)
  })

  test('downloads a proof as bytes', async () => {
    const { id: offer } = await activeOffer(market)
    const person = await executor(market)
    const worker = clientOf(person)
    await worker.offers.reserve(offer)
    const { url } = (await sendProof(person, offer)).body.items[0]
    const file = await worker.proofs.download(String(url).split('/').at(-1) as string)
    assert.match(await file.text(), /^%PDF-1.7/)
  })
})
