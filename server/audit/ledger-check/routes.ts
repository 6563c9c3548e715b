import type { Api } from '../../platform/http/api.ts'
import { checkBooksNow, openBooks } from './actions.ts'
import { booksSchema, serializeBooks } from './serialize.ts'

/** Group A: whether the ledger balances. */
export async function booksRoutes(api: Api) {
  const schema = { response: { 200: booksSchema } }
  api.get('/ledger', { schema }, async ({ ctx }) => serializeBooks(await openBooks(ctx), ctx.config.currency))
  api.post('/ledger/verify', { schema, config: { concerns: 'nobody' } }, async ({ ctx }) =>
    serializeBooks(await checkBooksNow(ctx), ctx.config.currency),
  )
}
