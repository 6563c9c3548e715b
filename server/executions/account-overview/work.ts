import type { Id } from '../../values/id.ts'
import type { Execution } from '../execution.ts'

/** Submitted work as an operator lists what somebody did. */
export type Work = Pick<
  Execution,
  | 'id'
  | 'offer'
  | 'advertiser'
  | 'status'
  | 'revision'
  | 'rewardUnits'
  | 'currency'
  | 'submittedAt'
  | 'decidedAt'
  | 'decidedBy'
  | 'reasonCode'
  | 'reason'
  | 'reviewDeadlineAt'
  | 'fraudHoldAt'
> & { readonly executor: Id<'account'>; readonly offerTitle: string }

/** What an operator may do with it now: time may have accepted it already, where nobody has written that down. */
export function workActions({ status, fraudHoldAt, reviewDeadlineAt }: Work, now: Date): string[] {
  if (status !== 'Pending') return []
  if (fraudHoldAt !== null) return ['Release']
  return now < reviewDeadlineAt ? ['Hold'] : []
}
