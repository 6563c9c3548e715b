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

export const serializeExecutorReputation = (standing: PublicOwnReputation) => ({
  level: levelOf(standing.accepted, standing.rejected),
  acceptedCount: standing.accepted,
  rejectedCount: standing.rejected,
  acceptanceRate: shareOf(standing.accepted, standing.accepted + standing.rejected),
  nextLevel: nextLevelOf(standing.accepted, standing.rejected),
  clearingSeconds: standing.clearingSeconds,
  missedReservations: standing.missed,
  missedReservationsMax: standing.coolDownAfter,
  coolingDownUntilUtc: isoOrNull(standing.coolingUntil),
  disputesDecided: standing.disputesDecided,
  disputesWon: standing.disputesWon,
  sinceUtc: iso(standing.since),
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

export const serializeAdvertiserReputation = (standing: AdvertiserReputation) => ({
  decidedCount: standing.decided,
  acceptedCount: standing.accepted,
  acceptanceRate: shareOf(standing.accepted, standing.decided),
  medianReviewSeconds: standing.medianReviewSeconds,
  disputesDecided: standing.disputesDecided,
  disputesLost: standing.disputesLost,
  disputeLossRate: shareOf(standing.disputesLost, standing.disputesDecided),
  sinceUtc: iso(standing.since),
  updatedAtUtc: isoOrNull(standing.refreshedAt),
})
