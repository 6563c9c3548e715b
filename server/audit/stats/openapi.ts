import { at } from '../../values/example.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { serializeMarketStats, serializeQueue } from './serialize.ts'
import type { DayStats, Queue } from './stats.ts'

const queue: Queue = {
  offers: 3,
  disputes: 1,
  guaranteePayments: 1,
  fraudHolds: 1,
  offerChanges: 1,
  heldRejections: 0,
  withdrawals: 4,
  refunds: 1,
  bookingRequests: 0,
  operatorRequests: 0,
  appeals: 0,
  reportedOffers: 1,
  reportedMessages: 0,
  booksOk: true,
  booksCheckedAtUtc: '2026-03-01T11:30:00.000Z',
  isCheckLate: false,
  failing: {
    mails: { count: 0, sinceUtc: null },
    webhooks: { count: 2, sinceUtc: '2026-03-01T02:10:00.000Z' },
    jobs: { count: 0, sinceUtc: null },
  },
  faults: [{ kind: 'WebhooksFailing', count: 2, sinceUtc: '2026-03-01T02:10:00.000Z' }],
  units: { guaranteePayments: '50000', withdrawals: '1900000', refunds: '200000', bookingRequests: '0' },
  oldest: {
    offers: '2026-03-01T09:00:00.000Z',
    offerChanges: '2026-03-01T10:00:00.000Z',
    reportedOffers: '2026-03-01T07:00:00.000Z',
    reportedMessages: null,
    disputes: '2026-02-27T10:00:00.000Z',
    guaranteePayments: '2026-02-28T10:00:00.000Z',
    heldRejections: null,
    fraudHolds: '2026-02-28T11:00:00.000Z',
    withdrawals: '2026-03-01T08:00:00.000Z',
    refunds: '2026-02-27T12:00:00.000Z',
    bookingRequests: null,
    operatorRequests: null,
    appeals: null,
  },
  nextDeadlines: { disputes: '2026-03-08T10:00:00.000Z', heldRejections: null },
}
const day: DayStats = {
  day: '2026-03-01',
  offersActivated: 12,
  submitted: 480,
  accepted: 431,
  rejected: 17,
  disputesOpened: 2,
  disputesDecided: 1,
  newAdvertisers: 3,
  newExecutors: 41,
  newOperators: 0,
  depositedUnits: 25_000_000n,
  rewardedUnits: 2_155_000n,
  feeUnits: 215_500n,
  withdrawnUnits: 1_900_000n,
  reviewed: 402,
  medianReviewSeconds: 5_400,
  countedAt: at('12:00:00'),
}
const current = { activeOffers: 57, openSlots: 2_140, pendingReviews: 96, medianPendingSeconds: 3_120 }
const period = { from: '2026-03-01', to: '2026-03-01' }

export const marketStatsDocs = docsIn('Operations', {
  'GET /api/operator/figures': {
    id: 'getMarketFigures',
    summary: 'Read daily and current marketplace statistics',
    about:
      'Days are in UTC, up to 92; default: the last thirty. Today and yesterday are recounted every few minutes (`countedAtUtc`); `now` is current.',
    answers: { 200: { figures: serializeMarketStats({ period, days: [day], current, queue }, 'USD') } },
  },
  'GET /api/operator/queue': {
    id: 'getQueue',
    summary: 'Read what waits for operators, and faults of the system',
    about:
      'Each count is the total of the list that it names. `amounts` has the money of payments that wait. `faults` are worst first.',
    answers: { 200: { queue: serializeQueue(queue) } },
  },
})
