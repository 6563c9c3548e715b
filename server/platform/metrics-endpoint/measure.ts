import type { Db } from '../database/db.ts'
import type { Gauge } from '../observability/metrics.ts'

/** Reads the database every `everySeconds`, or less often if that is slow, and sets gauges. */
export type Measure = {
  readonly everySeconds: number
  readonly read: (db: Db) => Promise<void>
  /** Clears the gauges, because their values are unknown. */
  readonly forget: () => void
}

export const measure = (
  gauges: readonly Pick<Gauge<never>, 'forget'>[],
  everySeconds: number,
  read: Measure['read'],
): Measure => ({
  everySeconds,
  read,
  forget: () => {
    for (const gauge of gauges) gauge.forget()
  },
})
