import { type Measure, measure } from '../../platform/metrics-endpoint/measure.ts'
import { gauge, inDatabase as source } from '../../platform/observability/metrics.ts'
import { measureDeliveries, measureEvents, measureFailing } from './sql.ts'

const events = gauge('market_events_waiting', 'Events not dispatched yet, counted up to 10,000.', {
  source,
})
const eventAge = gauge('market_events_oldest_age_seconds', 'Age of the oldest event not dispatched.', { source })
const deliveries = gauge('market_deliveries_due', 'Due deliveries that are not sent yet, counted up to 10,000.', {
  source,
})
const deliveryAge = gauge('market_deliveries_oldest_age_seconds', 'Time that the oldest due delivery has been due.', {
  source,
})
const failing = gauge('market_endpoints_failing', 'Endpoints whose last delivery failed.', { source })

export const measuredQueues: Measure = measure([events, eventAge, deliveries, deliveryAge, failing], 5, async (db) => {
  const waiting = await measureEvents(db)
  events.set({}, waiting.count)
  eventAge.set({}, waiting.oldestSeconds ?? 0)
  const due = await measureDeliveries(db)
  deliveries.set({}, due.count)
  deliveryAge.set({}, due.oldestSeconds ?? 0)
  failing.set({}, (await measureFailing(db)).count)
})
