import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { appeal, listSanctions } from './actions.ts'
import { sanctionSchema, sanctionsSchema, serializeSanction, serializeSanctions } from './serialize.ts'

const appealBody = Type.Object({ statement: Type.String({ minLength: 3, maxLength: 2_000 }) })

/** Group A: the caller's sanctions and appeals. Open to suspended accounts too. */
export async function sanctionRoutes(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: sanctionsSchema } }
  api.get('/sanctions', { schema: listed }, async ({ ctx, query }) =>
    serializeSanctions(await listSanctions(ctx, 'own', requestedPage(ctx.secretKey, query, 'sanctions')), 'account'),
  )
  const appealed = { params: idParams('id'), body: appealBody, response: { 200: sanctionSchema } }
  api.post('/sanctions/:id/appeal', { schema: appealed }, async ({ ctx, params, body }) => {
    const sanction = await appeal(ctx, idFromPath(params.id), reasonOf(body.statement, 'statement'))
    return serializeSanction(sanction, 'account', sanction.updatedAt)
  })
}
