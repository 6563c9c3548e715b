import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { pageRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams, nullable, optional } from '../../values/requests/schema.ts'
import { titleText } from '../../values/requests/texts.ts'
import { allKinds } from '../events/event.ts'
import {
  changeEndpoint,
  createEndpoint,
  listWebhooks,
  openEndpoint,
  removeEndpoint,
  rotate,
  urlProblemOf,
} from './actions.ts'
import { descriptionLengthMax, urlLengthMax } from './endpoint.ts'
import { newWebhookJson, rotatedJson, webhookJson } from './serialize.ts'

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
  description: Type.Optional(nullable(titleText({ maxLength: descriptionLengthMax }))),
  enabled: Type.Optional(Type.Boolean({ description: 'Default true' })),
}
const createBody = Type.Object({ url, ...members })
const patchBody = Type.Object({ url: Type.Optional(url), ...members })
const rotateBody = nullable(
  Type.Object({
    expirePrevious: optional(
      Type.Boolean({ description: 'true: the previous secrets stop signing at once, for a leaked one' }),
    ),
  }),
)
const one = { params: idParams('id'), response: { 200: webhookJson.schema } }

export async function webhookRoutesV1(api: Api) {
  pageRoute(api, '/webhooks', 'webhooks', webhookJson, listWebhooks)
  const created = { body: createBody, response: { 201: newWebhookJson.schema } }
  api.post('/webhooks', { schema: created, config: { callsOnce: true } }, async (request, reply) => {
    const { body } = request
    const problem = await urlProblemOf(request.ctx, body.url)
    const { answer } = await request.once(body, async (ctx) => {
      const made = newWebhookJson.serialize(await createEndpoint(ctx, body, problem))
      reply.code(201).header('Location', `${ctx.config.apiUrl}/webhooks/${made.id}`)
      return made
    })
    return answer
  })
  recordRoute(api, 'GET /webhooks/:id', webhookJson, openEndpoint)
  const changed = { schema: { ...one, body: patchBody }, config: { callsOnce: true } }
  api.patch('/webhooks/:id', changed, async (request) => {
    const { body, params } = request
    const problem = await urlProblemOf(request.ctx, body.url)
    const { answer } = await request.once(body, async (ctx) =>
      webhookJson.serialize(await changeEndpoint(ctx, idFromPath(params.id), body, problem)),
    )
    return answer
  })
  recordRoute(api, 'DELETE /webhooks/:id', webhookJson, removeEndpoint)
  const rotated = { params: idParams('id'), body: rotateBody, response: { 200: rotatedJson.schema } }
  api.post('/webhooks/:id/rotate-secret', { schema: rotated }, async ({ ctx, params, body }) =>
    rotatedJson.serialize(await rotate(ctx, idFromPath(params.id), body?.expirePrevious === true)),
  )
}
