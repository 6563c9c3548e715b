import { Type } from 'typebox'
import { arrayOf, id, instant, nullable, openObject, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { OfferActor } from '../offer.ts'
import { offerMembers } from '../serialize.ts'
import { acceptRulesMember } from '../serialize-task.ts'
import type { ModeratedOffer } from './moderation.ts'

const decisionJson = serializer<ModeratedOffer['decisions'][number]>()({
  actor: text,
  accountId: [
    nullable(Type.Integer({ description: 'Who decided; null: a timer, a rule or the command line' })),
    'account',
  ],
  action: Type.String({ description: 'Such as `task.submit`, `task.approve` or `task.reject`' }),
  reason: nullable(text),
  decidedAtUtc: [instant, 'at'],
})
const advertiserJson = serializer<ModeratedOffer>()({
  id: [id, 'advertiser'],
  email: text,
  acceptanceRate: [
    nullable(Type.Number()),
    ({ record }) => (record && record.decided > 0 ? record.accepted / record.decided : null),
  ],
  decidedCount: [Type.Integer({ description: 'Executions they have decided' }), ({ record }) => record?.decided ?? 0],
  medianReviewSeconds: [nullable(whole), ({ record }) => record?.medianReviewSeconds ?? null],
  disputesDecided: [whole, ({ record }) => record?.disputesDecided ?? 0],
  disputesLost: [whole, ({ record }) => record?.disputesLost ?? 0],
})
const typeSchema = Type.Object({
  code: text,
  names: openObject,
  offerDetailsSchema: openObject,
  executionDetailsSchema: openObject,
})

/** Group A: an offer with the facts for moderation. */
export const moderatedOfferJson = serializer<ModeratedOffer, OfferActor>({ title: 'OfferToJudge' })({
  ...offerMembers,
  advertiser: advertiserJson,
  typeOfWork: typeSchema,
  startsAtUtc: nullable(Type.String({ format: 'date-time', description: 'Cannot be reserved before' })),
  endsAtUtc: nullable(instant),
  minExecutorLevel: [whole, 'minLevel'],
  perExecutorLimit: whole,
  attemptsMax: whole,
  hourlyLimit: nullable(Type.Integer({ description: 'Maximum reservations per hour' })),
  dailyLimit: nullable(Type.Integer({ description: 'Maximum reservations per day' })),
  reservationDurationSeconds: [whole, 'reservationSeconds'],
  reviewPeriodSeconds: [whole, 'reviewSeconds'],
  autoAcceptRules: acceptRulesMember,
  decisions: [arrayOf(decisionJson.schema), (offer) => offer.decisions.map(decisionJson.serialize)],
})
