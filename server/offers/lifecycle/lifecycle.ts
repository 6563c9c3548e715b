import type { Posting } from '../../ledger/ledger.ts'
import { conflict } from '../../values/problems/problem.ts'
import { isPastEnd } from '../limits.ts'
import {
  assertOfferTransition,
  isClosed,
  type Offer,
  type OfferActor,
  OfferEnded,
  type OfferEvent,
  type OfferTransition,
  offerTransitions,
  type Reason,
} from '../offer.ts'
import { keepForAppeals, requiredHold } from './hold.ts'

/** An offer before and after a change. The money that moves follows from `requiredHold` of both. */
export type Change = {
  readonly before: Offer
  readonly after: Offer
  readonly transition?: OfferTransition
  /** The audit action, if the change is not a transition. */
  readonly action?: string
  readonly actor?: OfferActor
  /** The decider's reason. */
  readonly reason?: string | undefined
  /** The changed members, by their public names. */
  readonly members?: readonly string[]
}

type TransitionDetails = {
  readonly actor: OfferActor
  readonly now: Date
  readonly reason?: Reason | null
  readonly comment?: string
}

const transitionChanges: Partial<Record<OfferTransition, (now: Date) => Partial<Offer>>> = {
  submit: (submittedAt) => ({ submittedAt, statusReason: null, moderation: pending }),
  withdraw: () => ({ moderation: null }),
  approve: (activatedAt) => ({ activatedAt, moderation: moderationDecision('Approved', activatedAt) }),
  archive: (archivedAt) => ({ archivedAt, pendingChange: null }),
  complete: (completedAt) => ({ completedAt, statusReason: limitReached, pendingChange: null }),
  reopen: () => ({ completedAt: null, statusReason: null, pausedBy: null }),
  resume: () => ({ pausedBy: null, statusReason: null }),
}

export const limitReached = { code: 'limit_reached', message: 'All executions that were asked for are accepted.' }
const pending = { status: 'Pending', reasonCode: null, comment: null, decidedAtUtc: null } as const

const moderationDecision = (status: 'Approved' | 'Rejected', now: Date, comment: string | null = null) => ({
  status,
  reasonCode: status === 'Rejected' ? 'moderation_rejected' : null,
  comment,
  decidedAtUtc: now.toISOString(),
})

const refusedAfterEnd: readonly OfferTransition[] = ['submit', 'approve', 'resume', 'reopen']

/** Returns the offer after a transition, or throws a refusal. */
export function applyTransition(
  before: Offer,
  transition: OfferTransition,
  { actor, now, reason, comment }: TransitionDetails,
): Change {
  assertOfferTransition(transition, before, actor)
  const { endsAt } = before
  if (endsAt && refusedAfterEnd.includes(transition) && isPastEnd(before, now))
    throw OfferEnded({ endsAtUtc: endsAt.toISOString() })
  const status = offerTransitions[transition].to
  const after = {
    ...before,
    ...transitionChanges[transition]?.(now),
    ...(transition === 'pause' || transition === 'suspend' ? { pausedBy: actor } : {}),
    ...(transition === 'reject' ? { moderation: moderationDecision('Rejected', now, comment ?? null) } : {}),
    ...(reason !== undefined ? { statusReason: reason } : {}),
    status,
  }
  return { before, after: keepForAppeals(before, after), transition, actor, reason: comment ?? reason?.message }
}

export const SlotsInUse = conflict<{ currentStatus: string; minimum: number }>(
  'task_state_conflict',
  'Not allowed in this status',
  ({ minimum }) =>
    `totalLimit must be at least ${minimum}, the number of slots that are accepted, under review or reserved.`,
)

/** Changes the number of slots. Throws SlotsInUse below the slots in use; reopens a completed offer that gets more. */
export function resize(before: Offer, totalLimit: number, now: Date): Change {
  const used = before.accepted + before.pending + before.rework + before.reserved
  if (totalLimit < used) {
    throw SlotsInUse({ currentStatus: before.status, minimum: used })
  }
  const sized = { ...before, totalLimit, remaining: totalLimit - used }
  if (before.status === 'Completed' && totalLimit > before.totalLimit)
    return { ...applyTransition(sized, 'reopen', { actor: 'advertiser', now }), before }
  const full = totalLimit === before.accepted && !isClosed(before.status)
  const running = before.status === 'Active' || before.status === 'Paused'
  if (!full || !running) return { before, after: keepForAppeals(before, sized) }
  const { after, ...change } = applyTransition(sized, 'complete', { actor: 'system', now })
  return { ...change, before, after: keepForAppeals(before, after) }
}

