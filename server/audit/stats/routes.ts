import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { openQueue, readMarketStats } from './actions.ts'
import { marketStatsSchema, queueSchema, serializeMarketStats, serializeQueue } from './serialize.ts'

const query = Type.Object({
  from: Type.Optional(
    Type.String({
      maxLength: 35,
      description: 'First day (UTC), such as 2026-01-31; up to 92 days before the last',
    }),
  ),
  to: Type.Optional(Type.String({ maxLength: 35, description: 'Last day; default: today' })),
})

export async function marketStatsRoutes(api: Api) {
  api.get(
    '/figures',
    { schema: { querystring: query, response: { 200: marketStatsSchema } } },
    async ({ ctx, query }) => serializeMarketStats(await readMarketStats(ctx, query), ctx.config.currency),
  )
  ownRoute(api, 'GET /queue', { schema: queueSchema, serialize: serializeQueue }, openQueue)
}
