import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { queryError } from '../../values/problems/problem.ts'
import { listParameter } from '../../values/requests/query.ts'
import { idParams } from '../../values/requests/schema.ts'
import { eventFromPath, eventKinds, feedLimitOf, mustBeKinds } from '../event.ts'
import { feedAfter, openEvent } from './actions.ts'
import { eventSchema } from './serialize.ts'

const feedQuery = Type.Object({
  after: Type.Optional(Type.Integer({ description: 'The last sequence that is known; 0 by default, which is none' })),
  types: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], { description: 'Kinds of events, as a,b or repeated' }),
  ),
  limit: Type.Optional(Type.Integer({ description: '1 to 100, 20 by default; brought into range' })),
})
const feedSchema = Type.Object({
  items: Type.Array(eventSchema),
  nextAfter: Type.Integer({ description: 'What to ask for next, as after' }),
  hasMore: Type.Boolean({ description: 'Whether that would answer something now' }),
  oldestSequence: Type.Integer({
    description:
      'From this number on all events are kept; where it is greater than after + 1, those between are kept no more',
  }),
})
const json = 'application/json; charset=utf-8'

/** Group B: the events of the key's account. Bodies are sent as the text that they are, to the byte what was delivered. */
export async function eventRoutesV1(api: Api) {
  const feed = { querystring: feedQuery, response: { 200: feedSchema } }
  api.get('/events', { schema: feed }, async ({ ctx, query }, reply) => {
    const types = listParameter(query.types)
    const kinds = types ? mustBeKinds(types, (_, code, detail) => queryError('types', code, detail)) : eventKinds
    const asked = { after: query.after ?? 0, kinds, limit: feedLimitOf(query.limit) }
    const { bodies, nextAfter, hasMore, oldestSequence } = await feedAfter(ctx, asked)
    const text = `{"items":[${bodies.join(',')}],"nextAfter":${nextAfter},"hasMore":${hasMore},"oldestSequence":${oldestSequence}}`
    return reply.type(json).send(text as never)
  })
  const one = { params: idParams('id'), response: { 200: eventSchema } }
  api.get('/events/:id', { schema: one }, async ({ ctx, params }, reply) =>
    reply.type(json).send((await openEvent(ctx, eventFromPath(params.id))) as never),
  )
}
