import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { reasonRoute, recordRoute, statusPageRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonOf, reasonText } from '../../values/requests/reason.ts'
import { amount, id, idParams, nullable, oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import { proseText, titleText } from '../../values/requests/texts.ts'
import { allDeposits, anyDeposit } from '../deposits/actions.ts'
import { findPayer } from '../deposits/actions-bookings.ts'
import { type Deposit, methods, noteLengthMax, referenceLengthMax, statuses } from '../deposits/deposit.ts'
import { bookedDepositJson, payerJson } from '../deposits/serialize.ts'
import {
  approveBooking,
  bookOrRequest,
  listBookingRequests,
  type Outcome,
  refundOrRequest,
  refuseBooking,
  voidOrRequest,
} from './actions.ts'
import { bookingRequestStatuses } from './booking-request.ts'
import { bookingRequestJson } from './serialize.ts'

const note = Type.Optional(proseText({ minLength: 1, maxLength: noteLengthMax }))
const email = Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: 'Of the account' }))

const payer = {
  email,
  accountId: Type.Optional(id),
  accountReference: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'Of the account, as in its bank transfers: D-17-47' }),
  ),
}
const booking = Type.Object({
  ...payer,
  amount: amount({ description: 'More than 0' }),
  method: Type.Optional(Type.Union([Type.Literal('Manual'), Type.Literal('Bank')], { description: 'Default: Manual' })),
  reference: Type.Optional(
    titleText({ minLength: 1, maxLength: referenceLengthMax, description: 'Booked only once per account' }),
  ),
  note,
})
const refund = nullable(
  Type.Object({
    amount: Type.Optional(amount({ description: 'Default: all that is left' })),
    reason: note,
  }),
)

/** Sets the status and returns the body: the deposit, or the request with 202. The route sends it, so that an Idempotency-Key can store it. */
function answered(reply: { code(status: 202): unknown }, outcome: Outcome<Deposit>) {
  if ('booked' in outcome) return bookedDepositJson.serialize(outcome.booked)
  reply.code(202)
  return bookingRequestJson.serialize(outcome.request)
}

export async function bookingRoutes(api: Api) {
  const query = Type.Object({ ...pageQuery, status: oneOrMore(statuses), method: oneOrMore(methods), email })
  const schema = { querystring: query, response: { 200: bookedDepositJson.pageSchema } }
  api.get('/deposits', { schema }, async ({ ctx, query }) => {
    const { status, method, email } = query
    const filter = { status, method, email }
    return bookedDepositJson.serializePage(
      await allDeposits(ctx, filter, requestedPage(ctx.secretKey, query, 'all deposits', filter)),
    )
  })
  const booked = { 200: bookedDepositJson.schema, 201: bookedDepositJson.schema, 202: bookingRequestJson.schema }
  const config = { concerns: 'payeeInBody' }
  api.post('/deposits', { schema: { body: booking, response: booked }, config }, async ({ ctx, body }, reply) => {
    const outcome = await bookOrRequest(ctx, body)
    if ('booked' in outcome && outcome.booked.isNew)
      reply.code(201).header('Location', `${ctx.config.publicUrl}/api/operator/deposits/${outcome.booked.id}`)
    return answered(reply, outcome)
  })
  const found = { querystring: Type.Object(payer), response: { 200: payerJson.schema } }
  api.get('/deposits/payer', { schema: found }, async ({ ctx, query }) =>
    payerJson.serialize(await findPayer(ctx, query)),
  )
  recordRoute(api, 'GET /deposits/:depositId', bookedDepositJson, anyDeposit)
  refundsAndVoids(api)
}

function refundsAndVoids(api: Api): void {
  const response = { 200: bookedDepositJson.schema, 202: bookingRequestJson.schema }
  const params = idParams('depositId')
  const config = { concerns: 'deposit' }
  const refunded = { schema: { params, body: refund, response }, config }
  api.post('/deposits/:depositId/refund', refunded, async ({ ctx, params, body }, reply) =>
    answered(reply, await refundOrRequest(ctx, idFromPath(params.depositId), body ?? {})),
  )
  const why = Type.Object({ reason: reasonText('Shown to the advertiser') })
  const voided = { schema: { params, body: why, response }, config }
  api.post('/deposits/:depositId/void', voided, async ({ ctx, params, body }, reply) =>
    answered(reply, await voidOrRequest(ctx, idFromPath(params.depositId), reasonOf(body.reason))),
  )
}

/** Group A: bookings that need a second operator; by default the open ones. */
export async function bookingRequestRoutes(api: Api) {
  const config = { concerns: 'bookingRequest' }
  const reason = 'Reason, kept in the audit log'
  statusPageRoute(
    api,
    '/booking-requests',
    'booking requests',
    bookingRequestJson,
    listBookingRequests,
    bookingRequestStatuses,
    ['Requested'],
  )
  recordRoute(api, 'POST /booking-requests/:id/approve', bookingRequestJson, approveBooking, config)
  reasonRoute(api, 'POST /booking-requests/:id/refuse', bookingRequestJson, refuseBooking, { ...config, reason })
}
