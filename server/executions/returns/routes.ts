import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { returnMembers } from '../../values/requests/return-link.ts'
import { idParams } from '../../values/requests/schema.ts'
import { returnFromStudy } from './actions.ts'
import { returnedJson } from './serialize.ts'

/** Group A: an executor comes back from the site of a study. */
export async function returnRoutes(api: Api) {
  const schema = {
    params: idParams('reservationId'),
    body: Type.Object(returnMembers),
    response: { 200: returnedJson.schema },
  }
  api.post('/reservations/:reservationId/return', { schema }, async ({ ctx, params, body }) =>
    returnedJson.serialize(await returnFromStudy(ctx, idFromPath(params.reservationId), body)),
  )
}
