import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { recordRoute } from '../../platform/http/record-routes.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { pageQuery } from '../../values/requests/schema.ts'
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
    )
  })
  recordRoute(api, 'DELETE /advertiser-marks/:id', markJson, removeMark)
}
