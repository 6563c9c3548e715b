import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, nullable, pageQuery } from '../../values/requests/schema.ts'
import { noteLengthMax } from '../deposits/deposit.ts'
import { methodBody } from '../withdrawals/serialize.ts'
import { cancelRefund, ownRefund, ownRefunds, requestRefund } from './actions.ts'
import { refundSchema, refundsSchema, serializeRefund, serializeRefunds } from './serialize.ts'

const refundBody = nullable(
  Type.Object({
    amount: Type.Optional(Type.Number({ description: 'Default: all that is left of the deposit and available' })),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: noteLengthMax, description: 'Reason, for operators' })),
    method: Type.Optional(nullable(methodBody)),
  }),
)

/** Group A: advertisers request refunds of unspent money. */
export async function refundRoutes(api: Api) {
  const requested = { params: idParams('depositId'), body: refundBody, response: { 200: refundSchema } }
  api.post(
    '/deposits/:depositId/refund',
    { schema: requested, config: { ifMatch: false } },
    async ({ ctx, params, body }) =>
      serializeRefund(await requestRefund(ctx, idFromPath(params.depositId), body ?? {})),
  )
  const listed = { querystring: Type.Object(pageQuery), response: { 200: refundsSchema } }
  api.get('/refunds', { schema: listed }, async ({ ctx, query }) =>
    serializeRefunds(await ownRefunds(ctx, requestedPage(ctx.secretKey, query, 'own refunds'))),
  )
  const one = { params: idParams('id'), response: { 200: refundSchema } }
  api.get('/refunds/:id', { schema: one }, async ({ ctx, params }) =>
    serializeRefund(await ownRefund(ctx, idFromPath(params.id))),
  )
  api.post('/refunds/:id/cancel', { schema: one, config: { ifMatch: true } }, async ({ ctx, params, ifMatch }) =>
    serializeRefund(await cancelRefund(ctx, idFromPath(params.id), ifMatch)),
  )
}
