import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { roles } from '../account.ts'
import { changeRoles, listAccounts } from './actions.ts'
import { managedListSchema, managedSchema, serializeManaged, serializeManagedList } from './serialize.ts'

const query = Type.Object({
  ...pageQuery,
  search: Type.Optional(Type.String({ maxLength: 254, description: 'Part of the e-mail address, or the id' })),
  role: Type.Optional(Type.Enum([...roles], { description: 'Filter by role' })),
  status: Type.Optional(Type.Enum(['Active', 'Suspended'], { description: 'Default: both' })),
})
const someRoles = Type.Optional(Type.Array(Type.Enum([...roles]), { maxItems: roles.length, uniqueItems: true }))
const rolesBody = Type.Object({
  add: someRoles,
  remove: someRoles,
  reason: Type.String({ minLength: 3, maxLength: 2_000 }),
})

/** Group A: operators find accounts and change their roles. */
export async function accountOperatorRoutes(api: Api) {
  const listed = { querystring: query, response: { 200: managedListSchema } }
  api.get('/accounts', { schema: listed }, async ({ ctx, query: { search, role, status, ...asked } }) => {
    const filter = { search: search?.trim() || undefined, role, status }
    return serializeManagedList(
      await listAccounts(ctx, filter, requestedPage(ctx.secretKey, asked, 'accounts', filter)),
    )
  })
  const changed = { params: idParams('accountId'), body: rolesBody, response: { 200: managedSchema } }
  api.post(
    '/accounts/:accountId/roles',
    { schema: changed, config: { concerns: 'account' } },
    async ({ ctx, params, body }) => {
      const { add = [], remove = [] } = body
      const input = { add, remove, reason: reasonOf(body.reason) }
      const account = await changeRoles(ctx, idFromPath(params.accountId), input)
      return serializeManaged(account, account.operator)
    },
  )
}
