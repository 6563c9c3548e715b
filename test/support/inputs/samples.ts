import type { Execution } from '../../../server/executions/execution.ts'
import { untouched } from '../../../server/executions/openapi-examples.ts'
import type { SubmitRow } from '../../../server/executions/submit/submit.ts'
import { type OfferBody, offerInputOf, type TaskBody } from '../../../server/offers/input.ts'
import type { Offer } from '../../../server/offers/offer.ts'
import type { CatalogFacts } from '../../../server/offers/priced-offer.ts'
import type { Facts } from '../../../server/reservations/decide.ts'
import { idOf } from '../../../server/values/id.ts'

/** Sample facts for rules without a database: complete and ordinary, with the given members replaced. */

/** The current time for the rules. */
export const noon = new Date('2026-11-21T12:00:00.000Z')
export const secondsFrom = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000)

const nobodyYet = {
  reserved: 0,
  pending: 0,
  rework: 0,
  accepted: 0,
  acceptedByDispute: 0,
  rejected: 0,
  disputed: 0,
  withdrawn: 0,
  kept: 0,
  uncovered: 0,
}

const plainOffer: Offer = {
  ...nobodyYet,
  ...offerInputOf({ offerPriceId: 3, title: 'A short survey', totalLimit: 10 }),
  id: idOf(1),
  advertiser: idOf(7),
  status: 'Active',
  statusReason: null,
  pausedBy: null,
  price: idOf(3),
  category: idOf(2),
  platform: idOf(2),
  type: 'survey.external',
  sourceLanguage: 'en',
  rewardUnits: 10_000n,
  feeUnits: 1_000n,
  addOnUnits: 0n,
  flatUnits: 0n,
  currency: 'USD',
  heldUnits: 110_000n,
  bonusCostUnits: 0n,
  itemCounts: null,
  screenOutFeeUnits: null,
  screenedOut: 0,
  quotasTaken: null,
  workSeconds: null,
  remaining: 10,
  reservationSeconds: 3_600,
  reviewSeconds: 259_200,
  reworkSeconds: 86_400,
  attemptsMax: 2,
  moderation: null,
  pendingChange: null,
  version: 4,
  createdAt: noon,
  updatedAt: noon,
  submittedAt: noon,
  activatedAt: noon,
  completedAt: null,
  archivedAt: null,
}

/** An active offer with ten free slots, for 1.00 plus a fee of 0.10 each. */
export const offer = (members: Partial<Offer> = {}): Offer => ({ ...plainOffer, ...members })

const plainOrder: CatalogFacts = {
  price: idOf(3),
  category: idOf(2),
  platform: idOf(2),
  type: 'survey.external',
  rewardUnits: 10_000n,
  rewardMinUnits: null,
  rewardMaxUnits: null,
  priceActive: true,
  reservationSeconds: null,
  detailsMode: 'lenient',
  offerDetailsSchema: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
  executionDetailsSchema: { type: 'object' },
  addOnsKnown: 0,
  addOnUnits: 0n,
  flatUnits: 0n,
  allowListKnown: true,
  blockListKnown: true,
  qualificationsUnknown: null,
  qualificationsWithoutScore: null,
  qualificationsOfMarketplace: null,
}

/** The prices of a task type and two add-ons. */
export const ordered = (members: Partial<CatalogFacts> = {}): CatalogFacts => ({ ...plainOrder, ...members })

export const offerBody = (members: Partial<TaskBody> = {}): OfferBody & Partial<TaskBody> => ({
  offerPriceId: 3,
  title: 'A short survey',
  totalLimit: 10,
  ...members,
})

const plainReserve: Facts = {
  now: noon,
  id: idOf(50),
  offer: idOf(1),
  executor: idOf(9),
  executorBirthDate: '1990-01-31',
  executorCountry: 840,
  executorGender: 'Female',
  executorAccepted: 0,
  executorRejected: 0,
  reservationsMade: 0,
  isBarred: false,
  workspaces: [],
  barredUntil: null,
  missedLast: null,
  missedFirst: null,
  runningId: null,
  runningOffer: null,
  runningUntil: null,
  runningReservations: null,
  advertiser: idOf(7),
  offerStatus: 'Active',
  startsAt: null,
  endsAt: null,
  minAge: null,
  maxAge: null,
  targetGender: 'Any',
  targetCountries: [],
  requirements: null,
  standing: null,
  requiredNames: null,
  minLevel: 0,
  perExecutorLimit: 1,
  attemptsMax: 2,
  hourlyLimit: null,
  dailyLimit: null,
  lastSequenceNumber: null,
  hourlyAt: null,
  dailyAt: null,
  isBlocked: false,
  isInvited: true,
  advertiserMark: null,
  quotas: null,
  quotaCounts: null,
  isExcluded: false,
  screenOutsLeft: null,
  remaining: 10,
  dueId: null,
  ownId: null,
  expiredId: null,
  taken: 0,
  failed: 0,
  isScreenedOut: false,
  suitesLeft: null,
  slotsSkipped: null,
  stop: null,
  goldPerSlot: null,
  isQuiz: null,
  hadSuites: null,
}

/** An adult requests a slot of an active offer, without any reservations. */
export const reserveFacts = (members: Partial<Facts> = {}): Facts => ({ ...plainReserve, ...members })

export const proofName = (digit: number): string => `01a1fbe9-a9f3-781c-90a8-00000000000${digit}.pdf`

const plainSubmit: SubmitRow & { readonly now: Date } = {
  now: noon,
  id: idOf(80),
  offer: idOf(1),
  advertiser: idOf(7),
  detailsMode: 'lenient',
  executionDetailsSchema: { type: 'object', properties: { answer: { type: 'string' } } },
  page: null,
  proofCount: null,
  reservationId: idOf(50),
  reservationStatus: 'Active',
  reservationExpiresAt: secondsFrom(noon, 60),
  ownExecution: null,
  ownStatus: 'Pending',
  ownRevision: 1,
  ownReviewDeadlineAt: noon,
  ownContentHash: null,
  pendingExecution: null,
  pending: 0,
  perExecutorLimit: 1,
  gold: null,
  knownAnswers: null,
  items: null,
  skipsMax: 0,
  reworkOf: null,
  proofsFound: [proofName(1)],
  proofsUsed: [],
  requirements: null,
  standing: null,
}

/** The caller's active reservation, and an unused proof. */
export const submitFacts = (members: Partial<SubmitRow> = {}): SubmitRow & { readonly now: Date } => ({
  ...plainSubmit,
  ...members,
})

const plainExecution: Execution = {
  id: idOf(80),
  offer: idOf(1),
  advertiser: idOf(7),
  executor: idOf(9),
  executorAlias: 'ex_1',
  reservation: idOf(50),
  status: 'Pending',
  revision: 1,
  details: {},
  rewardUnits: 10_000n,
  feeUnits: 1_000n,
  addOnUnits: 0n,
  currency: 'USD',
  offerVersion: 2,
  reservedAt: noon,
  submittedAt: noon,
  reviewDeadlineAt: noon,
  decidedBy: null,
  reasonCode: null,
  reason: null,
  comment: null,
  failedCriteria: null,
  rating: null,
  decidedAt: null,
  ...untouched,
  history: [],
  version: 1,
  createdAt: noon,
  updatedAt: noon,
}

/** Submitted work. */
export const execution = (members: Partial<Execution> = {}): Execution => ({ ...plainExecution, ...members })
