import { Type } from 'typebox'
import { reportSchema, showReport } from '../executions/show-report.ts'
import type { Api } from '../platform/http-api.ts'
import { idFromPath } from '../values/id.ts'
import { acceptedVersions } from '../values/if-match.ts'
import { pageAsked } from '../values/page.ts'
import { listParameter } from '../values/query.ts'
import { idParams, listOfTexts, nullable, pageQuery } from '../values/schema.ts'
import { answer } from './actions.ts'
import { acceptReport } from './actions-accept.ts'
import { concede } from './actions-decide.ts'
import { listAgainst, openAgainst } from './actions-list.ts'
import { statementLengthMax, statementLengthMin } from './dispute.ts'
import { disputeSchema, disputesSchema, showDispute, showDisputes } from './show.ts'

type Praise = { comment?: string | null; rating?: number | null }
type AcceptBody = Praise & { version?: number | null; overrideRejection?: boolean | null; bonus?: number | null }

const praise = {
  comment: nullable(Type.String({ maxLength: 2_000 })),
  rating: nullable(Type.Integer({ minimum: 1, maximum: 5 })),
}
const acceptBody = Type.Unsafe<AcceptBody | null>({
  type: ['object', 'null'],
  properties: {
    ...praise,
    version: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
    overrideRejection: nullable(
      Type.Boolean({ description: 'Accept it although it was rejected, for thirty days after the rejection' }),
    ),
    bonus: nullable(Type.Number({ minimum: 0.01, description: 'Paid with the acceptance; five rewards at most' })),
  },
})
const concedeBody = Type.Unsafe<Praise | null>({ type: ['object', 'null'], properties: praise })
const answerBody = Type.Object({
  answer: Type.String({ minLength: statementLengthMin, maxLength: statementLengthMax }),
})
const params = idParams('id')

/** Group B: accepting, which may also end a dispute or take a rejection back; and the disputes about own rejections. */
export async function disputeRoutesV1(api: Api) {
  const accepted = { params, body: acceptBody, response: { 200: reportSchema } }
  const config = { ifMatch: true }
  api.post('/reports/:id/accept', { schema: accepted, config }, async ({ ctx, params, body, ifMatch }) => {
    const versions = acceptedVersions(ifMatch, body?.version)
    const { report, now } = await acceptReport(ctx, { ...body, id: idFromPath(params.id), versions })
    return showReport(report, { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl, now })
  })
  const one = { params, response: { 200: disputeSchema } }
  api.post('/reports/:id/dispute/answer', { schema: { ...one, body: answerBody } }, async ({ ctx, params, body }) =>
    showDispute(await answer(ctx, idFromPath(params.id), body.answer)),
  )
  const conceded = { schema: { ...one, body: concedeBody }, config }
  api.post('/reports/:id/dispute/concede', conceded, async ({ ctx, params, body, ifMatch: versions }) =>
    showDispute(await concede(ctx, { ...body, id: idFromPath(params.id), versions })),
  )
  const listed = { querystring: Type.Object({ ...pageQuery, status: listOfTexts }), response: { 200: disputesSchema } }
  api.get('/disputes', { schema: listed }, async ({ ctx, query }) => {
    const status = listParameter(query.status)
    return showDisputes(await listAgainst(ctx, status, pageAsked(ctx.secretKey, query, 'disputes', { status })))
  })
  api.get('/disputes/:id', { schema: one }, async ({ ctx, params }) =>
    showDispute(await openAgainst(ctx, idFromPath(params.id))),
  )
}
