import { Type } from 'typebox'
import { balanceJson } from '../../ledger/serialize.ts'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { amount, nullable } from '../../values/requests/schema.ts'
import { balance, changeBalance } from './actions.ts'

const lowBalanceThreshold = Type.Optional(
  nullable(amount({ description: "Low-balance threshold; null: the installation's default" })),
)
const body = Type.Object({ lowBalanceThreshold })

/** Both groups: an advertiser's balance and its low-balance threshold. */
export async function balanceRoutes(api: Api) {
  ownRoute(api, 'GET /balance', balanceJson, balance)
  const response = { 200: balanceJson.schema }
  api.patch('/balance', { schema: { body, response } }, async ({ ctx, body: input }) =>
    balanceJson.serialize(await changeBalance(ctx, input), ctx.config.currency),
  )
}
