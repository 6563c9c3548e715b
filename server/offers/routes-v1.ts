import { Type } from 'typebox'
import { type Api, jsonOf, sendJson } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { instantOf } from '../values/requests/query.ts'
import { from, idFilter, idParams, oneOrMore, pageQuery, to } from '../values/requests/schema.ts'
import { transitionOwn } from './lifecycle/actions.ts'
import { listOwn, offerSorts, readOwn } from './list/actions.ts'
import { type Offer, offerStatuses, TaskNotFound } from './offer.ts'
import { taskJson } from './serialize-task.ts'

const one = { params: idParams('id'), response: { 200: taskJson.schema } }
const listQuery = Type.Object({
  ...pageQuery,
  status: oneOrMore(offerStatuses),
  externalId: Type.Optional(Type.String()),
  search: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the title in any language' })),
  offerCategoryId: idFilter(),
  offerPlatformId: idFilter(),
  offerPriceId: idFilter(),
  createdFrom: from,
  createdTo: to,
  updatedFrom: from,
  updatedTo: to,
  includeArchived: Type.Optional(Type.Boolean({ description: 'Default false; implied by a filter for that status' })),
  sort: Type.Optional(Type.Enum(offerSorts, { default: '-createdAt', description: 'Prefix - for descending order' })),
})

/** Group B: tasks, which are offers of the key's account. Creating and changing them is in `items/routes-orders-v1.ts`. */
export async function taskRoutesV1(api: Api) {
  api.get(
    '/tasks',
    { schema: { querystring: listQuery, response: { 200: taskJson.pageSchema } } },
    async ({ ctx, query }, reply) => {
      const filter = filterOf(query)
      const page = requestedPage(ctx.secretKey, query, 'tasks', filter)
      const textOf = (offer: Offer) => jsonOf(reply, taskJson.schema, taskJson.serialize(offer))
      return sendJson(reply, await listOwn(ctx, filter, page, { name: 'tasks', textOf }))
    },
  )
  api.get('/tasks/:id', { schema: one }, async ({ ctx, params }) =>
    taskJson.serialize(await readOwn(ctx, idFromPath(params.id), TaskNotFound)),
  )
  const config = { ifMatch: true }
  api.delete('/tasks/:id', { schema: one, config }, async ({ ctx, params, ifMatch: versions }) =>
    taskJson.serialize(
      await transitionOwn(ctx, { id: idFromPath(params.id), transition: 'archive', missing: TaskNotFound, versions }),
    ),
  )
}

function filterOf(query: Type.Static<typeof listQuery>) {
  return {
    status: query.status,
    externalId: query.externalId,
    search: query.search,
    category: query.offerCategoryId,
    platform: query.offerPlatformId,
    price: query.offerPriceId,
    createdFrom: instantOf('createdFrom', query.createdFrom, false),
    createdTo: instantOf('createdTo', query.createdTo, true),
    updatedFrom: instantOf('updatedFrom', query.updatedFrom, false),
    updatedTo: instantOf('updatedTo', query.updatedTo, true),
    includeArchived: query.includeArchived,
    sort: (query.sort as string | undefined) ?? '-createdAt',
  }
}
