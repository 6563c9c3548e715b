import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { listRuleActions } from './actions.ts'
import { ruleActionJson } from './serialize.ts'

const params = idParams('id')

/** Group B: what rules of a task did. */
export async function ruleRoutesV1(api: Api) {
  const schema = { params, querystring: Type.Object(pageQuery), response: { 200: ruleActionJson.pageSchema } }
  api.get('/tasks/:id/rule-actions', { schema }, async ({ ctx, params: { id }, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'rule-actions', { task: id })
    return ruleActionJson.serializePage(await listRuleActions(ctx, idFromPath(id), page))
  })
}
