import { conflict } from '../../values/problems/problem.ts'
import { contentNames, contentOf, hasSameContent } from '../content.ts'
import type { Change } from '../lifecycle/lifecycle.ts'
import { type Offer, type PendingChange, TaskStateConflict } from '../offer.ts'

export const NoPendingChange = conflict('no_pending_change', 'No pending change', 'This offer has no pending change.')

/** Whether a body with these members changes the content. */
export const namesContent = (members: readonly string[]): boolean =>
  members.some((member) => (contentNames as readonly string[]).includes(member))

/** Whether changes of the content need approval: the offer runs, and moderation is manual. */
export const needsApproval = ({ status }: Pick<Offer, 'status'>, { moderation }: { readonly moderation: string }) =>
  moderation === 'manual' && (status === 'Active' || status === 'Paused')

/**
 * Returns the approved content with the content of `after` as pending change, if it differs. Replaces an earlier one; requesting the same
 * content again changes nothing.
 */
export function withChangePending(before: Offer, after: Offer, now: Date): Offer {
  const members = contentNames.filter((name) => !hasSameContent(before, { ...before, [name]: after[name] }))
  if (members.length === 0) return { ...after, pendingChange: null }
  const { pendingChange: known } = before
  const isKnown = known?.status === 'Pending' && hasSameContent(known.content, after)
  const change = { status: 'Pending', members, content: contentOf(after), requestedAtUtc: now.toISOString() } as const
  const pendingChange = isKnown ? known : { ...change, reason: null, decidedAtUtc: null }
  return { ...after, ...contentOf(before), pendingChange }
}

/** Returns an offer as it is and, if a change of its content waits for approval, as it would be with it. */
export const withEachContent = <Changing extends Pick<Offer, 'pendingChange'>>(offer: Changing): Changing[] =>
  offer.pendingChange?.status === 'Pending' ? [offer, { ...offer, ...offer.pendingChange.content }] : [offer]

function pendingOf(offer: Offer): PendingChange {
  if (offer.status !== 'Active' && offer.status !== 'Paused') throw TaskStateConflict({ currentStatus: offer.status })
  if (offer.pendingChange?.status !== 'Pending') throw NoPendingChange({})
  return offer.pendingChange
}

/** Puts the pending change into effect. Throws NoPendingChange or TaskStateConflict. */
export function approvePendingChange(before: Offer): Change {
  const { content, members } = pendingOf(before)
  const after = { ...before, ...contentOf(content), pendingChange: null }
  return { before, after, action: 'approve_change', actor: 'operator', members }
}

/** Rejects the pending change: the offer stays as it is, and its advertiser sees the reason. Throws as `approvePendingChange` does. */
export function rejectPendingChange(before: Offer, reason: string, now: Date): Change {
  const pending = pendingOf(before)
  const pendingChange = { ...pending, status: 'Rejected', reason, decidedAtUtc: now.toISOString() } as const
  const { members } = pending
  return {
    before,
    after: { ...before, pendingChange },
    action: 'reject_change',
    actor: 'operator',
    reason: reason,
    members,
  }
}
