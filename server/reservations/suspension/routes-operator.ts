import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { reasonText } from '../../values/requests/reason.ts'
import { idParams } from '../../values/requests/schema.ts'
import { serializeSuspended, suspendedSchema } from '../serialize.ts'
import { suspendOffer } from './actions.ts'

const body = Type.Object({ reason: reasonText() })

export async function suspensionRoutes(api: Api) {
  const suspended = { params: idParams('offerId'), body, response: { 200: suspendedSchema } }
  const config = { concerns: 'offer', ifMatch: true }
  api.post('/offers/:offerId/suspend', { schema: suspended, config }, async ({ ctx, params, body, ifMatch }) => {
    const offer = { id: idFromPath<'offer'>(params.offerId), versions: ifMatch }
    return serializeSuspended(await suspendOffer(ctx, offer, body.reason))
  })
}
