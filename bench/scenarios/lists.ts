import { type DatasetFacts, spanMs } from '../dataset-facts.ts'
import { listPage } from '../minimal-server/statements.ts'
import { oneOf, rngOf } from '../rng.ts'
import { termAt } from '../sample-texts.ts'
import type { Request, Scenario } from '../scenario.ts'

/** The number of callers whose credentials stay cached for a second. */
const few = 200
const path = '/api/executor/offers/available'

const asking = ({ tokens }: DatasetFacts, reader: number, readers: number, query = ''): Request => ({
  method: 'GET',
  path: `${path}${query}`,
  bearer: tokens[reader % Math.min(readers, tokens.length)] ?? '',
})

export const listFirst: Scenario = {
  name: 'list, page 1',
  isBare: true,
  request: (facts, index) => asking(facts, index, few),
  read: listPage,
}

export const listFirstOfMany: Scenario = {
  name: 'list, page 1, 20,000 executors',
  request: (facts, index) => asking(facts, index, Number.POSITIVE_INFINITY),
}

export const listFiltered: Scenario = {
  name: 'list, filters in random combination',
  request: (facts, index) => asking(facts, index, few, `?${filterAt(facts, index)}`),
}

export const listSorted: Scenario = {
  name: 'list, highest reward first',
  request: (facts, index) => asking(facts, index, few, '?Sort=-reward'),
}

export const listEligible: Scenario = {
  name: 'list, only what one can take',
  request: (facts, index) => asking(facts, index, few, '?OnlyEligible=true'),
}

/** Hardly any two requests are equal, so no page is cached. */
export const listEverything: Scenario = {
  name: 'list, filters, highest reward first, only what one can take',
  request: (facts, index) => asking(facts, index, few, `?${filterAt(facts, index)}&Sort=-reward&OnlyEligible=true`),
}

export const listSearched: Scenario = {
  name: 'list, search',
  request: (facts, index) => asking(facts, index, few, `?Search=${encodeURIComponent(termAt(facts.seed, index))}`),
}

const farPage = 1_000
const pageSize = 20

/** Page 1,000, or the last page of shorter lists. */
export const listFar: Scenario = {
  name: 'list, page 1,000',
  request: (facts, index) =>
    asking(facts, index, few, `?Page=${Math.max(1, Math.min(farPage, Math.ceil(facts.offers / pageSize)))}`),
}

export const listWalked: Scenario = {
  name: 'list, by cursor',
  isWalk: true,
  request: (facts, connection, _, before) => {
    const cursor = before && /"nextCursor":"([^"]+)"/.exec(before)?.[1]
    return asking(facts, connection, few, cursor ? `?Cursor=${cursor}` : '')
  },
}

const day = (ms: number): string => new Date(ms).toISOString()
const hourMs = 3_600_000
const hours = spanMs / hourMs
/** A reward between 0.10 and 1.00. */
const cents = (fraction: number): string => (0.1 + Math.floor(fraction * 90) / 100).toFixed(2)

/** Returns a random filter: some of the parts, never none, each with one of about a hundred values. */
export function filterAt({ seed, categories, newestMs }: DatasetFacts, index: number): string {
  const rng = rngOf(seed, index)
  for (;;) {
    const query: string[] = []
    const category = oneOf(categories, rng())
    if (rng() < 0.35) query.push(`OfferCategoryId=${category.id}`)
    if (rng() < 0.35) query.push(`OfferPlatformId=${oneOf(category.platforms, rng())}`)
    if (rng() < 0.35) query.push(`MinReward=${cents(rng() * 0.6)}`)
    if (rng() < 0.35) query.push(`MaxReward=${cents(0.4 + rng() * 0.6)}`)
    const from = Math.floor(rng() * hours)
    if (rng() < 0.35) query.push(`ActivatedFrom=${day(newestMs - from * hourMs)}`)
    if (rng() < 0.35) query.push(`ActivatedTo=${day(newestMs - Math.floor(rng() * from) * hourMs)}`)
    if (query.length > 0) return query.join('&')
  }
}
