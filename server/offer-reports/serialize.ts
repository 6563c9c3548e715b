import { type Static, Type } from 'typebox'
import type { Offer } from '../offers/offer.ts'
import { serializeOffer } from '../offers/serialize.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { arrayOf, id, instant, iso, listOf, nullable, text, whole } from '../values/requests/schema.ts'
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

/** Group A: an offer with its open reports. */
export const reportedOfferSchema = Type.Object(
  {
    id,
    title: text,
    advertiserId: id,
    advertiserEmail: text,
    status: text,
    isPausedByReports: Type.Boolean({ description: 'Whether reports paused the offer' }),
    reporterCount: whole,
    countingCount: Type.Integer({ description: 'Reporters whose reports count toward the pause' }),
    firstReportedAtUtc: instant,
    lastReportedAtUtc: instant,
    reports: arrayOf(reportSchema),
    allowedActions: arrayOf(text),
  },
  { title: 'ReportedOffer' },
)
export const reportedOffersSchema = listOf(reportedOfferSchema)

/** The statuses that can be suspended; reports of other offers can only be dismissed. */
const suspendable = ['Active', 'Paused']

const serializeReportedOffer = (offer: ReportedOffer) => ({
  id: offer.id,
  title: offer.title,
  advertiserId: offer.advertiser,
  advertiserEmail: offer.advertiserEmail,
  status: offer.status,
  isPausedByReports: offer.isPausedByReports,
  reporterCount: offer.reporters,
  countingCount: offer.counting,
  firstReportedAtUtc: iso(offer.firstAt),
  lastReportedAtUtc: iso(offer.lastAt),
  reports: offer.reports,
  allowedActions: suspendable.includes(offer.status) ? ['Dismiss', 'Suspend'] : ['Dismiss'],
})

export const serializeReportedOffers = (list: PageOf<ReportedOffer>) => mapItems(list, serializeReportedOffer)

/** The offer after the decision on its reports. */
export const serializeDecided = (offer: Offer) => serializeOffer(offer, 'operator')
