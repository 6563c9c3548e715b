import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  membersOf,
  moneyOf,
  type Person,
  submittedWork,
  taskBody,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { connect, dataOf, errorOf, textsOf } from '../../test/support/mcp.ts'
import { scopes } from '../accounts/account.ts'
import { createKey } from '../accounts/actions.ts'
import { toolList } from './tool-list.ts'
import { toolsIn } from './tools.ts'

const market = await openMarket()
const { ctx } = market
const names = toolList.map(({ name }) => name)

/** Connects with a new key of the owner. */
async function assistantOf(owner: Person, key: { scopes?: readonly string[]; dailySpendMax?: number } = {}) {
  const { secret } = await createKey(ctx, { email: owner.email, ...key })
  return connect(market.url, secret)
}
const ordered = async (totalLimit: number, more: object = {}) => {
  const { offerPriceId, title } = await taskBody(market)
  return { offerPriceId, title, totalLimit, ...more }
}

describe('the tools that a key sees', () => {
  const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
    [scopes, names],
    [['tasks:read'], ['list_prices', 'list_tasks', 'get_task']],
    [['tasks:write'], ['list_prices', 'estimate_task', 'create_task', 'update_task', 'archive_task', 'add_items']],
    [['reports:read'], ['list_prices', 'list_results', 'list_reports', 'get_report']],
    [['reports:write'], ['list_prices', 'accept_report', 'reject_report', 'request_rework', 'give_bonus']],
    [['balance:read'], ['list_prices', 'get_balance']],
    [['events:read'], ['list_prices']],
  ]
  for (const [granted, expected] of cases) {
    test(`with ${granted.length > 1 ? 'every scope' : granted[0]}: ${expected.length}`, async () => {
      const assistant = await assistantOf(await advertiser(market), { scopes: granted })
      const { tools } = await assistant.listTools()
      assert.deepEqual(membersOf(tools, 'name'), expected)
      for (const name of names.filter((each) => !expected.includes(each))) {
        const order = { ...(await ordered(1)), items: [{ data: {} }], maxCost: 1, estimatedCost: 1 }
        const given = { id: 1, ...order, amount: 1, reason: 'A reason' }
        const { inputSchema } = toolsByName.get(name) ?? {}
        const known = Object.fromEntries(
          Object.entries(given).filter(([argument]) => argument in (inputSchema?.properties ?? {})),
        )
        assert.equal(errorOf(await assistant.callTool({ name, arguments: known })), 'insufficient_scope', name)
      }
    })
  }

  test('describe known values, and statuses that can be asked for', () => {
    type Part = { readonly [name: string]: Part }
    const partOf = (tool: string, path: string) =>
      path.split('.').reduce((part, name) => part[name] as Part, toolsByName.get(tool) as unknown as Part)
    const statuses = ['Draft', 'Rejected', 'PendingModeration', 'Active', 'Paused', 'Completed', 'Archived']
    const open = { anyOf: [{ enum: statuses }, { type: 'string' }] }
    for (const name of ['get_task', 'create_task', 'update_task', 'archive_task'])
      assert.deepEqual(partOf(name, 'outputSchema.properties.status'), open, name)
    assert.deepEqual(partOf('list_tasks', 'outputSchema.properties.items.items.properties.status'), open)
    assert.deepEqual(partOf('list_tasks', 'inputSchema.properties.status.items.enum'), statuses)
    const asked = ['PendingModeration', 'Draft', 'Paused', 'Active']
    assert.deepEqual(partOf('update_task', 'inputSchema.properties.status.enum'), asked)
    for (const name of ['get_report', 'accept_report', 'reject_report', 'request_rework', 'give_bonus']) {
      const [known] = Object.values(partOf(name, 'outputSchema.properties.status.anyOf'))
      assert.ok(Object.values(known?.['enum'] ?? {}).includes('Disputed' as never), name)
    }
    const modes = partOf('list_prices', 'outputSchema.properties.items.items.properties.detailsMode.anyOf.0.enum')
    assert.ok(Object.values(modes).includes('lenient' as never))
  })

  test('have schemas of the contract, names for people, and hints', async () => {
    const tools = [...toolsByName.values()]
    const create = toolsByName.get('create_task')
    assert.deepEqual(create?.inputSchema.required?.toSorted(), ['estimatedCost', 'maxCost', 'offerPriceId', 'title'])
    const { properties = {} } = create?.inputSchema ?? {}
    assert.ok('acceptanceCriteria' in properties && 'sequence' in properties && !('dryRun' in properties))
    for (const { name, title, description, annotations, outputSchema } of tools) {
      assert.ok(title && (description?.length ?? 0) > 20 && outputSchema, name)
      assert.equal(annotations?.readOnlyHint, /^(?:list|get|estimate)_/.test(name), name)
    }
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)
    assert.deepEqual(destructive, [
      'create_task',
      'update_task',
      'archive_task',
      'add_items',
      'accept_report',
      'reject_report',
      'give_bonus',
    ])
    const bytes = Buffer.byteLength(JSON.stringify({ tools }))
    assert.ok(bytes <= 30_000, `${bytes} bytes, which are a part of each conversation`)
  })
})

