import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, mock, test } from 'node:test'
import { isVerified, openReceiver } from '../../test/support/fakes/receiver.ts'
import { advertiser, expectOk, outcome } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { connect, dataOf } from '../../test/support/mcp.ts'
import { openMarketWithSandboxes, testClient } from '../../test/support/sandbox.ts'
import { erasedDomain } from '../accounts/account.ts'
import { createKey } from '../accounts/actions.ts'
import { detailsRules } from '../catalog/details.ts'
import { sql } from '../platform/sql.ts'
import { idOf } from '../values/id.ts'
import { forwardedMax } from './actions-forward.ts'
import { deleteSandboxRow, findSandbox, forgetOldSandboxes, sandboxIds } from './actions-sandboxes.ts'
import { sampleOf } from './sample.ts'
import { readAge } from './sql-sandboxes.ts'

const market = await openMarketWithSandboxes({ webhookAllowPrivate: true, corsOrigins: ['https://assistant.example'] })
const owner = await advertiser(market)
const sandbox = await testClient(market, owner)
const day = 86_400
const task = async (members: object = {}) => {
  const [{ id: offerPriceId }] = expectOk(await sandbox.get('/v1/prices'))
  const body = { offerPriceId, title: 'Find the opening hours', totalLimit: 3, ...members }
  return expectOk(await sandbox.post('/v1/tasks', body))
}

const play = async (taskId: number, ...steps: string[]) =>
  expectOk(await sandbox.post('/v1/sandbox/executors', { taskId, steps }))
const more = async (executor: string, taskId: number, ...steps: string[]) =>
  expectOk(await sandbox.post(`/v1/sandbox/executors/${executor}/steps`, { taskId, steps }))
const move = async (seconds: number) => expectOk(await sandbox.post('/v1/sandbox/clock', { seconds }))
const outcomes = ({ steps }: { steps: { step: string; outcome: string; code: string | null }[] }) =>
  steps.map(({ step, outcome, code }) => `${step} ${code ?? outcome}`)

describe('a sandbox', () => {
  test('begins with money, and approves tasks at once', async () => {
    assert.equal(expectOk(await sandbox.get('/v1/balance')).available, 1000)
    const { id } = await task()
    assert.equal(expectOk(await sandbox.get(`/v1/tasks/${id}`)).status, 'Active')
    assert.equal(expectOk(await sandbox.get('/v1/account')).key.livemode, false)
  })

  test('adds money from nothing', async () => {
    const { available } = expectOk(await sandbox.get('/v1/balance'))
    const answer = await sandbox.post('/v1/sandbox/deposits', { amount: 12.5 })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.available, available + 12.5)
    assert.equal(outcome(await sandbox.post('/v1/sandbox/deposits', { amount: 0 })), '400 validation_error')
  })

  test('opens the tools for assistants, which act in it alone', async () => {
    const { secret } = await createKey(market.ctx, { email: owner.email, livemode: false })
    const assistant = await connect(market.url, secret)
    const { available } = expectOk(await sandbox.get('/v1/balance'))
    const [{ id: offerPriceId, costPerAction }] = expectOk(await sandbox.get('/v1/prices'))
    const order = { offerPriceId, title: 'Find the opening hours', totalLimit: 1 }
    const agreed = { maxCost: costPerAction, estimatedCost: costPerAction }
    const { id } = dataOf(await assistant.callTool({ name: 'create_task', arguments: { ...order, ...agreed } }))
    assert.equal(expectOk(await sandbox.get(`/v1/tasks/${id}`)).status, 'Active')
    const left = dataOf(await assistant.callTool({ name: 'get_balance', arguments: {} })).available
    assert.equal(Math.round((available - left) * 1e4), Math.round(costPerAction * 1e4))
    assert.equal(expectOk(await owner.b.get('/v1/tasks')).totalCount, 0)
  })

  test('opens the tools for pages of CORS_ORIGINS, also with a query, and for no others', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const accepted = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const from = (origin: string) => sandbox.send('POST', '/mcp?page=1', body, { ...accepted, origin })
    const allowed = await from('https://assistant.example')
    assert.equal(outcome(allowed), '200', allowed.raw)
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://assistant.example')
    assert.equal(outcome(await from('https://evil.example')), '403 origin_not_allowed')
  })

  test('has the prices of the live market', async () => {
    const codes = (prices: { code: string }[]) => prices.map(({ code }) => code)
    assert.deepEqual(codes(expectOk(await sandbox.get('/v1/prices'))), codes(expectOk(await owner.b.get('/v1/prices'))))
  })
})

