import { Type } from 'typebox'
import { levelOf } from '../values/level.ts'
import { instant, iso, isoOrNull, nullable, whole } from '../values/requests/schema.ts'
import { type AdvertiserReputation, type ExecutorReputation, nextLevelOf, shareOf } from './reputation.ts'

const share = nullable(Type.Number({ description: '0 to 1; null: nothing is decided yet' }))

const nextLevel = nullable(
  Type.Object({
    level: whole,
    acceptedCount: Type.Integer({ description: 'How much must be accepted for it' }),
    acceptanceRate: Type.Number({ description: 'What share of what is decided must be accepted' }),
    acceptedMissing: Type.Integer({ description: 'How much more must be accepted, if nothing is rejected' }),
  }),
)

/** Group A: where an executor stands. */
const executorMembers = {
  level: whole,
  acceptedCount: whole,
  rejectedCount: Type.Integer({ description: 'How much work was rejected, by anybody' }),
  acceptanceRate: share,
  nextLevel: { ...nextLevel, description: 'null: there is no higher one' },
  clearingSeconds: Type.Integer({ description: 'How long earnings are pending; 0: they are available at once' }),
  missedReservations: Type.Integer({ description: 'Cancelled or expired in the last 24 hours' }),
  missedReservationsMax: Type.Integer({ description: 'So many within 24 hours call for a rest' }),
  coolingDownUntilUtc: nullable(
    Type.String({ format: 'date-time', description: 'Until when nothing can be reserved; null: it can' }),
  ),
  disputesDecided: Type.Integer({ description: 'Appeals of this executor that were decided' }),
  disputesWon: Type.Integer({ description: 'Those of them after which the work was accepted' }),
  sinceUtc: instant,
}
export const executorReputationSchema = Type.Object(executorMembers, { title: 'ExecutorStanding' })

type PublicOwnReputation = ExecutorReputation & {
  readonly coolingUntil: Date | null
  readonly coolDownAfter: number
  readonly clearingSeconds: number
}

export const serializeExecutorReputation = (reputation: PublicOwnReputation) => ({
  level: levelOf(reputation.accepted, reputation.rejected),
  acceptedCount: reputation.accepted,
  rejectedCount: reputation.rejected,
  acceptanceRate: shareOf(reputation.accepted, reputation.accepted + reputation.rejected),
  nextLevel: nextLevelOf(reputation.accepted, reputation.rejected),
  clearingSeconds: reputation.clearingSeconds,
  missedReservations: reputation.missed,
  missedReservationsMax: reputation.coolDownAfter,
  coolingDownUntilUtc: isoOrNull(reputation.coolingUntil),
  disputesDecided: reputation.disputesDecided,
  disputesWon: reputation.disputesWon,
  sinceUtc: iso(reputation.since),
})

/** Both groups: where an advertiser stands, as each available offer shows it. */
const advertiserMembers = {
  decidedCount: Type.Integer({ description: 'Reports that were decided in the last 90 days' }),
  acceptedCount: Type.Integer({ description: 'Those of them that were accepted' }),
  acceptanceRate: share,
  medianReviewSeconds: nullable(whole),
  disputesDecided: Type.Integer({ description: 'Appeals against rejections that were decided in the last 365 days' }),
  disputesLost: Type.Integer({ description: 'Those of them after which the work was accepted' }),
  disputeLossRate: share,
  sinceUtc: instant,
  updatedAtUtc: nullable(
    Type.String({ format: 'date-time', description: 'When this was counted; null: nothing was decided before' }),
  ),
}
export const advertiserReputationSchema = Type.Object(advertiserMembers, { title: 'AdvertiserStanding' })

export const serializeAdvertiserReputation = (reputation: AdvertiserReputation) => ({
  decidedCount: reputation.decided,
  acceptedCount: reputation.accepted,
  acceptanceRate: shareOf(reputation.accepted, reputation.decided),
  medianReviewSeconds: reputation.medianReviewSeconds,
  disputesDecided: reputation.disputesDecided,
  disputesLost: reputation.disputesLost,
  disputeLossRate: shareOf(reputation.disputesLost, reputation.disputesDecided),
  sinceUtc: iso(reputation.since),
  updatedAtUtc: isoOrNull(reputation.refreshedAt),
})
