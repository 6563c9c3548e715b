import type { Id } from '../../values/id.ts'
import type { Execution } from '../execution.ts'

/** An execution as operators list it. */
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
