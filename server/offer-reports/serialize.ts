import { type Static, Type } from 'typebox'
import type { Offer } from '../offers/offer.ts'
import { offerStatus, serializeOffer } from '../offers/serialize.ts'
import { arrayOf, id, instant, nullable, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import type { ReportedOffer } from './offer-report.ts'

/** Group A: an executor's report of an offer. */
export const reportResultSchema = Type.Object({ id, alreadyExists: Type.Boolean() }, { title: 'OfferReported' })
export const serializeReportResult = ({ id, alreadyExists }: Static<typeof reportResultSchema>) => ({
  id,
  alreadyExists,
})

const reportSchema = Type.Object({
  code: text,
  comment: nullable(text),
  counts: Type.Boolean({ description: 'Whether it counts toward the pause of the offer' }),
  reportedAtUtc: instant,
})

export const reportedOfferJson = serializer<ReportedOffer>({ title: 'ReportedOffer' })({
  id,
  title: text,
  advertiserId: [id, 'advertiser'],
  advertiserEmail: text,
  status: offerStatus,
  isPausedByReports: Type.Boolean({ description: 'Whether reports paused the offer' }),
  reporterCount: [whole, 'reporters'],
  countingCount: [Type.Integer({ description: 'Reporters whose reports count toward the pause' }), 'counting'],
  firstReportedAtUtc: [instant, 'firstAt'],
  lastReportedAtUtc: [instant, 'lastAt'],
  reports: arrayOf(reportSchema),
  allowedActions: [
    arrayOf(text),
    (offer) => (suspendable.includes(offer.status) ? ['Dismiss', 'Suspend'] : ['Dismiss']),
  ],
})

/** The statuses that can be suspended; reports of other offers can only be dismissed. */
const suspendable = ['Active', 'Paused']

/** The offer after the decision on its reports. */
export const serializeDecided = (offer: Offer) => serializeOffer(offer, 'operator')