const isRequested = ({ before, after }: Pick<Change, 'before' | 'after'>): boolean =>
  after.pendingChange?.status === 'Pending' && after.pendingChange !== before.pendingChange

/** Returns the audit log entry of a change. Account 0 is the installation's owner, recorded without an account. */
export const decisionOf = (
  { before, after, transition, action = transition ?? 'update', actor = 'advertiser', reason, members }: Change,
  decider: number,
) => ({
  actor,
  account: actor === 'system' || decider === 0 ? null : decider,
  action: `task.${action}`,
  reason: reason ?? null,
  data: {
    from: before.status,
    to: after.status,
    version: before.version + 1,
    ...(members ? { members } : {}),
    ...(isRequested({ before, after }) ? { pending: after.pendingChange?.members } : {}),
  },
})
export type Decision = ReturnType<typeof decisionOf>

/** A transfer between the advertiser's available money, the offer's hold and the platform's revenue. */
export type Transfer = {
  readonly kind: 'Hold' | 'Release' | 'Fee'
  readonly cause: string
  readonly from: 'available' | 'held'
  readonly to: 'available' | 'held' | 'revenue'
  readonly units: bigint
}

/** Returns the transfers of a change. The cause names the version that the change creates, so no transfer is posted twice. */
export function transfersOf({ before, after, transition }: Change): Transfer[] {
  const cause = (kind: string) => `offer:${before.id}:v${before.version + 1}:${kind}`
  const fee = transition === 'approve' ? before.flatUnits : 0n
  const delta = requiredHold(after) - before.heldUnits + fee
  const transfers: Transfer[] = []
  if (fee > 0n) transfers.push({ kind: 'Fee', cause: cause('fee'), from: 'held', to: 'revenue', units: fee })
  if (delta > 0n) transfers.push({ kind: 'Hold', cause: cause('hold'), from: 'available', to: 'held', units: delta })
  if (delta < 0n)
    transfers.push({ kind: 'Release', cause: cause('release'), from: 'held', to: 'available', units: -delta })
  return transfers
}

/** Returns the units that a change needs from the advertiser's available balance. */
export const neededUnits = (change: Change): bigint =>
  transfersOf(change).find(({ kind }) => kind === 'Hold')?.units ?? 0n

/** Returns the events that a change causes, causes before effects. */
export function eventsOf({ before, after }: Change): OfferEvent[] {
  const isNow = (status: Offer['status']) => after.status === status && before.status !== status
  const isModerated = before.status === 'PendingModeration' && ['Active', 'Rejected'].includes(after.status)
  // An operator or the system may take over a pause.
  const isPaused = isNow('Paused') || (after.status === 'Paused' && after.pausedBy !== before.pausedBy)
  return [
    ...(isModerated ? [{ kind: 'task.moderated' } as const] : []),
    ...(isPaused ? [{ kind: 'task.paused' } as const] : []),
    ...(isNow('Archived') ? [{ kind: 'task.archived' } as const] : []),
    ...(isNow('Completed') ? [{ kind: 'task.completed', more: { reason: 'limit_reached' } } as const] : []),
  ]
}

/** Returns the postings of each transfer. */
export function postingsOf(change: Change): Posting[] {
  const { id, advertiser } = change.before
  const places = {
    available: { book: 'advertiser.available', owner: advertiser, account: advertiser },
    held: { book: 'advertiser.held', owner: id, account: advertiser },
    revenue: { book: 'platform.revenue', owner: 0, account: null },
  } as const
  return transfersOf(change).flatMap(({ kind, cause, from, to, units }) => [
    { kind, cause, offer: id, ...places[from], units: -units },
    { kind, cause, offer: id, ...places[to], units },
  ])
}
