import { stopwatch } from '../clock.ts'

type Request = { readonly key: string; readonly isUpload: boolean }

/** Requests of one credential that were granted locally and are not counted elsewhere. An upload counts as a request too. */
export type UnsyncedRequests<Check extends Request> = {
  readonly check: Check
  requests: number
  uploads: number
  readonly since: number
}

/** Requests that a process granted locally while the shared counter was slow. */
export type UnsyncedUsage<Check extends Request> = {
  record(check: Check): void
  of(key: string): number
  /** Removes and returns all entries; drops those too old to report. */
  take(): ReadonlyMap<string, UnsyncedRequests<Check>>
}

/** Older requests are dropped: reported later, they would count for the wrong minute. */
const ageMsMax = 2000
/** Maximum number of credentials in memory. */
const credentialsMax = 10_000

export function newUnsyncedUsage<Check extends Request>(): UnsyncedUsage<Check> {
  const passed = stopwatch()
  const unsynced = new Map<string, UnsyncedRequests<Check>>()
  return {
    record(check) {
      const known = unsynced.get(check.key)
      const recent =
        known && passed() - known.since < ageMsMax ? known : { check, requests: 0, uploads: 0, since: passed() }
      recent[check.isUpload ? 'uploads' : 'requests']++
      if (known || unsynced.size < credentialsMax) unsynced.set(check.key, recent)
    },
    of: (key) => unsynced.get(key)?.requests ?? 0,
    take() {
      const recent = new Map([...unsynced].filter(([, { since }]) => passed() - since < ageMsMax))
      unsynced.clear()
      return recent
    },
  }
}
