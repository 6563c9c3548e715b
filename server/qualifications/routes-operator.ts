import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { id, idParams, pageQuery } from '../values/requests/schema.ts'
import {
  changeQualification,
  createQualification,
  listQualifications,
  openQualification,
  removeQualification,
} from './actions.ts'
import { grantByHand, listGrants, takeByHand } from './actions-grants.ts'
import { changeBody, changeFrom, createBody, createFrom, grantsBody, grantsBytesMax, namedGrants } from './bodies.ts'
import { operatorGrantJson, qualificationJson } from './serialize.ts'

const side = 'operator'
const granted = grantsBody('accountId', id)
const one = { params: idParams('id'), response: { 200: qualificationJson.schema } }
const config = { concerns: 'nobody' }

/** Group A: the qualifications of the marketplace. */
export async function qualificationOperatorRoutes(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: qualificationJson.pageSchema } }
  api.get('/qualifications', { schema: listed }, async ({ ctx, query }) =>
    qualificationJson.serializePage(
      await listQualifications(ctx, side, requestedPage(ctx.secretKey, query, 'market-qualifications')),
      side,
    ),
  )
  const created = { body: createBody, response: { 201: qualificationJson.schema } }
  api.post('/qualifications', { schema: created, config }, async ({ ctx, body }, reply) => {
    const made = qualificationJson.serialize(await createQualification(ctx, side, createFrom(body)), side)
    reply.code(201).header('Location', `${ctx.config.publicUrl}/api/operator/qualifications/${made.id}`)
    return made
  })
  api.get('/qualifications/:id', { schema: one }, async ({ ctx, params }) =>
    qualificationJson.serialize(await openQualification(ctx, side, idFromPath(params.id)), side),
  )
  api.patch('/qualifications/:id', { schema: { ...one, body: changeBody }, config }, async ({ ctx, params, body }) =>
    qualificationJson.serialize(await changeQualification(ctx, side, idFromPath(params.id), changeFrom(body)), side),
  )
  api.delete('/qualifications/:id', { schema: one, config }, async ({ ctx, params }) =>
    qualificationJson.serialize(await removeQualification(ctx, side, idFromPath(params.id)), side),
  )
  grantRoutes(api)
}

function grantRoutes(api: Api): void {
  const path = '/qualifications/:id/grants'
  const listed = {
    params: idParams('id'),
    querystring: Type.Object(pageQuery),
    response: { 200: operatorGrantJson.pageSchema },
  }
  api.get(path, { schema: listed }, async ({ ctx, params, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'market-qualification-grants', { qualification: params.id })
    return operatorGrantJson.serializePage(await listGrants(ctx, side, idFromPath(params.id), page))
  })
  // The action checks the executors, because a file names them too.
  const options = { bodyLimit: grantsBytesMax, schema: { ...one, body: granted }, config }
  api.post(path, options, async ({ ctx, params, body }) => {
    const grants = namedGrants(body.grants, (grant) => String(grant.accountId))
    const { csv, reason } = body
    return qualificationJson.serialize(
      await grantByHand(ctx, side, idFromPath(params.id), { grants, csv, reason }),
      side,
    )
  })
  const taken = { ...one, params: Type.Object({ ...idParams('id').properties, ...idParams('accountId').properties }) }
  const concerning = { schema: taken, config: { concerns: 'account' } }
  api.delete(`${path}/:accountId`, concerning, async ({ ctx, params }) =>
    qualificationJson.serialize(
      await takeByHand(ctx, side, idFromPath(params.id), String(idFromPath(params.accountId))),
      side,
    ),
  )
}
