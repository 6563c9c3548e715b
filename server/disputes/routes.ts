import { Type } from 'typebox'
import { serializeOwnWork, workSchema } from '../executions/serialize.ts'
import type { Api } from '../platform/http/api.ts'
import { linksOf } from '../proofs/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { idParams, nullable, pageQuery } from '../values/requests/schema.ts'
import { proseText } from '../values/requests/texts.ts'
import { dispute, listOwnDisputes } from './actions.ts'
import { attachmentsMax } from './attachment.ts'
import { statementLengthMax, statementLengthMin } from './dispute.ts'
import { ownDisputeJson } from './serialize.ts'

const statement = proseText({ minLength: statementLengthMin, maxLength: statementLengthMax })

const url = Type.String({ minLength: 1, maxLength: 2_000 })
const proofUrls = Type.Optional(
  nullable(
    Type.Array(url, {
      maxItems: attachmentsMax,
      description: 'URLs that the upload of proofs for the offer answered; it takes files while an appeal is possible',
    }),
  ),
)

export async function disputeRoutes(api: Api) {
  const opened = { params: idParams('id'), body: Type.Object({ statement, proofUrls }), response: { 200: workSchema } }
  const config = { ifMatch: true }
  api.post('/executions/:id/dispute', { schema: opened, config }, async ({ ctx, params, body, ifMatch: versions }) => {
    const report = await dispute(ctx, { id: idFromPath(params.id), ...body, versions })
    return serializeOwnWork(report, linksOf(ctx, report.now))
  })
  const listed = { querystring: Type.Object(pageQuery), response: { 200: ownDisputeJson.pageSchema } }
  api.get('/disputes', { schema: listed }, async ({ ctx, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'own disputes')
    return ownDisputeJson.serializePage(await listOwnDisputes(ctx, page), ctx)
  })
}
