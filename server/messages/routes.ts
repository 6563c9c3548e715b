import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { id, idFilter, idParams, pageQuery } from '../values/requests/schema.ts'
import { countUnread, listConversations, listMessages, openConversation, readUpTo, sendMessage } from './actions.ts'
import type { Side } from './message.ts'
import { conversationOf, messageJson, messageText, serializeUnread, unreadSchema } from './serialize.ts'

const params = idParams('id')
const unreadFilter = Type.Optional(Type.Boolean({ description: 'true: only those with unread messages' }))

/** The conversations of executors (Group A). */
export const executorConversationRoutes = async (api: Api) => {
  const query = Type.Object({ ...pageQuery, unread: unreadFilter, offerId: idFilter('Only about this offer') })
  listRoute(api, 'Executor', query, ({ offerId }) => offerId)
  conversationRoutes(api, 'Executor')
}

/** The conversations of advertisers (Group B, and the console). */
export const conversationRoutesV1 = async (api: Api) => {
  const query = Type.Object({ ...pageQuery, unread: unreadFilter, taskId: idFilter('Only about this task') })
  listRoute(api, 'Advertiser', query, ({ taskId }) => taskId)
  conversationRoutes(api, 'Advertiser')
}

type Query = {
  readonly page?: number
  readonly pageSize?: number
  readonly cursor?: string
  readonly unread?: boolean
  readonly offerId?: number
  readonly taskId?: number
}

function listRoute(
  api: Api,
  side: Side,
  querystring: ReturnType<typeof Type.Object>,
  offerIn: (query: Query) => number | undefined,
) {
  const json = conversationOf(side)
  api.get('/conversations', { schema: { querystring, response: { 200: json.pageSchema } } }, async (request) => {
    const { ctx } = request
    const query = request.query as Query
    const filter = { unread: query.unread || undefined, offer: offerIn(query) }
    const page = requestedPage(ctx.secretKey, query, `conversations of ${side}`, filter)
    return json.serializePage(await listConversations(ctx, side, filter, page), ctx)
  })
}

function conversationRoutes(api: Api, side: Side): void {
  const json = conversationOf(side)
  api.get('/conversations/unread', { schema: { response: { 200: unreadSchema } } }, async ({ ctx }) =>
    serializeUnread(await countUnread(ctx, side)),
  )
  const one = { params, response: { 200: json.schema } }
  api.get('/conversations/:id', { schema: one }, async ({ ctx, params }) =>
    json.serialize(await openConversation(ctx, side, idFromPath(params.id)), ctx),
  )
  const path = '/conversations/:id/messages'
  const listed = { params, querystring: Type.Object(pageQuery), response: { 200: messageJson.pageSchema } }
  api.get(path, { schema: listed }, async ({ ctx, params, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'messages', { conversation: params.id, side })
    return messageJson.serializePage(await listMessages(ctx, side, idFromPath(params.id), page), { side })
  })
  const sent = { params, body: Type.Object({ text: messageText }), response: { 201: messageJson.schema } }
  api.post(path, { schema: sent }, async ({ ctx, params, body }, reply) => {
    const message = messageJson.serialize(await sendMessage(ctx, side, idFromPath(params.id), body.text), { side })
    const base = side === 'Executor' ? `${ctx.config.publicUrl}/api/executor` : ctx.config.apiUrl
    reply.code(201).header('Location', `${base}/conversations/${message.conversationId}/messages`)
    return message
  })
  const upTo = Type.Object({ upToId: Type.Integer({ ...id, description: 'The newest message that was read' }) })
  const read = {
    params,
    body: upTo,
    response: { 200: Type.Object({ unreadCount: unreadSchema.properties.unreadCount }) },
  }
  api.post('/conversations/:id/read', { schema: read }, async ({ ctx, params, body }) => ({
    unreadCount: (await readUpTo(ctx, side, idFromPath(params.id), body.upToId)).unread,
  }))
}
