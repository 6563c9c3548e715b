import { stopwatch } from './clock.ts'
import type { Asked } from './limits-shared.ts'

/** What was let pass with one credential and is counted nowhere else yet. An upload counts as a request too. */
export type Debt = { readonly asked: Asked; requests: number; uploads: number; readonly since: number }

/** Told later, they would count for a minute that is not theirs: what is older is forgotten. */
const ageMsMax = 2000

/** Requests that a process let pass alone while the shared counter was slow. */
export function newDebts() {
  const passed = stopwatch()
  const debts = new Map<string, Debt>()
  return {
    owe(asked: Asked): void {
      const debt = debts.get(asked.key)
      const recent =
        debt && passed() - debt.since < ageMsMax ? debt : { asked, requests: 0, uploads: 0, since: passed() }
      recent[asked.isUpload ? 'uploads' : 'requests']++
      debts.set(asked.key, recent)
    },
    /** Those that are recent enough to be told now; none is told twice. */
    take(): ReadonlyMap<string, Debt> {
      const recent = new Map([...debts].filter(([, { since }]) => passed() - since < ageMsMax))
      debts.clear()
      return recent
    },
  }
}
export type Debts = ReturnType<typeof newDebts>
