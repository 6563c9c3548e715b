import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { pushState, subscribe, unsubscribe } from './actions.ts'
import { pushStateJson } from './serialize.ts'

const key = (bytes: number, description: string) => {
  const characters = Math.ceil((bytes * 4) / 3)
  return Type.String({
    pattern: `^[\\w-]{${characters}}$`,
    maxLength: characters,
    description: `${description}, in base64url`,
  })
}
const body = Type.Object({
  endpoint: Type.String({
    pattern: '^\\S+$',
    maxLength: 2_048,
    description: 'The address that the push service gave: public, https',
  }),
  keys: Type.Object({
    p256dh: key(65, 'The public key of the browser'),
    auth: key(16, 'The secret of the browser'),
  }),
})

/** Console settings: push messages in the browser of the session. Open to suspended accounts too. */
export async function pushRoutes(api: Api) {
  ownRoute(api, 'GET /push', pushStateJson, pushState)
  const schema = { body, response: { 200: pushStateJson.schema } }
  api.put('/push', { schema }, async ({ ctx, body }) => pushStateJson.serialize(await subscribe(ctx, body)))
  ownRoute(api, 'DELETE /push', pushStateJson, unsubscribe)
}
