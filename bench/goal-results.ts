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
  return [...ofLists(seen), ...ofWrites(seen), ...ofGroupB(results), ...ofProcess(results)]
}

type Lookup = ReturnType<typeof lookerAt>

/** Finds rows by name and size: with the most clients, or in an open loop. */
function lookerAt({ rows }: Results) {
  const find = (name: string, size?: number, isOpen = false): Row | undefined =>
    rows
      .filter((row) => row.name === name && (size === undefined || row.size === size))
      .filter((row) => (row.perSecond !== undefined) === isOpen)
      .toSorted((a, b) => b.clients - a.clients)[0]
  const rate = (name: string, size: number): number | undefined => {
    const row = find(name, size)
    return row && measurementsIn(row).served.perSecond
  }
  return {
    sizes: [...new Set(rows.filter(({ of }) => of === 'offers').map(({ size }) => size))],
    rate,
    p99: (name: string, size: number, isOpen: boolean) => {
      const row = find(name, size, isOpen)
      return row && measurementsIn(row).served.p99
    },
    atLeast: (name: string, size: number, least: number): Look => {
      const found = rate(name, size)
      return found === undefined ? undefined : look(`${whole(found)}/s at ${whole(size)}`, found >= least)
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

function ofLists(seen: Lookup): GoalResult[] {
  const [first, filtered, searched] = ['list, page 1', 'list, filters in random combination', 'list, search']
  const tail = (isOpen: boolean): Look => {
    const found = seen.p99(searched, large, isOpen)
    const how = isOpen ? 'at a pace' : 'as fast as it goes'
    return found === undefined ? undefined : look(`${fine(found)} ms ${how}`, found <= 50)
  }
  const costsOf = (...names: string[]) => names.map((name) => costOf(seen, name, first))
  return [
    verdict(
      'list of available offers, first page',
      '≥ 10,000/s with 100,000 offers, and 0.9 of that with 1,000,000',
      seen.atLeast(first, middle, 10_000),
      share(seen.rate(first, large), seen.rate(first, middle), 0.9, 'that with 1,000,000'),
    ),
    verdict(
      'the same, filters in any combination',
      '≥ 5,000/s with 100,000; ≥ 3,000/s with 1,000,000',
      seen.atLeast(filtered, middle, 5_000),
      seen.atLeast(filtered, large, 3_000),
    ),
    verdict('the same, search', 'p99 ≤ 50 ms with 1,000,000', tail(true), tail(false)),
    verdict(
      'page 1,000 and pages by cursor',
      '≤ 3 times the cost of page 1',
      ...costsOf('list, page 1,000', 'list, by cursor'),
    ),
    verdict(
      'highest reward first, and only what one can take',
      '≤ 3 times the cost of page 1',
      ...costsOf('list, highest reward first', 'list, only what one can take'),
    ),
    verdict('detail of an offer', '≥ 10,000/s', seen.atLeast('detail of an offer', middle, 10_000)),
  ]
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

function ofWrites(seen: Lookup): GoalResult[] {
  const ratio = (name: string, least: number): GoalResult => {
    const metrics = seen.figures(name)
    const found = share(metrics?.served.perSecond, metrics?.last?.perSecond, least, 'pgbench')
    return verdict(name, `≥ ${least} of pgbench with the same write as one statement, one by one`, found)
  }
  const hot = seen.figures('reserve, one hot offer')
  return [
    ratio('reserve, distinct offers', 0.7),
    verdict(
      'reserve, one hot offer',
      '≥ 2 times pgbench with the same statement; ≥ 8,000/s',
      share(hot?.served.perSecond, hot?.last?.perSecond, 2, 'pgbench'),
      hot && look(`${whole(hot.served.perSecond)}/s`, hot.served.perSecond >= 8_000),
    ),
    ...['submit-execution', 'accept', 'reject', 'create and submit an offer'].map((name) => ratio(name, 0.6)),
  ]
}

function ofGroupB({ rows, keptUp }: Results): GoalResult[] {
  const most = rows.filter(({ of, size, perSecond }) => of === 'reports' && size === large && perSecond === undefined)
  const clients = Math.max(...most.map((row) => row.clients))
  const rates = most
    .filter((row) => row.clients === clients)
    .map((row) => ({ name: row.name, rate: measurementsIn(row).served.perSecond }))
    .toSorted((a, b) => a.rate - b.rate)
  const [slowest] = rates
  const slow = rates.filter(({ rate }) => rate < 3_000).length
  const all: Look =
    slowest &&
    look(
      `${rates.length - slow} of ${rates.length} rows; slowest ${slowest.name}: ${whole(slowest.rate)}/s`,
      slow === 0,
    )
  return [
    verdict(
      'lists of tasks and reports, 1,000,000 reports of one advertiser',
      '≥ 3,000/s by any filter, sort, cursor',
      all,
    ),
    verdict(
      'their page 1',
      'no slower than with 10,000 reports',
      ...['reports, page 1', 'tasks, page 1'].map((name) => firstPages(rows, name)),
    ),
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
      '≤ 150 MB resident',
      ...rests.map(({ size, mebibytes, of }) =>
        look(`${whole(mebibytes)} MiB with ${whole(size)} ${of}`, mebibytes <= 150),
      ),
    ),
    verdict(
      'API process under load',
      '≤ 400 MB resident in any row',
      peaks.length > 0 ? look(`at most ${whole(peak)} MiB`, peak <= 400) : undefined,
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
