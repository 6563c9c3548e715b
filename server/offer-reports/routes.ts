import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { idParams, nullable } from '../values/requests/schema.ts'
import { proseText } from '../values/requests/texts.ts'
import { reportOffer } from './actions.ts'
import { commentMax, type ReportCode, reportCodes } from './offer-report.ts'
import { reportResultSchema, serializeReportResult } from './serialize.ts'

const body = Type.Object({
  code: Type.Enum(reportCodes, { description: 'The reason for the report' }),
  comment: Type.Optional(nullable(proseText({ maxLength: commentMax, description: 'For operators to read' }))),
})

export async function offerReportRoutes(api: Api) {
  const schema = { params: idParams('offerId'), body, response: { 200: reportResultSchema } }
  api.post('/offers/:offerId/report', { schema }, async ({ ctx, params, body }) => {
    const comment = body.comment || null
    return serializeReportResult(
      await reportOffer(ctx, idFromPath(params.offerId), { code: body.code as ReportCode, comment }),
    )
  })
}
