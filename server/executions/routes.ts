import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { always } from '../platform/http/idempotency.ts'
import { linksOf } from '../proofs/serialize.ts'
import { markBody, markJson } from '../reservations/advertiser-marks/serialize.ts'
import type { CancelRequest } from '../reservations/reservation.ts'
import { cancelledJson, reservationIdMember } from '../reservations/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { requestedLocale } from '../values/problems/locale.ts'
import { requestedPage } from '../values/requests/page.ts'
import { idParams, nullable, oneOrMore, openObject, pageQuery } from '../values/requests/schema.ts'
import { proseText } from '../values/requests/texts.ts'
import { cancelReservation, withdraw } from './decisions/actions-rework.ts'
import { executionStatuses } from './execution.ts'
import { openOfferDetail } from './offer-detail/actions.ts'
import { markAdvertiser } from './offer-detail/actions-mark.ts'
import { listOwnWork, openOwnWork } from './reports/actions.ts'
import {
  offerDetailSchema,
  openedWorkSchema,
  serializeOfferDetail,
  serializeOpenedWork,
  serializeOwnWork,
  serializeOwnWorks,
  submittedJson,
  workSchema,
  worksSchema,
} from './serialize.ts'
import { submit } from './submit/actions.ts'

const url = Type.String({ minLength: 1, maxLength: 2_000 })

/** OfferSubmitDto. */
const submitBody = Type.Object(
  {
    reservationId: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    proofUrls: Type.Optional(Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: url, maxItems: 100 })),
    proofUrl: Type.Optional(nullable(url)),
    details: Type.Optional(nullable(openObject)),
  },
  { title: 'OfferSubmitDto' },
)

const why = 'Why all items of the reservation are skipped; only if the offer has `skipsMax` above 0'
const cancelBody = Type.Unsafe<CancelRequest>({
  type: ['object', 'null'],
  properties: {
    reservationId: reservationIdMember,
    skipped: nullable(proseText({ minLength: 1, maxLength: 500, description: why })),
  },
})

/** Group A: an executor opens offers, submits work and follows it. */
export async function executionRoutes(api: Api) {
  const locale = Type.Object({ locale: Type.Optional(Type.String({ maxLength: 35, description: 'BCP 47' })) })
  const offered = { params: idParams('offerId'), querystring: locale, response: { 200: offerDetailSchema } }
  api.get('/offers/available/:offerId', { schema: offered }, async ({ ctx, params, query }) =>
    serializeOfferDetail(
      await openOfferDetail(ctx, idFromPath(params.offerId)),
      requestedLocale('locale', query.locale),
    ),
  )
  markRoute(api)
  reservedRoutes(api)
  const listed = {
    querystring: Type.Object({ ...pageQuery, status: oneOrMore(executionStatuses) }),
    response: { 200: worksSchema },
  }
  api.get('/executions', { schema: listed }, async ({ ctx, query }) => {
    const status = query.status
    const { now, ...work } = await listOwnWork(
      ctx,
      status,
      requestedPage(ctx.secretKey, query, 'executions', { status }),
    )
    return serializeOwnWorks(work, linksOf(ctx, now))
  })
  const one = { params: idParams('id'), response: { 200: workSchema } }
  const opened = { params: idParams('id'), response: { 200: openedWorkSchema } }
  api.get('/executions/:id', { schema: opened }, async ({ ctx, params }) => {
    const report = await openOwnWork(ctx, idFromPath(params.id))
    return serializeOpenedWork(report, linksOf(ctx, report.now))
  })
  api.post('/executions/:id/withdraw', { schema: one, config: { ifMatch: true } }, async ({ ctx, params, ifMatch }) => {
    const report = await withdraw(ctx, idFromPath(params.id), ifMatch)
    return serializeOwnWork(report, linksOf(ctx, report.now))
  })
}

function markRoute(api: Api): void {
  const schema = { params: idParams('offerId'), body: markBody, response: { 200: markJson.schema } }
  api.put('/offers/:offerId/advertiser-mark', { schema }, async ({ ctx, params, body }) =>
    markJson.serialize(await markAdvertiser(ctx, idFromPath(params.offerId), body.mark), ctx.secretKey),
  )
}

/** What ends a reservation. */
function reservedRoutes(api: Api): void {
  const config = { sharesTransaction: always }
  const cancelled = { params: idParams('offerId'), body: cancelBody, response: { 200: cancelledJson.schema } }
  api.post('/offers/:offerId/reservation/cancel', { schema: cancelled, config }, async ({ ctx, params, body }) =>
    cancelledJson.serialize(await cancelReservation(ctx, idFromPath(params.offerId), body)),
  )
  const schema = { params: idParams('offerId'), body: submitBody, response: { 200: submittedJson.schema } }
  api.post('/offers/:offerId/submit-execution', { schema, config }, async ({ ctx, params, body }) =>
    submittedJson.serialize(await submit(ctx, idFromPath(params.offerId), body)),
  )
}
