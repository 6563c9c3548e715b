import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import { listEndpointHealth } from './actions.ts'
import { healths } from './health.ts'
import { healthPageSchema, serializeHealthPage } from './serialize.ts'

export async function webhookOperatorRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, status: oneOrMore(healths) })
  const schema = { querystring: query, response: { 200: healthPageSchema } }
  api.get('/webhooks', { schema }, async ({ ctx, query }) => {
    const { status } = query
    const page = requestedPage(ctx.secretKey, query, 'all webhooks', { status })
    const filter = healths.filter((health) => status === undefined || status.includes(health))
    return serializeHealthPage(await listEndpointHealth(ctx, filter, page))
  })
}
