import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { ownRoute } from '../platform/http/record-routes.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { instantOf } from '../values/requests/query.ts'
import { from, idsFilter, oneOrMore, pageQuery, to } from '../values/requests/schema.ts'
import { ownEarnings, ownMonths, ownTransactions, ownWeeks } from './actions.ts'
import { advertiserBooks, executorBooks, transferKinds } from './ledger.ts'
import { monthsJson, ownEarningsJson, transactionJson, weeksJson } from './serialize.ts'

export async function earningsRoutes(api: Api) {
  ownRoute(api, 'GET /balance', ownEarningsJson, ownEarnings)
  ownRoute(api, 'GET /balance/weeks', weeksJson, ownWeeks)
  ownRoute(api, 'GET /balance/months', monthsJson, ownMonths)
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

const entriesQuery = Type.Object({
  ...pageQuery,
  type: oneOrMore(transferKinds),
  taskId: idsFilter,
  createdFrom: from,
  createdTo: to,
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Part of the reference or the description' }),
  ),
})

/** Group B: ledger entries of an advertiser. */
export async function transactionRoutesV1(api: Api) {
  const schema = { querystring: entriesQuery, response: { 200: transactionJson.pageSchema } }
  api.get('/balance/transactions', { schema }, async ({ ctx, query }) => {
    const filter = {
      kinds: query.type,
      offers: query.taskId?.map((task) => idFromPath<'offer'>(String(task))),
      createdFrom: instantOf('createdFrom', query.createdFrom, false),
      createdTo: instantOf('createdTo', query.createdTo, true),
      search: query.search,
    }
    const page = requestedPage(ctx.secretKey, query, 'account transactions', filter)
    const found = await ownTransactions(ctx, { ...filter, books: advertiserBooks }, page)
    return transactionJson.serializePage(found, ctx.config.currency)
  })
}