test('docs/api/mcp.md lists the tools with their scopes and operations', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/api/mcp.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| `?([\w:]+)`? \| `(\w+) ([^`]+)` \|/gm)].map((row) => row.slice(1))
  const { body: document } = await market.as().get('/v1/openapi.json')
  const expected = toolsIn(document).map(({ name, route: { scope = 'none', method, path } }) => [
    name,
    scope,
    method,
    `/v1${path}`,
  ])
  assert.deepEqual(rows, expected)
})

const everything = await assistantOf(await advertiser(market))
const toolsByName = new Map((await everything.listTools()).tools.map((tool) => [tool.name, tool]))

test('prices come in pages, ten by default, each once', async () => {
  const all = expectOk(await market.as((await advertiser(market)).key).get('/v1/prices')).map(
    ({ id }: { id: number }) => id,
  )
  const ids: number[] = []
  const sizes: number[] = []
  for (let page: number | null = 1; page !== null; ) {
    const result = dataOf(await everything.callTool({ name: 'list_prices', arguments: { page } }))
    ids.push(...result.items.map(({ id }: { id: number }) => id))
    sizes.push(result.items.length)
    assert.deepEqual([result.totalCount, result.page, result.pageSize], [all.length, page, 10])
    page = result.nextPage
  }
  assert.deepEqual(ids, all)
  assert.ok(sizes.length > 1 && sizes.every((size) => size <= 10))
  const call = async (given: object) => everything.callTool({ name: 'list_prices', arguments: { ...given } })
  const beyond = dataOf(await call({ page: 99, pageSize: 1000 }))
  assert.deepEqual([beyond.items, beyond.pageSize, beyond.nextPage], [[], 100, null])
  assert.equal(dataOf(await call({ page: 2, pageSize: 3 })).items[0].id, all[3])
  assert.equal(errorOf(await call({ page: 'two' })), 'validation_error')
})

describe('ordering a task', () => {
  test('takes an estimate, and creates the task at that cost', async () => {
    const owner = await advertiser(market)
    const assistant = await assistantOf(owner)
    const prices = dataOf(await assistant.callTool({ name: 'list_prices', arguments: { pageSize: 100 } }))
    const order = { ...(await ordered(3)), details: { url: 'https://survey.example/1', estimatedMinutes: 5 } }
    assert.ok(prices.items.some(({ id }: { id: number }) => id === order.offerPriceId))
    const estimateOf = async (task: object) =>
      dataOf(await assistant.callTool({ name: 'estimate_task', arguments: { ...task } }))
    const estimate = await estimateOf(order)
    assert.deepEqual([estimate.totalCost, estimate.warnings], [3.3, undefined])
    assert.equal((await estimateOf({ ...order, details: {} })).warnings[0].field, 'details.url')
    const created = await assistant.callTool({
      name: 'create_task',
      arguments: { ...order, maxCost: 5, estimatedCost: 3.3 },
    })
    const task = dataOf(created)
    assert.deepEqual(task, expectOk(await owner.b.get(`/v1/tasks/${task.id}`)))
    assert.deepEqual(JSON.parse(textsOf(created)[0] ?? ''), task)
    const balance = dataOf(await assistant.callTool({ name: 'get_balance', arguments: {} }))
    assert.deepEqual([balance.available, balance.held], [996.7, 3.3])
    const listed = dataOf(
      await assistant.callTool({ name: 'list_tasks', arguments: { status: ['PendingModeration'] } }),
    )
    assert.deepEqual(membersOf(listed.items, 'id'), [task.id])
    const updated = await assistant.callTool({
      name: 'update_task',
      arguments: { id: task.id, metadata: { campaign: 'spring' } },
    })
    assert.deepEqual(dataOf(updated).metadata, { campaign: 'spring' })
    const archived = await assistant.callTool({ name: 'archive_task', arguments: { id: task.id } })
    assert.equal(dataOf(archived).status, 'Archived')
  })

  test('is refused without an agreed cost, at another cost, and above the maximum', async () => {
    const owner = await advertiser(market)
    const assistant = await assistantOf(owner)
    const order = await ordered(3)
    const create = async (more: object) =>
      errorOf(await assistant.callTool({ name: 'create_task', arguments: { ...order, ...more } }))
    assert.equal(await create({}), 'validation_error')
    assert.equal(await create({ maxCost: 5 }), 'validation_error')
    assert.equal(await create({ estimatedCost: 3.3 }), 'validation_error')
    assert.equal(await create({ maxCost: '5', estimatedCost: 3.3 }), 'validation_error')
    assert.equal(await create({ maxCost: 5, estimatedCost: 3.3, colour: 'red' }), 'validation_error')
    const changed = await assistant.callTool({
      name: 'create_task',
      arguments: { ...order, maxCost: 5, estimatedCost: 3 },
    })
    const { code, status, requestId } = JSON.parse(textsOf(changed).at(-1) ?? '')
    assert.deepEqual([code, status, /^req_[0-9a-f]{24}$/.test(requestId)], ['estimate_changed', 409, true])
    assert.equal(await create({ maxCost: 5, estimatedCost: 4 }), 'estimate_changed')
    assert.equal(await create({ maxCost: 3, estimatedCost: 3.3 }), 'max_cost_exceeded')
    assert.equal(await create({ maxCost: 5, estimatedCost: 3.3, totalLimit: 0 }), 'validation_error')
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
  })

  test('acts once when the call is repeated, also at the same time, and again with another sequence or key', async () => {
    const owner = await advertiser(market)
    const [assistant, other] = [await assistantOf(owner), await assistantOf(owner)]
    const order = { ...(await ordered(1)), maxCost: 2, estimatedCost: 1.1 }
    const create = (more: object = {}, by = assistant) =>
      by.callTool({ name: 'create_task', arguments: { ...order, ...more } })
    const results = await Promise.all([create(), create(), create()])
    const ids = new Set(results.map((result) => dataOf(result).id))
    assert.equal(ids.size, 1)
    const again = await create({ sequence: 1 })
    assert.match(textsOf(again)[0] ?? '', /nothing was done again/)
    assert.notEqual((await create({ sequence: 2 })).structuredContent, undefined)
    assert.notEqual((await create({}, other)).structuredContent, undefined)
    assert.deepEqual(await moneyOf(owner), { available: 996.7, held: 3.3 })
  })
})

test('reports are accepted with a bonus, rejected, returned and rewarded, as in the API', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 4 })
  const work = await Promise.all([1, 2, 3].map(() => submittedWork(market, id)))
  const [first, second, third] = work.map((each) => each.id)
  const assistant = await assistantOf(owner)
  const call = async (name: string, given: object) =>
    dataOf(await assistant.callTool({ name, arguments: { ...given } }))
  const waiting = await call('list_reports', { taskId: id, status: 'Pending' })
  assert.deepEqual(
    waiting.items.map((report: { id: number }) => report.id).toSorted(),
    [first, second, third].toSorted(),
  )
  assert.equal((await call('accept_report', { id: first, rating: 5 })).status, 'Accepted')
  assert.equal((await call('reject_report', { id: second, reason: 'It is empty.' })).status, 'Rejected')
  assert.equal((await call('request_rework', { id: third, reason: 'Add the year.' })).status, 'ReworkRequested')
  assert.equal((await call('give_bonus', { id: first, amount: 1, reason: 'Well done' })).bonusTotal, 1)
  assert.equal((await call('give_bonus', { id: first, amount: 1, reason: 'Well done' })).bonusTotal, 1)
  assert.equal((await call('give_bonus', { id: first, amount: 1, reason: 'Well done', sequence: 2 })).bonusTotal, 2)
  const refused = await assistant.callTool({ name: 'accept_report', arguments: { id: second } })
  assert.equal(errorOf(refused), 'report_already_decided')
  assert.equal(
    errorOf(await assistant.callTool({ name: 'get_report', arguments: { id: 4_711_000 } })),
    'report_not_found',
  )
})
