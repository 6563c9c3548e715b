import { Type } from 'typebox'
import type { Api } from '../platform/http-api.ts'
import { idFromPath } from '../values/id.ts'
import { pageAsked } from '../values/page.ts'
import { idParams, pageQuery } from '../values/schema.ts'
import { cancel, listReservations, reserve } from './actions.ts'
import {
  cancelledSchema,
  reservationsSchema,
  reservedSchema,
  showCancelled,
  showReservations,
  showReserved,
} from './show.ts'

const params = idParams('offerId')

/** Group A: an executor's reservations. */
export async function reservationRoutes(api: Api) {
  const reserved = { params, response: { 200: reservedSchema } }
  api.post('/offers/:offerId/reserve', { schema: reserved }, async ({ ctx, params }) =>
    showReserved(await reserve(ctx, idFromPath(params.offerId))),
  )
  const cancelled = { params, response: { 200: cancelledSchema } }
  api.post('/offers/:offerId/reservation/cancel', { schema: cancelled }, async ({ ctx, params }) =>
    showCancelled(await cancel(ctx, idFromPath(params.offerId))),
  )
  const listed = { querystring: Type.Object(pageQuery), response: { 200: reservationsSchema } }
  api.get('/reservations', { schema: listed }, async ({ ctx, query }) =>
    showReservations(await listReservations(ctx, pageAsked(ctx.secretKey, query, 'reservations'))),
  )
}
