import type { Api } from '../platform/http/api.ts'
import { pageRoute } from '../platform/http/record-routes.ts'
import { ownEarnings, ownTransactions } from './actions.ts'
import { advertiserBooks, type Book, executorBooks } from './ledger.ts'
import { ownEarningsJson, transactionJson } from './serialize.ts'

export async function earningsRoutes(api: Api) {
  api.get('/balance', { schema: { response: { 200: ownEarningsJson.schema } } }, async ({ ctx }) =>
    ownEarningsJson.serialize(
      { ...(await ownEarnings(ctx)), withdrawalMinimum: ctx.config.withdrawalMinimum },
      ctx.config.currency,
    ),
  )
}

/** `cursorName` separates the cursors of the lists. */
const transactionRoutes = (url: string, books: readonly Book[], cursorName: string) => async (api: Api) => {
  pageRoute(api, url, cursorName, transactionJson, (ctx, page) => ownTransactions(ctx, books, page))
}

/** Ledger entries of the caller: Group A for executors, Group B for advertisers. */
export const executorTransactionRoutes = transactionRoutes('/transactions', executorBooks, 'executor transactions')
export const transactionRoutesV1 = transactionRoutes('/balance/transactions', advertiserBooks, 'account transactions')
