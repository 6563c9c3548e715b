import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { pageRoute, reasonRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { type Id, idFromPath } from '../../values/id.ts'
import { idParams, nullable } from '../../values/requests/schema.ts'
import { proseText } from '../../values/requests/texts.ts'
import type { Side } from '../message.ts'
import { decideMessageReport, listReportedMessages, openReportedMessage, reportMessage } from './actions.ts'
import { type Code, codes, commentLengthMax } from './message-report.ts'
import { messageReportedJson, reportedConversationJson, reportedMessageJson } from './serialize.ts'

const body = Type.Object({
  code: Type.Enum(codes, { description: 'The reason for the report' }),
  comment: Type.Optional(nullable(proseText({ maxLength: commentLengthMax, description: 'For operators to read' }))),
})

/** The report of a message by one side. */
export const messageReportRoutes = (side: Side) => async (api: Api) => {
  const schema = { params: idParams('id'), body, response: { 200: messageReportedJson.schema } }
  api.post('/messages/:id/report', { schema }, async ({ ctx, params, body: { code, comment } }) =>
    messageReportedJson.serialize(
      await reportMessage(ctx, idFromPath(params.id), { side, code: code as Code, comment: comment || null }),
    ),
  )
}

/** Group A: reported messages for operators. */
export async function messageReportOperatorRoutes(api: Api) {
  pageRoute(api, '/message-reports', 'message reports', reportedMessageJson, listReportedMessages)
  recordRoute(api, 'GET /message-reports/:id', reportedConversationJson, openReportedMessage)
  const config = { concerns: 'message' }
  for (const [path, outcome] of [
    ['dismiss', 'Dismissed'],
    ['uphold', 'Upheld'],
  ] as const)
    reasonRoute(
      api,
      `POST /message-reports/:id/${path}`,
      reportedConversationJson,
      (ctx, id: Id<'message'>, reason) => decideMessageReport(ctx, id, outcome, reason),
      config,
    )
}
