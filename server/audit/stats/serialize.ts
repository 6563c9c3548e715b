import { Type } from 'typebox'
import { decimalOf, type Units } from '../../values/money.ts'
import { type Days, daysIn } from '../../values/requests/days.ts'
import { arrayOf, iso, money, nullable, whole } from '../../values/requests/schema.ts'
import { type DayStats, medianOf, type Present, type Queue } from './stats.ts'

const date = Type.String({ format: 'date', description: 'A day in UTC' })
const seconds = (description: string) => nullable(Type.Integer({ description }))
const medianReviewSeconds = seconds('Half of what advertisers decided took no longer; null where nothing was decided')

const daySchema = Type.Object(
  {
    date,
    offersActivated: whole,
    submitted: Type.Integer({ description: 'Executions that were submitted for the first time' }),
    accepted: Type.Integer({ description: 'Decisions that accepted work, whoever or whatever made them' }),
    rejected: Type.Integer({ description: 'Decisions that rejected work' }),
    disputesOpened: whole,
    disputesDecided: whole,
    newAdvertisers: Type.Integer({ description: 'New accounts with this role; an account may have several' }),
    newExecutors: whole,
    newOperators: whole,
    deposits: Type.Number({ description: 'Money that came in' }),
    rewards: Type.Number({ description: 'Money that executors earned, bonuses among it' }),
    fees: Type.Number({ description: 'What the marketplace earned' }),
    withdrawals: Type.Number({ description: 'Money that was paid out' }),
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
    medianReviewSeconds: seconds('The middle one of the medians of the days, each as often as its day has decisions'),
  },
  { title: 'MarketOfPeriod' },
)

const queueMembers = {
  offers: Type.Integer({ description: 'Offers that wait for moderation' }),
  offerChanges: Type.Integer({ description: 'Changes of running offers that wait for moderation' }),
  disputes: Type.Integer({ description: 'Disputes that nobody has decided' }),
  guaranteePayments: Type.Integer({ description: 'Payments from the guarantee that wait for an operator' }),
  heldRejections: Type.Integer({ description: 'Rejections that are held up' }),
  fraudHolds: Type.Integer({ description: 'Reports that are held because fraud is suspected' }),
  withdrawals: Type.Integer({ description: 'Withdrawals that wait for approval' }),
  appeals: Type.Integer({ description: 'Sanctions that are appealed against' }),
  booksOk: nullable(Type.Boolean({ description: 'Whether the books balanced when last added up; null: never done' })),
}
/** What waits for an operator. */
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
  openSlots: Type.Integer({ description: 'Slots of active offers that nobody has taken' }),
  pendingReviews: Type.Integer({ description: 'Executions that wait for their advertisers' }),
  medianPendingSeconds: seconds('Half of them have waited no longer; null where none waits'),
  ...queueMembers,
})

export const marketStatsSchema = Type.Object(
  {
    from: date,
    to: date,
    currency: Type.String({ description: 'ISO 4217' }),
    countedAtUtc: nullable(
      Type.String({ format: 'date-time', description: 'When the latest of these days was counted; null: none was' }),
    ),
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

/** Every day of the period has its place, also where nothing was counted. */
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
