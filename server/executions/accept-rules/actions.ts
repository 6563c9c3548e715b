import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { codeHash, returnCode, submittedCode } from '../completion-codes/completion-codes.ts'
import { writeDecisions } from '../decisions/actions.ts'
import type { AllowedDecision } from '../decisions/decide.ts'
import { applyToAgreements, applyToWork } from '../rules/actions.ts'
import { acceptingRule, acceptsByCode, type CodeOutcome, codeFlag, type RuleFacts } from './accept-rules.ts'
import {
  type CodeClaim,
  claimCodes,
  dequeueWork,
  type QueuedWork,
  type RuleOutcome,
  readQueuedWork,
  readRightCodes,
} from './sql.ts'

const batchMax = 100

/**
 * Does what the rules of offers ask for. Then accepts submitted work that a rule of its offer accepts; leaves other work to its advertiser.
 * Work that changed meanwhile is evaluated in the next run.
 */
export async function applyRules(ctx: RulesContext): Promise<number> {
  const executors = await applyToAgreements(ctx)
  return executors + (await applyToQueue(ctx))
}

type RulesContext = Pick<Ctx, 'db' | 'config' | 'secretKey'>

/** Reads the queue, and does what rules say about its work: flagged work is not accepted. */
async function readRuled(ctx: RulesContext, limit: number): Promise<readonly QueuedWork[]> {
  const waiting = await readQueuedWork(ctx.db, limit)
  const ruled = waiting.filter(({ isRuled }) => isRuled)
  if (ruled.length === 0 || (await applyToWork(ctx, ruled)) === 0) return waiting
  const places = new Set(waiting.map(({ place }) => place))
  return (await readQueuedWork(ctx.db, limit)).filter(({ place }) => places.has(place))
}

const applyToQueue = (ctx: RulesContext): Promise<number> =>
  drainInBatches(batchMax, async (limit) => {
    const { db } = ctx
    const waiting = await readRuled(ctx, limit)
    const evaluations = await evaluate(ctx, waiting)
    const accepted = evaluations.filter(({ isAccepted }) => isAccepted)
    const reviews = accepted.map(({ work }) => acceptanceOf(work))
    const written = reviews.length > 0 ? await writeDecisions(ctx, 'accept', 'Pending', reviews) : []
    const unwritten = new Set(reviews.map(({ execution }) => execution)).difference(
      new Set(written.map(({ id }) => id)),
    )
    const outcomes = evaluations.flatMap(({ work, outcome }) => (unwritten.has(work.id) ? [] : [outcome]))
    if (outcomes.length > 0) await dequeueWork(db, outcomes)
    return outcomes.length
  })

type Evaluation = { readonly work: QueuedWork; readonly isAccepted: boolean; readonly outcome: RuleOutcome }

/** In the order of submission: a wrong code counts against later submissions of the same executor. */
async function evaluate(ctx: Pick<Ctx, 'db' | 'secretKey'>, waiting: readonly QueuedWork[]): Promise<Evaluation[]> {
  const outcomes = await codeOutcomes(ctx, waiting)
  const missed = new Map<string, number>()
  return waiting.map((work) => {
    const key = `${work.offer} ${work.executor}`
    const before = missed.get(key) ?? 0
    const facts: RuleFacts = { ...work, code: outcomes.get(work.id) ?? 'Wrong', misses: work.misses + before }
    const isPending = work.status === 'Pending'
    const isMiss = isPending && facts.code === 'Wrong' && hasCodes(work)
    if (isMiss) missed.set(key, before + 1)
    const flag = isPending ? (codeFlag(facts) ?? null) : null
    const isAccepted = isPending && acceptingRule(facts) !== undefined
    return { work, isAccepted, outcome: { id: work.id, place: work.place, flag, isMiss } }
  })
}

/** A code can only be wrong if the offer has a list of codes. That of work which failed a check of its study is no guess. */
const hasCodes = ({ rules, hasList, returned }: QueuedWork): boolean =>
  acceptsByCode(rules) && hasList && returned !== 'failed-check'

const acceptanceOf = ({
  id: execution,
  offer,
  executor,
  hasItems,
  hasScreenOuts,
  version,
}: QueuedWork): AllowedDecision => ({
  execution,
  offer,
  executor,
  hasItems,
  hasScreenOuts,
  version,
  by: 'Rule',
  account: null,
})

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

/** Yields before each item, because there may be many to hash. */
function* claimsOf(secretKey: string, works: readonly QueuedWork[]): Generator<void, CodeClaim[]> {
  const requests: CodeClaim[] = []
  for (const { id, offer, executor, status, rules, details, returned, returnedAt } of works) {
    const code = submittedCode(details)
    if (status !== 'Pending' || code === undefined || !acceptsByCode(rules)) continue
    yield
    const hash = codeHash(secretKey, offer, code)
    const isReturned =
      returned === 'complete' &&
      returnedAt !== null &&
      hash.equals(codeHash(secretKey, offer, returnCode(secretKey, { offer, executor, returnedAt })))
    requests.push({ execution: id, offer, code: hash, isReturned })
  }
  return requests
}
