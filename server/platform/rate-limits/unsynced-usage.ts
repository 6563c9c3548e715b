import { stopwatch } from '../clock.ts'

type Request = { readonly key: string; readonly isUpload: boolean }

/** What was let pass with one credential and is counted nowhere else yet. An upload counts as a request too. */
export type Debt<Asked extends Request> = {
  readonly asked: Asked
  requests: number
  uploads: number
  readonly since: number
}

/** Requests that a process let pass alone while the shared counter was slow. */
export type Debts<Asked extends Request> = {
  owe(asked: Asked): void
  /** How many are not told yet. */
  of(key: string): number
  /** Those that are recent enough to be told now; none is told twice. */
  take(): ReadonlyMap<string, Debt<Asked>>
}

/** Told later, they would count for a minute that is not theirs: what is older is forgotten. */
const ageMsMax = 2000
/** Credentials of which so much is remembered at once. */
const debtsMax = 10_000

export function newDebts<Asked extends Request>(): Debts<Asked> {
  const passed = stopwatch()
  const debts = new Map<string, Debt<Asked>>()
  return {
    owe(asked) {
      const debt = debts.get(asked.key)
      const recent =
        debt && passed() - debt.since < ageMsMax ? debt : { asked, requests: 0, uploads: 0, since: passed() }
      recent[asked.isUpload ? 'uploads' : 'requests']++
      if (debt || debts.size < debtsMax) debts.set(asked.key, recent)
    },
    of: (key) => debts.get(key)?.requests ?? 0,
    take() {
      const recent = new Map([...debts].filter(([, { since }]) => passed() - since < ageMsMax))
      debts.clear()
      return recent
    },
  }
}
