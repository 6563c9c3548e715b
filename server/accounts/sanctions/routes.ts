import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath, idOf } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonOf, reasonText } from '../../values/requests/reason.ts'
import { accountParameter, idParams, instant, nullable, oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import { statusesOf } from '../../values/transitions/transitions.ts'
import { answerSanction, appeal, imposeSanction, listSanctions } from './actions.ts'
import { openStatuses, type Sanction, sanctionCodes, sanctionKinds, sanctionTransitions } from './sanctions.ts'
import { sanctionSchema, sanctionsSchema, serializeSanction, serializeSanctions } from './serialize.ts'

const text = reasonText()
const response = { 200: sanctionSchema }

/** Group A: the caller's sanctions and appeals. Open to suspended accounts too. */
export async function sanctionRoutes(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: sanctionsSchema } }
  api.get('/sanctions', { schema: listed }, async ({ ctx, query }) =>
    serializeSanctions(await listSanctions(ctx, 'own', requestedPage(ctx.secretKey, query, 'sanctions')), 'account'),
  )
  const schema = { params: idParams('id'), body: Type.Object({ statement: text }), response }
  api.post('/sanctions/:id/appeal', { schema }, async ({ ctx, params, body }) => {
    const sanction = await appeal(ctx, idFromPath(params.id), reasonOf(body.statement, 'statement'))
    return serializeSanction(sanction, 'account', sanction.updatedAt)
  })
}

const operatorQuery = Type.Object({
  ...pageQuery,
  accountId: accountParameter('Of one account'),
  status: oneOrMore(statusesOf(sanctionTransitions)),
})
const imposeBody = Type.Object({
  accountId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  kind: Type.Enum([...sanctionKinds]),
  code: Type.Enum([...sanctionCodes]),
  reason: text,
  endsAtUtc: Type.Optional(nullable(instant)),
})
const forOperator = (sanction: Sanction) => serializeSanction(sanction, 'operator', sanction.updatedAt)

/** Group A: operators impose sanctions and answer appeals. */
export async function sanctionOperatorRoutes(api: Api) {
  const listed = { querystring: operatorQuery, response: { 200: sanctionsSchema } }
  api.get('/sanctions', { schema: listed }, async ({ ctx, query }) => {
    const account = query.accountId
    const status = query.status ?? (account === undefined ? openStatuses : undefined)
    const page = requestedPage(ctx.secretKey, query, 'all sanctions', { account, status })
    return serializeSanctions(await listSanctions(ctx, { account, status }, page), 'operator')
  })
  const imposed = { schema: { body: imposeBody, response }, config: { concerns: 'accountInBody' } } as const
  api.post('/sanctions', imposed, async ({ ctx, body }) => {
    const input = { ...body, account: idOf<'account'>(body.accountId), reason: reasonOf(body.reason) }
    return forOperator(await imposeSanction(ctx, input))
  })
  const schema = { params: idParams('id'), body: Type.Object({ reason: text }), response }
  api.post('/sanctions/:id/uphold', { schema, config: { concerns: 'sanction' } }, async ({ ctx, params, body }) =>
    forOperator(await answerSanction(ctx, idFromPath(params.id), 'uphold', reasonOf(body.reason))),
  )
}
