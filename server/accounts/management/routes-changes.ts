import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { answerChange, listChanges, openAccount } from '../profile/actions.ts'
import { managedSchema, serializeManaged } from './serialize.ts'
import { profileChangesSchema, serializeProfileChanges } from './serialize-changes.ts'

const rejectBody = Type.Object({ reason: Type.String({ minLength: 3, maxLength: 2_000 }) })
const one = { params: idParams('accountId'), response: { 200: managedSchema } }
const config = { concerns: 'account' } as const

/** Group A: operators decide on pending profile changes. */
export async function profileChangeRoutes(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: profileChangesSchema } }
  api.get('/profile-changes', { schema: listed }, async ({ ctx, query }) =>
    serializeProfileChanges(await listChanges(ctx, requestedPage(ctx.secretKey, query, 'profile changes'))),
  )
  const path = '/accounts/:accountId/profile-change'
  api.post(`${path}/approve`, { schema: one, config }, async ({ ctx, params }) => {
    const account = await answerChange(ctx, idFromPath(params.accountId), null)
    return serializeManaged(account, (await openAccount(ctx, account.id)).by)
  })
  api.post(`${path}/reject`, { schema: { ...one, body: rejectBody }, config }, async ({ ctx, params, body }) => {
    const account = await answerChange(ctx, idFromPath(params.accountId), reasonOf(body.reason))
    return serializeManaged(account, (await openAccount(ctx, account.id)).by)
  })
}
