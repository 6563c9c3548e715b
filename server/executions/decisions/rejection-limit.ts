import { conflict } from '../../values/problems/problem.ts'
import { recentDecisionsMax } from '../execution.ts'

const shareMin = 20

/** More rejections than any request can have: no limit. */
const unlimited = 1_000_000_000

export type RejectionLimitConfig = {
  readonly rejectionPercentMax: number
  readonly rejectionsAtOnceMax: number
  readonly newAdvertiserRejectionsMax: number
}

/** An advertiser's latest decisions, newest first (`A`: accepted, `R`: rejected), and the total number of effective rejections. */
export type RejectionHistory = { readonly recent: string; readonly rejectionsMade: number }

/** Whether the limit is disabled: every share of rejections is allowed. */
export const isDisabled = ({ rejectionPercentMax }: RejectionLimitConfig): boolean => rejectionPercentMax >= 100

function isExceeded(decisions: string, config: RejectionLimitConfig): boolean {
  const counted = decisions.slice(0, recentDecisionsMax)
  const rejected = counted.length - counted.replaceAll('R', '').length
  // Too few decisions for a share: an absolute number limits them.
  if (counted.length < shareMin) return rejected > config.newAdvertiserRejectionsMax
  return rejected * 100 > config.rejectionPercentMax * counted.length
}

/** Returns how many rejections in a row may take effect before an operator must review them. */
export function remainingRejections(recent: string, config: RejectionLimitConfig): number {
  if (isDisabled(config)) return unlimited
  let remaining = 0
  while (!isExceeded('R'.repeat(remaining + 1) + recent, config)) remaining++
  return remaining
}

/** How many rejections in one request may take effect, and why the others wait. */
export type Allowance = { readonly remaining: number; readonly cause: 'Rate' | 'AtOnce' }

/** Acceptances in the same request count as if they had come first. */
export function allowanceFor(
  { recent, accepted, rejected }: { readonly recent: string; readonly accepted: number; readonly rejected: number },
  config: RejectionLimitConfig,
): Allowance {
  if (rejected > config.rejectionsAtOnceMax) return { remaining: 0, cause: 'AtOnce' }
  return { remaining: remainingRejections('A'.repeat(accepted) + recent, config), cause: 'Rate' }
}

export const TooManyRejections = conflict(
  'too_many_rejections',
  'Too many rejections',
  'The recent rejection rate is too high, so an operator must check further rejections. Work in rework cannot wait for that. Wait until it is resubmitted or its deadline passes.',
)
