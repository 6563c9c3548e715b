import { Type } from 'typebox'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Api } from '../../platform/http/api.ts'
import { pageRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { networkOf } from '../../platform/rate-limits/http.ts'
import { idFromPath } from '../../values/id.ts'
import { amount, idParams, nullable } from '../../values/requests/schema.ts'
import { proseText } from '../../values/requests/texts.ts'
import { noteLengthMax } from '../deposits/deposit.ts'
import { methodBody } from '../withdrawals/serialize.ts'
import { cancelRefund, ownRefund, ownRefunds, requestRefund } from './actions.ts'
import { stopByLink } from './actions-stop.ts'
import { ownRefundJson } from './serialize.ts'

const refundBody = nullable(
  Type.Object({
    amount: Type.Optional(amount({ description: 'Default: all that is left of the deposit and available' })),
    note: Type.Optional(proseText({ minLength: 1, maxLength: noteLengthMax, description: 'Reason, for operators' })),
    method: Type.Optional(nullable(methodBody)),
  }),
)

/** The link in the mail about a new payout account. It works on any device, without being signed in. */
export const stopLinkRoutes = (context: Omit<Ctx, 'by'>) => async (api: Api) => {
  const token = Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\w.-]*$' })
  const schema = { hide: true, body: Type.Object({ token }) }
  api.post('/console/api/withdrawals/stop', { schema }, async ({ body, ip }) => {
    await stopByLink(context, body.token, networkOf(ip))
    return { status: 'Cancelled' }
  })
}

export async function refundRoutes(api: Api) {
  const requested = { params: idParams('depositId'), body: refundBody, response: { 200: ownRefundJson.schema } }
  api.post(
    '/deposits/:depositId/refund',
    { schema: requested, config: { ifMatch: false } },
    async ({ ctx, params, body }) =>
      ownRefundJson.serialize(await requestRefund(ctx, idFromPath(params.depositId), body ?? {})),
  )
  pageRoute(api, '/refunds', 'own refunds', ownRefundJson, ownRefunds)
  recordRoute(api, 'GET /refunds/:id', ownRefundJson, ownRefund)
  recordRoute(api, 'POST /refunds/:id/cancel', ownRefundJson, cancelRefund, { ifMatch: true })
}
