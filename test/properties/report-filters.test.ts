import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { activeOffer, advertiser, executor, submittedWork } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { idsOf, part } from '../support/scenarios/paging.ts'
import { type Rng, rngOf, times } from './rng.ts'

const market = await openMarket()
const { db } = market.ctx

type Row = {
  readonly id: number
  readonly offer: number
  readonly executorAlias: string
  readonly status: string
  readonly flags: readonly string[]
  readonly submittedAt: Date
  readonly decidedAt: Date | null
  readonly reviewDeadlineAt: Date
  readonly updatedAt: Date
  readonly disputedAt: Date | null
}
type FilterCase = { readonly query: string; readonly fits: (row: Row) => boolean }

const hourMs = 3_600_000
const days = 8

/** An advertiser with two tasks and a real report, which is copied with random members. */
async function createReports(rng: Rng, count: number) {
  const owner = await advertiser(market, { funds: 1_000 })
  const worker = await executor(market)
  const tasks = [await activeOffer(market, { advertiser: owner }), await activeOffer(market, { advertiser: owner })]
  const work = await submittedWork(market, tasks[0]?.id ?? 0, worker)
  const add = (more: number) => addCopies(rng, work.id, idsOf(tasks as never), more)
  await add(count)
  return { owner, tasks: idsOf(tasks as never), add }
}

/** Adds copies of a report. Their times span eight days; some are equal, and some lie on the edge of an hour. */
async function addCopies(rng: Rng, original: number, tasks: readonly number[], count: number): Promise<void> {
  const copies = Array.from({ length: count }, () => {
    const submitted = timeFrom(rng, Date.UTC(2026, 0, 1), days * 24)
    const status = rng.one(['Pending', 'Accepted', 'Accepted', 'Rejected', 'Disputed']) as string
    const decided = status === 'Pending' ? null : timeFrom(rng, submitted, 30)
    return {
      status,
      offer: rng.one(tasks),
      executor_alias: `ex_${rng.whole(4)}`,
      flags: rng.happens(0.2) ? ['DuplicateProof'] : [],
      submitted_at: iso(submitted),
      decided_at: decided && iso(decided),
      review_deadline_at: iso(submitted + (24 + 24 * rng.whole(2)) * hourMs),
      updated_at: iso(timeFrom(rng, decided ?? submitted, 10)),
      disputed_at: status === 'Disputed' || rng.happens(0.1) ? iso(decided ?? submitted) : null,
      is_sole: false,
    }
  })
  await db.run(sql`
    insert into executions select copy.*
    from executions original, jsonb_array_elements(${JSON.stringify(copies)}::jsonb) member,
      lateral jsonb_populate_record(original, member || jsonb_build_object('id', nextval('executions_id_seq'),
        'reservation', 1000000000 + nextval('executions_id_seq'))) copy
    where original.id = ${original}::bigint`)
}

/** Changes some reports, half of them only in members that no filter reads. */
async function changeSome(rng: Rng, account: number): Promise<void> {
  const ids = rng.shuffled((await reportsOf(account)).map(({ id }) => id)).slice(0, 20)
  await db.run(sql`
    update executions set version = version + 1, updated_at = updated_at + interval '3 days',
      status = case when id % 2 = 0 and status = 'Accepted' then 'Rejected' else status end
    where id = any(${ids}::bigint[])`)
}

const iso = (ms: number): string => new Date(ms).toISOString()

function timeFrom(rng: Rng, ms: number, hours: number): number {
  const whole = ms + rng.whole(hours + 1) * hourMs
  return rng.happens(0.7) ? whole : whole + rng.whole(hourMs)
}

const reportsOf = (account: number): Promise<Row[]> =>
  db.many<Row>(sql`
    select id, offer, executor_alias, status, flags, submitted_at, decided_at, review_deadline_at, updated_at, disputed_at
    from executions where advertiser = ${account}::bigint`)

