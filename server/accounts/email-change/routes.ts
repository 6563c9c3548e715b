import { Type } from 'typebox'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { networkOf } from '../../platform/rate-limits/http.ts'
import { cancelByLink, cancelOwnEmailChange, confirmByLink, ownEmail, requestEmailChange } from './actions.ts'
import { emailStateJson, emailText, textPattern as pattern } from './serialize.ts'

const response = { 200: emailStateJson.schema }

export async function ownEmailRoutes(api: Api) {
  ownRoute(api, 'GET /email', emailStateJson, ownEmail)
  api.post('/email', { schema: { body: Type.Object({ email: emailText }), response } }, async ({ ctx, body }) =>
    emailStateJson.serialize(await requestEmailChange(ctx, body.email)),
  )
  ownRoute(api, 'DELETE /email', emailStateJson, cancelOwnEmailChange)
}

/** Mailed links. They work on any device, without being signed in. */
export const emailLinkRoutes = (context: Omit<Ctx, 'by'>) => async (api: Api) => {
  const schema = { hide: true, body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 2_000, pattern }) }) }
  api.post('/console/api/email-change/confirm', { schema }, async ({ body, ip }) => ({
    status: await confirmByLink(context, body.token, networkOf(ip)),
  }))
  api.post('/console/api/email-change/cancel', { schema }, async ({ body, ip }) => {
    await cancelByLink(context, body.token, networkOf(ip))
    return { status: 'Cancelled' }
  })
}
