import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { requestedPage } from '../values/requests/page.ts'
import { pageQuery } from '../values/requests/schema.ts'
import { ownEarnings, ownTransactions } from './actions.ts'
import { executorBooks } from './ledger.ts'
import { ownEarningsSchema, serializeOwnEarnings, serializeTransactions, transactionsSchema } from './serialize.ts'

/** Group A: an executor's earnings. */
export async function earningsRoutes(api: Api) {
  api.get('/balance', { schema: { response: { 200: ownEarningsSchema } } }, async ({ ctx }) =>
    serializeOwnEarnings(await ownEarnings(ctx), ctx.config.currency, ctx.config.withdrawalMinimum),
  )
  const schema = { querystring: Type.Object(pageQuery), response: { 200: transactionsSchema } }
  api.get('/transactions', { schema }, async ({ ctx, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'executor transactions')
    return serializeTransactions(await ownTransactions(ctx, executorBooks, page), ctx.config.currency)
  })
}
