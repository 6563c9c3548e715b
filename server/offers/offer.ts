import { isPauseCause, OffersPaused } from '../accounts/pause-cause.ts'
import type { Requirement } from '../qualifications/requirement.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { conflict, missing } from '../values/problems/problem.ts'
import {
  allowedActions,
  assertCanTransition,
  type StatusOf,
  statusesOf,
  type Transitions,
} from '../values/transitions/transitions.ts'
import type { OwnMembers } from './body-members.ts'
import type { ItemMembers } from './item-members.ts'
import type { Limits } from './limits.ts'
import type { StudyMembers } from './studies/study-members.ts'

/** The transitions of an offer: source and target statuses, actors and public names. */
export const offerTransitions = {
  submit: { from: ['Draft', 'Rejected'], to: 'PendingModeration', by: ['advertiser'], shown: 'Submit' },
  withdraw: { from: ['PendingModeration'], to: 'Draft', by: ['advertiser'], shown: 'Withdraw' },
  approve: { from: ['PendingModeration'], to: 'Active', by: ['operator', 'system'], shown: 'Approve' },
  reject: { from: ['PendingModeration'], to: 'Rejected', by: ['operator'], shown: 'Reject' },
  pause: { from: ['Active'], to: 'Paused', by: ['advertiser', 'operator', 'system'], shown: 'Pause' },
  resume: { from: ['Paused'], to: 'Active', by: ['advertiser', 'operator', 'system'], shown: 'Resume' },
  suspend: { from: ['Active', 'Paused'], to: 'Paused', by: ['operator'], shown: 'Suspend' },
  complete: { from: ['Active', 'Paused'], to: 'Completed', by: ['system'], event: 'task.completed' },
  reopen: { from: ['Completed'], to: 'Active', by: ['advertiser'] },
  archive: {
    from: ['Draft', 'PendingModeration', 'Rejected', 'Active', 'Paused', 'Completed'],
    to: 'Archived',
    by: ['advertiser'],
    shown: 'Archive',
    event: 'task.archived',
  },
} as const satisfies Transitions
export type OfferTransition = keyof typeof offerTransitions
export type OfferStatus = StatusOf<typeof offerTransitions>
export const offerStatuses: readonly OfferStatus[] = statusesOf(offerTransitions)
export type OfferActor = 'advertiser' | 'operator' | 'system'

export const genders = ['Any', 'Male', 'Female'] as const
export type Gender = (typeof genders)[number]
export type Criterion = { readonly id: string; readonly text: string; readonly required: boolean }
export type Translations = Readonly<Record<string, { readonly title?: string; readonly description?: string }>>
export type Reason = { readonly code: string; readonly message: string }
export type Moderation = {
  readonly status: 'Pending' | 'Approved' | 'Rejected'
  readonly reasonCode: string | null
  readonly comment: string | null
  readonly decidedAtUtc: string | null
}

/** The slots of an offer by state; accepted + pending + rework + reserved + remaining = totalLimit. */
export type Counts = {
  readonly totalLimit: number
  readonly remaining: number
  readonly reserved: number
  readonly pending: number
  readonly rework: number
  readonly accepted: number
  readonly acceptedByDispute: number
  readonly rejected: number
  readonly disputed: number
  readonly withdrawn: number
  /** How many costs the hold keeps for executions that are disputed or can still be. */
  readonly kept: number
  /** How many other executions are disputed or can still be. Money that leaves the hold is kept for them first. */
  readonly uncovered: number
}

/** The cost of one accepted execution: the executor's reward plus the fee and the add-ons. */
export type Costs = {
  readonly rewardUnits: Units
  readonly feeUnits: Units
  readonly addOnUnits: Units
  /** Paid once for the whole offer, when it is approved. */
  readonly flatUnits: Units
}

export type Audience = {
  readonly minAge: number | null
  readonly maxAge: number | null
  readonly gender: Gender
  readonly targetCountries: readonly number[]
  readonly minLevel: number
  readonly requirements: readonly Requirement[] | null
}

/** The instructions for executors. Moderation approves them; a reservation keeps its version. */
export type OfferContent = {
  readonly title: string
  readonly description: string | null
  readonly proofInstructions: string | null
  readonly acceptanceCriteria: readonly Criterion[]
  readonly details: Readonly<Record<string, unknown>>
  readonly sourceLanguage: string
  readonly translations: Translations
  /** The text of the page (`offers/pages/page.ts`); null: none. */
  readonly page: string | null
}

/** A content change of a running offer. Pending: an operator must decide. Rejected: kept until the next change. */
export type PendingChange = {
  readonly status: 'Pending' | 'Rejected'
  /** The members that differ from the approved content, by their public names. */
  readonly members: readonly string[]
  readonly content: OfferContent
  readonly requestedAtUtc: string
  readonly reason: string | null
  readonly decidedAtUtc: string | null
}

