import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reportSorts } from '../../server/executions/sql-filter.ts'
import { sorts } from '../../server/offers/list/sql.ts'
import { sql } from '../../server/platform/sql.ts'
import { createCallers } from '../support/callers.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  submittedOffer,
  submittedWork,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes, type Schema } from '../support/mounted-routes.ts'
import { type Item, idsOf } from '../support/scenarios/paging.ts'
import { clientFor, rightful } from './operations/operation.ts'
import { sendRequest, statusOrProblem } from './operations/requests.ts'
import { operations } from './operations/routes.ts'

const market = await openMarket({ isSandbox: true })
const owner = await advertiser(market)
const hour = 3_600

const priceOf = async (code: string) =>
  (await market.ctx.db.one<{ id: number }>(sql`select id from prices where code = ${code}::text`)).id

/** Creates six tasks in several statuses, of two types, an hour apart; the first was changed last. */
async function tasks() {
  const make = async (members: Readonly<Record<string, unknown>>) => {
    market.pass(hour)
    return (await submittedOffer(market, { advertiser: owner, members })).id
  }
  const draft = await make({ title: 'e draft', draft: true, externalId: 'order-1' })
  await make({ title: 'd waits', offerPriceId: await priceOf('image.classify') })
  await make({ title: 'c waits', translations: { ru: { title: 'Считай ГОРОХ' } }, externalId: 'order-2' })
  expectOk(await owner.b.delete(`/v1/tasks/${await make({ title: 'f gone' })}`))
  market.pass(hour)
  const one = (
    await activeOffer(market, { advertiser: owner, slots: 5, members: { title: 'b', externalId: 'order-3' } })
  ).id
  const two = (await activeOffer(market, { advertiser: owner, slots: 5, members: { title: 'a' } })).id
  market.pass(hour)
  expectOk(await owner.b.patch(`/v1/tasks/${draft}`, { description: 'Changed last' }))
  return { one, two }
}
const { one, two } = await tasks()

/** Five reports on two of them: two accepted, one rejected, two pending. */
const ann = await executor(market)
const reports = [await submittedWork(market, one, ann)]
for (const task of [one, one, two, two]) {
  market.pass(hour)
  reports.push(await submittedWork(market, task))
}
for (const [index, decision] of ['accept', 'reject', 'accept'].entries()) {
  market.pass(hour)
  expectOk(
    await owner.b.post(
      `/v1/reports/${reports[index]?.id}/${decision}`,
      decision === 'reject' ? { reason: 'As the test has it' } : undefined,
    ),
  )
}

await market.ctx.db.run(sql`
  update executions set flags = case id when ${reports[4]?.id}::bigint then '{DuplicateProof,TooFast}'::text[] else '{TooFast}' end
  where id = any(${[reports[1]?.id, reports[3]?.id, reports[4]?.id]}::bigint[])`)
expectOk(
  (await reports[1]?.executor.a.post(`/api/executor/executions/${reports[1]?.id}/dispute`, {
    statement: 'All questions are answered, see the second picture.',
  })) as never,
)

/** The members of a task or report that the filters concern. */
type ListedItem = Item & { readonly [Member in Texts]: string } & {
  readonly [Member in 'offerCategoryId' | 'offerPlatformId' | 'offerPriceId' | 'taskId']: number
} & {
  readonly externalId: string | null
  readonly taskExternalId: string | null
  readonly executor: { readonly id: string }
  readonly decision: { readonly decidedAtUtc: string } | null
  readonly flags: readonly string[]
  readonly dispute: object | null
}
type Texts = 'status' | 'title' | 'createdAtUtc' | 'updatedAtUtc' | 'submittedAtUtc' | 'reviewDeadlineAtUtc'
type Fits = (item: ListedItem) => boolean
/** A query and a predicate for its results; `none` and `all` if it matches nothing or does not filter. */
type Filter = readonly [query: string, fits: Fits, finds?: 'none' | 'all']
type Table = Readonly<Record<string, readonly Filter[]>>

