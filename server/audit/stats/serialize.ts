import { Type } from 'typebox'
import { decimalOf, type Units } from '../../values/money.ts'
import { daysIn } from '../../values/requests/days.ts'
import { amount, arrayOf, instant, iso, known, money, nullable, whole } from '../../values/requests/schema.ts'
import {
  type DayStats,
  dayCounts,
  faultKinds,
  type MarketStats,
  type MoneyQueueKind,
  medianOf,
  moneyQueueKinds,
  type Queue,
  type QueueKind,
  queueKinds,
} from './stats.ts'

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
    deposits: amount({ description: 'Deposits' }),
    rewards: amount({ description: 'Earnings of executors, including bonuses' }),
    fees: amount({ description: 'Fees earned by the marketplace' }),
    withdrawals: amount({ description: 'Payouts' }),
    medianReviewSeconds,
  },
  { title: 'MarketOfDay' },
)
const eachOf = <Name extends string, Schema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

const totalsSchema = Type.Object(
  {
    ...eachOf(dayCounts, whole),
    ...eachOf(['deposits', 'rewards', 'fees', 'withdrawals'], money),
    medianReviewSeconds: seconds('Median of the daily medians, weighted by decisions'),
  },
  { title: 'MarketOfPeriod' },
)

const faultSchema = Type.Object(
  {
    kind: known(
      'Fault',
      faultKinds,
      'LedgerUnchecked: not for three hours; MailOff: SMTP_URL is not set; WebhooksFailing: unreachable, or given up in the last 7 days',
    ),
    count: nullable(Type.Integer({ description: 'How many mails, webhooks or jobs fail; null for other faults' })),
    sinceUtc: nullable(instant),
  },
  { title: 'SystemFault' },
)

const queueMembers = {
  offers: Type.Integer({ description: 'Offers in moderation' }),
  offerChanges: Type.Integer({ description: 'Changes of active offers in moderation' }),
  reportedOffers: Type.Integer({ description: 'Offers with undecided reports of executors' }),
  reportedMessages: Type.Integer({ description: 'Messages with undecided reports' }),
  disputes: Type.Integer({ description: 'Undecided disputes' }),
  guaranteePayments: Type.Integer({ description: 'Pending guarantee payments' }),
  heldRejections: Type.Integer({ description: 'Held rejections' }),
  fraudHolds: Type.Integer({ description: 'Reports on fraud hold' }),
  withdrawals: Type.Integer({ description: 'Withdrawals awaiting approval' }),
  refunds: Type.Integer({ description: 'Refunds to approve or to transfer, other than to cards' }),
  bookingRequests: Type.Integer({ description: 'Bookings that wait for a second operator' }),
  operatorRequests: Type.Integer({ description: 'Changes of operators that wait for a second operator' }),
  appeals: Type.Integer({ description: 'Appealed sanctions' }),
  booksOk: nullable(
    Type.Boolean({ description: 'Whether the books balanced at the last verification; null: never verified' }),
  ),
  faults: arrayOf(faultSchema),
  oldest: Type.Object(eachOf(queueKinds, nullable(instant)), {
    description: 'Since when the longest waiting record of each kind waits; null if none does',
  }),
  amounts: Type.Object(eachOf(moneyQueueKinds, money), { description: 'The money of the records that wait' }),
  nextDeadlines: Type.Object(eachOf(['disputes', 'heldRejections'], nullable(instant)), {
    description:
      'When the next record is decided without an operator: a dispute for the executor, held work as accepted',
  }),
}
export const queueSchema = Type.Object(queueMembers, { title: 'OperatorQueue' })

const decimals = (units: Queue['units']) =>
  Object.fromEntries(moneyQueueKinds.map((kind) => [kind, decimalOf(BigInt(units[kind]))])) as Record<
    MoneyQueueKind,
    number
  >

export const serializeQueue = ({ booksOk, oldest, nextDeadlines, faults, units, ...queue }: Queue) => ({
  ...(Object.fromEntries(queueKinds.map((kind) => [kind, queue[kind]])) as Record<QueueKind, number>),
  booksOk,
  oldest,
  amounts: decimals(units),
  nextDeadlines,
  faults: [...faults],
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

/** Adds up the statistics of days; zero if there are none. */
function serializeSums(days: readonly DayStats[]) {
  const count = (name: (typeof dayCounts)[number]) => [name, days.reduce((sum, day) => sum + day[name], 0)]
  const amount = (unitsOf: (day: DayStats) => Units) => decimalOf(days.reduce((sum, day) => sum + unitsOf(day), 0n))
  return {
    ...(Object.fromEntries(dayCounts.map(count)) as Record<(typeof dayCounts)[number], number>),
    deposits: amount(({ depositedUnits }) => depositedUnits),
    rewards: amount(({ rewardedUnits }) => rewardedUnits),
    fees: amount(({ feeUnits }) => feeUnits),
    withdrawals: amount(({ withdrawnUnits }) => withdrawnUnits),
  }
}

/** Includes every day of the period, even those without statistics. */
export function serializeMarketStats({ period, days, current, queue }: MarketStats, currency: string) {
  const last = days.at(-1)
  return {
    ...period,
    currency,
    countedAtUtc: last ? iso(last.countedAt) : null,
    days: daysIn(period).map((date) => {
      const counted = days.filter(({ day }) => day === date)
      return { date, ...serializeSums(counted), medianReviewSeconds: counted[0]?.medianReviewSeconds ?? null }
    }),
    totals: { ...serializeSums(days), medianReviewSeconds: medianOf(days) },
    now: { ...current, ...serializeQueue(queue) },
  }
}
