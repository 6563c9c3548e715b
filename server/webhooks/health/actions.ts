import { actingAccount, foundFor, listedFor } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Measure, measure } from '../../platform/metrics-endpoint/measure.ts'
import { gauge, inDatabase as source } from '../../platform/observability/metrics.ts'
import type { Id } from '../../values/id.ts'
import type { Page } from '../../values/requests/page.ts'
import { WebhookNotFound } from '../endpoints/endpoint.ts'
import { type EndpointHealth, type Health, type HealthPage, type Host, healths } from './health.ts'
import {
  blockEndpoint,
  measureDeliveries,
  measureEvents,
  measureFailing,
  readEndpointHealth,
  readHosts,
  readTraffic,
  readWatched,
  unblockEndpoint,
} from './sql.ts'

/** Lists the endpoints of all accounts with overall statistics. */
export async function listEndpointHealth(ctx: Ctx, filter: readonly Health[], page: Page): Promise<HealthPage> {
  const places = filter.map((health) => healths.indexOf(health))
  const list = await listedFor(ctx, page, readEndpointHealth(ctx.db, ctx.by, places, page))
  return { ...list, traffic: await readTraffic(ctx.db) }
}

/** Returns the hosts with the most attempts in 24 hours. */
export const listHosts = async (ctx: Ctx): Promise<readonly Host[]> =>
  admitted(ctx.by, await readHosts(ctx.db, ctx.by)).rows

/** Disables an endpoint of any account, or enables one that an operator disabled. Returns it. Throws WebhookNotFound. */
const decideBy =
  (write: typeof blockEndpoint) =>
  async (ctx: Ctx, id: Id<'endpoint'>, reason: string): Promise<EndpointHealth> => {
    const by = await actingAccount(ctx)
    await write(ctx.db, { id, by, reason })
    return foundFor(ctx, readWatched(ctx.db, ctx.by, id), WebhookNotFound)
  }

export const block = decideBy(blockEndpoint)
export const unblock = decideBy(unblockEndpoint)

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
