import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { always } from '../platform/http/idempotency.ts'
import { statusPageRoute } from '../platform/http/record-routes.ts'
import { idFromPath } from '../values/id.ts'
import { idParams } from '../values/requests/schema.ts'
import { listReservations, reserve } from './actions.ts'
import { extend } from './actions-cancel-extend.ts'
import { meantBy, reservationStatuses } from './reservation.ts'
import {
  reservationIdMember,
  reservationSchema,
  reservationsSchema,
  reservedSchema,
  serializeReservation,
  serializeReservations,
  serializeReserved,
} from './serialize.ts'

const params = idParams('offerId')

const extendBody = Type.Unsafe<{ reservationId?: number | null; seconds?: number | null } | null>({
  type: ['object', 'null'],
  properties: {
    reservationId: reservationIdMember,
    seconds: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 604_800,
      description: 'Extension in seconds, up to the original duration; default: the original duration',
    },
  },
})

export async function reservationRoutes(api: Api) {
  // On an offer with a rate limit, a reserve needs a transaction of its own: the shared one then fails, and each request runs alone.
  const reserved = { params, response: { 200: reservedSchema } }
  api.post(
    '/offers/:offerId/reserve',
    { schema: reserved, config: { sharesTransaction: always } },
    async ({ ctx, params }) => serializeReserved(await reserve(ctx, idFromPath(params.offerId))),
  )
  const extended = { params, body: extendBody, response: { 200: reservationSchema } }
  api.post('/offers/:offerId/reservation/extend', { schema: extended }, async ({ ctx, params, body }) =>
    serializeReservation(await extend(ctx, meantBy(idFromPath(params.offerId), body), body?.seconds)),
  )
  const listed = { pageSchema: reservationsSchema, serializePage: serializeReservations }
  statusPageRoute(api, '/reservations', 'reservations', listed, listReservations, reservationStatuses)
}
