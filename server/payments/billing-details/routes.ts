import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { ownBilling, replaceBilling } from './actions.ts'
import { billingBody, billingJson } from './serialize.ts'

/** Group A: what an advertiser's receipts say about the buyer. */
export async function billingRoutes(api: Api) {
  ownRoute(api, 'GET /billing-details', billingJson, ownBilling)
  const response = { 200: billingJson.schema }
  api.put('/billing-details', { schema: { body: billingBody, response } }, async ({ ctx, body }) =>
    billingJson.serialize(await replaceBilling(ctx, body)),
  )
}
