import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { requestedLanguage } from '../../values/problems/locale.ts'
import { readHouseRules } from './actions.ts'
import { houseRulesSchema, serializeHouseRules } from './serialize.ts'

const query = Type.Object({ locale: Type.Optional(Type.String({ description: 'Language of the rules (BCP 47)' })) })
const schema = { querystring: query, response: { 200: houseRulesSchema } }

export async function houseRuleRoutes(api: Api) {
  api.get('/offers/rules', { schema }, async ({ ctx, query, headers }) =>
    serializeHouseRules(await readHouseRules(ctx, () => requestedLanguage(query.locale, headers['accept-language']))),
  )
}
