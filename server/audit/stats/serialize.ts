import { Type } from 'typebox'
import { decimalOf, type Units } from '../../values/money.ts'
import { type Days, daysIn } from '../../values/requests/days.ts'
import { arrayOf, iso, money, nullable, whole } from '../../values/requests/schema.ts'
import { type DayStats, medianOf, type Present, type Queue } from './stats.ts'

const date = Type.String({ format: 'date', description: 'A day in UTC' })
const seconds = (description: string) => nullable(Type.Integer({ description }))
const medianReviewSeconds = seconds('Median decision time of advertisers; null without decisions')

const daySchema = Type.Object(
  {
    date,
    offersActivated: whole,
    submitted: Type.Integer({ description: 'First submissions of executions' }),
    accepted: Type.Integer({ description: 'Decisions to accept work, by people or automatically' }),
    rejected: Type.Integer({ description: 'Decisions to reject work' }),
    disputesOpened: whole,
    disputesDecided: whole,
    newAdvertisers: Type.Integer({ description: 'New accounts with this role; an account may have several' }),
    newExecutors: whole,
    newOperators: whole,
    deposits: Type.Number({ description: 'Deposits' }),
    rewards: Type.Number({ description: 'Earnings of executors, including bonuses' }),
    fees: Type.Number({ description: 'Fees earned by the marketplace' }),
    withdrawals: Type.Number({ description: 'Payouts' }),
    medianReviewSeconds,
  },
  { title: 'MarketOfDay' },
)
const totalsSchema = Type.Object(
  {
    offersActivated: whole,
    submitted: whole,
    accepted: whole,
    rejected: whole,
    disputesOpened: whole,
    disputesDecided: whole,
    newAdvertisers: whole,
    newExecutors: whole,
    newOperators: whole,
    deposits: money,
    rewards: money,
    fees: money,
    withdrawals: money,
    medianReviewSeconds: seconds('Median of the daily medians, weighted by decisions'),
  },
  { title: 'MarketOfPeriod' },
)

const queueMembers = {
  offers: Type.Integer({ description: 'Offers in moderation' }),
  offerChanges: Type.Integer({ description: 'Changes of active offers in moderation' }),
  disputes: Type.Integer({ description: 'Undecided disputes' }),
  guaranteePayments: Type.Integer({ description: 'Pending guarantee payments' }),
  heldRejections: Type.Integer({ description: 'Held rejections' }),
  fraudHolds: Type.Integer({ description: 'Reports on fraud hold' }),
  withdrawals: Type.Integer({ description: 'Withdrawals awaiting approval' }),
  appeals: Type.Integer({ description: 'Appealed sanctions' }),
  booksOk: nullable(
    Type.Boolean({ description: 'Whether the books balanced at the last verification; null: never verified' }),
  ),
}
/** The operators' queue. */
export const queueSchema = Type.Object(queueMembers, { title: 'OperatorQueue' })

export const serializeQueue = (queue: Queue) => ({
  offers: queue.offers,
  offerChanges: queue.offerChanges,
  disputes: queue.disputes,
  guaranteePayments: queue.guaranteePayments,
  heldRejections: queue.heldRejections,
  fraudHolds: queue.fraudHolds,
  withdrawals: queue.withdrawals,
  appeals: queue.appeals,
  booksOk: queue.booksOk,
})

const nowSchema = Type.Object({
  activeOffers: whole,
  openSlots: Type.Integer({ description: 'Free slots of active offers' }),
  pendingReviews: Type.Integer({ description: 'Executions under review' }),
  medianPendingSeconds: seconds('Median wait; null without any'),
  ...queueMembers,
})

export const marketStatsSchema = Type.Object(
  {
    from: date,
    to: date,
    currency: Type.String({ description: 'ISO 4217' }),
    countedAtUtc: nullable(Type.String({ format: 'date-time', description: 'Time of the latest count; null: never' })),
    days: arrayOf(daySchema),
    totals: totalsSchema,
    now: nowSchema,
  },
  { title: 'MarketFigures' },
)

type PublicMarketStats = {
  readonly period: Days
  readonly days: readonly DayStats[]
  readonly present: Present
  readonly queue: Queue
}
type Sums = Omit<DayStats, 'day' | 'reviewed' | 'medianReviewSeconds' | 'countedAt'>
const none: Sums = {
  ...{ offersActivated: 0, submitted: 0, accepted: 0, rejected: 0, disputesOpened: 0, disputesDecided: 0 },
  ...{ newAdvertisers: 0, newExecutors: 0, newOperators: 0 },
  ...{ depositedUnits: 0n, rewardedUnits: 0n, feeUnits: 0n, withdrawnUnits: 0n },
}

const serializeSums = (sums: Sums) => ({
  offersActivated: sums.offersActivated,
  submitted: sums.submitted,
  accepted: sums.accepted,
  rejected: sums.rejected,
  disputesOpened: sums.disputesOpened,
  disputesDecided: sums.disputesDecided,
  newAdvertisers: sums.newAdvertisers,
  newExecutors: sums.newExecutors,
  newOperators: sums.newOperators,
  deposits: decimalOf(sums.depositedUnits),
  rewards: decimalOf(sums.rewardedUnits),
  fees: decimalOf(sums.feeUnits),
  withdrawals: decimalOf(sums.withdrawnUnits),
})

const counts = ['offersActivated', 'submitted', 'accepted', 'rejected', 'disputesOpened', 'disputesDecided'] as const
const people = ['newAdvertisers', 'newExecutors', 'newOperators'] as const
const amounts = ['depositedUnits', 'rewardedUnits', 'feeUnits', 'withdrawnUnits'] as const

function sumOf(days: readonly Sums[]): Sums {
  const number = (name: (typeof counts | typeof people)[number]) => [
    name,
    days.reduce((sum, day) => sum + day[name], 0),
  ]
  const units = (name: (typeof amounts)[number]) => [name, days.reduce((sum: Units, day) => sum + day[name], 0n)]
  return Object.fromEntries([...[...counts, ...people].map(number), ...amounts.map(units)])
}

/** Includes every day of the period, even those without statistics. */
export function serializeMarketStats({ period, days, present, queue }: PublicMarketStats, currency: string) {
  const known = new Map(days.map((day) => [day.day, day]))
  const last = days.at(-1)
  return {
    ...period,
    currency,
    countedAtUtc: last ? iso(last.countedAt) : null,
    days: daysIn(period).map((day) => ({
      date: day,
      ...serializeSums(known.get(day) ?? none),
      medianReviewSeconds: known.get(day)?.medianReviewSeconds ?? null,
    })),
    totals: { ...serializeSums(sumOf(days)), medianReviewSeconds: medianOf(days) },
    now: {
      activeOffers: present.activeOffers,
      openSlots: present.openSlots,
      pendingReviews: present.pendingReviews,
      medianPendingSeconds: present.medianPendingSeconds,
      ...serializeQueue(queue),
    },
  }
}
