import type { Id } from '../../values/id.ts'
import { conflict, missing } from '../../values/problems/problem.ts'
import { type AutoAccepting, isAutoAccepted } from '../deadlines.ts'
import type { Execution, ReasonCode } from '../execution.ts'
import type { PartyEmails } from '../report.ts'

export const heldOutcomes = ['Confirmed', 'Dismissed', 'Withdrawn', 'Overtaken'] as const
export type HeldOutcome = (typeof heldOutcomes)[number]

/** A requested rejection that takes effect only after an operator's review. */
export type HeldRejection = Pick<
  Execution,
  'offer' | 'advertiser' | 'executor' | 'status' | 'reviewDeadlineAt' | 'fraudHoldAt' | 'hasItems' | 'hasScreenOuts'
> &
  PartyEmails & {
    readonly id: Id<'heldRejection'>
    readonly execution: Id<'execution'>
    readonly taskTitle: string
    /** Whether the share of rejections was too large, or too many came at once. */
    readonly cause: 'Rate' | 'AtOnce'
    readonly reasonCode: ReasonCode
    readonly reason: string
    readonly failedCriteria: readonly string[] | null
    readonly blocksExecutor: boolean
    readonly heldAt: Date
    readonly endedAt: Date | null
    readonly outcome: HeldOutcome | null
  }

/** A report as the operator sees it who places or releases a fraud hold. */
export type FraudHoldReport = Pick<
  Execution,
  'id' | 'status' | 'reviewDeadlineAt' | 'fraudHoldAt' | 'version' | 'updatedAt'
>

export const HeldRejectionNotFound = missing(
  'held_rejection_not_found',
  'Held rejection not found',
  'No held rejection has this id.',
)
export const HeldRejectionEnded = conflict<{ outcome: string }>(
  'held_rejection_ended',
  'Rejection no longer held',
  ({ outcome }) => `This rejection is no longer held: it is ${outcome.toLowerCase()}.`,
)
export const NoHeldRejection = conflict<{ currentStatus: string }>(
  'no_held_rejection',
  'No held rejection',
  ({ currentStatus }) => `This report has no held rejection; it is ${currentStatus.toLowerCase()}.`,
)
export const NotUnderReview = conflict<{ currentStatus: string }>(
  'report_not_under_review',
  'Not under review',
  ({ currentStatus }) => `Only a report under review can be put on hold; this one is ${currentStatus.toLowerCase()}.`,
)

/** Returns whether an operator may place or end a fraud hold: only while the report is undecided. */
export const mayHold = (report: AutoAccepting, now: Date): boolean =>
  report.status === 'Pending' && !isAutoAccepted(report, now)

/** A report on fraud hold, until an operator releases it or the hold expires. */
export type FraudHold = Pick<Execution, 'id' | 'offer' | 'advertiser' | 'executor' | 'submittedAt'> &
  PartyEmails & {
    readonly taskTitle: string
    readonly fraudHoldAt: Date
    readonly endsAt: Date
    readonly reason: string | null
  }

export const expiredHoldReason = 'Nobody has shown fraud within the time that a hold may last.'

export const operatorActionsOn = (report: AutoAccepting, now: Date): string[] =>
  mayHold(report, now) ? [report.fraudHoldAt === null ? 'Hold' : 'Release'] : []
