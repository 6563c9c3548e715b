import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { requestedPage } from '../values/requests/page.ts'
import { id, pageQuery } from '../values/requests/schema.ts'
import { changePreferences, listNotifications, markRead, type ReadSelection, readPreferences } from './actions.ts'
import { kinds, readAtOnceMax } from './notification.ts'
import {
  notificationsSchema,
  preferencesSchema,
  serializeNotifications,
  serializePreferences,
  unreadSchema,
} from './serialize.ts'

const inboxQuery = Type.Object({
  ...pageQuery,
  unread: Type.Optional(Type.Boolean({ description: 'true: unread only' })),
})
const readBody = Type.Object({
  ids: Type.Optional(Type.Array(id, { minItems: 1, maxItems: readAtOnceMax })),
  all: Type.Optional(Type.Literal(true)),
  upToId: Type.Optional(id),
})
const preferencesBody = Type.Object({
  choices: Type.Array(
    Type.Object({
      kind: Type.Enum([...kinds]),
      console: Type.Optional(Type.Boolean()),
      email: Type.Optional(Type.Boolean()),
      push: Type.Optional(Type.Boolean()),
    }),
    { maxItems: kinds.length },
  ),
})

/** Group A: an account's notifications. Open to suspended accounts too. */
export async function notificationRoutes(api: Api) {
  const listed = { querystring: inboxQuery, response: { 200: notificationsSchema } }
  api.get('/notifications', { schema: listed }, async ({ ctx, query }) => {
    const { unread = false } = query
    return serializeNotifications(
      await listNotifications(ctx, unread, requestedPage(ctx.secretKey, query, 'notifications', { unread })),
    )
  })
  const read = { body: readBody, response: { 200: unreadSchema } }
  api.post('/notifications/read', { schema: read }, async ({ ctx, body }) => markRead(ctx, selectionOf(body)))

  const shown = { response: { 200: preferencesSchema } }
  api.get('/notification-settings', { schema: shown }, async ({ ctx }) =>
    serializePreferences(await readPreferences(ctx)),
  )
  const changed = { body: preferencesBody, response: { 200: preferencesSchema } }
  api.patch('/notification-settings', { schema: changed }, async ({ ctx, body }) =>
    serializePreferences(await changePreferences(ctx, body.choices)),
  )
}

type ReadBody = { ids?: readonly number[]; all?: true; upToId?: number }

/** Requires exactly one of the ways to select. */
function selectionOf({ ids, all, upToId }: ReadBody): ReadSelection {
  if (ids && !all && upToId === undefined) return { ids }
  if (all && !ids) return { upToId: upToId ?? Number.MAX_SAFE_INTEGER }
  const detail = {
    en: 'must be alone, or left out for all: true, to which upToId may be added.',
    ru: 'должно быть одно, или вместо него all: true, к которому можно добавить upToId.',
  }
  throw ValidationError([bodyError('ids', 'exactly_one', detail)])
}
