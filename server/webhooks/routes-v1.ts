import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { listParameter } from '../values/requests/query.ts'
import { idParams, listOfTexts, nullable, pageQuery } from '../values/requests/schema.ts'
import { deliveriesOf, openDelivery, replay, resend, sendTest } from './deliveries/actions.ts'
import { rangeOf, replayBody } from './deliveries/replay.ts'
import { descriptionLengthMax, urlLengthMax } from './endpoint.ts'
import {
  changeEndpoint,
  createEndpoint,
  listWebhooks,
  openEndpoint,
  removeEndpoint,
  rotate,
  urlProblemOf,
} from './endpoints/actions.ts'
import { allKinds, eventFromPath } from './event.ts'
import {
  deliveriesSchema,
  deliverySchema,
  newWebhookSchema,
  replayedSchema,
  rotatedSchema,
  serializeDeliveries,
  serializeDelivery,
  serializeNewWebhook,
  serializeRotated,
  serializeWebhook,
  serializeWebhooks,
  webhookSchema,
  webhooksSchema,
} from './serialize.ts'

const url = Type.String({
  minLength: 1,
  maxLength: urlLengthMax,
  description: 'A public https URL',
})
const members = {
  events: Type.Optional(
    Type.Array(Type.Enum([...allKinds]), {
      minItems: 1,
      maxItems: 20,
      description: 'Default: the first six; others are sent only if listed here',
    }),
  ),
  description: Type.Optional(nullable(Type.String({ maxLength: descriptionLengthMax }))),
  enabled: Type.Optional(Type.Boolean({ description: 'Default true' })),
}
const createBody = Type.Object({ url, ...members })
const patchBody = Type.Object({ url: Type.Optional(url), ...members })
const one = { params: idParams('id'), response: { 200: webhookSchema } }

/** Group B: webhook endpoints and their deliveries. */
export async function webhookRoutesV1(api: Api) {
  endpointRoutes(api)
  deliveryRoutes(api)
}

function endpointRoutes(api: Api): void {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: webhooksSchema } }
  api.get('/webhooks', { schema: listed }, async ({ ctx, query }) =>
    serializeWebhooks(await listWebhooks(ctx, requestedPage(ctx.secretKey, query, 'webhooks'))),
  )
  const created = { body: createBody, response: { 201: newWebhookSchema } }
  api.post('/webhooks', { schema: created, config: { callsOnce: true } }, async (request, reply) => {
    const { body } = request
    const problem = await urlProblemOf(request.ctx, body.url)
    const { answer } = await request.once(body, async (ctx) => {
      const made = serializeNewWebhook(await createEndpoint(ctx, body, problem))
      reply.code(201).header('Location', `${ctx.config.apiUrl}/webhooks/${made.id}`)
      return made
    })
    return answer
  })
  api.get('/webhooks/:id', { schema: one }, async ({ ctx, params }) =>
    serializeWebhook(await openEndpoint(ctx, idFromPath(params.id))),
  )
  const changed = { schema: { ...one, body: patchBody }, config: { callsOnce: true } }
  api.patch('/webhooks/:id', changed, async (request) => {
    const { body, params } = request
    const problem = await urlProblemOf(request.ctx, body.url)
    const { answer } = await request.once(body, async (ctx) =>
      serializeWebhook(await changeEndpoint(ctx, idFromPath(params.id), body, problem)),
    )
    return answer
  })
  api.delete('/webhooks/:id', { schema: one }, async ({ ctx, params }) =>
    serializeWebhook(await removeEndpoint(ctx, idFromPath(params.id))),
  )
  const rotated = { params: idParams('id'), response: { 200: rotatedSchema } }
  api.post('/webhooks/:id/rotate-secret', { schema: rotated }, async ({ ctx, params }) =>
    serializeRotated(await rotate(ctx, idFromPath(params.id))),
  )
}

const both = Type.Object({ id: Type.String(), deliveryId: Type.String() })
const named = ({ id, deliveryId }: Type.Static<typeof both>) => ({
  endpoint: idFromPath<'endpoint'>(id),
  delivery: idFromPath<'delivery'>(deliveryId),
})
const listQuery = Type.Object({
  ...pageQuery,
  status: listOfTexts,
  eventType: listOfTexts,
  eventId: Type.Optional(Type.String({ maxLength: 100, description: 'Such as evt_42' })),
})

function deliveryRoutes(api: Api): void {
  const sent = { params: idParams('id'), response: { 200: deliverySchema } }
  api.post('/webhooks/:id/test', { schema: sent }, async ({ ctx, params }) =>
    serializeDelivery(await sendTest(ctx, idFromPath(params.id))),
  )
  const replayed = { params: idParams('id'), body: replayBody, response: { 200: replayedSchema } }
  api.post('/webhooks/:id/replay', { schema: replayed }, async ({ ctx, params, body }) =>
    replay(ctx, idFromPath(params.id), rangeOf(body)),
  )
  const listed = { params: idParams('id'), querystring: listQuery, response: { 200: deliveriesSchema } }
  api.get('/webhooks/:id/deliveries', { schema: listed }, async ({ ctx, params, query }) => {
    const filter = {
      status: listParameter(query.status),
      kinds: listParameter(query.eventType),
      event: query.eventId === undefined ? undefined : eventFromPath(query.eventId),
    }
    const endpoint = idFromPath<'endpoint'>(params.id)
    const page = requestedPage(ctx.secretKey, query, 'deliveries', { ...filter, endpoint })
    return serializeDeliveries(await deliveriesOf(ctx, endpoint, filter, page))
  })
  const schema = { params: both, response: { 200: deliverySchema } }
  api.get('/webhooks/:id/deliveries/:deliveryId', { schema }, async ({ ctx, params }) =>
    serializeDelivery(await openDelivery(ctx, named(params))),
  )
  api.post('/webhooks/:id/deliveries/:deliveryId/resend', { schema }, async ({ ctx, params }) =>
    serializeDelivery(await resend(ctx, named(params))),
  )
}
