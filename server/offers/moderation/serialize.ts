import { Type } from 'typebox'
import { arrayOf, id, instant, isoOrNull, nullable, openObject, text, whole } from '../../values/requests/schema.ts'
import { offerSchema, serializeOffer } from '../serialize.ts'
import type { ModeratedOffer } from './moderation.ts'

const decisionSchema = Type.Object({
  actor: text,
  accountId: nullable(Type.Integer({ description: 'Who decided; null: a timer, a rule or the command line' })),
  action: Type.String({ description: 'Such as `task.submit`, `task.approve` or `task.reject`' }),
  reason: nullable(text),
  decidedAtUtc: instant,
})
const advertiserSchema = Type.Object({
  id,
  email: text,
  acceptanceRate: nullable(Type.Number()),
  decidedCount: Type.Integer({ description: 'Executions they have decided' }),
  medianReviewSeconds: nullable(whole),
  disputesDecided: whole,
  disputesLost: whole,
})
const typeSchema = Type.Object({
  code: text,
  names: openObject,
  offerDetailsSchema: openObject,
  executionDetailsSchema: openObject,
})

/** Group A: an offer with the facts for moderation. */
export const moderatedSchema = Type.Object(
  {
    ...offerSchema.properties,
    advertiser: advertiserSchema,
    typeOfWork: typeSchema,
    startsAtUtc: nullable(Type.String({ format: 'date-time', description: 'Cannot be reserved before' })),
    endsAtUtc: nullable(instant),
    minExecutorLevel: whole,
    perExecutorLimit: whole,
    attemptsMax: whole,
    hourlyLimit: nullable(Type.Integer({ description: 'Maximum reservations per hour' })),
    dailyLimit: nullable(Type.Integer({ description: 'Maximum reservations per day' })),
    reservationDurationSeconds: whole,
    reviewPeriodSeconds: whole,
    decisions: arrayOf(decisionSchema),
  },
  { title: 'OfferToJudge' },
)

const none = { decided: 0, accepted: 0, medianReviewSeconds: null, disputesDecided: 0, disputesLost: 0 }

function serializeAdvertiser({ advertiser, email, record }: ModeratedOffer) {
  const { decided, accepted, medianReviewSeconds, disputesDecided, disputesLost } = record ?? none
  return {
    id: advertiser,
    email,
    acceptanceRate: decided === 0 ? null : accepted / decided,
    decidedCount: decided,
    ...{ medianReviewSeconds, disputesDecided, disputesLost },
  }
}

export const serializeModerated = (offer: ModeratedOffer) => ({
  ...serializeOffer(offer, 'operator'),
  advertiser: serializeAdvertiser(offer),
  typeOfWork: offer.typeOfWork,
  startsAtUtc: isoOrNull(offer.startsAt),
  endsAtUtc: isoOrNull(offer.endsAt),
  minExecutorLevel: offer.minLevel,
  perExecutorLimit: offer.perExecutorLimit,
  attemptsMax: offer.attemptsMax,
  hourlyLimit: offer.hourlyLimit,
  dailyLimit: offer.dailyLimit,
  reservationDurationSeconds: offer.reservationSeconds,
  reviewPeriodSeconds: offer.reviewSeconds,
  decisions: offer.decisions.map(({ actor, account, action, reason, at }) => ({
    ...{ actor, accountId: account, action, reason },
    decidedAtUtc: at,
  })),
})
