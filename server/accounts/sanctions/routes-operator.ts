import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath, idOf } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { listParameter } from '../../values/requests/query.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { idParams, instant, listOfTexts, nullable, pageQuery } from '../../values/requests/schema.ts'
import { answerSanction, imposeSanction, listSanctions } from './actions.ts'
import { sanctionCodes, sanctionKinds } from './sanctions.ts'
import { sanctionSchema, sanctionsSchema, serializeSanction, serializeSanctions } from './serialize.ts'

const reason = Type.String({ minLength: 3, maxLength: 2_000 })
const imposeBody = Type.Object({
  accountId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  kind: Type.Enum([...sanctionKinds]),
  code: Type.Enum([...sanctionCodes]),
  reason,
  endsAtUtc: Type.Optional(nullable(instant)),
})
const open = ['InForce', 'Appealed', 'Upheld']

/** Group A: operators impose sanctions and answer appeals. */
export async function sanctionOperatorRoutes(api: Api) {
  const query = Type.Object({
    ...pageQuery,
    accountId: Type.Optional(Type.String({ description: 'Of one account' })),
    status: listOfTexts,
  })
  const listed = { querystring: query, response: { 200: sanctionsSchema } }
  api.get('/sanctions', { schema: listed }, async ({ ctx, query }) => {
    const account = query.accountId === undefined ? undefined : idFromPath<'account'>(query.accountId)
    const filter = { account, status: listParameter(query.status) ?? (account === undefined ? open : undefined) }
    return serializeSanctions(
      await listSanctions(ctx, filter, requestedPage(ctx.secretKey, query, 'all sanctions', filter)),
      'operator',
    )
  })
  const imposed = { body: imposeBody, response: { 200: sanctionSchema } }
  api.post('/sanctions', { schema: imposed, config: { concerns: 'accountInBody' } }, async ({ ctx, body }) => {
    const input = { ...body, account: idOf<'account'>(body.accountId), reason: reasonOf(body.reason) }
    const sanction = await imposeSanction(ctx, input)
    return serializeSanction(sanction, 'operator', sanction.updatedAt)
  })
  for (const verb of ['uphold', 'lift'] as const) {
    const schema = { params: idParams('id'), body: Type.Object({ reason }), response: { 200: sanctionSchema } }
    api.post(`/sanctions/:id/${verb}`, { schema, config: { concerns: 'sanction' } }, async ({ ctx, params, body }) => {
      const sanction = await answerSanction(ctx, idFromPath(params.id), verb, reasonOf(body.reason))
      return serializeSanction(sanction, 'operator', sanction.updatedAt)
    })
  }
}
