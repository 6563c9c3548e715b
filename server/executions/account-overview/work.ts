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
