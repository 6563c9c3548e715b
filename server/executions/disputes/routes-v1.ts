import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { listParameter } from '../../values/requests/query.ts'
import { idParams, listOfTexts, pageQuery } from '../../values/requests/schema.ts'
import { type Feedback, feedbackMembers } from '../serialize-report.ts'
import { answer } from './actions.ts'
import { concede } from './actions-decide.ts'
import { listDisputesAgainst, openDisputeAgainst } from './actions-list.ts'
import { statementLengthMax, statementLengthMin } from './disputes.ts'
import { disputeJson } from './serialize.ts'

const concedeBody = Type.Unsafe<Feedback | null>({ type: ['object', 'null'], properties: feedbackMembers })
const answerBody = Type.Object({
  answer: Type.String({ minLength: statementLengthMin, maxLength: statementLengthMax }),
})
export const params = idParams('id')

/** Group B: the disputes about an advertiser's own rejections. */
export async function disputeRoutesV1(api: Api) {
  const config = { ifMatch: true }
  const one = { params, response: { 200: disputeJson.schema } }
  api.post('/reports/:id/dispute/answer', { schema: { ...one, body: answerBody } }, async ({ ctx, params, body }) =>
    disputeJson.serialize(await answer(ctx, idFromPath(params.id), body.answer)),
  )
  const conceded = { schema: { ...one, body: concedeBody }, config }
  api.post('/reports/:id/dispute/concede', conceded, async ({ ctx, params, body, ifMatch: versions }) =>
    disputeJson.serialize(await concede(ctx, { ...body, id: idFromPath(params.id), versions })),
  )
  const listed = {
    querystring: Type.Object({ ...pageQuery, status: listOfTexts }),
    response: { 200: disputeJson.pageSchema },
  }
  api.get('/disputes', { schema: listed }, async ({ ctx, query }) => {
    const status = listParameter(query.status)
    return disputeJson.serializePage(
      await listDisputesAgainst(ctx, status, requestedPage(ctx.secretKey, query, 'disputes', { status })),
    )
  })
  api.get('/disputes/:id', { schema: one }, async ({ ctx, params }) =>
    disputeJson.serialize(await openDisputeAgainst(ctx, idFromPath(params.id))),
  )
}