describe('a simulated executor', () => {
  test('submits good work, which is accepted and paid', async () => {
    const { id } = await task()
    const made = await play(id, 'Reserve', 'Submit')
    assert.deepEqual(outcomes(made), ['Reserve Done', 'Submit Done'])
    const report = expectOk(await sandbox.get(`/v1/reports/${made.reportId}`))
    assert.deepEqual([report.status, report.executor.id, report.proofs.length], ['Pending', made.id, 1])
    assert.deepEqual(report.flags, [])
    const { secret } = await createKey(market.ctx, { email: owner.email, livemode: false })
    const given = { name: 'get_report', arguments: { id: made.reportId } }
    const { content } = await (await connect(market.url, secret)).callTool(given)
    assert.equal(content.filter(({ type }) => type === 'image').length, 1)
    const picture = await sandbox.get(`${new URL(report.proofs[0].url).pathname}?thumbnail=true`)
    assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp'])
    assert.equal(expectOk(await sandbox.post(`/v1/reports/${made.reportId}/accept`)).status, 'Accepted')
  })

  test('submits careless work, appeals against its rejection, and reworks', async () => {
    const { id } = await task()
    const made = await play(id, 'Reserve', 'SubmitBad')
    expectOk(await sandbox.post(`/v1/reports/${made.reportId}/reject`, { reason: 'This is no answer.' }))
    assert.deepEqual(outcomes(await more(made.id, id, 'Appeal')), ['Appeal Done'])
    assert.equal(expectOk(await sandbox.get(`/v1/reports/${made.reportId}`)).status, 'Disputed')
    const other = await play(id, 'Reserve', 'SubmitBad')
    expectOk(await sandbox.post(`/v1/reports/${other.reportId}/rework`, { reason: 'Please write a sentence.' }))
    assert.deepEqual(outcomes(await more(other.id, id, 'Submit')), ['Submit Done'])
    const { status, revision } = expectOk(await sandbox.get(`/v1/reports/${other.reportId}`))
    assert.deepEqual([status, revision], ['Pending', 2])
  })

  test('ends its steps with the first one that is refused', async () => {
    const { id } = await task({ totalLimit: 1 })
    const first = await play(id, 'Reserve', 'Cancel', 'Submit', 'Reserve')
    assert.deepEqual(outcomes(first), ['Reserve Done', 'Cancel Done', 'Submit no_active_reservation'])
    await play(id, 'Reserve')
    assert.deepEqual(outcomes(await play(id, 'Reserve')), ['Reserve no_slots_available'])
  })

  test('meets the audience of the task', async () => {
    const { id } = await task({ targetCountryIds: [276], gender: 'Male', minAge: 60 })
    assert.deepEqual(outcomes(await play(id, 'Reserve', 'Submit', 'Withdraw')), [
      'Reserve Done',
      'Submit Done',
      'Withdraw Done',
    ])
  })

  test('submits the answers that the script gives', async () => {
    const prices = expectOk(await sandbox.get('/v1/prices'))
    const { id } = await task({ offerPriceId: prices.find(({ code }: { code: string }) => code === 'web.lookup').id })
    const details = { answer: 'From 9 to 18', sourceUrl: 'https://library.example/hours' }
    const body = { taskId: id, steps: ['Reserve', 'Submit'], details }
    const { reportId } = expectOk(await sandbox.post('/v1/sandbox/executors', body))
    assert.deepEqual(expectOk(await sandbox.get(`/v1/reports/${reportId}`)).details, details)
  })

  test('works only on tasks of the caller, and is found by its id', async () => {
    const { id } = await task()
    const refused = async (path: string, taskId: number) =>
      outcome(await sandbox.post(`/v1/sandbox/executors${path}`, { taskId, steps: ['Reserve'] }))
    assert.equal(await refused('', 999_999), '404 task_not_found')
    assert.equal(await refused('/ex_00000000000000000000/steps', id), '404 sandbox_executor_not_found')
  })
})

