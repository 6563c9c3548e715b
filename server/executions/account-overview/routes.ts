import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { listWorkOf, openOverview } from './actions.ts'
import { overviewJson, serializeWorkOf, workOfSchema } from './serialize.ts'

const params = idParams('accountId')

export async function overviewOperatorRoutes(api: Api) {
  recordRoute(api, 'GET /accounts/:accountId', overviewJson, openOverview)
  const listed = { params, querystring: Type.Object(pageQuery), response: { 200: workOfSchema } }
  api.get('/accounts/:accountId/work', { schema: listed }, async ({ ctx, params, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'work of an account', { account: params.accountId })
    return serializeWorkOf(await listWorkOf(ctx, idFromPath(params.accountId), page))
  })
}