/** Returns every filter once, with random values. */
function filtersOf(rng: Rng, tasks: readonly number[]): FilterCase[] {
  const offer = rng.one(tasks)
  const alias = `ex_${rng.whole(5)}`
  const statuses = rng.shuffled(['Pending', 'Accepted', 'Rejected', 'Disputed']).slice(0, 1 + rng.whole(2))
  const bounds = () => [0, 1].map(() => timeFrom(rng, Date.UTC(2026, 0, 1), days * 24)).sort((a, b) => a - b)
  const between = (name: string, of: (row: Row) => Date | null): FilterCase => {
    const [from = 0, to = 0] = bounds()
    const isOpen = rng.happens(0.3)
    return {
      query: `${name}From=${iso(from)}${isOpen ? '' : `&${name}To=${iso(to)}`}`,
      fits: (row) => {
        const ms = of(row)?.getTime() ?? Number.NaN
        return ms >= from && (isOpen ? !Number.isNaN(ms) : ms <= to)
      },
    }
  }
  const [deadline = 0] = bounds()
  const hasDispute = rng.happens(0.3)
  return [
    { query: `taskId=${offer}`, fits: (row) => row.offer === offer },
    { query: `taskId=${tasks}`, fits: (row) => tasks.includes(row.offer) },
    { query: `executorId=${alias}`, fits: ({ executorAlias }) => executorAlias === alias },
    { query: `status=${statuses}`, fits: ({ status }) => statuses.includes(status) },
    { query: 'flags=DuplicateProof', fits: ({ flags }) => flags.length > 0 },
    { query: `hasDispute=${hasDispute}`, fits: ({ disputedAt }) => (disputedAt !== null) === hasDispute },
    between('submitted', ({ submittedAt }) => submittedAt),
    between('decided', ({ decidedAt }) => decidedAt),
    {
      query: `reviewDeadlineBefore=${iso(deadline)}`,
      fits: ({ reviewDeadlineAt }) => reviewDeadlineAt.getTime() < deadline,
    },
  ]
}

/** Combines up to four of them. */
function filterOf(rng: Rng, tasks: readonly number[]): FilterCase {
  const names = new Set<string>()
  const chosen = rng
    .shuffled(filtersOf(rng, tasks))
    .slice(0, rng.whole(5))
    .filter(({ query }) => !names.has(query.slice(0, 4)) && names.add(query.slice(0, 4)))
  return {
    query: chosen.map(({ query }) => query).join('&'),
    fits: (row) => chosen.every(({ fits }) => fits(row)),
  }
}

const keys: Readonly<Record<string, (row: Row) => number>> = {
  submittedAt: ({ submittedAt }) => submittedAt.getTime(),
  reviewDeadline: ({ reviewDeadlineAt }) => reviewDeadlineAt.getTime(),
  updatedAt: ({ updatedAt }) => updatedAt.getTime(),
  id: ({ id }) => id,
}

/** Returns the ids in the order of a sort; ids break ties in its direction. */
function ordered(rows: readonly Row[], sort: string): number[] {
  const key = keys[sort.replace('-', '')] ?? assert.fail()
  const way = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => way * (key(a) - key(b) || a.id - b.id)).map(({ id }) => id)
}

test('every filter and sort of reports finds the same pages and counts as a naive search, while reports are added and changed', async (t) => {
  const rng = rngOf(t)
  const { owner, tasks, add } = await createReports(rng, times(300, 5_000))
  for (let round = 0; round < times(3, 40); round++) {
    const rows = await reportsOf(owner.id)
    for (let asked = 0; asked < times(30, 400); asked++) {
      const { query, fits } = filterOf(rng, tasks)
      const sort = `${rng.one(['', '-'])}${rng.one(Object.keys(keys))}`
      const expected = ordered(rows.filter(fits), sort)
      const path = `/v1/reports?sort=${sort}&${query}`
      const pageSize = 1 + rng.whole(30)
      const page = 1 + rng.whole(1 + Math.ceil(expected.length / pageSize))
      const { items, totalCount, nextCursor } = await part(owner.b, path, `pageSize=${pageSize}&page=${page}`)
      assert.equal(totalCount, expected.length, path)
      assert.deepEqual(idsOf(items), expected.slice((page - 1) * pageSize, page * pageSize), path)
      assert.equal(nextCursor !== null, expected.length > page * pageSize, path)
      if (nextCursor === null) continue
      const next = await part(owner.b, path, `pageSize=${pageSize}&cursor=${nextCursor}`)
      assert.deepEqual(idsOf(next.items), expected.slice(page * pageSize, (page + 1) * pageSize), path)
    }
    await add(20)
    await changeSome(rng, owner.id)
    if (round % 2 === 1) market.pass(2_000)
  }
})
