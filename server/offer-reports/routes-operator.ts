import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { idParams, pageQuery } from '../values/requests/schema.ts'
import { dismissReports, listReported, upholdReports } from './actions.ts'
import { decidedSchema, reportedOffersSchema, serializeDecided, serializeReportedOffers } from './serialize.ts'

const reasonBody = Type.Object({ reason: Type.String({ minLength: 3, maxLength: 2_000 }) })

/** Group A: operators decide on offers that executors have reported. */
export async function offerReportOperatorRoutes(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: reportedOffersSchema } }
  api.get('/offer-reports', { schema: listed }, async ({ ctx, query }) =>
    serializeReportedOffers(await listReported(ctx, requestedPage(ctx.secretKey, query, 'reported offers'))),
  )
  const decided = {
    schema: { params: idParams('offerId'), body: reasonBody, response: { 200: decidedSchema } },
    config: { concerns: 'offer', ifMatch: true },
  }
  api.post('/offers/:offerId/reports/dismiss', decided, async ({ ctx, params, body, ifMatch }) =>
    serializeDecided(await dismissReports(ctx, { offer: idFromPath(params.offerId), ...body, versions: ifMatch })),
  )
  api.post('/offers/:offerId/reports/uphold', decided, async ({ ctx, params, body, ifMatch }) =>
    serializeDecided(await upholdReports(ctx, { offer: idFromPath(params.offerId), ...body, versions: ifMatch })),
  )
}
