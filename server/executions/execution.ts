import { createHash } from 'node:crypto'
import { canonicalJson } from '../values/canonical.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { conflict, invalid, missing } from '../values/problems/problem.ts'
import { type StatusOf, statusesOf, type Transitions } from '../values/transitions/transitions.ts'

export const executionTransitions = {
  accept: {
    from: ['Pending', 'ReworkRequested'],
    to: 'Accepted',
    by: ['advertiser', 'system'],
    shown: 'Accept',
    event: 'report.accepted',
  },
  autoAccept: { from: ['Pending'], to: 'Accepted', by: ['system'], event: 'report.accepted' },
  reject: {
    from: ['Pending', 'ReworkRequested'],
    to: 'Rejected',
    by: ['advertiser'],
    shown: 'Reject',
    event: 'report.rejected',
  },
  holdRejection: { from: ['Pending'], to: 'Pending', by: ['system'] },
  confirmRejection: { from: ['Pending'], to: 'Rejected', by: ['operator'], event: 'report.rejected' },
  requestRework: {
    from: ['Pending'],
    to: 'ReworkRequested',
    by: ['advertiser'],
    shown: 'RequestRework',
    event: 'report.rework_requested',
  },
  resubmit: {
    from: ['ReworkRequested'],
    to: 'Pending',
    by: ['executor'],
    shown: 'Resubmit',
    event: 'report.submitted',
  },
  missRework: { from: ['ReworkRequested'], to: 'Rejected', by: ['system'], event: 'report.rejected' },
  withdraw: {
    from: ['Pending', 'ReworkRequested'],
    to: 'Withdrawn',
    by: ['executor'],
    shown: 'Withdraw',
    event: 'report.withdrawn',
  },
  dispute: { from: ['Rejected'], to: 'Disputed', by: ['executor'], shown: 'Dispute', event: 'report.disputed' },
  concede: { from: ['Disputed'], to: 'Accepted', by: ['advertiser'], shown: 'Concede', event: 'report.accepted' },
  decideForExecutor: { from: ['Disputed'], to: 'Accepted', by: ['operator', 'system'], event: 'report.accepted' },
  decideForAdvertiser: { from: ['Disputed'], to: 'Rejected', by: ['operator'], event: 'report.rejected' },
  override: {
    from: ['Rejected'],
    to: 'Accepted',
    by: ['advertiser'],
    shown: 'OverrideRejection',
    event: 'report.accepted',
  },
  bonus: { from: ['Accepted'], to: 'Accepted', by: ['advertiser'], shown: 'Bonus' },
} as const satisfies Transitions
export type ExecutionStatus = StatusOf<typeof executionTransitions>
export const executionStatuses: readonly ExecutionStatus[] = statusesOf(executionTransitions)

/** The statuses of work that waits for a decision. */
export type Undecided = 'Pending' | 'ReworkRequested'

/** Who can decide on an execution. */
export const deciders = ['Advertiser', 'AutoAccept', 'Rule', 'Operator', 'Dispute', 'ReworkTimeout'] as const

