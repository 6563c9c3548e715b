import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { listParameter } from '../../values/requests/query.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { idParams, listOfTexts, pageQuery } from '../../values/requests/schema.ts'
import { approvePayment, listPayments, refusePayment } from './actions-coverage.ts'
import { paymentSchema, paymentsSchema, serializePayment, serializePayments } from './serialize-coverage.ts'

const reasonBody = Type.Object({
  reason: Type.String({ minLength: 3, maxLength: 2_000, description: 'Reason, for both sides of the dispute' }),
})

/** Group A: operators approve or refuse payments by the platform for advertisers. */
export async function coverageRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, status: listOfTexts })
  const listed = { querystring: query, response: { 200: paymentsSchema } }
  api.get('/guarantee-payments', { schema: listed }, async ({ ctx, query }) => {
    const status = listParameter(query.status)
    const page = requestedPage(ctx.secretKey, query, 'guarantee payments', { status })
    return serializePayments(await listPayments(ctx, status, page), ctx.config.currency)
  })
  const params = idParams('id')
  const response = { 200: paymentSchema }
  const concerning = { config: { concerns: 'guaranteePayment' } }
  api.post(
    '/guarantee-payments/:id/approve',
    { ...concerning, schema: { params, response } },
    async ({ ctx, params }) => serializePayment(await approvePayment(ctx, idFromPath(params.id)), ctx.config.currency),
  )
  api.post(
    '/guarantee-payments/:id/refuse',
    { ...concerning, schema: { params, body: reasonBody, response } },
    async ({ ctx, params, body }) =>
      serializePayment(await refusePayment(ctx, idFromPath(params.id), reasonOf(body.reason)), ctx.config.currency),
  )
}
