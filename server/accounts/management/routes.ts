import { Type } from 'typebox'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Api } from '../../platform/http/api.ts'
import { pageRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { timeOf } from '../../values/requests/query.ts'
import { reasonOf, reasonText } from '../../values/requests/reason.ts'
import { idParams, nullable, pageQuery } from '../../values/requests/schema.ts'
import { roles } from '../account.ts'
import { answerChange, listChanges, openAccount, removeNickname } from '../profile/actions.ts'
import { ProfileChangeNotFound } from '../profile/profile-change.ts'
import { listAccounts } from './actions.ts'
import { managedAccountJson, profileChangesSchema, serializeManagedList, serializeProfileChanges } from './serialize.ts'

const reason = reasonText()
const one = { params: idParams('accountId'), response: { 200: managedAccountJson.schema } }
const config = { concerns: 'account' } as const

const query = Type.Object({
  ...pageQuery,
  search: Type.Optional(Type.String({ maxLength: 254, description: 'Part of the e-mail address, or the id' })),
  role: Type.Optional(Type.Enum([...roles], { description: 'Filter by role' })),
  status: Type.Optional(Type.Enum(['Active', 'Suspended'], { description: 'Default: both' })),
})

export async function accountOperatorRoutes(api: Api) {
  const listed = { querystring: query, response: { 200: managedAccountJson.pageSchema } }
  api.get('/accounts', { schema: listed }, async ({ ctx, query: { search, role, status, ...paging } }) => {
    const filter = { search: search?.trim() || undefined, role, status }
    const page = requestedPage(ctx.secretKey, paging, 'accounts', filter)
    return serializeManagedList(await listAccounts(ctx, filter, page))
  })
  const removal = { ...one, body: Type.Object({ reason }) }
  api.post('/accounts/:accountId/nickname/remove', { schema: removal, config }, async ({ ctx, params, body }) => {
    const { account, by } = await removeNickname(ctx, idFromPath(params.accountId), reasonOf(body.reason))
    return managedAccountJson.serialize(account, by)
  })
}

/** Names the change that the operator read: members requested later are merged into the pending one. */
const requestedAtUtc = nullable(
  Type.String({ format: 'date-time', description: '`requestedAtUtc` of the change that you decide on' }),
)
type Read = { readonly requestedAtUtc?: string | null }

function readAt(read: Read | null): Date | null {
  if (!read?.requestedAtUtc) return null
  const at = timeOf(read.requestedAtUtc)
  if (!at) throw ProfileChangeNotFound({})
  return at
}

export async function profileChangeRoutes(api: Api) {
  const listed = { pageSchema: profileChangesSchema, serializePage: serializeProfileChanges }
  pageRoute(api, '/profile-changes', 'profile changes', listed, listChanges)
  const answer = async (ctx: Ctx, id: string, read: Read | null, rejection: string | null) => {
    const account = await answerChange(ctx, { account: idFromPath(id), requestedAt: readAt(read) }, rejection)
    return managedAccountJson.serialize(account, (await openAccount(ctx, account.id)).by)
  }
  const path = '/accounts/:accountId/profile-change'
  const approved = {
    ...one,
    body: Type.Unsafe<Read | null>({ type: ['object', 'null'], properties: { requestedAtUtc } }),
  }
  api.post(`${path}/approve`, { schema: approved, config }, ({ ctx, params, body }) =>
    answer(ctx, params.accountId, body, null),
  )
  const schema = { ...one, body: Type.Object({ reason, requestedAtUtc: Type.Optional(requestedAtUtc) }) }
  api.post(`${path}/reject`, { schema, config }, ({ ctx, params, body }) =>
    answer(ctx, params.accountId, body, reasonOf(body.reason)),
  )
}
