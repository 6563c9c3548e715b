import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { listParameter } from '../../values/requests/query.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { idParams, listOfTexts, pageQuery } from '../../values/requests/schema.ts'
import { approveBooking, listBookingRequests, refuseBooking } from './actions.ts'
import {
  bookingRequestSchema,
  bookingRequestsSchema,
  serializeBookingRequest,
  serializeBookingRequests,
} from './serialize.ts'

const reason = Type.String({ minLength: 3, maxLength: 2_000, description: 'Reason, kept in the audit log' })

/** Group A: bookings that need a second operator; by default the open ones. */
export async function bookingRequestRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, status: listOfTexts })
  const listed = { querystring: query, response: { 200: bookingRequestsSchema } }
  api.get('/booking-requests', { schema: listed }, async ({ ctx, query }) => {
    const status = listParameter(query.status) ?? ['Requested']
    const page = requestedPage(ctx.secretKey, query, 'booking requests', { status })
    return serializeBookingRequests(await listBookingRequests(ctx, status, page))
  })
  const one = { params: idParams('id'), response: { 200: bookingRequestSchema } }
  const config = { concerns: 'bookingRequest' }
  api.post('/booking-requests/:id/approve', { schema: one, config }, async ({ ctx, params }) =>
    serializeBookingRequest(await approveBooking(ctx, idFromPath(params.id))),
  )
  const refused = { ...one, body: Type.Object({ reason }) }
  api.post('/booking-requests/:id/refuse', { schema: refused, config }, async ({ ctx, params, body }) =>
    serializeBookingRequest(await refuseBooking(ctx, idFromPath(params.id), reasonOf(body.reason))),
  )
}
