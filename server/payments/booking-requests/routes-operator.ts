import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { listParameter } from '../../values/requests/query.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { id, idParams, listOfTexts, nullable, pageQuery } from '../../values/requests/schema.ts'
import { allDeposits, anyDeposit } from '../deposits/actions.ts'
import { noteLengthMax, referenceLengthMax } from '../deposits/deposit.ts'
import { bookedDepositJson } from '../deposits/serialize.ts'
import { approveBooking, bookOrRequest, listBookingRequests, refundOrRequest, refuseBooking } from './actions.ts'
import { bookingRequestJson } from './serialize.ts'

const note = Type.Optional(Type.String({ minLength: 1, maxLength: noteLengthMax }))
const email = Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: 'Of the account' }))

const booking = Type.Object({
  email,
  accountId: Type.Optional(id),
  amount: Type.Number({ description: 'More than 0, up to four fraction digits' }),
  method: Type.Optional(Type.Union([Type.Literal('Manual'), Type.Literal('Bank')], { description: 'Default: Manual' })),
  reference: Type.Optional(
    Type.String({ minLength: 1, maxLength: referenceLengthMax, description: 'Booked only once per account' }),
  ),
  note,
})
const refund = nullable(
  Type.Object({
    amount: Type.Optional(Type.Number({ description: 'Default: all that is left' })),
    reason: note,
  }),
)

/** Group A: deposits, for operators. */
export async function bookingRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, status: listOfTexts, method: listOfTexts, email })
  const schema = { querystring: query, response: { 200: bookedDepositJson.pageSchema } }
  api.get('/deposits', { schema }, async ({ ctx, query }) => {
    const { status, method, email } = query
    const filter = { status: listParameter(status), method: listParameter(method), email }
    return bookedDepositJson.serializePage(
      await allDeposits(ctx, filter, requestedPage(ctx.secretKey, query, 'all deposits', filter)),
    )
  })
  const booked = { 200: bookedDepositJson.schema, 201: bookedDepositJson.schema, 202: bookingRequestJson.schema }
  const config = { concerns: 'accountInBody' }
  api.post('/deposits', { schema: { body: booking, response: booked }, config }, async ({ ctx, body }, reply) => {
    const outcome = await bookOrRequest(ctx, body)
    if ('request' in outcome) return reply.code(202).send(bookingRequestJson.serialize(outcome.request))
    const { id: made, isNew } = outcome.booked
    if (isNew) reply.code(201).header('Location', `${ctx.config.publicUrl}/api/operator/deposits/${made}`)
    return bookedDepositJson.serialize(outcome.booked)
  })
  const one = { params: idParams('depositId'), response: { 200: bookedDepositJson.schema } }
  api.get('/deposits/:depositId', { schema: one }, async ({ ctx, params }) =>
    bookedDepositJson.serialize(await anyDeposit(ctx, idFromPath(params.depositId))),
  )
  refunds(api)
}

function refunds(api: Api): void {
  const response = { 200: bookedDepositJson.schema, 202: bookingRequestJson.schema }
  const schema = { params: idParams('depositId'), body: refund, response }
  const config = { concerns: 'deposit' }
  api.post('/deposits/:depositId/refund', { schema, config }, async ({ ctx, params, body }, reply) => {
    const outcome = await refundOrRequest(ctx, idFromPath(params.depositId), body ?? {})
    if ('request' in outcome) return reply.code(202).send(bookingRequestJson.serialize(outcome.request))
    return bookedDepositJson.serialize(outcome.booked)
  })
}

const reason = Type.String({ minLength: 3, maxLength: 2_000, description: 'Reason, kept in the audit log' })

/** Group A: bookings that need a second operator; by default the open ones. */
export async function bookingRequestRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, status: listOfTexts })
  const listed = { querystring: query, response: { 200: bookingRequestJson.pageSchema } }
  api.get('/booking-requests', { schema: listed }, async ({ ctx, query }) => {
    const status = listParameter(query.status) ?? ['Requested']
    const page = requestedPage(ctx.secretKey, query, 'booking requests', { status })
    return bookingRequestJson.serializePage(await listBookingRequests(ctx, status, page))
  })
  const one = { params: idParams('id'), response: { 200: bookingRequestJson.schema } }
  const config = { concerns: 'bookingRequest' }
  api.post('/booking-requests/:id/approve', { schema: one, config }, async ({ ctx, params }) =>
    bookingRequestJson.serialize(await approveBooking(ctx, idFromPath(params.id))),
  )
  const refused = { ...one, body: Type.Object({ reason }) }
  api.post('/booking-requests/:id/refuse', { schema: refused, config }, async ({ ctx, params, body }) =>
    bookingRequestJson.serialize(await refuseBooking(ctx, idFromPath(params.id), reasonOf(body.reason))),
  )
}
