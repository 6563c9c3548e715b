import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { reasonRoute, recordRoute, statusPageRoute } from '../../platform/http/record-routes.ts'
import { type Id, idFromPath } from '../../values/id.ts'
import { idParams } from '../../values/requests/schema.ts'
import { bankReference } from '../withdrawals/withdrawal.ts'
import { allRefunds, anyRefund, transitionRefund } from './actions.ts'
import { refundStatuses } from './refund.ts'
import { operatorRefundJson, payableRefundJson } from './serialize.ts'

/** Group A: advertisers' refund requests, for operators; by default those that need one. */
export async function refundOperatorRoutes(api: Api) {
  statusPageRoute(api, '/refunds', 'all refunds', operatorRefundJson, allRefunds, refundStatuses)
  recordRoute(api, 'GET /refunds/:id', payableRefundJson, anyRefund)
  const config = { concerns: 'refund', ifMatch: true }
  recordRoute(
    api,
    'POST /refunds/:id/approve',
    payableRefundJson,
    (ctx, id: Id<'refund'>, versions) => transitionRefund(ctx, { id, move: 'approve', versions }),
    config,
  )
  const one = { params: idParams('id'), response: { 200: payableRefundJson.schema } }
  const paid = { ...one, body: Type.Object({ reference: bankReference }) }
  api.post('/refunds/:id/paid', { schema: paid, config }, async ({ ctx, params, body, ifMatch: versions }) => {
    const input = { id: idFromPath<'refund'>(params.id), reference: body.reference, versions }
    return payableRefundJson.serialize(await transitionRefund(ctx, { ...input, move: 'pay' }))
  })
  for (const [verb, move] of [
    ['reject', 'reject'],
    ['failed', 'fail'],
  ] as const)
    reasonRoute(
      api,
      `POST /refunds/:id/${verb}`,
      payableRefundJson,
      (ctx, id: Id<'refund'>, reason, versions) => transitionRefund(ctx, { id, move, reason, versions }),
      { ...config, reason: 'Shown to the advertiser' },
    )
}
