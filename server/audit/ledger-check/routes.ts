import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { checkLedgerNow, readLastCheck } from './actions.ts'
import { ledgerCheckSchema, serializeLedgerCheck } from './serialize.ts'

export async function ledgerCheckRoutes(api: Api) {
  const check = { schema: ledgerCheckSchema, serialize: serializeLedgerCheck }
  ownRoute(api, 'GET /ledger', check, readLastCheck)
  ownRoute(api, 'POST /ledger/verify', check, checkLedgerNow, { concerns: 'nobody' })
}
