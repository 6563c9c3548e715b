import { Type } from 'typebox'
import { arrayOf, id, instant, known, nullable, openObject, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { allowedActions, statusesOf } from '../../values/transitions/transitions.ts'
import { publicEventId } from '../events/event.ts'
import { type Delivery, type DeliveryWithLog, deliveryTransitions, isSuccess, type LoggedAttempt } from './delivery.ts'

const listedDeliveryJson = serializer<Delivery>({ title: 'ListedDelivery' })({
  id,
  webhookId: [id, 'endpoint'],
  eventId: [
    Type.String({ description: 'Also the header webhook-id, the same in every attempt' }),
    (delivery) => publicEventId(delivery.event),
  ],
  eventType: [nullable(text), 'kind'],
  sequence: nullable(whole),
  status: known('DeliveryStatus', statusesOf(deliveryTransitions)),
  attemptsMade: [whole, 'attempts'],
  nextAttemptAtUtc: [nullable(instant), ({ leasedUntil, dueAt }) => (leasedUntil === null ? dueAt : null)],
  lastStatusCode: nullable(whole),
  lastError: nullable(text),
  requestId: nullable(Type.String({ description: 'The request that caused the event; null for deadlines and jobs' })),
  createdAtUtc: instant,
  endedAtUtc: nullable(instant),
  allowedActions: [arrayOf(text), ({ status }) => allowedActions(deliveryTransitions, status, 'advertiser')],
})
export const { pageSchema: deliveriesSchema, serializePage: serializeDeliveries } = listedDeliveryJson

const attemptJson = serializer<LoggedAttempt>()({
  number: whole,
  startedAtUtc: instant,
  request: [Type.Object({ url: text, headers: openObject }), (made) => ({ url: made.url, headers: made.request })],
  statusCode: nullable(whole),
  succeeded: [Type.Boolean(), (made) => isSuccess(made.statusCode) && made.error === null],
  error: nullable(text),
  durationMs: whole,
  responseExcerpt: [nullable(Type.String({ description: 'The beginning of the response, up to 1 kB' })), 'excerpt'],
})

/** A delivery with its requests and responses. */
export const deliveryJson = serializer<DeliveryWithLog>({ title: 'Delivery' })({
  ...listedDeliveryJson.members,
  body: nullable(Type.String({ description: 'The exact body sent; null once the event is no longer kept' })),
  attempts: [arrayOf(attemptJson.schema), (delivery) => delivery.log.map(attemptJson.serialize)],
})

const replayedMembers = {
  count: Type.Integer({ description: 'Deliveries created' }),
  nextFromSequence: nullable(Type.Integer({ description: 'Cursor for the next call; null when all are scheduled' })),
}
export const replayedSchema = Type.Object(replayedMembers, { title: 'Replayed' })
