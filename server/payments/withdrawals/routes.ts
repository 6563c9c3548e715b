import { Type } from 'typebox'
import { ownEarningsJson } from '../../ledger/serialize.ts'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { cancelWithdrawal, ownWithdrawal, ownWithdrawals, requestWithdrawal } from './actions.ts'
import { settleOwnDebt } from './actions-debts.ts'
import { methodBody, withdrawalJson } from './serialize.ts'

const requestBody = Type.Object({
  amount: Type.Number({ description: 'Rounded down to what the currency can pay out' }),
  method: methodBody,
})

/** Group A: an executor's withdrawals. */
export async function withdrawalRoutes(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: withdrawalJson.pageSchema } }
  api.get('/withdrawals', { schema: listed }, async ({ ctx, query }) =>
    withdrawalJson.serializePage(await ownWithdrawals(ctx, requestedPage(ctx.secretKey, query, 'withdrawals'))),
  )
  const requested = { body: requestBody, response: { 200: withdrawalJson.schema } }
  api.post('/withdrawals', { schema: requested }, async ({ ctx, body }) =>
    withdrawalJson.serialize(await requestWithdrawal(ctx, body)),
  )
  api.post('/balance/settle-debt', { schema: { response: { 200: ownEarningsJson.schema } } }, async ({ ctx }) =>
    ownEarningsJson.serialize(
      { ...(await settleOwnDebt(ctx)), withdrawalMinimum: ctx.config.withdrawalMinimum },
      ctx.config.currency,
    ),
  )
  const one = { params: idParams('id'), response: { 200: withdrawalJson.schema } }
  api.get('/withdrawals/:id', { schema: one }, async ({ ctx, params }) =>
    withdrawalJson.serialize(await ownWithdrawal(ctx, idFromPath(params.id))),
  )
  const cancelled = { schema: one, config: { ifMatch: true } }
  api.post('/withdrawals/:id/cancel', cancelled, async ({ ctx, params, ifMatch }) =>
    withdrawalJson.serialize(await cancelWithdrawal(ctx, idFromPath(params.id), ifMatch)),
  )
}