describe('the clock', () => {
  test('lets a reservation expire and work be accepted automatically', async () => {
    const { id } = await task({ totalLimit: 2 })
    const before = expectOk(await sandbox.get('/v1/sandbox/clock'))
    await play(id, 'Reserve')
    const { reportId } = await play(id, 'Reserve', 'Submit')
    const after = await move(4 * day)
    assert.equal(after.isSettled, true)
    assert.equal(after.aheadSeconds, before.aheadSeconds + 4 * day)
    assert.ok(Date.parse(after.nowUtc) - Date.parse(before.nowUtc) >= 4 * day * 1000)
    const { status, reviewDeadlineAtUtc, decision } = expectOk(await sandbox.get(`/v1/reports/${reportId}`))
    assert.equal(status, 'Accepted')
    const lateMs = Date.parse(decision.decidedAtUtc) - Date.parse(reviewDeadlineAtUtc)
    assert.ok(lateMs >= 0 && lateMs < 3_600_000, `decided at the deadline, not days later: ${lateMs} ms`)
    assert.equal(expectOk(await sandbox.get(`/v1/tasks/${id}`)).counts.reserved, 0)
  })

  test('delivers webhooks, and retries them', async () => {
    const receiver = await openReceiver()
    receiver.reply(500)
    const { id: hook, secret } = expectOk(await sandbox.post('/v1/webhooks', { url: receiver.url }))
    const { id } = await task()
    await move(1)
    const attempts = () => receiver.received.length
    assert.equal(attempts(), 1)
    receiver.reply(204)
    await move(60)
    const [first, second] = receiver.received
    assert.ok(first && second)
    assert.equal(attempts(), 2)
    assert.deepEqual([second.event.livemode, second.event.data.task.id, second.body], [false, id, first.body])
    assert.ok(isVerified(secret, second), 'signed with the real time, although the sandbox is days ahead')
    expectOk(await sandbox.delete(`/v1/webhooks/${hook}`))
    const { items } = expectOk(await sandbox.get('/v1/events'))
    assert.deepEqual(new Set(items.map(({ livemode }: { livemode: boolean }) => livemode)), new Set([false]))
  })

  test('stops at each retry of a webhook', async () => {
    const receiver = await openReceiver()
    receiver.reply(500)
    const { id: hook } = expectOk(await sandbox.post('/v1/webhooks', { url: receiver.url }))
    await task()
    assert.equal((await move(4 * day)).isSettled, true)
    const { items } = expectOk(await sandbox.get(`/v1/webhooks/${hook}/deliveries`))
    const seen = items.map(({ attemptsMade, status }: { attemptsMade: number; status: string }) => [
      attemptsMade,
      status,
    ])
    assert.deepEqual(seen, [[10, 'Failed']])
    assert.equal(receiver.received.length, 10)
    expectOk(await sandbox.delete(`/v1/webhooks/${hook}`))
  })

  test('goes forward only, a year at a time, and ten years in all', async () => {
    for (const seconds of [-1, 0, 1.5, 10 ** 12, '60'])
      assert.equal(outcome(await sandbox.post('/v1/sandbox/clock', { seconds })), '400 validation_error')
    const year = { seconds: 366 * day }
    for (let years = 1; years < 10; years++) expectOk(await sandbox.post('/v1/sandbox/clock', year))
    assert.equal(outcome(await sandbox.post('/v1/sandbox/clock', year)), '409 clock_too_far')
    const { id } = await task()
    assert.deepEqual(outcomes(await play(id, 'Reserve', 'Submit')), ['Reserve Done', 'Submit Done'])
  })
})

