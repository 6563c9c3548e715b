import type { AcceptRule } from '../offers/limits.ts'
import { matchesWhole } from '../values/pattern.ts'
import type { Execution } from './execution.ts'

/** How much of an executor's work must be decided before its share of accepted work says anything. */
const decidedMin = 10

/** What rules look at: the work, the offer's own details and rules, and the executor's record. */
export type Ruled = Pick<Execution, 'details' | 'flags' | 'fraudHoldAt'> & {
  readonly rules: readonly AcceptRule[]
  readonly offerDetails: Readonly<Record<string, unknown>>
  readonly accepted: number
  readonly rejected: number
}

/** The first of the offer's rules that accepts the work. What is marked with anything is for people to look at. */
export function acceptingRule(ruled: Ruled): AcceptRule | undefined {
  if (ruled.flags.length > 0 || ruled.fraudHoldAt !== null) return undefined
  return ruled.rules.find((rule) => (rule.type === 'CompletionCode' ? hasCode(ruled) : isTrusted(ruled, rule.value)))
}

function hasCode({ details, offerDetails }: Ruled): boolean {
  const [code, pattern] = [details['completionCode'], offerDetails['completionCodePattern']]
  return typeof code === 'string' && typeof pattern === 'string' && matchesWhole(pattern, code)
}

function isTrusted({ accepted, rejected }: Ruled, rate: number): boolean {
  const decided = accepted + rejected
  return decided >= decidedMin && accepted / decided >= rate
}
