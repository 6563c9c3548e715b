import { Type } from 'typebox'
import { assignedFilter } from '../accounts/desk/serialize.ts'
import { offerSchema } from '../offers/serialize.ts'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { reasonText } from '../values/requests/reason.ts'
import { idParams, pageQuery } from '../values/requests/schema.ts'
import { dismissReports, listReported, upholdReports } from './actions.ts'
import { reportedOfferJson, serializeDecided } from './serialize.ts'

const reasonBody = Type.Object({ reason: reasonText() })

export async function offerReportOperatorRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, assigned: assignedFilter })
  const listed = { querystring: query, response: { 200: reportedOfferJson.pageSchema } }
  api.get('/offer-reports', { schema: listed }, async ({ ctx, query: { assigned, ...asked } }) =>
    reportedOfferJson.serializePage(
      await listReported(ctx, assigned, requestedPage(ctx.secretKey, asked, 'reported offers', { assigned })),
    ),
  )
  const decision = {
    schema: { params: idParams('offerId'), body: reasonBody, response: { 200: offerSchema } },
    config: { concerns: 'offer', ifMatch: true },
  }
  for (const [path, decide] of Object.entries({ dismiss: dismissReports, uphold: upholdReports }))
    api.post(`/offers/:offerId/reports/${path}`, decision, async ({ ctx, params, body, ifMatch }) => {
      const offer = idFromPath<'offer'>((params as { readonly offerId: string }).offerId)
      return serializeDecided(await decide(ctx, { offer, ...body, versions: ifMatch }))
    })
}