export type Offer = Counts &
  Costs &
  Audience &
  Limits &
  ItemMembers &
  StudyMembers &
  OfferContent &
  OwnMembers & {
    readonly id: Id<'offer'>
    readonly advertiser: Id<'account'>
    readonly status: OfferStatus
    readonly statusReason: Reason | null
    readonly pausedBy: OfferActor | null
    readonly price: Id<'price'>
    readonly chosenRewardUnits: Units | null
    readonly category: Id<'category'>
    readonly platform: Id<'platform'>
    readonly type: string
    readonly addOns: readonly number[]
    readonly currency: string
    readonly heldUnits: Units
    /** The fee for each screened-out executor, and how many there are. */
    readonly screenOutFeeUnits: Units | null
    readonly screenedOut: number
    /** How many took part in each quota, by its number; null: there are no quotas. */
    readonly quotasTaken: Readonly<Record<string, number>> | null
    /** How many items are open, in progress, completed, waiting, cancelled and gold, separated by spaces; null without items. */
    readonly itemCounts: string | null
    /** What bonuses have cost, with their fees. */
    readonly bonusCostUnits: Units
    readonly workSeconds: number | null
    readonly reservationSeconds: number
    readonly reviewSeconds: number
    readonly reworkSeconds: number
    readonly perExecutorLimit: number
    /** How many submissions of one executor may end as rejected or withdrawn. */
    readonly attemptsMax: number
    readonly moderation: Moderation | null
    readonly pendingChange: PendingChange | null
    readonly version: number
    readonly createdAt: Date
    readonly updatedAt: Date
    readonly submittedAt: Date | null
    readonly activatedAt: Date | null
    readonly completedAt: Date | null
    readonly archivedAt: Date | null
  }

export const OfferNotFound = missing('offer_not_found', 'Offer not found', 'No offer has this id.')
export const OfferUnavailable = missing(
  'offer_unavailable',
  'Offer unavailable',
  'This offer is currently not available.',
)
export const TaskNotFound = missing('task_not_found', 'Task not found', 'No task has this id.')
export const NoSlots = conflict('no_slots_available', 'No slots available', 'All slots of this offer are taken.')
export const OwnOffer = conflict(
  'own_offer',
  'Own offer',
  'An account cannot work on its own offers, nor a member of a workspace on those of the workspace.',
)
export const OfferNotStarted = conflict<{ startsAtUtc: string }>(
  'offer_not_started',
  'Not started yet',
  ({ startsAtUtc }) => `This offer can be reserved from ${startsAtUtc}.`,
)
export const OfferEnded = conflict<{ endsAtUtc: string }>(
  'offer_ended',
  'Offer ended',
  ({ endsAtUtc }) => `The offer ended at ${endsAtUtc}. Set endsAtUtc to a future time.`,
)
export const TaskStateConflict = conflict<{ currentStatus: string; allowedActions?: readonly string[] }>(
  'task_state_conflict',
  'Not allowed in this status',
  ({ currentStatus }) => `Not allowed in the status ${currentStatus}.`,
)
export const ExternalIdTaken = conflict<{ existingTaskId: number }>(
  'external_id_taken',
  'External id taken',
  ({ existingTaskId }) => `The task ${existingTaskId} already has this externalId.`,
)

const beforePublic: readonly string[] = ['Draft', 'PendingModeration', 'Rejected']
/** Whether the offer was never approved; executors cannot see it. */
export const isBeforePublic = (status: string): boolean => beforePublic.includes(status)

/** Whether the offer is completed or archived; the hold then covers only slots in use. */
export const isClosed = (status: OfferStatus): boolean => status === 'Completed' || status === 'Archived'

export function actionsOn(offer: Offer, actor: OfferActor): string[] {
  const actions = allowedActions(offerTransitions, offer.status, actor).filter(
    (action) => action !== 'Resume' || mayResume(offer, actor),
  )
  if (actor === 'advertiser') return offer.status === 'Archived' ? actions : [...actions, 'Update']
  const decidesChange = actor === 'operator' && offer.pendingChange?.status === 'Pending'
  return decidesChange ? [...actions, 'ApproveChange', 'RejectChange'] : actions
}

/** Whether a cause that affects all offers of the advertiser paused this one; the system resumes it. */
const isPausedWithOthers = ({ status, pausedBy, statusReason }: Offer): boolean =>
  status === 'Paused' && pausedBy === 'system' && isPauseCause(statusReason?.code)

/** Whether the actor may resume the offer. Only operators lift an operator's pause. */
export const mayResume = (offer: Offer, actor: OfferActor): boolean =>
  !isPausedWithOthers(offer) && (actor === 'operator' || offer.pausedBy !== 'operator')

export function assertOfferTransition(transition: OfferTransition, offer: Offer, actor: OfferActor): void {
  const actions = { allowedActions: actionsOn(offer, actor) }
  assertCanTransition(
    offerTransitions[transition],
    offer.status,
    ({ currentStatus }) => TaskStateConflict({ currentStatus: String(currentStatus), ...actions }),
    {},
  )
  if (transition === 'resume' && isPausedWithOthers(offer))
    throw OffersPaused({ causes: [offer.statusReason?.code ?? ''] })
  if ((transition === 'resume' || transition === 'reopen') && !mayResume(offer, actor))
    throw TaskStateConflict({ currentStatus: offer.status, ...actions })
}

/** The statuses that an advertiser may ask for, with what they do. */
export const requestedStatuses: ReadonlyMap<string, OfferTransition> = new Map([
  ['PendingModeration', 'submit'],
  ['Draft', 'withdraw'],
  ['Paused', 'pause'],
  ['Active', 'resume'],
])

/** An event of an offer, with further members of its data. */
export type OfferEvent = {
  readonly kind: `task.${string}`
  readonly more?: Readonly<Record<string, unknown>>
}
