import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { listed, type Page } from '../../values/requests/page.ts'
import { type Health, type HealthPage, healths } from './health.ts'
import { readEndpointHealth, readTraffic } from './sql.ts'

/** Lists the endpoints of all accounts with overall statistics. */
export async function listEndpointHealth(ctx: Ctx, filter: readonly Health[], page: Page): Promise<HealthPage> {
  const places = filter.map((health) => healths.indexOf(health))
  const { caller, rows } = admitted(ctx.by, await readEndpointHealth(ctx.db, ctx.by, places, page))
  return { ...listed(rows, page, caller, ctx.secretKey), traffic: await readTraffic(ctx.db) }
}
