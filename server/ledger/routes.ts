import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { requestedPage } from '../values/requests/page.ts'
import { pageQuery } from '../values/requests/schema.ts'
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
  const schema = { querystring: Type.Object(pageQuery), response: { 200: transactionJson.pageSchema } }
  api.get(url, { schema }, async ({ ctx, query }) => {
    const page = requestedPage(ctx.secretKey, query, cursorName)
    return transactionJson.serializePage(await ownTransactions(ctx, books, page), ctx.config.currency)
  })
}

/** Ledger entries of the caller: Group A for executors, Group B for advertisers. */
export const executorTransactionRoutes = transactionRoutes('/transactions', executorBooks, 'executor transactions')
export const transactionRoutesV1 = transactionRoutes('/balance/transactions', advertiserBooks, 'account transactions')
