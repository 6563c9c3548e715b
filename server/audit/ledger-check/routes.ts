import type { Api } from '../../platform/http/api.ts'
import { checkLedgerNow, readLastCheck } from './actions.ts'
import { ledgerCheckSchema, serializeLedgerCheck } from './serialize.ts'

export async function ledgerCheckRoutes(api: Api) {
  const schema = { response: { 200: ledgerCheckSchema } }
  api.get('/ledger', { schema }, async ({ ctx }) => serializeLedgerCheck(await readLastCheck(ctx), ctx.config.currency))
  api.post('/ledger/verify', { schema, config: { concerns: 'nobody' } }, async ({ ctx }) =>
    serializeLedgerCheck(await checkLedgerNow(ctx), ctx.config.currency),
  )
}
