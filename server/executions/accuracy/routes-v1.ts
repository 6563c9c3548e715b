import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { listAccuracies } from './actions.ts'
import { accuracyJson } from './serialize.ts'

const params = idParams('id')

/** Group B: how accurate executors are on a task. */
export async function accuracyRoutesV1(api: Api) {
  const schema = { params, querystring: Type.Object(pageQuery), response: { 200: accuracyJson.pageSchema } }
  api.get('/tasks/:id/accuracies', { schema }, async ({ ctx, params: { id }, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'accuracies', { task: id })
    return accuracyJson.serializePage(await listAccuracies(ctx, idFromPath(id), page))
  })
}