export const reasonCodes = [
  'NotCompleted',
  'InstructionsNotFollowed',
  'ProofMissing',
  'ProofUnreadable',
  'ProofMismatch',
  'ProofReused',
  'WrongTarget',
  'LowQuality',
  'TooFast',
  'DuplicateWork',
  'InvalidCode',
  'Gold',
  'FraudSuspected',
  'Other',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

export const detailsBytesMax = 16_384

export type HistoryEntry = {
  readonly atUtc: string
  readonly event: string
  readonly revision: number
  readonly actor: string
  readonly note: string | null
}

export type Execution = {
  readonly id: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly executor: Id<'account'>
  readonly executorAlias: string
  readonly reservation: Id<'reservation'>
  readonly status: ExecutionStatus
  readonly revision: number
  readonly details: Readonly<Record<string, unknown>>
  readonly rewardUnits: Units
  readonly feeUnits: Units
  readonly addOnUnits: Units
  readonly currency: string
  readonly offerVersion: number
  readonly reservedAt: Date
  readonly submittedAt: Date
  readonly reviewDeadlineAt: Date
  readonly decidedBy: string | null
  readonly reasonCode: ReasonCode | null
  readonly reason: string | null
  readonly comment: string | null
  readonly failedCriteria: readonly string[] | null
  readonly rating: number | null
  readonly decidedAt: Date | null
  readonly maxReworks: number
  readonly reworkRound: number
  readonly reworkReason: string | null
  readonly reworkRequestedAt: Date | null
  readonly reworkDeadlineAt: Date | null
  readonly reworkReservation: Id<'reservation'> | null
  readonly flags: readonly string[]
  readonly bonusUnits: Units
  readonly appealDeadlineAt: Date | null
  /** The cost, while the execution is disputed or can still be: the offer keeps it if money leaves its hold. Else 0. */
  readonly keptUnits: Units
  readonly disputedAt: Date | null
  /** On fraud hold since then: no deadline accepts it meanwhile. */
  readonly fraudHoldAt: Date | null
  /** Whether it answers items. */
  readonly hasItems: boolean
  /** Whether its offer pays screened-out executors. */
  readonly hasScreenOuts: boolean
  readonly history: readonly HistoryEntry[]
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const OwnWork = conflict(
  'own_work',
  'Own work',
  'You did this work yourself, before you became a member. The advertiser or another member decides on it.',
)
export const ReportNotFound = missing('report_not_found', 'Report not found', 'No report has this id.')
export const ExecutionPending = conflict<{ executionId: number }>(
  'execution_pending',
  'Execution already pending',
  ({ executionId }) => `The execution ${executionId} is still undecided, or differs from this submission.`,
)
export const AlreadyDecided = conflict<{ currentStatus: string; allowedActions: readonly string[] }>(
  'report_already_decided',
  'Already decided',
  ({ currentStatus }) => `This report is already ${currentStatus.toLowerCase()}.`,
)
export const ReportOnHold = conflict(
  'report_on_hold',
  'Report on hold',
  'An operator is investigating possible fraud in this report. You can accept it once the hold has ended.',
)
export const ReworkLimitReached = conflict<{ maxRounds: number }>(
  'rework_limit_reached',
  'Rework limit reached',
  ({ maxRounds }) =>
    maxRounds === 0
      ? 'Work on this task cannot be returned for rework. Accept or reject it.'
      : `Work on this task can be returned for rework ${maxRounds === 1 ? 'once' : `${maxRounds} times`}. Accept or reject it.`,
)
export const InvalidProofUrl = invalid('invalid_proof_url', 'Invalid proof URL')
export const ExecutionDetailsInvalid = invalid('details_invalid', 'Invalid details')

/** Returns the hash that identifies a submission: the set of proofs and the details, both regardless of order. */
export const contentHash = (proofs: readonly string[], details: unknown): Buffer =>
  createHash('sha256')
    .update(canonicalJson([[...proofs].sort(), details]))
    .digest()

/** How many of the newest decisions count for the share of rejections. */
export const recentDecisionsMax = 50

/** Flags that the fraud check sets and clears; it leaves other flags of a report alone. No rule accepts work with any flag. */
export const fraudFlags = ['DuplicateProof', 'TooFast'] as const

export type FraudFlag = (typeof fraudFlags)[number]

/** Flags of work whose completion code was used before, or of executors who guess codes. */
export const codeFlags = ['DuplicateCode', 'CodeGuessing'] as const

/** The flag of a report whose rejection waits for an operator. */
export const operatorReview = 'OperatorReview'

/** The flag of work whose executor no longer met the requirements of the offer when they submitted it. */
export const unmetFlag = 'RequirementsNotMet'

/** The flag of work whose study reported that its executor failed a check. */
export const failedCheckFlag = 'FailedCheck'

/** The flags that rules of an offer set, by the condition. */
export const flagOfCondition = {
  Accuracy: 'LowAccuracy',
  Agreement: 'LowAgreement',
  TooFast: 'QuickWork',
  Skipped: 'ManySkipped',
  SameAnswers: 'SameAnswers',
} as const
const ruleFlags = Object.values(flagOfCondition)

/** The flags that executors see of their own work. */
export const ownFlags = [failedCheckFlag, ...ruleFlags] as const

/** All flags of a report. */
export const reportFlags = [...fraudFlags, ...codeFlags, operatorReview, unmetFlag, ...ownFlags] as const
