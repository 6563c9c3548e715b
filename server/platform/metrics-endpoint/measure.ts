import type { Db } from '../database/db.ts'
import type { Gauge } from '../observability/metrics.ts'

/** Reads something in the database, at most every so many seconds and more seldom where that takes long, and sets its gauges by it. */
export type Measure = {
  readonly everySeconds: number
  readonly read: (db: Db) => Promise<void>
  /** Nothing is known of it just now. */
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
