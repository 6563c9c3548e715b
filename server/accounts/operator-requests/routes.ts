import { type TSchema, Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { reasonRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonOf, reasonText } from '../../values/requests/reason.ts'
import { idParams, oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import { roles } from '../account.ts'
import { assignedFilter } from '../desk/serialize.ts'
import { emailStateJson, emailText } from '../email-change/serialize.ts'
import { managedAccountJson } from '../management/serialize.ts'
import { sanctionSchema, serializeSanction } from '../sanctions/serialize.ts'
import {
  approveOperatorRequest,
  changeEmailOrRequest,
  changeRolesOrRequest,
  liftOrRequest,
  listOperatorRequests,
  type Outcome,
  refuseOperatorRequest,
} from './actions.ts'
import { operatorRequestStatuses } from './operator-request.ts'
import { operatorRequestJson } from './serialize.ts'

const reason = reasonText()
const someRoles = Type.Optional(Type.Array(Type.Enum([...roles]), { maxItems: roles.length, uniqueItems: true }))
const doneOrRequested = (done: TSchema) => ({ 200: done, 202: operatorRequestJson.schema })

/** Sets the status and returns the body: the result with 200, or the request with 202. The route sends it, so that an Idempotency-Key can store it. */
function answered<Done>(
  reply: { code(status: 202): unknown },
  outcome: Outcome<Done>,
  serialize: (done: Done) => object,
): object {
  if ('done' in outcome) return serialize(outcome.done)
  reply.code(202)
  return operatorRequestJson.serialize(outcome.request)
}

/** Group A: what an operator may do alone to others, but not to operators. */
export async function operatorChangeRoutes(api: Api) {
  const params = idParams('accountId')
  const config = { concerns: 'account' } as const
  const ofRoles = Type.Object({ add: someRoles, remove: someRoles, reason })
  const rolesSchema = { params, body: ofRoles, response: doneOrRequested(managedAccountJson.schema) }
  api.post('/accounts/:accountId/roles', { schema: rolesSchema, config }, async ({ ctx, params, body }, reply) => {
    const { add = [], remove = [] } = body
    const input = { add, remove, reason: reasonOf(body.reason) }
    return answered(reply, await changeRolesOrRequest(ctx, idFromPath(params.accountId), input), (account) =>
      managedAccountJson.serialize(account, account.operator),
    )
  })
  const ofEmail = Type.Object({ email: emailText, reason })
  const emailSchema = { params, body: ofEmail, response: doneOrRequested(emailStateJson.schema) }
  api.post('/accounts/:accountId/email', { schema: emailSchema, config }, async ({ ctx, params, body }, reply) => {
    const input = { email: body.email, reason: reasonOf(body.reason) }
    const outcome = await changeEmailOrRequest(ctx, idFromPath(params.accountId), input)
    return answered(reply, outcome, emailStateJson.serialize)
  })
  const liftSchema = {
    params: idParams('id'),
    body: Type.Object({ reason }),
    response: doneOrRequested(sanctionSchema),
  }
  const ofSanction = { concerns: 'sanction' } as const
  api.post('/sanctions/:id/lift', { schema: liftSchema, config: ofSanction }, async ({ ctx, params, body }, reply) =>
    answered(reply, await liftOrRequest(ctx, idFromPath(params.id), reasonOf(body.reason)), (sanction) =>
      serializeSanction(sanction, 'operator', sanction.updatedAt),
    ),
  )
}

/** Group A: changes to operators that need a second operator; by default the open ones. */
export async function operatorRequestRoutes(api: Api) {
  const config = { concerns: 'operatorRequest' }
  const reason = 'Reason, kept in the audit log'
  const path = '/operator-requests'
  const query = Type.Object({ ...pageQuery, status: oneOrMore(operatorRequestStatuses), assigned: assignedFilter })
  const listed = { querystring: query, response: { 200: operatorRequestJson.pageSchema } }
  api.get(path, { schema: listed }, async ({ ctx, query }) => {
    const filter = { status: query.status ?? ['Requested'], assigned: query.assigned }
    const page = requestedPage(ctx.secretKey, query, 'operator requests', filter)
    return operatorRequestJson.serializePage(await listOperatorRequests(ctx, filter, page))
  })
  recordRoute(api, `POST ${path}/:id/approve`, operatorRequestJson, approveOperatorRequest, config)
  reasonRoute(api, `POST ${path}/:id/refuse`, operatorRequestJson, refuseOperatorRequest, { ...config, reason })
}
