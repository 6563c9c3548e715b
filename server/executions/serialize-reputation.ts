import { Type } from 'typebox'
import { levelOf } from '../values/level.ts'
import { instant, nullable, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
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

export const executorReputationJson = serializer<OwnReputation>({ title: 'ExecutorStanding' })({
  level: [whole, (reputation) => levelOf(reputation.accepted, reputation.rejected)],
  acceptedCount: [whole, 'accepted'],
  rejectedCount: [Type.Integer({ description: 'Rejected work, for all advertisers' }), 'rejected'],
  acceptanceRate: [share, (reputation) => shareOf(reputation.accepted, reputation.accepted + reputation.rejected)],
  nextLevel: [
    { ...nextLevel, description: 'null: highest level reached' },
    (reputation) => nextLevelOf(reputation.accepted, reputation.rejected),
  ],
  clearingSeconds: Type.Integer({ description: 'Clearing time of earnings; 0: available at once' }),
  missedReservations: [Type.Integer({ description: 'Cancelled or expired in the last 24 hours' }), 'missed'],
  missedReservationsMax: [
    Type.Integer({ description: 'Limit within 24 hours; reaching it causes a cool-down' }),
    'coolDownAfter',
  ],
  coolingDownUntilUtc: [
    nullable(Type.String({ format: 'date-time', description: 'End of the cool-down; null: none' })),
    'coolingUntil',
  ],
  disputesDecided: Type.Integer({ description: 'Decided appeals of this executor' }),
  disputesWon: Type.Integer({ description: 'Appeals that led to acceptance' }),
  sinceUtc: instant,
})

/** Both groups: the record of an advertiser, as each available offer shows it. */

export const advertiserReputationJson = serializer<AdvertiserReputation>({ title: 'AdvertiserStanding' })({
  decidedCount: [Type.Integer({ description: 'Reports decided in the last 90 days' }), 'decided'],
  acceptedCount: [Type.Integer({ description: 'Accepted ones among them' }), 'accepted'],
  acceptanceRate: [share, (reputation) => shareOf(reputation.accepted, reputation.decided)],
  medianReviewSeconds: nullable(whole),
  disputesDecided: Type.Integer({ description: 'Appeals against rejections decided in the last 365 days' }),
  disputesLost: Type.Integer({ description: 'Appeals that led to acceptance' }),
  disputeLossRate: [share, (reputation) => shareOf(reputation.disputesLost, reputation.disputesDecided)],
  sinceUtc: instant,
  updatedAtUtc: [
    nullable(Type.String({ format: 'date-time', description: 'Time of the count; null: no decisions yet' })),
    'refreshedAt',
  ],
})
