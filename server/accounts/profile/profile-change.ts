import type { Id } from '../../values/id.ts'
import { missing } from '../../values/problems/problem.ts'
import { type Change, type GuardedChange, guardedMembers, type WholeAccount } from '../profile.ts'

type Guarded = keyof GuardedChange

/** A change that is pending until `dueAt` or an operator decides. `Approved`: it only waits for running reservations to end. */
export type ProfileChange = {
  readonly id: Id<'profileChange'>
  readonly account: Id<'account'>
  readonly members: GuardedChange
  readonly status: 'Pending' | 'Approved'
  readonly requestedAt: Date
  readonly dueAt: Date
}

export const ProfileChangeNotFound = missing(
  'profile_change_not_found',
  'No pending profile change',
  'This profile has no such pending change.',
)

/** Splits a change: targeting members with a value are delayed once a reservation has used the profile, others apply now. */
export function splitChange(account: WholeAccount, change: Change): { now: Change; waiting: GuardedChange } {
  const waits = (name: string): name is Guarded =>
    account.isProfileUsed &&
    guardedMembers.some((guarded) => guarded === name) &&
    account[name as Guarded] !== null &&
    account[name as Guarded] !== change[name as Guarded]
  const entries = Object.entries(change)
  return {
    now: Object.fromEntries(entries.filter(([name]) => !waits(name))),
    waiting: Object.fromEntries(entries.filter(([name]) => waits(name))),
  }
}
