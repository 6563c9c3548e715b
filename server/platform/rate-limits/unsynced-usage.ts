import { stopwatch } from '../clock.ts'

type Request = { readonly key: string; readonly isUpload: boolean }

/** What was let pass with one credential and is counted nowhere else yet. An upload counts as a request too. */
export type UnsyncedRequests<Asked extends Request> = {
  readonly asked: Asked
  requests: number
  uploads: number
  readonly since: number
}

/** Requests that a process let pass alone while the shared counter was slow. */
export type UnsyncedUsage<Asked extends Request> = {
  record(asked: Asked): void
  /** How many are not told yet. */
  of(key: string): number
  /** Those that are recent enough to be told now; none is told twice. */
  take(): ReadonlyMap<string, UnsyncedRequests<Asked>>
}

/** Told later, they would count for a minute that is not theirs: what is older is forgotten. */
const ageMsMax = 2000
/** Credentials of which so much is remembered at once. */
const credentialsMax = 10_000

export function newUnsyncedUsage<Asked extends Request>(): UnsyncedUsage<Asked> {
  const passed = stopwatch()
  const unsynced = new Map<string, UnsyncedRequests<Asked>>()
  return {
    record(asked) {
      const known = unsynced.get(asked.key)
      const recent =
        known && passed() - known.since < ageMsMax ? known : { asked, requests: 0, uploads: 0, since: passed() }
      recent[asked.isUpload ? 'uploads' : 'requests']++
      if (known || unsynced.size < credentialsMax) unsynced.set(asked.key, recent)
    },
    of: (key) => unsynced.get(key)?.requests ?? 0,
    take() {
      const recent = new Map([...unsynced].filter(([, { since }]) => passed() - since < ageMsMax))
      unsynced.clear()
      return recent
    },
  }
}
