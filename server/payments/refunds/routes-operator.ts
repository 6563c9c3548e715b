import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { listParameter } from '../../values/requests/query.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { idParams, listOfTexts, pageQuery } from '../../values/requests/schema.ts'
import { bankReferenceLengthMax } from '../withdrawals/withdrawal.ts'
import { allRefunds, anyRefund, transitionRefund } from './actions.ts'
import { openStatuses } from './refund.ts'
import { operatorRefundJson, payableRefundJson } from './serialize.ts'

const reason = Type.String({ minLength: 3, maxLength: 2_000, description: 'Shown to the advertiser' })
const reference = Type.String({
  minLength: 1,
  maxLength: bankReferenceLengthMax,
  description: "The bank's reference for the payment",
})

/** Group A: advertisers' refund requests, for operators; by default the open ones. */
export async function refundOperatorRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, status: listOfTexts })
  const listed = { querystring: query, response: { 200: operatorRefundJson.pageSchema } }
  api.get('/refunds', { schema: listed }, async ({ ctx, query }) => {
    const status = listParameter(query.status) ?? openStatuses
    return operatorRefundJson.serializePage(
      await allRefunds(ctx, status, requestedPage(ctx.secretKey, query, 'all refunds', { status })),
    )
  })
  const one = { params: idParams('id'), response: { 200: payableRefundJson.schema } }
  api.get('/refunds/:id', { schema: one }, async ({ ctx, params }) =>
    payableRefundJson.serialize(await anyRefund(ctx, idFromPath(params.id))),
  )
  const config = { concerns: 'refund', ifMatch: true }
  api.post('/refunds/:id/approve', { schema: one, config }, async ({ ctx, params, ifMatch: versions }) =>
    payableRefundJson.serialize(await transitionRefund(ctx, { id: idFromPath(params.id), move: 'approve', versions })),
  )
  const paid = { ...one, body: Type.Object({ reference }) }
  api.post('/refunds/:id/paid', { schema: paid, config }, async ({ ctx, params, body, ifMatch: versions }) => {
    const input = { id: idFromPath<'refund'>(params.id), reference: body.reference.trim(), versions }
    return payableRefundJson.serialize(await transitionRefund(ctx, { ...input, move: 'pay' }))
  })
  const refused = { ...one, body: Type.Object({ reason }) }
  for (const [verb, move] of [
    ['reject', 'reject'],
    ['failed', 'fail'],
  ] as const)
    api.post(`/refunds/:id/${verb}`, { schema: refused, config }, async ({ ctx, params, body, ifMatch: versions }) => {
      const input = { id: idFromPath<'refund'>(params.id), reason: reasonOf(body.reason), versions }
      return payableRefundJson.serialize(await transitionRefund(ctx, { ...input, move }))
    })
}
