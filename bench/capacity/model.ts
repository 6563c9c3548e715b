import type { Served } from '../measure.ts'
import type { Share } from './write-counters.ts'

/** The measured cost of one operation. */
export type Cost = { readonly name: string; readonly served: Served; readonly written: Share }

/** Retention in days by table. Rows that live only for minutes need no noticeable space. */
export const keptDays: Readonly<Record<string, number>> = {
  events: 30,
  deliveries: 30,
  attempts: 30,
  kept_answers: 1,
  limit_counters: 0,
  limit_grants: 0,
  listing_changes: 0,
  execution_changes: 0,
  offer_changes: 0,
}
const yearDays = 365

/**
 * Bytes of the rows that one request inserts: permanent ones, and those deleted later. Updates add nothing: their dead rows are
 * reused.
 */
export function bytesLeft({ tables }: Share): { readonly forEver: number; readonly forAWhile: number } {
  let [forEver, forAWhile] = [0, 0]
  for (const [table, { bytes }] of tables) {
    const days = keptDays[table]
    if (days === undefined) forEver += bytes
    else if (days > 0) forAWhile += bytes
  }
  return { forEver, forAWhile }
}

/** A year with 100 million offers of ten slots: requests per offer, by name of the operation. */
export const offersAYear = 100_000_000
export const perOffer: Readonly<Record<string, number>> = {
  'create and submit an offer': 1,
  'list, page 1': 150,
  'detail of an offer': 60,
  'reserve, distinct offers': 12,
  cancel: 2,
  'submit-execution': 10,
  accept: 9.5,
  reject: 0.5,
}

/** The busiest hour relative to the average, and the maximum utilization in it. */
export const busiest = 4
export const fullest = 0.5

export type Need = {
  readonly name: string
  readonly requests: number
  readonly perSecond: number
  /** Total core hours. */
  readonly serverHours: number
  readonly databaseHours: number
  readonly rows: number
  readonly walBytes: number
  readonly bytesForEver: number
  readonly bytesForAWhile: number
}

const yearHours = yearDays * 24
const hourUs = 3_600_000_000
const whileDays = 30

/** Returns the needs of each operation for a year's offers. */
export const needs = (costs: readonly Cost[]): Need[] =>
  costs.map(({ name, served, written }) => {
    const requests = offersAYear * (perOffer[name] ?? 0)
    const perSecond = requests / (yearHours * 3_600)
    const rows = [...written.tables.values()].reduce((sum, { inserted, updated }) => sum + inserted + updated, 0)
    const left = bytesLeft(written)
    return {
      name,
      requests,
      perSecond,
      serverHours: (requests * (served.serverCpuUs ?? Number.NaN)) / hourUs,
      databaseHours: (requests * (served.databaseCpuUs ?? Number.NaN)) / hourUs,
      rows: requests * rows,
      walBytes: requests * written.walBytes,
      bytesForEver: requests * left.forEver,
      bytesForAWhile: (requests * left.forAWhile * whileDays) / yearDays,
    }
  })

/** Returns the cores for these hours of work in a year, sized for the busiest hour. */
export const coresFor = (hours: number): number => ((hours / yearHours) * busiest) / fullest

/** Returns the sum of all needs. */
export const sumOf = (all: readonly Need[]): Need =>
  all.reduce((sum, need) => {
    const members = Object.entries(need).map(([member, value]) => [
      member,
      typeof value === 'number' ? value + Number(sum[member as keyof Need]) : 'together',
    ])
    return Object.fromEntries(members) as Need
  })
