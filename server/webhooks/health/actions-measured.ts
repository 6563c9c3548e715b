import { type Measure, measure } from '../../platform/metrics-endpoint/measure.ts'
import { gauge, inDatabase as source } from '../../platform/observability/metrics.ts'
import { measureDeliveries, measureEvents, measureFailing } from './sql-measured.ts'

const events = gauge('market_events_waiting', 'Events that nobody was told of yet; counted up to ten thousand.', {
  source,
})
const eventAge = gauge('market_events_oldest_age_seconds', 'How long the first of those events has waited.', { source })
const deliveries = gauge('market_deliveries_due', 'Deliveries that are due and not sent; counted up to ten thousand.', {
  source,
})
const deliveryAge = gauge('market_deliveries_oldest_age_seconds', 'How long the first of those deliveries is due.', {
  source,
})
const failing = gauge('market_endpoints_failing', 'Endpoints that did not answer well the last time.', { source })

export const measuredQueues: Measure = measure([events, eventAge, deliveries, deliveryAge, failing], 5, async (db) => {
  const told = await measureEvents(db)
  events.set({}, told.count)
  eventAge.set({}, told.oldestSeconds ?? 0)
  const due = await measureDeliveries(db)
  deliveries.set({}, due.count)
  deliveryAge.set({}, due.oldestSeconds ?? 0)
  failing.set({}, (await measureFailing(db)).count)
})
