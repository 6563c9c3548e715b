import type { AcceptRule } from '../../offers/limits.ts'
import type { codeFlags, Execution } from '../execution.ts'

/** Decisions needed before an executor's acceptance rate counts. */
const decidedMin = 10
/** After this many withdrawn or wrongly coded submissions of an executor on an offer, no rule accepts more of their work. */
export const missesMax = 3

/** The check of a completion code. `Used`: correct, but other work has used it. */
export type CodeOutcome = 'Right' | 'Wrong' | 'Used'

/** What rules examine: the work, the offer's rules, and the executor's record. */
export type RuleFacts = Pick<Execution, 'flags' | 'fraudHoldAt'> & {
  readonly rules: readonly AcceptRule[]
  readonly code: CodeOutcome
  /** Earlier submissions of the executor on the offer that were withdrawn or had a wrong code. */
  readonly misses: number
  readonly accepted: number
  readonly rejected: number
}

/** Returns the first rule of the offer that accepts the work; undefined if none does. Flagged work is left to people. */
export function acceptingRule(facts: RuleFacts): AcceptRule | undefined {
  if (facts.flags.length > 0 || facts.fraudHoldAt !== null) return undefined
  if (codeFlag(facts) !== undefined || facts.misses >= missesMax) return undefined
  return facts.rules.find((rule) =>
    rule.type === 'CompletionCode' ? facts.code === 'Right' : isTrusted(facts, rule.value),
  )
}

/** Returns the flag for the work's code, on offers that accept work by its code; undefined if there is none. */
export function codeFlag({ rules, code, misses }: RuleFacts): (typeof codeFlags)[number] | undefined {
  if (!acceptsByCode(rules)) return undefined
  if (code === 'Used') return 'DuplicateCode'
  return misses >= missesMax ? 'CodeGuessing' : undefined
}

export const acceptsByCode = (rules: readonly AcceptRule[]): boolean =>
  rules.some(({ type }) => type === 'CompletionCode')

function isTrusted({ accepted, rejected }: RuleFacts, rate: number): boolean {
  const decided = accepted + rejected
  return decided >= decidedMin && accepted / decided >= rate
}