const times = (items: readonly Item[], member: string): string[] => items.map((item) => String(item[member])).sort()
const middle = (items: readonly Item[], member: string): string =>
  times(items, member)[Math.floor(items.length / 2)] ?? ''

/** A range whose bounds equal the time of a record: both are inclusive. */
const range = (name: string, at: string, timeOf: (item: ListedItem) => string | undefined): Table => ({
  [`${name}From`]: [[`${name}From=${at}`, (item) => String(timeOf(item) ?? '') >= at]],
  [`${name}To`]: [
    [`${name}To=${at}`, (item) => (timeOf(item) ?? '9') <= at],
    [`${name}From=${at}&${name}To=${at}`, (item) => timeOf(item) === at],
    [`${name}To=2020-01-01`, () => false, 'none'],
  ],
})

/** Checks each query; without the filter the list contains all of these. */
async function checkTable(root: string, all: readonly ListedItem[], table: Table): Promise<void> {
  for (const [query, fits, finds] of Object.values(table).flat()) {
    const expected = idsOf(all.filter(fits)).sort()
    if (finds === undefined) assert.ok(expected.length > 0 && expected.length < all.length, `${query} proves nothing`)
    if (finds === 'none') assert.deepEqual(expected, [])
    const found = expectOk(await owner.b.get(`${root}${root.includes('?') ? '&' : '?'}pageSize=100&${query}`))
    assert.deepEqual(idsOf(found.items).sort(), expected, query)
    assert.equal(found.totalCount, expected.length, query)
  }
}

const positions = ['page', 'pageSize', 'cursor', 'sort']
const parametersOf = async (route: string): Promise<string[]> => {
  const found = (await mountedRoutes(market.ctx)).find((mounted) => mounted.route === route)
  return Object.keys(found?.query.properties).filter((name) => !positions.includes(name))
}

describe('tasks', async () => {
  const all: ListedItem[] = expectOk(await owner.b.get('/v1/tasks?includeArchived=true&pageSize=100')).items
  const first = all[0] as ListedItem
  const created = middle(all, 'createdAtUtc')
  const updated = middle(all, 'updatedAtUtc')
  const table: Table = {
    status: [
      ['status=Draft', ({ status }) => status === 'Draft'],
      ['status=Draft,Active', ({ status }) => ['Draft', 'Active'].includes(status)],
      ['status=Draft&STATUS=Active', ({ status }) => ['Draft', 'Active'].includes(status)],
      ['status=Archived', ({ status }) => status === 'Archived'],
    ],
    externalId: [
      ['externalId=order-2', ({ externalId }) => externalId === 'order-2'],
      ['externalId=order-9', () => false, 'none'],
    ],
    search: [
      ['search=WAITS', ({ title }) => title.includes('waits')],
      [`search=${encodeURIComponent('горох')}`, ({ title }) => title === 'c waits'],
      ['search=%25', () => false, 'none'],
    ],
    offerCategoryId: [
      [`offerCategoryId=${first.offerCategoryId}`, ({ offerCategoryId }) => offerCategoryId === first.offerCategoryId],
      ['offerCategoryId=999999', () => false, 'none'],
    ],
    offerPlatformId: [
      [`offerPlatformId=${first.offerPlatformId}`, ({ offerPlatformId }) => offerPlatformId === first.offerPlatformId],
    ],
    offerPriceId: [[`offerPriceId=${first.offerPriceId}`, ({ offerPriceId }) => offerPriceId === first.offerPriceId]],
    ...range('created', created, ({ createdAtUtc }) => createdAtUtc),
    ...range('updated', updated, ({ updatedAtUtc }) => updatedAtUtc),
    includeArchived: [
      ['includeArchived=true', () => true, 'all'],
      ['includeArchived=false&status=Archived', ({ status }) => status === 'Archived'],
    ],
  }

  test('support every filter', async () => {
    assert.deepEqual((await parametersOf('GET /v1/tasks')).sort(), Object.keys(table).sort())
    const { includeArchived = [], ...others } = table
    await checkTable('/v1/tasks', all, { includeArchived, status: others['status'] ?? [] })
    await checkTable('/v1/tasks?includeArchived=true', all, others)
  })

  test('exclude archived records unless requested', async () => {
    const { items } = expectOk(await owner.b.get('/v1/tasks'))
    assert.deepEqual(idsOf(items), idsOf(all.filter(({ status }) => status !== 'Archived')))
  })

  test('support all filters combined', async () => {
    const query = `status=Active&search=b&externalId=order-3&offerCategoryId=${first.offerCategoryId}&createdFrom=2020-01-01`
    const { items } = expectOk(await owner.b.get(`/v1/tasks?${query}&sort=title&pageSize=1`))
    assert.deepEqual(idsOf(items), [one])
  })

  const keys: Readonly<Record<string, string>> = { createdAt: 'createdAtUtc', updatedAt: 'updatedAtUtc' }
  for (const sort of sorts)
    test(`are sorted by ${sort}`, async () => {
      const { items } = expectOk(await owner.b.get(`/v1/tasks?includeArchived=true&sort=${sort}`))
      mustBeSorted(items, sort, keys)
    })

  test('support exactly the sort orders of the specification', async () => {
    assert.deepEqual([...sorts].sort(), bothWays(['createdAt', 'updatedAt', 'id', 'title']))
    const { items } = expectOk(await owner.b.get('/v1/tasks?includeArchived=true'))
    mustBeSorted(items, '-createdAt', keys)
    assert.equal(outcome(await owner.b.get('/v1/tasks?sort=price')), '400 validation_error')
  })
})

