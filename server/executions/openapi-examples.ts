import { availableExample, offerExample } from '../offers/openapi-examples.ts'
import { proofFacts } from '../proofs/openapi.ts'
import { at, publicUrl } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { OfferDetail } from './offer-detail.ts'
import type { OpenedReport, Report } from './report.ts'

/** The origin, key and time that links in examples are made with. */
export const links = { publicUrl, secretKey: 'an example', now: at('11:00:00') }

const historyEntry = (time: string, event: string, actor = 'Executor', note: string | null = null) => ({
  atUtc: at(time).toISOString(),
  event,
  revision: 1,
  actor,
  note,
})
const submitted = historyEntry('10:40:00', 'Submitted')

/** Without rework, appeal or bonus. */
export const untouched = {
  maxReworks: 2,
  fraudHoldAt: null,
  hasItems: false,
  hasScreenOuts: false,
  reworkRound: 0,
  reworkReason: null,
  reworkRequestedAt: null,
  reworkDeadlineAt: null,
  reworkReservation: null,
  flags: [],
  bonusUnits: 0n,
  appealDeadlineAt: null,
  keptUnits: 0n,
  disputedAt: null,
} as const

/** Work that waits for review. */
export const reportExample: Report = {
  id: idOf(501),
  offer: idOf(42),
  advertiser: idOf(17),
  executor: idOf(23),
  executorAlias: 'ex_9f3c27d1b06e4a85',
  reservation: idOf(9001),
  status: 'Pending',
  revision: 1,
  details: { answer: 'From ten to six', sourceUrl: 'https://museum.example/visit' },
  rewardUnits: 5_000n,
  feeUnits: 500n,
  addOnUnits: 0n,
  currency: 'USD',
  offerVersion: 4,
  reservedAt: at('10:00:00'),
  submittedAt: at('10:40:00'),
  reviewDeadlineAt: new Date('2026-03-04T10:40:00.000Z'),
  decidedBy: null,
  reasonCode: null,
  reason: null,
  comment: null,
  failedCriteria: null,
  rating: null,
  decidedAt: null,
  ...untouched,
  history: [submitted],
  version: 1,
  createdAt: at('10:40:00'),
  updatedAt: at('10:40:00'),
  taskExternalId: 'order-7781',
  offerTitle: offerExample.title,
  executorNickname: 'Swift Heron',
  executorCountry: 840,
  executorAccepted: 412,
  executorRejected: 13,
  dispute: null,
  proofs: [{ ...proofFacts, uploadedAt: proofFacts.uploadedAt.toISOString() }],
}

/** The same with the requested work. */
export const openedExample: OpenedReport = {
  ...reportExample,
  content: offerExample,
  offerDetailsSchema: { type: 'object' },
  answeredItems: null,
}

const decided = { decidedBy: 'Advertiser', decidedAt: at('11:40:00'), updatedAt: at('11:40:00'), version: 2 }

export const acceptedExample: Report = {
  ...reportExample,
  ...decided,
  status: 'Accepted',
  comment: 'Thank you.',
  rating: 5,
  history: [submitted, historyEntry('11:40:00', 'Accepted', 'Advertiser')],
}

const reason = 'The picture does not show the hours.'
export const rejectedExample: Report = {
  ...reportExample,
  ...decided,
  status: 'Rejected',
  reasonCode: 'ProofMismatch',
  reason,
  failedCriteria: ['c1'],
  appealDeadlineAt: new Date('2026-03-08T11:40:00.000Z'),
  history: [submitted, historyEntry('11:40:00', 'Rejected', 'Advertiser', reason)],
}

const sentBackReason = 'The picture is cut off at the bottom. Please take it again.'

export const sentBackExample: Report = {
  ...reportExample,
  status: 'ReworkRequested',
  reworkRound: 1,
  reworkReason: sentBackReason,
  reworkRequestedAt: at('11:40:00'),
  reworkDeadlineAt: new Date('2026-03-02T11:40:00.000Z'),
  reworkReservation: idOf(9044),
  updatedAt: at('11:40:00'),
  version: 2,
  history: [submitted, historyEntry('11:40:00', 'ReworkRequested', 'Advertiser', sentBackReason)],
}

/** Work that its executor withdrew. */
export const withdrawnExample: Report = {
  ...reportExample,
  status: 'Withdrawn',
  updatedAt: at('10:45:00'),
  version: 2,
  history: [submitted, historyEntry('10:45:00', 'Withdrawn')],
}

/** A rejection that its executor appeals. */
export const disputedExample: Report = {
  ...rejectedExample,
  status: 'Disputed',
  disputedAt: at('11:50:00'),
  dispute: {
    id: 71,
    status: 'Open',
    openedAtUtc: at('11:50:00').toISOString(),
    respondByUtc: '2026-03-03T11:50:00.000Z',
    decideByUtc: '2026-03-10T11:40:00.000Z',
    outcome: null,
  },
  updatedAt: at('11:50:00'),
  version: 3,
  history: [...rejectedExample.history, historyEntry('11:50:00', 'Disputed')],
}

/** An offer as an executor with a reservation sees it. */
export const offerDetailExample: OfferDetail & {
  readonly advertiserAlias: string
  readonly advertiserMark: null
  readonly ineligibleReasons: readonly string[]
  readonly missing: undefined
  readonly allowedActions: readonly string[]
} = {
  ...availableExample,
  totalLimit: offerExample.totalLimit,
  offerVersion: offerExample.version,
  missing: undefined,
  allowedActions: ['Cancel', 'Submit'],
  details: offerExample.details,
  proofInstructions: offerExample.proofInstructions,
  acceptanceCriteria: offerExample.acceptanceCriteria,
  pageKind: null,
  itemsPerSlot: null,
  offerDetailsSchema: { type: 'object' },
  executionDetailsSchema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  proofs: null,
  myReservation: idOf(9001),
  myExpiresAt: at('11:00:00'),
  myExtendedAt: null,
  myExecution: null,
  myStatus: null,
}
