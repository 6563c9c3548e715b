import { Type } from 'typebox'
import { type Feedback, feedbackMembers } from '../executions/serialize-report.ts'
import type { Api } from '../platform/http/api.ts'
import { recordRoute, statusPageRoute } from '../platform/http/record-routes.ts'
import { idFromPath } from '../values/id.ts'
import { idParams } from '../values/requests/schema.ts'
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
    disputeJson.serialize(await answer(ctx, idFromPath(params.id), body.answer)),
  )
  const conceded = { schema: { ...one, body: concedeBody }, config }
  api.post('/reports/:id/dispute/concede', conceded, async ({ ctx, params, body, ifMatch: versions }) =>
    disputeJson.serialize(await concede(ctx, { ...body, id: idFromPath(params.id), versions })),
  )
  statusPageRoute(api, '/disputes', 'disputes', disputeJson, listDisputesAgainst, disputeStatuses)
  recordRoute(api, 'GET /disputes/:id', disputeJson, openDisputeAgainst)
}
