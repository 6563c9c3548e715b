import { Type } from 'typebox'
import { ownEarningsJson } from '../../ledger/serialize.ts'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute, pageRoute, recordRoute } from '../../platform/http/record-routes.ts'
import type { Id } from '../../values/id.ts'
import { amount, id, nullable } from '../../values/requests/schema.ts'
import { cancelWithdrawal, ownWithdrawal, ownWithdrawals, requestWithdrawal } from './actions.ts'
import { settleOwnDebt } from './actions-debts.ts'
import { ownWithdrawalOptions, removeSavedAccount } from './actions-methods.ts'
import { methodBody, withdrawalJson, withdrawalOptionsJson } from './serialize.ts'

const requestBody = Type.Object({
  amount: amount({ description: 'Rounded down to what the currency can pay out' }),
  method: Type.Optional(nullable(methodBody)),
  savedAccountId: Type.Optional(
    nullable(
      Type.Unsafe<Id<'withdrawal'>>({ ...id, description: 'Id of the saved payout account, instead of `method`' }),
    ),
  ),
})

export async function withdrawalRoutes(api: Api) {
  ownRoute(api, 'GET /withdrawal-options', withdrawalOptionsJson, ownWithdrawalOptions)
  ownRoute(api, 'DELETE /withdrawal-options/saved-account', withdrawalOptionsJson, removeSavedAccount)
  pageRoute(api, '/withdrawals', 'withdrawals', withdrawalJson, ownWithdrawals)
  const requested = { body: requestBody, response: { 200: withdrawalJson.schema } }
  api.post('/withdrawals', { schema: requested }, async ({ ctx, body }) =>
    withdrawalJson.serialize(await requestWithdrawal(ctx, body)),
  )
  ownRoute(api, 'POST /balance/settle-debt', ownEarningsJson, settleOwnDebt)
  recordRoute(api, 'GET /withdrawals/:id', withdrawalJson, ownWithdrawal)
  recordRoute(api, 'POST /withdrawals/:id/cancel', withdrawalJson, cancelWithdrawal, { ifMatch: true })
}
