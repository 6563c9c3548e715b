import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { idParams, pageQuery } from '../values/requests/schema.ts'
import {
  changeQualification,
  createQualification,
  listQualifications,
  openQualification,
  removeQualification,
} from './actions.ts'
import { grantByHand, listGrants, takeByHand } from './actions-grants.ts'
import { changeBody, changeFrom, createBody, createFrom, grantsBody, grantsBytesMax, namedGrants } from './bodies.ts'
import { grantJson, qualificationJson } from './serialize.ts'

const side = 'advertiser'
const executorId = Type.String({ minLength: 1, maxLength: 64, description: 'As in reports: ex_…' })
const granted = grantsBody('executorId', executorId)
const one = { params: idParams('id'), response: { 200: qualificationJson.schema } }

/** Group B: the qualifications of an advertiser, and those of the marketplace to require. */
export async function qualificationRoutesV1(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: qualificationJson.pageSchema } }
  api.get('/qualifications', { schema: listed }, async ({ ctx, query }) =>
    qualificationJson.serializePage(
      await listQualifications(ctx, side, requestedPage(ctx.secretKey, query, 'qualifications')),
      side,
    ),
  )
  const created = { body: createBody, response: { 201: qualificationJson.schema } }
  api.post('/qualifications', { schema: created }, async ({ ctx, body }, reply) => {
    const made = qualificationJson.serialize(await createQualification(ctx, side, createFrom(body)), side)
    reply.code(201).header('Location', `${ctx.config.apiUrl}/qualifications/${made.id}`)
    return made
  })
  api.get('/qualifications/:id', { schema: one }, async ({ ctx, params }) =>
    qualificationJson.serialize(await openQualification(ctx, side, idFromPath(params.id)), side),
  )
  api.patch('/qualifications/:id', { schema: { ...one, body: changeBody } }, async ({ ctx, params, body }) =>
    qualificationJson.serialize(await changeQualification(ctx, side, idFromPath(params.id), changeFrom(body)), side),
  )
  api.delete('/qualifications/:id', { schema: one }, async ({ ctx, params }) =>
    qualificationJson.serialize(await removeQualification(ctx, side, idFromPath(params.id)), side),
  )
  grantRoutes(api)
}

function grantRoutes(api: Api): void {
  const path = '/qualifications/:id/grants'
  const listed = {
    params: idParams('id'),
    querystring: Type.Object(pageQuery),
    response: { 200: grantJson.pageSchema },
  }
  api.get(path, { schema: listed }, async ({ ctx, params, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'qualification-grants', { qualification: params.id })
    return grantJson.serializePage(await listGrants(ctx, side, idFromPath(params.id), page))
  })
  const options = { bodyLimit: grantsBytesMax, schema: { ...one, body: granted } }
  api.post(path, options, async ({ ctx, params, body }) => {
    const grants = namedGrants(body.grants, (grant) => grant.executorId)
    const { csv, reason } = body
    return qualificationJson.serialize(
      await grantByHand(ctx, side, idFromPath(params.id), { grants, csv, reason }),
      side,
    )
  })
  const taken = { ...one, params: Type.Object({ id: Type.String(), executorId: Type.String() }) }
  api.delete(`${path}/:executorId`, { schema: taken }, async ({ ctx, params }) =>
    qualificationJson.serialize(await takeByHand(ctx, side, idFromPath(params.id), params.executorId), side),
  )
}
