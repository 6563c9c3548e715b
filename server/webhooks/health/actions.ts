import { actingAccount } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page } from '../../values/requests/page.ts'
import { WebhookNotFound } from '../endpoints/endpoint.ts'
import { type EndpointHealth, type Health, type HealthPage, type Host, healths } from './health.ts'
import { blockEndpoint, readEndpointHealth, readHosts, readTraffic, readWatched, unblockEndpoint } from './sql.ts'

/** Lists the endpoints of all accounts with overall statistics. */
export async function listEndpointHealth(ctx: Ctx, filter: readonly Health[], page: Page): Promise<HealthPage> {
  const places = filter.map((health) => healths.indexOf(health))
  const { caller, rows } = admitted(ctx.by, await readEndpointHealth(ctx.db, ctx.by, places, page))
  return { ...listed(rows, page, caller, ctx.secretKey), traffic: await readTraffic(ctx.db) }
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
    const [endpoint] = admitted(ctx.by, await readWatched(ctx.db, ctx.by, id)).rows
    if (!endpoint) throw WebhookNotFound({})
    return endpoint
  }

export const block = decideBy(blockEndpoint)
export const unblock = decideBy(unblockEndpoint)