test('simulated executors answer items, right and wrong', async () => {
  const page = {
    kind: 'form',
    answerSchema: { type: 'object', properties: { animal: { enum: ['cat', 'dog', 'bird'] } } },
  }
  const items = ['dog', 'bird'].map((expected) => ({ data: { expected } }))
  const { id } = await task({ totalLimit: undefined, overlap: 2, itemsPerSlot: 2, items, page })
  for (const step of ['Submit', 'SubmitBad'])
    assert.deepEqual(outcomes(await play(id, 'Reserve', step)), ['Reserve Done', `${step} Done`])
  const results = expectOk(await sandbox.get(`/v1/tasks/${id}/results`)).items
  type Answers = { answers: { value: { animal: string } }[] }
  const found = results.map(({ answers }: Answers) => answers.map(({ value }) => value.animal))
  assert.deepEqual(found, [
    ['dog', 'bird'],
    ['bird', 'dog'],
  ])
  const plain = await task({ totalLimit: undefined, items: [{ data: {} }] })
  assert.deepEqual(outcomes(await play(plain.id, 'Reserve', 'Submit')), ['Reserve Done', 'Submit Done'])
})

test('a sandbox that does not exist has no age', async () => {
  const market = await openMarket()
  const { id } = await advertiser(market)
  assert.equal(await readAge(market.ctx.db, idOf<'sandbox'>(id)), undefined)
})

type Price = { readonly code: string; readonly executionDetailsSchema: object; readonly offerDetailsSchema: object }
const catalog = JSON.parse(readFileSync(join(import.meta.dirname, '../catalog/default/catalog.json'), 'utf8'))

for (const { code, executionDetailsSchema, offerDetailsSchema } of catalog.prices as Price[])
  test(`a sample of ${code} matches its schemas`, () => {
    for (const schema of [executionDetailsSchema, offerDetailsSchema] as Readonly<Record<string, unknown>>[])
      assert.deepEqual(detailsRules(schema, 'strict')(sampleOf(schema, 'A sentence of the sample.')), [])
  })

test('a sample follows definitions, alternatives, limits and fixed values', () => {
  const schema = {
    type: 'object',
    $defs: { code: { type: 'string', minLength: 6, maxLength: 6 } },
    properties: {
      code: { $ref: '#/$defs/code' },
      kind: { const: 'a' },
      choice: { enum: ['x', 'y'] },
      either: { oneOf: [{ type: 'integer', minimum: 7 }, { type: 'string' }] },
      many: { type: 'array', minItems: 2, items: { type: 'boolean' } },
      above: { type: 'number', exclusiveMinimum: 3 },
      nothing: { type: 'null' },
      shown: { type: 'string', examples: ['as shown'] },
    },
  }
  assert.deepEqual(sampleOf(schema, 'asdf'), {
    code: 'asdf..',
    kind: 'a',
    choice: 'x',
    either: 7,
    many: [true, true],
    above: 4,
    nothing: null,
    shown: 'as shown',
  })
})

/** Opens a market whose sandboxes answer only after `release`. `arrived(3)` resolves when three requests are waiting. */
async function openWithSlowSandboxes(options: { requestsAtOnceMax?: number } = {}) {
  const waiting: (() => void)[] = []
  let onArrival = () => {}
  const open = () =>
    new Promise<never>((_, reject) => {
      waiting.push(() => reject(new Error('released')))
      onArrival()
    })
  const market = await openMarket({ ...options, gate: () => ({ open, close: async () => {} }) })
  const arrived = async (count: number) => {
    while (waiting.length < count)
      await new Promise<void>((resolve) => {
        onArrival = resolve
      })
  }
  return { market, arrived, count: () => waiting.length, release: () => waiting.forEach((end) => void end()) }
}

