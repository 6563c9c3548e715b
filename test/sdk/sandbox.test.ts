import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Marketplace, webhooks } from '../../sdk/src/index.ts'
import { createKey } from '../../server/accounts/actions.ts'
import { openReceiver } from '../support/fakes/receiver.ts'
import { advertiser, membersOf } from '../support/fixtures.ts'
import { openMarketWithSandboxes, sandboxPid } from '../support/sandbox.ts'

const market = await openMarketWithSandboxes({ webhookAllowPrivate: true, inOwnProcess: true })
const { email } = await advertiser(market)
const { secret: apiKey } = await createKey(market.ctx, { email, livemode: false })
// On a busy machine, the process of the sandboxes starts in minutes, because it has a low priority.
const client = new Marketplace({ baseUrl: market.url, apiKey, accessToken: apiKey, maxRetries: 60 })

test('a program is tried out in a sandbox, from a task to its payment, its webhook and an expired reservation', async () => {
  const receiver = await openReceiver()
  const { secret } = await client.webhooks.create({ url: receiver.url, events: ['report.submitted'] })
  const [price] = await client.catalog.prices()
  const task = await client.tasks.create({ offerPriceId: price?.id ?? 0, title: 'Opening hours', totalLimit: 2 })
  const worker = await client.sandbox.createExecutor({ taskId: task.id, steps: ['Reserve', 'Submit'] })
  assert.deepEqual([worker.taskId, worker.steps.map(({ outcome }) => outcome)], [task.id, ['Done', 'Done']])
  const { items } = await client.reports.list({ status: 'Pending' })
  assert.deepEqual(membersOf(items, 'id'), [worker.reportId])
  assert.equal((await client.reports.accept(worker.reportId ?? 0)).status, 'Accepted')

  const idle = await client.sandbox.createExecutor({ taskId: task.id, steps: ['Reserve'] })
  assert.ok(idle.reservationId)
  const clock = await client.sandbox.advance({ seconds: 4 * 86_400 })
  assert.equal(clock.isSettled, true)
  const { counts } = await client.tasks.get(task.id)
  assert.deepEqual([counts.accepted, counts.reserved], [1, 0])

  const [delivery] = receiver.received
  assert.ok(delivery)
  const event = await webhooks.verify(delivery.headers, delivery.body, secret)
  assert.deepEqual([event.type, event.livemode], ['report.submitted', false])
  const { available } = await client.sandbox.deposit({ amount: '50' })
  assert.equal((await client.balance.get()).available, available)
})

test('the next request works after the process of the sandboxes was killed', async () => {
  const before = await client.tasks.list()
  const pid = await sandboxPid(market)
  assert.notEqual(pid, process.pid)
  process.kill(pid, 'SIGKILL')
  assert.equal((await client.tasks.list()).totalCount, before.totalCount)
  assert.notEqual(await sandboxPid(market), pid)
})
