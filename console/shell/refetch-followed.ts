import { queryClient } from '../queries.ts'
import { type Counts, nounsOfCounts, nounsOfNews, type Unread } from './followed-pages.ts'

/** Data younger than this, in milliseconds, is not reloaded for a count: most counts change because of the person's own action. */
const recentMs = 5_000

/** Reads again what pages show of the nouns of notifications that are new or have grown. */
export function followNews(before: readonly Unread[], now: readonly Unread[]): void {
  const nouns = nounsOfNews(before, now)
  const stale = nouns.size === 0 ? [] : [...nouns, 'menu', 'notifications']
  for (const noun of stale) void queryClient.invalidateQueries({ queryKey: [noun] })
}

/** Reads again what pages show of the nouns whose counts have changed. */
export function followCounts(before: Counts, now: Counts): void {
  for (const noun of nounsOfCounts(before, now))
    void queryClient.invalidateQueries({ queryKey: [noun], predicate: (query) => query.isStaleByTime(recentMs) })
}
