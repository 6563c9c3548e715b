import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import { statusesOf } from '../../values/transitions/transitions.ts'
import { allKinds, eventFromPath, trialKinds } from '../events/event.ts'
import { deliveriesOf, openDelivery, replay, resend, sendChallenge, sendTest } from './actions.ts'
import { deliveryTransitions, rangeOf, replayBody } from './delivery.ts'
import { deliveriesSchema, deliveryJson, replayedSchema, serializeDeliveries } from './serialize.ts'

const both = Type.Object({ id: Type.String(), deliveryId: Type.String() })
const named = ({ id, deliveryId }: Type.Static<typeof both>) => ({
  endpoint: idFromPath<'endpoint'>(id),
  delivery: idFromPath<'delivery'>(deliveryId),
})
const listQuery = Type.Object({
  ...pageQuery,
  status: oneOrMore(statusesOf(deliveryTransitions)),
  eventType: oneOrMore([...allKinds, ...trialKinds]),
  eventId: Type.Optional(Type.String({ maxLength: 100, description: 'Such as evt_42' })),
})

export async function deliveryRoutesV1(api: Api) {
  recordRoute(api, 'POST /webhooks/:id/test', deliveryJson, sendTest)
  recordRoute(api, 'POST /webhooks/:id/verify', deliveryJson, sendChallenge)
  const replayed = { params: idParams('id'), body: replayBody, response: { 200: replayedSchema } }
  api.post('/webhooks/:id/replay', { schema: replayed }, async ({ ctx, params, body }) =>
    replay(ctx, idFromPath(params.id), rangeOf(body)),
  )
  const listed = { params: idParams('id'), querystring: listQuery, response: { 200: deliveriesSchema } }
  api.get('/webhooks/:id/deliveries', { schema: listed }, async ({ ctx, params, query }) => {
    const filter = {
      status: query.status,
      kinds: query.eventType,
      event: query.eventId === undefined ? undefined : eventFromPath(query.eventId),
    }
    const endpoint = idFromPath<'endpoint'>(params.id)
    const page = requestedPage(ctx.secretKey, query, 'deliveries', { ...filter, endpoint })
    return serializeDeliveries(await deliveriesOf(ctx, endpoint, filter, page))
  })
  const schema = { params: both, response: { 200: deliveryJson.schema } }
  api.get('/webhooks/:id/deliveries/:deliveryId', { schema }, async ({ ctx, params }) =>
    deliveryJson.serialize(await openDelivery(ctx, named(params))),
  )
  api.post('/webhooks/:id/deliveries/:deliveryId/resend', { schema }, async ({ ctx, params }) =>
    deliveryJson.serialize(await resend(ctx, named(params))),
  )
}
