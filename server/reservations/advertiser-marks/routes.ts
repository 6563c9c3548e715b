import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { listMarks, removeMark } from './actions.ts'
import { markFilter, markJson } from './serialize.ts'

/** Group A: the advertisers that an executor has marked. */
export async function markRoutes(api: Api) {
  const schema = {
    querystring: Type.Object({ ...pageQuery, mark: markFilter }),
    response: { 200: markJson.pageSchema },
  }
  api.get('/advertiser-marks', { schema }, async ({ ctx, query }) => {
    const { mark } = query
    return markJson.serializePage(
      await listMarks(ctx, mark, requestedPage(ctx.secretKey, query, 'advertiser marks', { mark })),
      ctx.secretKey,
    )
  })
  const one = { params: idParams('id'), response: { 200: markJson.schema } }
  api.delete('/advertiser-marks/:id', { schema: one }, async ({ ctx, params }) =>
    markJson.serialize(await removeMark(ctx, idFromPath(params.id)), ctx.secretKey),
  )
}
