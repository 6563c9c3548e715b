import { type Static, Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { type Id, idFromPath, idOf } from '../values/id.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { acceptedVersions } from '../values/requests/if-match.ts'
import { requestedPage } from '../values/requests/page.ts'
import { amount, idParams, optional } from '../values/requests/schema.ts'
import type { Versions } from '../values/requests/version.ts'
import { addItems, askAgain, cancelItems, listItems } from './actions.ts'
import { itemsBody } from './item.ts'
import { addedItemsJson, changedItemsJson, itemJson, itemsQuery } from './serialize.ts'

const idsMax = 1_000
const bodyLimit = 4 * 1024 * 1024
const params = idParams('id')
const maxCost = optional(
  amount({ minimum: 0, maximum: 1e11, description: 'Fails if the total cost of the task after the change is higher' }),
)
const itemIds = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  minItems: 1,
  maxItems: idsMax,
  uniqueItems: true,
})
const addBody = Type.Object({ items: itemsBody, maxCost })
const cancelBody = Type.Object({
  itemIds: Type.Optional(itemIds),
  all: Type.Optional(Type.Literal(true, { description: 'Instead of itemIds: all items that are open or waiting' })),
})
const againBody = Type.Object({ itemIds, maxCost })

/** Returns which items to cancel. Throws ValidationError unless the body names them or says all. */
function namedItems({ itemIds, all }: Static<typeof cancelBody>): readonly Id<'item'>[] | 'all' {
  if ((itemIds === undefined) !== (all === undefined)) return all ? 'all' : (itemIds ?? []).map(idOf<'item'>)
  throw ValidationError([
    bodyError('itemIds', 'required', {
      en: 'must be given, or "all" instead.',
      ru: 'нужно указать, либо вместо этого "all".',
    }),
  ])
}

type Requested = {
  readonly params: { readonly id: string }
  readonly ifMatch: Versions
  readonly body: { readonly maxCost?: number | null | undefined }
}
const requestOf = ({ params: { id }, ifMatch, body }: Requested) => ({
  id: idFromPath<'offer'>(id),
  versions: acceptedVersions(ifMatch, undefined),
  maxCost: body.maxCost,
})

/** Group B: the items of a task. */
export async function itemRoutesV1(api: Api) {
  const listed = { params, querystring: itemsQuery, response: { 200: itemJson.pageSchema } }
  api.get('/tasks/:id/items', { schema: listed }, async ({ ctx, params: { id }, query }) => {
    const filter = { status: query.status, externalId: query.externalId }
    const page = requestedPage(ctx.secretKey, query, 'items', { ...filter, task: id })
    return itemJson.serializePage(await listItems(ctx, idFromPath(id), filter, page))
  })
  const config = { ifMatch: true }
  const added = { params, body: addBody, response: { 201: addedItemsJson.schema } }
  api.post('/tasks/:id/items', { schema: added, config, bodyLimit }, async (request, reply) => {
    const { offer, added } = await addItems(request.ctx, requestOf(request), request.body.items)
    reply.code(201).header('Location', `${request.ctx.config.apiUrl}/tasks/${offer.id}/items`)
    return addedItemsJson.serialize(offer, added)
  })
  const changed = { params, response: { 200: changedItemsJson.schema } }
  api.post('/tasks/:id/items/cancel', { schema: { ...changed, body: cancelBody }, config }, async (request) => {
    const named = namedItems(request.body)
    return changedItemsJson.serialize(await cancelItems(request.ctx, requestOf({ ...request, body: {} }), named))
  })
  api.post('/tasks/:id/items/ask-again', { schema: { ...changed, body: againBody }, config }, async (request) =>
    changedItemsJson.serialize(await askAgain(request.ctx, requestOf(request), request.body.itemIds.map(idOf<'item'>))),
  )
}
