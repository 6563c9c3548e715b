import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { textStream } from '../../platform/http/text.ts'
import { idParams, oneOrMore } from '../../values/requests/schema.ts'
import { createFeedWait, feedStill, goneOf, openEvent } from './actions.ts'
import { eventStream, lastEventId, streamType, wantsStream } from './actions-stream.ts'
import {
  allKinds,
  type EventKind,
  eventFromPath,
  eventKinds,
  feedLimitMax,
  feedLimitOf,
  waitSecondsMax,
} from './event.ts'
import { eventSchema } from './serialize-parts.ts'

const feedQuery = Type.Object({
  after: Type.Optional(
    // A larger number in a query is read as 2^53 - 1.
    Type.Integer({
      maximum: Number.MAX_SAFE_INTEGER - 1,
      description: 'Last known sequence number; default 0 for none',
    }),
  ),
  types: oneOrMore(allKinds, 'Event types, comma-separated or repeated; default: the first six'),
  limit: Type.Optional(Type.Integer({ description: '1 to 100; default 20. Out-of-range values are clamped' })),
  wait: Type.Optional(
    Type.Integer({
      description: `Seconds to wait for an event if there is none: 0 to ${waitSecondsMax}; default 0. Out-of-range values are clamped`,
    }),
  ),
})
const feedSchema = Type.Object({
  items: Type.Array(eventSchema),
  nextAfter: Type.Integer({ description: 'Value of after for the next request' }),
  hasMore: Type.Boolean({ description: 'Whether more events are available now' }),
  oldestSequence: Type.Integer({
    description: 'Oldest number still kept; if greater than after + 1, the events between are lost',
  }),
  newestSequence: Type.Integer({ description: 'Newest number, of whatever type; 0 if there is no event yet' }),
})
const json = 'application/json; charset=utf-8'

/** Group B: the account's events. Bodies are sent byte by byte as delivered. */
export async function eventRoutesV1(api: Api) {
  const feed = { querystring: feedQuery, response: { 200: feedSchema } }
  const wait = createFeedWait(api)
  api.get('/events', { schema: feed }, async (request, reply) => {
    const { ctx, query, permit } = request
    const kinds = (query.types as EventKind[] | undefined) ?? eventKinds
    const feed = { after: query.after ?? 0, kinds, limit: feedLimitOf(query.limit) }
    const gone = goneOf(reply)
    if (wantsStream(request)) {
      const from = (after: number) => () => feedStill(ctx, { ...feed, limit: feedLimitMax, after })
      const first = await from(lastEventId(request) ?? feed.after)()
      const text = eventStream(first, (after) => wait({ permit, gone, seconds: waitSecondsMax }, from(after)))
      // A proxy must not collect the messages.
      reply.headers({ 'Content-Type': streamType, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
      return reply.send(textStream(text) as never)
    }
    const seconds = Math.max(query.wait ?? 0, 0)
    const { events, account: _, ...rest } = await wait({ permit, gone, seconds }, () => feedStill(ctx, feed))
    const items = events.map(({ body }) => body).join(',')
    return reply.type(json).send(`{"items":[${items}],${JSON.stringify(rest).slice(1)}` as never)
  })
  const one = { params: idParams('id'), response: { 200: eventSchema } }
  api.get('/events/:id', { schema: one }, async ({ ctx, params }, reply) =>
    reply.type(json).send((await openEvent(ctx, eventFromPath(params.id))) as never),
  )
}
