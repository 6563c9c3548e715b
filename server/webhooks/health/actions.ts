import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { listed, type Page } from '../../values/requests/page.ts'
import { type EndpointsHealth, type Health, healths } from './health.ts'
import { readTraffic, readWatched } from './sql.ts'

/** Lists the endpoints of all accounts with overall statistics. */
export async function watchEndpoints(ctx: Ctx, asked: readonly Health[], page: Page): Promise<EndpointsHealth> {
  const places = asked.map((health) => healths.indexOf(health))
  const { caller, rows } = admitted(ctx.by, await readWatched(ctx.db, ctx.by, places, page))
  return { ...listed(rows, page, caller, ctx.secretKey), traffic: await readTraffic(ctx.db) }
}
