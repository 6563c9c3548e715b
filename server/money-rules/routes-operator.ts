import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { ownRoute, recordRoute } from '../platform/http/record-routes.ts'
import { requestedPage } from '../values/requests/page.ts'
import { instant, nullable, oneOrMore, pageQuery } from '../values/requests/schema.ts'
import { cancelPlanned, listRules, listValues, setValue } from './actions.ts'
import { moneyRuleNames } from './money-rule.ts'
import { moneyRulesSchema, moneyRuleValueJson, serializeMoneyRules } from './serialize.ts'

const path = '/money-rule-values'
const query = Type.Object({ ...pageQuery, rule: oneOrMore(moneyRuleNames) })
const body = Type.Object({
  rule: Type.Enum([...moneyRuleNames]),
  value: Type.Number(),
  holdsFromUtc: Type.Optional(nullable({ ...instant, description: 'A later time; null: from now' })),
  lastValueId: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The newest value that the caller has read; another is refused. Without it, any',
      }),
    ),
  ),
})

/** Group A: operators change the fee and money limits, from now or from a later time. */
export async function moneyRuleRoutes(api: Api) {
  const rules = { schema: moneyRulesSchema, serialize: serializeMoneyRules }
  ownRoute(api, 'GET /money-rules', rules, listRules)
  const listed = { querystring: query, response: { 200: moneyRuleValueJson.pageSchema } }
  api.get(path, { schema: listed }, async ({ ctx, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'money rule values', { rule: query.rule })
    return moneyRuleValueJson.serializePage(await listValues(ctx, query.rule, page))
  })
  const config = { concerns: 'nobody' }
  const response = { 201: moneyRuleValueJson.schema }
  api.post(path, { schema: { body, response }, config }, async ({ ctx, body }, reply) => {
    const made = moneyRuleValueJson.serialize(await setValue(ctx, body))
    reply.code(201).header('Location', `${ctx.config.publicUrl}/api/operator${path}/${made.id}`)
    return made
  })
  recordRoute(api, `POST ${path}/:id/cancel`, moneyRuleValueJson, cancelPlanned, config)
}
