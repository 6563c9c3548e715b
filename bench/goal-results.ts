import { fine, measurementsIn, medianOf, type Results, type Row, whole } from './results.ts'

/** One goal with its measurement. `isMet` is undefined if it was not measured. */
export type GoalResult = {
  readonly work: string
  readonly goal: string
  readonly measured: string
  readonly isMet: boolean | undefined
}

/** One measurement of a goal; undefined if it was not measured. */
type Look = { readonly text: string; readonly isMet: boolean } | undefined

const verdict = (work: string, goal: string, ...looks: readonly Look[]): GoalResult => {
  const seen = looks.filter((look) => look !== undefined)
  const isMet = seen.length === 0 ? undefined : seen.every((look) => look.isMet)
  return { work, goal, measured: seen.map(({ text }) => text).join('; ') || '–', isMet }
}

const [middle, large] = [100_000, 1_000_000]

export function goalResultsOf(results: Results): GoalResult[] {
  const seen = lookerAt(results)
  return [...ofLists(seen), ...ofWrites(seen), ...ofGroupB(results), ...ofWebhooks(results), ...ofProcess(results)]
}

type Lookup = ReturnType<typeof lookerAt>

/** Finds closed loops by name and size: with the most clients. */
function lookerAt({ rows }: Results) {
  const find = (name: string, size?: number): Row | undefined =>
    rows
      .filter((row) => row.name === name && (size === undefined || row.size === size))
      .filter((row) => row.perSecond === undefined)
      .toSorted((a, b) => b.clients - a.clients)[0]
  return {
    sizes: [...new Set(rows.filter(({ of }) => of === 'offers').map(({ size }) => size))],
    find,
    rate: (name: string, size: number): number | undefined => {
      const row = find(name, size)
      return row && measurementsIn(row).served.perSecond
    },
    figures: (name: string) => {
      const row = find(name)
      return row && measurementsIn(row)
    },
  }
}

const look = (text: string, isMet: boolean): Look => ({ text, isMet })

/** Compares two values by their ratio. */
const share = (one: number | undefined, other: number | undefined, least: number, of: string): Look =>
  one === undefined || !other ? undefined : look(`${(one / other).toFixed(2)} of ${of}`, one / other >= least)

/** Processor time of the server and the database for one request. */
const cpuUsOf = (row: Row | undefined): number | undefined => {
  const served = row && measurementsIn(row).served
  return served?.serverCpuUs === undefined ? undefined : served.serverCpuUs + (served.databaseCpuUs ?? 0)
}

function ofLists(seen: Lookup): GoalResult[] {
  const [first, search] = ['list, page 1', 'list, search']
  const ofList = (name: string, least: number): Look =>
    share(seen.rate(name, middle), seen.rate(first, middle), least, 'the list')
  const searchUs = cpuUsOf(seen.find(search, large))
  const detail = seen.find('detail of an offer', middle)
  const costs = ['list, page 1,000', 'list, by cursor'].map((name) => costOf(seen, name, first))
  return [
    verdict(
      'list of available offers, first page',
      '≥ 1.0 of node:http that stringifies the same page from memory; with 1,000,000 offers ≥ 0.9 of 100,000',
      bareShare(seen.find(first, middle), 1, 'node:http'),
      share(seen.rate(first, large), seen.rate(first, middle), 0.9, 'that with 1,000,000'),
    ),
    verdict(
      'list, filters that change with each request',
      '≥ 0.8 of the list',
      ofList('list, filters in random combination', 0.8),
    ),
    verdict(
      'list, the same with the highest reward first, and only eligible offers',
      '≥ 0.5 of the list',
      ofList('list, filters, highest reward first, only what one can take', 0.5),
    ),
    verdict(
      'list, search among 1,000,000 offers',
      '≤ 1 ms of processor time',
      searchUs === undefined ? undefined : look(`${fine(searchUs / 1000)} ms`, searchUs <= 1000),
    ),
    verdict('list, page 1,000 and pages by cursor', '≤ 3 times the cost of page 1', ...costs),
    verdict(
      'detail of an offer',
      '≥ 0.9 of node:http and pg without checks',
      bareShare(detail, 0.9, 'node:http and pg'),
    ),
  ]
}

/** Compares with the bare server, which ran in the same rounds. */
function bareShare(row: Row | undefined, least: number, of: string): Look {
  const metrics = row && measurementsIn(row)
  return share(metrics?.served.perSecond, metrics?.bare?.perSecond, least, of)
}

/** Returns the highest cost over all sizes, as a multiple of a first page. */
function costOf(seen: Lookup, name: string, first: string): Look {
  const costs = seen.sizes.flatMap((size) => {
    const [plain, other] = [seen.rate(first, size), seen.rate(name, size)]
    return plain && other ? [plain / other] : []
  })
  const most = Math.max(...costs)
  return costs.length === 0 ? undefined : look(`${name}: ${most.toFixed(2)} times`, most <= 3)
}