test('requests that wait for a sandbox take no capacity of the live market', async () => {
  const { market, arrived, release } = await openWithSlowSandboxes({ requestsAtOnceMax: 1 })
  const live = await advertiser(market)
  const client = await testClient(market, await advertiser(market))
  const slow = client.get('/v1/tasks')
  await arrived(1)
  assert.equal(outcome(await live.b.get('/v1/tasks')), '200')
  release()
  assert.equal(outcome(await slow), '503 temporarily_unavailable')
})

test('an account gets an eighth of the requests that wait for sandboxes, with all its keys; others wait', async (t) => {
  const { market, arrived, count, release } = await openWithSlowSandboxes()
  const [owner, other] = [await advertiser(market), await advertiser(market)]
  const [one, another] = [await testClient(market, owner), await testClient(market, owner)]
  const third = await testClient(market, other)
  // On a busy machine the wait would end before the others arrive.
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const share = forwardedMax / 8
  const slow = Array.from({ length: share }, (_, each) => (each % 2 ? one : another).get('/v1/tasks'))
  await arrived(share)
  const beyond = one.get('/v1/tasks')
  const ofOther = third.get('/v1/tasks')
  await arrived(share + 1)
  assert.equal(outcome(await other.b.get('/v1/tasks')), '200')
  assert.equal(count(), share + 1)
  release()
  await arrived(share + 2)
  release()
  for (const each of [...slow, ofOther, beyond]) assert.equal(outcome(await each), '503 temporarily_unavailable')
})

const bounded = await openMarket({ sandboxesMax: 2, sandboxKeptDays: 30 })
const { ctx } = bounded
const account = async () => (await advertiser(bounded)).id
const existing = async () => [...(await sandboxIds(ctx))]

test('an account has one sandbox, also if it is asked for concurrently, and a new one after its removal', async () => {
  const owner = await account()
  const found = await Promise.all([1, 2, 3].map(() => findSandbox(ctx, owner)))
  assert.equal(new Set(found.map(({ id }) => id)).size, 1)
  const id = found[0]?.id ?? 0
  await deleteSandboxRow(ctx, id)
  const { id: next } = await findSandbox(ctx, owner)
  assert.notEqual(next, id)
  await deleteSandboxRow(ctx, next)
})

test('at the maximum, one that was unused for a day makes room; otherwise a new one is refused', async () => {
  const [first, second] = [await findSandbox(ctx, await account()), await findSandbox(ctx, await account())]
  const third = await account()
  await assert.rejects(findSandbox(ctx, third), /^Error: sandbox_unavailable/)
  bounded.pass(day)
  await findSandbox(ctx, second.account)
  const { id } = await findSandbox(ctx, third)
  assert.deepEqual(await existing(), [second.id, id])
  assert.ok(!(await existing()).includes(first.id))
  for (const each of await existing()) await deleteSandboxRow(ctx, each)
})

test('sandboxes unused for thirty days are forgotten, and those of erased accounts', async () => {
  const [used, unused] = [await findSandbox(ctx, await account()), await findSandbox(ctx, await account())]
  bounded.pass(20 * day)
  await findSandbox(ctx, used.account)
  bounded.pass(11 * day)
  assert.equal(await forgetOldSandboxes(ctx), 1)
  assert.deepEqual(await existing(), [used.id])
  assert.notEqual(used.id, unused.id)
  await ctx.db.run(sql`update accounts set email = ${`gone@${erasedDomain}`} where id = ${used.account}`)
  assert.equal(await forgetOldSandboxes(ctx), 1)
  assert.deepEqual(await existing(), [])
})
