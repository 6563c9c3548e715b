import type { Served } from '../measure.ts'
import type { Share } from './write-counters.ts'

/** What one operation was measured to cost. */
export type Cost = { readonly name: string; readonly served: Served; readonly written: Share }

/** What is forgotten after so many days; what is forgotten after minutes takes no room to speak of. */
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
 * Bytes of the rows that one request inserts: for ever, and until they are forgotten. What an update leaves behind is room
 * for the next one.
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

/** What a year of a hundred million offers of ten slots each is made of, by the name of the operation. */
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

/** How much more there is in the busiest hour than on average, and how full a machine may be then. */
export const busiest = 4
export const fullest = 0.5

export type Need = {
  readonly name: string
  readonly requests: number
  readonly perSecond: number
  /** Hours of one core, in all. */
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

/** What so many offers a year need, operation by operation. */
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

/** Cores for so many hours of work in a year, with its busiest hour. */
export const coresFor = (hours: number): number => ((hours / yearHours) * busiest) / fullest

/** All of it together. */
export const sumOf = (all: readonly Need[]): Need =>
  all.reduce((sum, need) => {
    const members = Object.entries(need).map(([member, value]) => [
      member,
      typeof value === 'number' ? value + Number(sum[member as keyof Need]) : 'together',
    ])
    return Object.fromEntries(members) as Need
  })
