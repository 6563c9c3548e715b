import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { pageRoute, recordRoute } from '../platform/http/record-routes.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { idParams, nullable, pageQuery } from '../values/requests/schema.ts'
import { proseText, titleText } from '../values/requests/texts.ts'
import {
  addMembers,
  changeName,
  createList,
  listLists,
  listMembers,
  openList,
  removeList,
  removeMember,
} from './actions.ts'
import { aliasFromPath, executorIdsMax, nameLengthMax, noteLengthMax } from './list.ts'
import { listJson, membersSchema, serializeMembers } from './serialize.ts'

const name = titleText({ minLength: 1, maxLength: nameLengthMax })
const createBody = Type.Object({
  name,
  isBlockList: Type.Optional(
    Type.Boolean({ description: 'Default false. An account can have one block list for all its tasks' }),
  ),
})
const executorId = Type.String({ minLength: 1, maxLength: 64, description: 'As in reports: ex_…' })
const addBody = Type.Object({
  executorIds: Type.Array(executorId, { minItems: 1, maxItems: executorIdsMax, uniqueItems: true }),
  note: Type.Optional(
    nullable(proseText({ maxLength: noteLengthMax, description: 'Note for all of them; default null' })),
  ),
})
const one = { params: idParams('id'), response: { 200: listJson.schema } }

export async function listRoutesV1(api: Api) {
  pageRoute(api, '/executor-lists', 'executor-lists', listJson, listLists)
  const created = { body: createBody, response: { 201: listJson.schema } }
  api.post('/executor-lists', { schema: created }, async ({ ctx, body }, reply) => {
    const made = listJson.serialize(await createList(ctx, body))
    reply.code(201).header('Location', `${ctx.config.apiUrl}/executor-lists/${made.id}`)
    return made
  })
  recordRoute(api, 'GET /executor-lists/:id', listJson, openList)
  api.patch('/executor-lists/:id', { schema: { ...one, body: Type.Object({ name }) } }, async ({ ctx, params, body }) =>
    listJson.serialize(await changeName(ctx, idFromPath(params.id), body.name)),
  )
  recordRoute(api, 'DELETE /executor-lists/:id', listJson, removeList)
  memberRoutes(api)
}

function memberRoutes(api: Api): void {
  const listed = { params: idParams('id'), querystring: Type.Object(pageQuery), response: { 200: membersSchema } }
  api.get('/executor-lists/:id/members', { schema: listed }, async ({ ctx, params, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'executor-list-members', { list: params.id })
    return serializeMembers(await listMembers(ctx, idFromPath(params.id), page))
  })
  const added = { ...one, body: addBody }
  api.post('/executor-lists/:id/members', { schema: added }, async ({ ctx, params, body }) =>
    listJson.serialize(await addMembers(ctx, idFromPath(params.id), body)),
  )
  const removed = { ...one, params: Type.Object({ id: Type.String(), executorId: Type.String() }) }
  api.delete('/executor-lists/:id/members/:executorId', { schema: removed }, async ({ ctx, params }) =>
    listJson.serialize(await removeMember(ctx, idFromPath(params.id), aliasFromPath(params.executorId))),
  )
}
