import type { DatasetFacts, Reporter } from '../dataset-facts.ts'
import { oneOf, rngOf } from '../rng.ts'
import { termAt } from '../sample-texts.ts'
import type { Scenario } from '../scenario.ts'
import { aliasAt } from '../seed-reports.ts'

/** Returns one random part of a query. */
type Draw = (facts: DatasetFacts, reporter: Reporter, rng: () => number) => string

const reporterOf = ({ reporters }: DatasetFacts): Reporter => {
  const [reporter] = reporters
  if (!reporter) throw new Error('nobody has reports')
  return reporter
}

const dayMs = 24 * 3_600_000
const days = 340
const dayAt = ({ newestMs }: DatasetFacts, back: number): string =>
  new Date(newestMs - Math.floor(back) * dayMs).toISOString()

/** A random period of up to a month in the year. */
const between =
  (name: string, span = 30): Draw =>
  (facts, _, rng) => {
    const back = rng() * days
    return `${name}From=${dayAt(facts, back + rng() * span)}&${name}To=${dayAt(facts, back)}`
  }

const reportFilters: Readonly<Record<string, Draw>> = {
  status: (_, __, rng) => `status=${oneOf(['Pending', 'Accepted', 'Rejected', 'Pending,Rejected'], rng())}`,
  taskId: (_, { firstTask, tasks }, rng) => `taskId=${firstTask + Math.floor(rng() * tasks)}`,
  taskExternalId: (_, { tasks }, rng) => `taskExternalId=task-${Math.floor(rng() * tasks)}`,
  executorId: ({ executors }, reporter, rng) => `executorId=${aliasAt(reporter, Math.floor(rng() * executors))}`,
  'submittedFrom, submittedTo': between('submitted'),
  'decidedFrom, decidedTo': between('decided'),
  reviewDeadlineBefore: (facts, _, rng) => `reviewDeadlineBefore=${dayAt(facts, rng() * days)}`,
  hasDispute: () => 'hasDispute=false',
}
const reportSorts = [
  'submittedAt',
  '-submittedAt',
  'reviewDeadline',
  '-reviewDeadline',
  'updatedAt',
  '-updatedAt',
  'id',
  '-id',
]

const taskFilters: Readonly<Record<string, Draw>> = {
  status: (_, __, rng) => `status=${oneOf(['Active', 'Paused', 'Active,Completed'], rng())}`,
  externalId: (_, { tasks }, rng) => `externalId=task-${Math.floor(rng() * tasks)}`,
  search: ({ seed }, _, rng) => `search=${encodeURIComponent(termAt(seed, Math.floor(rng() * 1e9)))}`,
  offerCategoryId: ({ categories }, _, rng) => `offerCategoryId=${oneOf(categories, rng()).id}`,
  offerPlatformId: ({ categories }, _, rng) => `offerPlatformId=${oneOf(oneOf(categories, rng()).platforms, rng())}`,
  'createdFrom, createdTo': between('created', 2 * days),
  'updatedFrom, updatedTo': between('updated', 2 * days),
  includeArchived: () => 'includeArchived=true',
}
const taskSorts = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'title', '-title', 'id', '-id']

const listing = (name: string, path: string, draw: Draw, rest: Partial<Scenario> = {}): Scenario => ({
  name,
  request: (facts, index) => {
    const reporter = reporterOf(facts)
    const query = draw(facts, reporter, rngOf(facts.seed, index))
    return { method: 'GET', path: `${path}${query && `?${query}`}`, bearer: facts.keys[reporter.account - 1] ?? '' }
  },
  ...rest,
})

/** Combines two or three filters with a random sort. */
const combined = (filters: Readonly<Record<string, Draw>>, sorts: readonly string[]): Draw => {
  const draws = Object.values(filters)
  return (facts, reporter, rng) => {
    const wanted = new Set([oneOf(draws, rng()), oneOf(draws, rng()), oneOf(draws, rng())])
    return [...[...wanted].map((draw) => draw(facts, reporter, rng)), `sort=${oneOf(sorts, rng())}`].join('&')
  }
}

const pageSize = 20
const farPage = (count: number): number => Math.max(1, Math.min(1_000, Math.ceil(count / pageSize)))

const walking = (name: string, path: string): Scenario => ({
  name,
  isWalk: true,
  request: (facts, _, __, before) => {
    const cursor = before && /"nextCursor":"([^"]+)"/.exec(before)?.[1]
    const bearer = facts.keys[reporterOf(facts).account - 1] ?? ''
    return { method: 'GET', path: `${path}${cursor ? `?cursor=${cursor}` : ''}`, bearer }
  },
})

const brief = { isBrief: true } as const

function everyList(of: string, path: string, filters: Readonly<Record<string, Draw>>, sorts: readonly string[]) {
  const far: Draw = (_, { reports, tasks }) => `page=${farPage(of === 'tasks' ? tasks : reports)}`
  return [
    listing(`${of}, page 1`, path, () => ''),
    listing(`${of}, filters in random combination, any sort`, path, combined(filters, sorts)),
    walking(`${of}, by cursor`, path),
    listing(`${of}, page 1,000`, path, far),
    ...Object.entries(filters).map(([name, draw]) => listing(`${of}, ${name}`, path, draw, brief)),
    ...sorts.map((sort) => listing(`${of}, sort ${sort}`, path, () => `sort=${sort}`, brief)),
  ]
}

/** The lists of Group B for one advertiser: every filter, every sort, far pages and cursors. */
export const groupB: readonly Scenario[] = [
  ...everyList('reports', '/v1/reports', reportFilters, reportSorts),
  ...everyList('tasks', '/v1/tasks', taskFilters, taskSorts),
  {
    name: 'reports of a task',
    request: (facts, index) => {
      const { account, firstTask, tasks } = reporterOf(facts)
      const path = `/v1/tasks/${firstTask + ((index * 7_919) % tasks)}/reports`
      return { method: 'GET', path, bearer: facts.keys[account - 1] ?? '' }
    },
  },
]
