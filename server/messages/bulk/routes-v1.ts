import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams } from '../../values/requests/schema.ts'
import { messageText } from '../serialize.ts'
import { openBulk, writeToMany } from './actions.ts'
import { recipientStatuses } from './bulk-message.ts'
import { bulkMessageJson } from './serialize.ts'

const body = Type.Object({
  text: messageText,
  statuses: Type.Array(Type.Enum(recipientStatuses), {
    minItems: 1,
    maxItems: recipientStatuses.length,
    uniqueItems: true,
    description: 'Who gets it: executors with a running reservation (Reserved), or with work of these statuses',
  }),
})

/** Group B: a message to many executors of a task. */
export async function bulkMessageRoutesV1(api: Api) {
  const schema = { params: idParams('id'), body, response: { 201: bulkMessageJson.schema } }
  api.post('/tasks/:id/messages', { schema }, async ({ ctx, params, body }, reply) => {
    const made = bulkMessageJson.serialize(await writeToMany(ctx, idFromPath(params.id), body))
    reply.code(201).header('Location', `${ctx.config.apiUrl}/bulk-messages/${made.id}`)
    return made
  })
  recordRoute(api, 'GET /bulk-messages/:id', bulkMessageJson, openBulk)
}
