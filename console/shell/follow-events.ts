import { useEffect, useRef } from 'react'
import { loadCode } from '../connection.ts'
import type { Counts, Unread } from './followed-pages.ts'

/** Loaded when something happens: most pages are left before. */
const loadRefetch = () => loadCode(() => import('./refetch-followed.ts'))

/** Reloads the page's data about the nouns of new notifications. Forms keep what the person has entered. */
export function useFollowedNews(unread: readonly Unread[] | undefined): void {
  const latest = useRef(unread)
  useEffect(() => {
    const before = latest.current
    latest.current = unread
    if (before && unread && before !== unread) void loadRefetch().then(({ followNews }) => followNews(before, unread))
  }, [unread])
}

/** Reads again what the page shows of the nouns whose counts have changed, for what no notification tells. */
export function useFollowedCounts(counts: Counts): void {
  const latest = useRef<Readonly<Record<string, number | undefined>>>(counts)
  useEffect(() => {
    const before = latest.current
    latest.current = counts
    if (Object.entries(counts).some(([page, count]) => (before[page] ?? count) !== count))
      void loadRefetch().then(({ followCounts }) => followCounts(before, counts))
  })
}
