import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { ownRoute, reasonRoute, recordRoute } from '../platform/http/record-routes.ts'
import { textStream } from '../platform/http/text.ts'
import { cancelAccountClosing, cancelOwnClosing, closeAccount, closeOwn, ownClosing } from './actions-closing.ts'
import { exportOwn, mayExport } from './actions-export.ts'
import { closingSchema, serializeClosing } from './serialize-closing.ts'

/** Console settings: export of the caller's data. Open to suspended accounts too. */
export async function ownDataRoutes(api: Api) {
  api.get('/data', { config: { countedAs: 'exports' } }, async ({ ctx, method }, reply) => {
    reply.type('application/json; charset=utf-8')
    if (method === 'HEAD') {
      await mayExport(ctx)
      return reply.send('')
    }
    const { account, parts } = await exportOwn(ctx)
    return reply
      .headers({
        'Content-Disposition': `attachment; filename="account-${account}.json"`,
        'Cache-Control': 'private, no-store',
      })
      .send(textStream(parts))
  })
}

const closingJson = { schema: closingSchema, serialize: serializeClosing }
const closeBody = Type.Object({
  giveUpBalance: Type.Optional(
    Type.Boolean({
      description: 'Give up the remaining balance, such as an amount too small to withdraw',
    }),
  ),
})

export async function ownClosingRoutes(api: Api) {
  ownRoute(api, 'GET /closing', closingJson, ownClosing)
  api.post('/closing', { schema: { body: closeBody, response: { 200: closingSchema } } }, async ({ ctx, body }) =>
    serializeClosing(await closeOwn(ctx, body.giveUpBalance ?? false)),
  )
  ownRoute(api, 'DELETE /closing', closingJson, cancelOwnClosing)
}

export async function closingOperatorRoutes(api: Api) {
  const config = { concerns: 'account' }
  reasonRoute(api, 'POST /accounts/:accountId/close', closingJson, closeAccount, config)
  recordRoute(api, 'POST /accounts/:accountId/close/cancel', closingJson, cancelAccountClosing, config)
}
