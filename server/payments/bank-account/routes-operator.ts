import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { openBankAccount, replaceBankAccount } from './actions.ts'
import { bankAccountBody, bankAccountJson } from './serialize.ts'

/** Group A: the bank account from which the marketplace pays. */
export async function bankAccountRoutes(api: Api) {
  ownRoute(api, 'GET /bank-account', bankAccountJson, openBankAccount)
  const schema = { body: bankAccountBody, response: { 200: bankAccountJson.schema } }
  const config = { concerns: 'nobody', ifMatch: true }
  api.put('/bank-account', { schema, config }, async ({ ctx, body, ifMatch }) =>
    bankAccountJson.serialize(await replaceBankAccount(ctx, body, ifMatch)),
  )
}