describe('reports', async () => {
  const all: ListedItem[] = expectOk(await owner.b.get('/v1/reports?pageSize=100')).items
  const decided = all.flatMap(({ decision }) => decision?.decidedAtUtc ?? []).sort()
  const deadline = middle(all, 'reviewDeadlineAtUtc')
  const { executor: who } = all.find(({ id }) => id === reports[0]?.id) as ListedItem
  const table: Table = {
    taskId: [
      [`taskId=${one}`, ({ taskId }) => taskId === one],
      [`taskId=${one},${two}`, () => true, 'all'],
      [`taskId=${two}&taskID=999999`, ({ taskId }) => taskId === two],
      ['taskId=999999', () => false, 'none'],
    ],
    taskExternalId: [
      ['taskExternalId=order-3', ({ taskExternalId }) => taskExternalId === 'order-3'],
      ['taskExternalId=order-9', () => false, 'none'],
    ],
    status: [
      ['status=Pending', ({ status }) => status === 'Pending'],
      ['status=Accepted,Disputed', ({ status }) => status !== 'Pending'],
      ['status=Accepted&status=Disputed', ({ status }) => status !== 'Pending'],
    ],
    executorId: [
      [`executorId=${who.id}`, ({ executor: { id } }) => id === who.id],
      ['executorId=ex_0', () => false, 'none'],
    ],
    ...range('submitted', middle(all, 'submittedAtUtc'), ({ submittedAtUtc }) => submittedAtUtc),
    ...range('decided', decided[1] ?? '', ({ decision }) => decision?.decidedAtUtc),
    reviewDeadlineBefore: [
      [`reviewDeadlineBefore=${deadline}`, ({ reviewDeadlineAtUtc }) => reviewDeadlineAtUtc < deadline],
      ['reviewDeadlineBefore=2020-01-01', () => false, 'none'],
    ],
    flags: [
      ['flags=TooFast', ({ flags }) => flags.includes('TooFast')],
      ['flags=CodeGuessing,DuplicateProof&flags=TooFast', ({ flags }) => flags.length > 0],
      ['flags=TooFast&status=Pending', ({ flags, status }) => flags.includes('TooFast') && status === 'Pending'],
    ],
    hasDispute: [
      ['hasDispute=true', ({ dispute }) => dispute !== null],
      ['hasDispute=false', ({ dispute }) => dispute === null],
    ],
  }

  test('support every filter', async () => {
    assert.deepEqual((await parametersOf('GET /v1/reports')).sort(), Object.keys(table).sort())
    await checkTable('/v1/reports', all, table)
  })

  test('of one task support the same filters except the task’s id', async () => {
    const { taskId: _, ...others } = table
    const ofTwo = all.filter(({ taskId }) => taskId === two)
    for (const [query, fits] of Object.values(others).flat()) {
      const { items } = expectOk(await owner.b.get(`/v1/tasks/${two}/reports?${query}`))
      assert.deepEqual(idsOf(items).sort(), idsOf(ofTwo.filter(fits)).sort(), query)
    }
    assert.deepEqual(
      idsOf(expectOk(await owner.b.get(`/v1/tasks/${two}/reports?taskId=${one}`)).items).sort(),
      idsOf(ofTwo).sort(),
    )
  })

  test('are counted exactly when flags are added and removed', async () => {
    const counted = async () => expectOk(await owner.b.get('/v1/reports?flags=TooFast')).totalCount
    assert.equal(await counted(), 3)
    const flag = (flags: readonly string[]) =>
      market.ctx.db.run(sql`update executions set flags = ${flags}::text[] where id = ${reports[1]?.id}::bigint`)
    await flag([])
    assert.equal(await counted(), 2)
    await flag(['TooFast'])
    assert.equal(await counted(), 3)
  })

  const keys: Readonly<Record<string, string>> = {
    submittedAt: 'submittedAtUtc',
    reviewDeadline: 'reviewDeadlineAtUtc',
    updatedAt: 'updatedAtUtc',
  }
  for (const sort of reportSorts)
    test(`are sorted by ${sort}`, async () =>
      mustBeSorted(expectOk(await owner.b.get(`/v1/reports?sort=${sort}`)).items, sort, keys))

  test('support exactly the sort orders of the specification', async () => {
    assert.deepEqual([...reportSorts].sort(), bothWays(['submittedAt', 'reviewDeadline', 'updatedAt', 'id']))
    mustBeSorted(all, '-submittedAt', keys)
  })
})

