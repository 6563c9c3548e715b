import type { AcceptRule } from '../../offers/limits.ts'
import type { Execution } from '../execution.ts'

/** How much of an executor's work must be decided before its share of accepted work says anything. */
const decidedMin = 10
/** After so many submissions of an executor on an offer that were withdrawn, or had a wrong code, no rule accepts another. */
export const missesMax = 3

/** What became of a completion code: `Used` is a right one that other work has. */
export type CodeOutcome = 'Right' | 'Wrong' | 'Used'

/** What rules look at: the work, the offer's own rules, and the executor's record. */
export type Ruled = Pick<Execution, 'flags' | 'fraudHoldAt'> & {
  readonly rules: readonly AcceptRule[]
  readonly code: CodeOutcome
  /** Earlier submissions of the executor on the offer that were withdrawn, or had a wrong code. */
  readonly misses: number
  readonly accepted: number
  readonly rejected: number
}

/** The first of the offer's rules that accepts the work. What is marked with anything is for people to look at. */
export function acceptingRule(ruled: Ruled): AcceptRule | undefined {
  if (ruled.flags.length > 0 || ruled.fraudHoldAt !== null) return undefined
  if (codeFlag(ruled) !== undefined || ruled.misses >= missesMax) return undefined
  return ruled.rules.find((rule) =>
    rule.type === 'CompletionCode' ? ruled.code === 'Right' : isTrusted(ruled, rule.value),
  )
}

export const codeFlags = ['DuplicateCode', 'CodeGuessing'] as const

/** What the advertiser is told of the code, on offers that accept work by it. */
export function codeFlag({ rules, code, misses }: Ruled): (typeof codeFlags)[number] | undefined {
  if (!asksForCode(rules)) return undefined
  if (code === 'Used') return 'DuplicateCode'
  return misses >= missesMax ? 'CodeGuessing' : undefined
}

export const asksForCode = (rules: readonly AcceptRule[]): boolean =>
  rules.some(({ type }) => type === 'CompletionCode')

function isTrusted({ accepted, rejected }: Ruled, rate: number): boolean {
  const decided = accepted + rejected
  return decided >= decidedMin && accepted / decided >= rate
}
