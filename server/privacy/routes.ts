import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { textStream } from '../platform/http/text.ts'
import { idFromPath } from '../values/id.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { idParams } from '../values/requests/schema.ts'
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

const response = { 200: closingSchema }
const closeBody = Type.Object({
  giveUpBalance: Type.Optional(
    Type.Boolean({
      description: 'Give up the remaining balance, such as an amount too small to withdraw',
    }),
  ),
})

/** Console settings: closing the caller's account. */
export async function ownClosingRoutes(api: Api) {
  api.get('/closing', { schema: { response } }, async ({ ctx }) => serializeClosing(await ownClosing(ctx)))
  api.post('/closing', { schema: { body: closeBody, response } }, async ({ ctx, body }) =>
    serializeClosing(await closeOwn(ctx, body.giveUpBalance ?? false)),
  )
  api.delete('/closing', { schema: { response } }, async ({ ctx }) => serializeClosing(await cancelOwnClosing(ctx)))
}

/** Group A: operators close accounts. */
export async function closingOperatorRoutes(api: Api) {
  const params = idParams('accountId')
  const config = { concerns: 'account' } as const
  const closed = { params, body: Type.Object({ reason: Type.String({ minLength: 3, maxLength: 2_000 }) }), response }
  api.post('/accounts/:accountId/close', { schema: closed, config }, async ({ ctx, params, body }) =>
    serializeClosing(await closeAccount(ctx, idFromPath(params.accountId), reasonOf(body.reason))),
  )
  api.post('/accounts/:accountId/close/cancel', { schema: { params, response }, config }, async ({ ctx, params }) =>
    serializeClosing(await cancelAccountClosing(ctx, idFromPath(params.accountId))),
  )
}
