import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { requestedLanguage } from '../values/problems/locale.ts'
import { openSite, readBankTransfer, replaceSite } from './actions.ts'
import { languageOf } from './language.ts'
import { bankTransferJson, siteBody, siteJson } from './serialize.ts'

/** For operators: the name and texts of the marketplace. */
export async function siteRoutes(api: Api) {
  const response = { 200: siteJson.schema }
  api.get('/site', { schema: { response } }, async ({ ctx }) => siteJson.serialize(await openSite(ctx)))
  const config = { concerns: 'nobody', ifMatch: true }
  api.put('/site', { schema: { body: siteBody, response }, config }, async ({ ctx, body, ifMatch }) =>
    siteJson.serialize(await replaceSite(ctx, { accentColor: null, logo: null, payDays: null, ...body }, ifMatch)),
  )
}

/** For advertisers: where to send money, and with which reference. */
export async function bankTransferRoutes(api: Api) {
  const query = Type.Object({ locale: Type.Optional(Type.String({ description: 'Language of the details (BCP 47)' })) })
  const schema = { querystring: query, response: { 200: bankTransferJson.schema } }
  api.get('/bank-transfer', { schema }, async ({ ctx, query, headers }) =>
    bankTransferJson.serialize(
      await readBankTransfer(ctx, () => languageOf(requestedLanguage(query.locale, headers['accept-language']))),
    ),
  )
}
