import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { requestedPage } from '../values/requests/page.ts'
import { pageQuery } from '../values/requests/schema.ts'
import { ownTransactions } from './actions.ts'
import { advertiserBooks } from './ledger.ts'
import { serializeTransactions, transactionsSchema } from './serialize.ts'

/** Group B: an advertiser's balance and transactions. */
export async function balanceRoutesV1(api: Api) {
  const schema = { querystring: Type.Object(pageQuery), response: { 200: transactionsSchema } }
  api.get('/balance/transactions', { schema }, async ({ ctx, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'account transactions')
    const list = await ownTransactions(ctx, advertiserBooks, page)
    return serializeTransactions(list, ctx.config.currency)
  })
}
