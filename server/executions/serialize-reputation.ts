import { Type } from 'typebox'
import { levelOf } from '../values/level.ts'
import { instant, iso, isoOrNull, nullable, whole } from '../values/requests/schema.ts'
import { type AdvertiserReputation, nextLevelOf, type OwnReputation, shareOf } from './reputation.ts'

const share = nullable(Type.Number({ description: '0 to 1; null: no decisions yet' }))

const nextLevel = nullable(
  Type.Object({
    level: whole,
    acceptedCount: Type.Integer({ description: 'Accepted work required' }),
    acceptanceRate: Type.Number({ description: 'Acceptance rate required' }),
    acceptedMissing: Type.Integer({ description: 'Missing accepted work, if nothing is rejected' }),
  }),
)

/** Group A: the record of an executor. */
const executorMembers = {
  level: whole,
  acceptedCount: whole,
  rejectedCount: Type.Integer({ description: 'Rejected work, for all advertisers' }),
  acceptanceRate: share,
  nextLevel: { ...nextLevel, description: 'null: highest level reached' },
  clearingSeconds: Type.Integer({ description: 'Clearing time of earnings; 0: available at once' }),
  missedReservations: Type.Integer({ description: 'Cancelled or expired in the last 24 hours' }),
  missedReservationsMax: Type.Integer({ description: 'Limit within 24 hours; reaching it causes a cool-down' }),
  coolingDownUntilUtc: nullable(Type.String({ format: 'date-time', description: 'End of the cool-down; null: none' })),
  disputesDecided: Type.Integer({ description: 'Decided appeals of this executor' }),
  disputesWon: Type.Integer({ description: 'Appeals that led to acceptance' }),
  sinceUtc: instant,
}
export const executorReputationSchema = Type.Object(executorMembers, { title: 'ExecutorStanding' })

export const serializeExecutorReputation = (reputation: OwnReputation) => ({
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

/** Both groups: the record of an advertiser, as each available offer shows it. */
const advertiserMembers = {
  decidedCount: Type.Integer({ description: 'Reports decided in the last 90 days' }),
  acceptedCount: Type.Integer({ description: 'Accepted ones among them' }),
  acceptanceRate: share,
  medianReviewSeconds: nullable(whole),
  disputesDecided: Type.Integer({ description: 'Appeals against rejections decided in the last 365 days' }),
  disputesLost: Type.Integer({ description: 'Appeals that led to acceptance' }),
  disputeLossRate: share,
  sinceUtc: instant,
  updatedAtUtc: nullable(
    Type.String({ format: 'date-time', description: 'Time of the count; null: no decisions yet' }),
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
