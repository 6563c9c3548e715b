import { at } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { AvailableOffer } from './available.ts'
import { ownExample } from './body-members.ts'
import { contentOf } from './content.ts'
import { offerInputOf } from './input.ts'
import type { Offer, PendingChange } from './offer.ts'

export const orderExample = {
  offerPriceId: 7,
  title: 'Find the opening hours of a museum',
  totalLimit: 200,
  sourceLanguage: 'en',
  minAge: 18,
  targetCountryIds: [840],
  selectedAddOnIds: [],
  details: { question: 'When is the museum open on Sundays?', answerFormat: 'Text' },
}

export const taskOrderExample = {
  ...orderExample,
  proofInstructions: 'A picture of the page that says so.',
  acceptanceCriteria: [{ id: 'c1', text: 'The picture shows the hours.', required: true }],
  translations: { ru: { title: 'Найдите часы работы музея' } },
  ...ownExample,
}

export const limitsExample = {
  hourlyLimit: 20,
  dailyLimit: 100,
  startsAtUtc: '2026-03-02T08:00:00.000Z',
  endsAtUtc: '2026-03-31T20:00:00.000Z',
  allowListId: 3,
  blockListId: 4,
  minExecutorLevel: 1,
  maxReworks: 1,
  reworkPeriodSeconds: 43_200,
  autoAcceptRules: [{ type: 'MinAcceptanceRate', value: 0.95 }],
}

/** An active offer with two hundred slots, some of them taken. */
export const offerExample: Offer = {
  ...offerInputOf(taskOrderExample),
  id: idOf(42),
  advertiser: idOf(17),
  status: 'Active',
  statusReason: null,
  pausedBy: null,
  price: idOf(7),
  category: idOf(2),
  platform: idOf(5),
  type: 'web.lookup',
  sourceLanguage: 'en',
  rewardUnits: 5_000n,
  feeUnits: 500n,
  addOnUnits: 0n,
  flatUnits: 0n,
  screenOutFeeUnits: null,
  screenedOut: 0,
  quotasTaken: null,
  currency: 'USD',
  heldUnits: 1_034_000n,
  bonusCostUnits: 0n,
  itemCounts: null,
  workSeconds: null,
  remaining: 182,
  reserved: 2,
  pending: 3,
  rework: 1,
  accepted: 12,
  acceptedByDispute: 0,
  rejected: 1,
  disputed: 0,
  withdrawn: 0,
  kept: 0,
  uncovered: 0,
  reservationSeconds: 3_600,
  reviewSeconds: 259_200,
  reworkSeconds: 86_400,
  attemptsMax: 2,
  moderation: { status: 'Approved', reasonCode: null, comment: null, decidedAtUtc: at('09:30:00').toISOString() },
  pendingChange: null,
  version: 4,
  createdAt: at('09:00:00'),
  updatedAt: at('09:30:00'),
  submittedAt: at('09:00:00'),
  activatedAt: at('09:30:00'),
  completedAt: null,
  archivedAt: null,
}

const untouched = { remaining: 200, reserved: 0, pending: 0, rework: 0, accepted: 0, rejected: 0 }
const waiting = { status: 'Pending', reasonCode: null, comment: null, decidedAtUtc: null } as const

/** The same offer in other statuses. */
export const submittedExample: Offer = {
  ...offerExample,
  ...untouched,
  status: 'PendingModeration',
  heldUnits: 1_100_000n,
  moderation: waiting,
  version: 1,
  updatedAt: at('09:00:00'),
  activatedAt: null,
}
export const draftExample: Offer = {
  ...submittedExample,
  status: 'Draft',
  heldUnits: 0n,
  moderation: null,
  submittedAt: null,
}
export const rejectedExample: Offer = {
  ...submittedExample,
  status: 'Rejected',
  statusReason: { code: 'moderation_rejected', message: 'It asks for a review.' },
  heldUnits: 0n,
  version: 2,
}
export const pausedExample: Offer = { ...offerExample, status: 'Paused', pausedBy: 'advertiser', version: 5 }
export const archivedExample: Offer = {
  ...offerExample,
  status: 'Archived',
  heldUnits: 33_000n,
  version: 5,
  archivedAt: at('12:00:00'),
}

/** The offer as executors see it. */
export const availableExample: AvailableOffer & {
  readonly ineligibleReasons: readonly string[]
  readonly advertiserAlias: string
  readonly advertiserMark: null
} = {
  ...offerExample,
  hasItems: false,
  activatedAt: at('09:30:00'),
  estimatedMinutes: null,
  workSeconds: null,
  acceptanceRate: 0.97,
  medianReviewSeconds: 5_400,
  disputeLossRate: 0.1,
  advertiserAlias: 'adv_5b1e08d7c93f42a6e0b4',
  advertiserSince: new Date('2025-06-01T08:00:00.000Z'),
  ineligibleReasons: [],
  advertiserMark: null,
}

export const changedContent = { title: 'Find the opening hours of a gallery' } as const

export const refusedChange: PendingChange = {
  status: 'Rejected',
  members: ['title'],
  content: { ...contentOf(offerExample), title: 'Send your password' },
  requestedAtUtc: at('10:00:00').toISOString(),
  reason: 'It asks for a password.',
  decidedAtUtc: at('11:00:00').toISOString(),
}
