import { Type } from 'typebox'
import { ownEarningsSchema, serializeOwnEarnings } from '../../ledger/serialize.ts'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { cancelWithdrawal, ownWithdrawal, ownWithdrawals, requestWithdrawal } from './actions.ts'
import { settleOwnDebt } from './actions-debts.ts'
import {
  methodBody,
  serializeWithdrawal,
  serializeWithdrawals,
  withdrawalSchema,
  withdrawalsSchema,
} from './serialize.ts'

const requestBody = Type.Object({
  amount: Type.Number({ description: 'Rounded down to what the currency can pay out' }),
  method: methodBody,
})

/** Group A: an executor's withdrawals. */
export async function withdrawalRoutes(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: withdrawalsSchema } }
  api.get('/withdrawals', { schema: listed }, async ({ ctx, query }) =>
    serializeWithdrawals(await ownWithdrawals(ctx, requestedPage(ctx.secretKey, query, 'withdrawals'))),
  )
  const requested = { body: requestBody, response: { 200: withdrawalSchema } }
  api.post('/withdrawals', { schema: requested }, async ({ ctx, body }) =>
    serializeWithdrawal(await requestWithdrawal(ctx, body)),
  )
  api.post('/balance/settle-debt', { schema: { response: { 200: ownEarningsSchema } } }, async ({ ctx }) =>
    serializeOwnEarnings(await settleOwnDebt(ctx), ctx.config.currency, ctx.config.withdrawalMinimum),
  )
  const one = { params: idParams('id'), response: { 200: withdrawalSchema } }
  api.get('/withdrawals/:id', { schema: one }, async ({ ctx, params }) =>
    serializeWithdrawal(await ownWithdrawal(ctx, idFromPath(params.id))),
  )
  const cancelled = { schema: one, config: { ifMatch: true } }
  api.post('/withdrawals/:id/cancel', cancelled, async ({ ctx, params, ifMatch }) =>
    serializeWithdrawal(await cancelWithdrawal(ctx, idFromPath(params.id), ifMatch)),
  )
}
