import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { ownRoute, pageRoute } from '../platform/http/record-routes.ts'
import { requestedPage } from '../values/requests/page.ts'
import { pageQuery } from '../values/requests/schema.ts'
import { ownEarnings, ownTransactions, ownWeeks } from './actions.ts'
import { advertiserBooks, executorBooks } from './ledger.ts'
import { ownEarningsJson, transactionJson, weeksJson } from './serialize.ts'

export async function earningsRoutes(api: Api) {
  api.get('/balance', { schema: { response: { 200: ownEarningsJson.schema } } }, async ({ ctx }) =>
    ownEarningsJson.serialize(
      { ...(await ownEarnings(ctx)), withdrawalMinimum: ctx.config.withdrawalMinimum },
      ctx.config.currency,
    ),
  )
  ownRoute(api, 'GET /balance/weeks', weeksJson, ownWeeks)
}

const transactionQuery = Type.Object({
  ...pageQuery,
  perEvent: Type.Optional(
    Type.Boolean({
      description:
        'true leaves out entries that only follow another one: clearings, and the money of withdrawals that is being paid out',
    }),
  ),
})

/** Group A: ledger entries of an executor. */
export async function executorTransactionRoutes(api: Api) {
  const schema = { querystring: transactionQuery, response: { 200: transactionJson.pageSchema } }
  api.get('/transactions', { schema }, async ({ ctx, query }) => {
    const { perEvent: isPerEvent = false } = query
    const page = requestedPage(ctx.secretKey, query, 'executor transactions', { isPerEvent })
    const filter = { books: executorBooks, isPerEvent }
    return transactionJson.serializePage(await ownTransactions(ctx, filter, page), ctx.config.currency)
  })
}

/** Group B: ledger entries of an advertiser. */
export async function transactionRoutesV1(api: Api) {
  pageRoute(api, '/balance/transactions', 'account transactions', transactionJson, (ctx, page) =>
    ownTransactions(ctx, { books: advertiserBooks }, page),
  )
}