/** An example of a wrong value for each kind of filter; texts, times and names of accounts are free. */
const wrongValue = ({ type, enum: values, items }: Schema): string | undefined =>
  values || items?.enum ? 'Unheard' : ['integer', 'boolean', 'number'].includes(items?.type ?? type) ? 'x' : undefined

test('every filter with known values, numbers or ids refuses any other value', async () => {
  const callers = await createCallers(market)
  let refused = 0
  for (const { route, query } of await mountedRoutes(market.ctx)) {
    const operation = operations.find((each) => each.route === route)
    if (!operation || !route.startsWith('GET ')) continue
    const wrongs = Object.entries<Schema>(query?.properties ?? {}).flatMap(([name, schema]) => {
      const wrong = wrongValue(schema)
      return wrong === undefined ? [] : [[name, wrong] as const]
    })
    if (wrongs.length === 0) continue
    const ready = await operation.ready(callers)
    for (const [name, wrong] of wrongs) {
      const client = clientFor(operation, rightful(operation, callers))
      const answer = await sendRequest(client, { ...operation, route: `${route}?${name}=${wrong}` }, ready)
      assert.equal(statusOrProblem(answer), '400 validation_error', `${route} ${name}`)
      const shown = answer.body.errors.map((each: { parameter: string }) => each.parameter)
      assert.deepEqual(shown, [name])
      refused++
    }
  }
  assert.ok(refused > 60, String(refused))
})

const bothWays = (names: readonly string[]): string[] => names.flatMap((name) => [name, `-${name}`]).sort()

/** Asserts the order by the sort member, ties by id, all reversed after a minus. */
function mustBeSorted(items: readonly Item[], sort: string, keys: Readonly<Record<string, string>>): void {
  const column = sort.replace(/^-/, '')
  const member = keys[column] ?? column
  const keyOf = (item: Item) => item[member] as string | number
  const order = [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.id - b.id))
  assert.ok(items.length >= 5)
  assert.deepEqual(idsOf(items), idsOf(sort.startsWith('-') ? order.reverse() : order))
}
