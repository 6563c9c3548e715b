import { type Measure, measure } from '../platform/metrics-endpoint/measure.ts'
import { gauge, inDatabase as source } from '../platform/observability/metrics.ts'
import { measureLedgerCheck, measureMarket, measureOverdue } from './sql-metrics.ts'

const slots = gauge('market_slots', 'Open and reserved slots of active offers.', {
  labels: ['state'],
  source,
})
const toModerate = gauge('market_offers_to_moderate', 'Offers that wait for moderation.', { source })
const toReview = gauge('market_executions_to_review', 'Executions that wait for review.', { source })
const oldest = gauge(
  'market_executions_oldest_wait_seconds',
  'Waiting time of the execution whose review is due first.',
  { source },
)
const late = gauge('market_executions_overdue', 'Executions past their review deadline that no job has accepted yet.', {
  source,
})
const expired = gauge('market_reservations_overdue', 'Expired reservations that no job has processed yet.', {
  source,
})
const balanced = gauge('market_books_balanced', 'Whether the books balanced at the last check.', { source })
const checkAge = gauge('market_books_check_age_seconds', 'Time since the last check of the books.', { source })

/** Scans all open offers and pending work, so it is measured only once a minute. */
export const measuredMarket: Measure = measure([slots, toModerate, toReview], 60, async (db) => {
  const market = await measureMarket(db)
  slots.set({ state: 'open' }, market.open)
  slots.set({ state: 'reserved' }, market.reserved)
  toModerate.set({}, market.toModerate)
  toReview.set({}, market.toReview)
})

/** Alerts use these values; they are measured even where no worker runs. */
export const measuredOverdue: Measure = measure([oldest, late, expired], 15, async (db) => {
  const overdue = await measureOverdue(db)
  oldest.set({}, overdue.oldestSeconds ?? 0)
  late.set({}, overdue.late)
  expired.set({}, overdue.expired)
})

export const measuredLedgerCheck: Measure = measure([balanced, checkAge], 15, async (db) => {
  const check = await measureLedgerCheck(db)
  if (!check) return
  balanced.set({}, Number(check.ok))
  checkAge.set({}, check.seconds)
})