const writes = [
  'reserve, distinct offers',
  'cancel',
  'submit-execution',
  'accept',
  'reject',
  'create and submit an offer',
]

function ofWrites(seen: Lookup): GoalResult[] {
  const ratio = (name: string, least: number): GoalResult => {
    const metrics = seen.figures(name)
    const found = share(metrics?.served.perSecond, metrics?.last?.perSecond, least, 'pgbench')
    return verdict(name, `≥ ${least} of pgbench with the same write as one statement, one by one`, found)
  }
  return [...writes.map((name) => ratio(name, 0.9)), ratio('reserve, one hot offer', 3)]
}

const reportsLeast = 1_500

function ofGroupB({ rows }: Results): GoalResult[] {
  const most = rows.filter(({ of, size, perSecond }) => of === 'reports' && size === large && perSecond === undefined)
  const clients = Math.max(...most.map((row) => row.clients))
  const rates = most
    .filter((row) => row.clients === clients)
    .map((row) => ({ name: row.name, rate: measurementsIn(row).served.perSecond }))
    .toSorted((a, b) => a.rate - b.rate)
  const [slowest] = rates
  const slow = rates.filter(({ rate }) => rate < reportsLeast).length
  const rateOf = (wanted: string) => rates.find(({ name }) => name === wanted)?.rate
  const all: Look =
    slowest &&
    look(
      `${rates.length - slow} of ${rates.length} rows; slowest ${slowest.name}: ${whole(slowest.rate)}/s`,
      slow === 0,
    )
  return [
    verdict(
      'lists of tasks and reports, 1,000,000 reports of one advertiser',
      '≥ 1,500/s by any filter, sort, cursor',
      all,
    ),
    verdict(
      'their page 1,000',
      '≤ 3 times the cost of page 1',
      ...['reports', 'tasks'].map((of) =>
        share(rateOf(`${of}, page 1,000`), rateOf(`${of}, page 1`), 1 / 3, `the rate of page 1 (${of})`),
      ),
    ),
    verdict(
      'their page 1',
      'no slower than with 10,000 reports',
      ...['reports, page 1', 'tasks, page 1'].map((name) => firstPages(rows, name)),
    ),
  ]
}

function ofWebhooks({ keptUp }: Results): GoalResult[] {
  return [
    verdict(
      'webhooks for 1,000 accepts, one by one',
      'backlog empty within 2 s of the last',
      ...keptUp.map(({ endpoints, clients, emptyMs, behindMs, arrived, accepts }) =>
        look(
          `${whole(endpoints)} endpoints, ${clients} clients: ${whole(Math.max(emptyMs, behindMs))} ms`,
          arrived === accepts && Math.max(emptyMs, behindMs) <= 2_000,
        ),
      ),
    ),
  ]
}

/** Rounds of one or two seconds vary by a few percent. */
const asFast = 0.95

function firstPages(rows: readonly Row[], name: string): Look {
  const found = rows.filter((row) => row.name === name && row.perSecond === undefined && row.clients > 1)
  const rateAt = (size: number) =>
    found.filter((row) => row.size === size).map((row) => measurementsIn(row).served.perSecond)[0]
  return share(rateAt(large), rateAt(10_000), asFast, `the rate (${name})`)
}

function ofProcess({ rows, rests, starts }: Results): GoalResult[] {
  const peaks = rows
    .map((row) => measurementsIn(row).served.peakMiB ?? Number.NaN)
    .filter((peak) => !Number.isNaN(peak))
  const peak = Math.max(...peaks)
  return [
    verdict(
      'API process at rest',
      '≤ 130 MiB resident with 10,000 offers, 200 with 1,000,000',
      ...rests.map(({ size, mebibytes, of }) =>
        look(
          `${whole(mebibytes)} MiB with ${whole(size)} ${of}`,
          mebibytes <= (of === 'offers' && size <= 10_000 ? 130 : 200),
        ),
      ),
    ),
    verdict(
      'API process under load',
      '≤ 350 MiB resident in any row',
      peaks.length > 0 ? look(`at most ${whole(peak)} MiB`, peak <= 350) : undefined,
    ),
    verdict(
      'start, with a migrated external database',
      'ready ≤ 1.0 s',
      ...starts.map(({ size, ms }) =>
        look(
          `${whole(medianOf(ms))} ms, at most ${whole(Math.max(...ms))}, with ${whole(size)} offers`,
          medianOf(ms) <= 1_000,
        ),
      ),
    ),
  ]
}
