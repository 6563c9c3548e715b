import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute, reasonRoute } from '../../platform/http/record-routes.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import { block, listEndpointHealth, listHosts, unblock } from './actions.ts'
import { healths } from './health.ts'
import { endpointHealthJson, healthPageSchema, hostsSchema, serializeHealthPage, serializeHosts } from './serialize.ts'

export async function webhookOperatorRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, status: oneOrMore(healths) })
  const schema = { querystring: query, response: { 200: healthPageSchema } }
  api.get('/webhooks', { schema }, async ({ ctx, query }) => {
    const { status } = query
    const page = requestedPage(ctx.secretKey, query, 'all webhooks', { status })
    const filter = healths.filter((health) => status === undefined || status.includes(health))
    return serializeHealthPage(await listEndpointHealth(ctx, filter, page))
  })
  ownRoute(api, 'GET /webhook-hosts', { schema: hostsSchema, serialize: serializeHosts }, listHosts)
  reasonRoute(api, 'POST /webhooks/:id/disable', endpointHealthJson, block, { concerns: 'webhook' })
  reasonRoute(api, 'POST /webhooks/:id/enable', endpointHealthJson, unblock, { concerns: 'webhook' })
}
