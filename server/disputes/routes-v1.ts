import { Type } from 'typebox'
import { type Feedback, feedbackMembers } from '../executions/serialize-report.ts'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { idParams, oneOrMore, pageQuery } from '../values/requests/schema.ts'
import { proseText } from '../values/requests/texts.ts'
import { answer, listDisputesAgainst, openDisputeAgainst } from './actions.ts'
import { concede } from './actions-decide.ts'
import { disputeStatuses, statementLengthMax, statementLengthMin } from './dispute.ts'
import { disputeJson } from './serialize.ts'

const concedeBody = Type.Unsafe<Feedback | null>({ type: ['object', 'null'], properties: feedbackMembers })
const answerBody = Type.Object({
  answer: proseText({ minLength: statementLengthMin, maxLength: statementLengthMax }),
})
export const params = idParams('id')

export async function disputeRoutesV1(api: Api) {
  const config = { ifMatch: true }
  const one = { params, response: { 200: disputeJson.schema } }
  api.post('/reports/:id/dispute/answer', { schema: { ...one, body: answerBody } }, async ({ ctx, params, body }) =>
    disputeJson.serialize(await answer(ctx, idFromPath(params.id), body.answer), ctx),
  )
  const conceded = { schema: { ...one, body: concedeBody }, config }
  api.post('/reports/:id/dispute/concede', conceded, async ({ ctx, params, body, ifMatch: versions }) =>
    disputeJson.serialize(await concede(ctx, { ...body, id: idFromPath(params.id), versions }), ctx),
  )
  const querystring = Type.Object({ ...pageQuery, status: oneOrMore(disputeStatuses) })
  const listed = { querystring, response: { 200: disputeJson.pageSchema } }
  api.get('/disputes', { schema: listed }, async ({ ctx, query }) => {
    const { status } = query
    const page = requestedPage(ctx.secretKey, query, 'disputes', { status })
    return disputeJson.serializePage(await listDisputesAgainst(ctx, status, page), ctx)
  })
  api.get('/disputes/:id', { schema: one }, async ({ ctx, params }) =>
    disputeJson.serialize(await openDisputeAgainst(ctx, idFromPath(params.id)), ctx),
  )
}
