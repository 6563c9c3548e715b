import { Type } from 'typebox'
import type { Api } from '../platform/http-api.ts'
import { pageAsked } from '../values/page.ts'
import { pageQuery } from '../values/schema.ts'
import { ownTransactions } from './actions.ts'
import { advertiserBooks } from './ledger.ts'
import { showTransactions, transactionsSchema } from './show.ts'

/** Group B: what happened to the advertiser's money. */
export async function balanceRoutesV1(api: Api) {
  const schema = { querystring: Type.Object(pageQuery), response: { 200: transactionsSchema } }
  api.get('/balance/transactions', { schema }, async ({ ctx, query }) => {
    const page = pageAsked(ctx.secretKey, query, 'account transactions')
    const list = await ownTransactions(ctx, advertiserBooks, page)
    return showTransactions(list, ctx.config.currency)
  })
}
