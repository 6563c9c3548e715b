import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { matchesWhole } from '../../values/patterns/pattern.ts'
import { codeHash, submittedCode } from '../completion-codes/completion-codes.ts'
import { acceptsByCode, type CodeOutcome } from './accept-rules.ts'
import type { QueuedWork } from './sql.ts'
import { type CodeClaim, claimCodes, readRightCodes } from './sql.ts'

/**
 * Returns the outcomes of the codes of submitted work, by execution; work without a code has no entry. A correct code belongs from then on
 * to the first work that has it.
 */
export async function codeOutcomes(
  { db, secretKey }: Pick<Ctx, 'db' | 'secretKey'>,
  works: readonly QueuedWork[],
): Promise<ReadonlyMap<Id<'execution'>, CodeOutcome>> {
  const requests = await yieldToEventLoop(claimsOf(secretKey, works))
  if (requests.length === 0) return new Map()
  const right = new Set((await readRightCodes(db, requests)).map(({ execution }) => execution))
  const claims = requests.filter(({ execution }) => right.has(execution))
  const firsts = [...Map.groupBy(claims, ({ offer, code }) => `${offer} ${code.toString('hex')}`).values()].map(
    ([first]) => first as CodeClaim,
  )
  const owners = new Set((firsts.length > 0 ? await claimCodes(db, firsts) : []).map(({ execution }) => execution))
  const outcomeOf = ({ execution }: CodeClaim): CodeOutcome =>
    right.has(execution) ? (owners.has(execution) ? 'Right' : 'Used') : 'Wrong'
  return new Map(requests.map((one) => [one.execution, outcomeOf(one)]))
}

/** Yields before each item, because matching a code can take a few milliseconds. */
function* claimsOf(secretKey: string, works: readonly QueuedWork[]): Generator<void, CodeClaim[]> {
  const requests: CodeClaim[] = []
  for (const { id, offer, status, rules, details, offerDetails } of works) {
    const code = submittedCode(details)
    if (status !== 'Pending' || code === undefined || !acceptsByCode(rules)) continue
    yield
    const pattern = offerDetails['completionCodePattern']
    const fits = typeof pattern === 'string' && matchesWhole(pattern, code)
    requests.push({ execution: id, offer, code: codeHash(secretKey, offer, code), matchesPattern: fits })
  }
  return requests
}
