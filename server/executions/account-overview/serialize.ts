import { Type } from 'typebox'
import { managedSchema, serializeManaged } from '../../accounts/management/serialize.ts'
import { sanctionSchema, serializeSanction } from '../../accounts/sanctions/serialize.ts'
import { earningsSchema, serializeEarnings } from '../../ledger/serialize.ts'
import { decimalOf } from '../../values/money.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  listOf,
  money,
  nullable,
  text,
  whole,
} from '../../values/requests/schema.ts'
import { countedSchema, serializeCounted } from '../../values/requests/status-counts.ts'
import { operatorActionsOn } from '../holds/holds.ts'
import {
  advertiserReputationSchema,
  executorReputationSchema,
  serializeAdvertiserReputation,
  serializeExecutorReputation,
} from '../serialize-reputation.ts'
import type { Overview, Work } from './account-overview.ts'

const advertiserSide = Type.Object({
  standing: nullable(Type.Object(advertiserReputationSchema.properties, { description: 'null: never an advertiser' })),
  balance: Type.Object({ currency: text, available: money, held: money }),
  offers: countedSchema,
  reports: countedSchema,
})
const executorSide = Type.Object({
  standing: nullable(Type.Object(executorReputationSchema.properties, { description: 'null: no executor profile' })),
  balance: earningsSchema,
  executions: countedSchema,
  sharedPayoutsWith: Type.Array(id, {
    description: 'Other executors with the same payout account, up to 20',
  }),
})

export const overviewSchema = Type.Object(
  {
    account: managedSchema,
    sanctions: arrayOf(sanctionSchema),
    asAdvertiser: advertiserSide,
    asExecutor: executorSide,
  },
  { title: 'AccountOverview' },
)

export const serializeOverview = (overview: Overview, currency: string) => ({
  account: serializeManaged(overview.account, overview.operator),
  sanctions: overview.sanctions.map((sanction) => serializeSanction(sanction, 'operator', overview.now)),
  asAdvertiser: {
    standing: overview.advertiser && serializeAdvertiserReputation(overview.advertiser),
    balance: {
      currency,
      available: decimalOf(overview.balance.availableUnits),
      held: decimalOf(overview.balance.heldUnits),
    },
    offers: serializeCounted(overview.offers),
    reports: serializeCounted(overview.reports),
  },
  asExecutor: {
    standing: overview.executor && serializeExecutorReputation(overview.executor),
    balance: serializeEarnings(overview.earnings, currency),
    executions: serializeCounted(overview.work),
    sharedPayoutsWith: [...overview.sharers],
  },
})

export const workOfSchema = listOf(
  Type.Object(
    {
      id,
      status: text,
      revision: whole,
      offerId: id,
      offerTitle: text,
      advertiserId: id,
      rewardPerAction: money,
      currency: text,
      submittedAtUtc: instant,
      reviewDeadlineAtUtc: instant,
      decidedAtUtc: nullable(instant),
      decidedBy: nullable(text),
      reasonCode: nullable(text),
      reason: nullable(text),
      heldAtUtc: nullable(Type.String({ format: 'date-time', description: 'Start of the fraud hold' })),
      allowedActions: arrayOf(text),
    },
    { title: 'WorkOfAccount' },
  ),
)

const serializeWorkItem = (work: Work, now: Date) => ({
  id: work.id,
  status: work.status,
  revision: work.revision,
  offerId: work.offer,
  offerTitle: work.offerTitle,
  advertiserId: work.advertiser,
  rewardPerAction: decimalOf(work.rewardUnits),
  currency: work.currency,
  submittedAtUtc: iso(work.submittedAt),
  reviewDeadlineAtUtc: iso(work.reviewDeadlineAt),
  decidedAtUtc: isoOrNull(work.decidedAt),
  decidedBy: work.decidedBy,
  reasonCode: work.reasonCode,
  reason: work.reason,
  heldAtUtc: isoOrNull(work.fraudHoldAt),
  allowedActions: operatorActionsOn(work, now),
})

export const serializeWorkOf = ({ now, ...list }: PageOf<Work> & { now: Date }) =>
  mapItems(list, (work) => serializeWorkItem(work, now))
