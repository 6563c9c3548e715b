import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { decideBatched } from '../decisions/actions.ts'
import type { Review } from '../decisions/decision.ts'
import { acceptingRule, asksForCode, codeFlag, type Ruled } from './accept-rules.ts'
import { codeOutcomes } from './actions-code-outcomes.ts'
import { forgetRuled, type RuleOutcome, readUnruled, type WorkToRule } from './sql.ts'

const ruledMax = 100

/**
 * Accepts submitted work that a rule of its offer accepts; leaves other work to its advertiser. Work that changed meanwhile is evaluated in
 * the next run.
 */
export const applyRules = (ctx: Pick<Ctx, 'db' | 'config' | 'secretKey'>): Promise<number> =>
  drainInBatches(ruledMax, async (most) => {
    const { db } = ctx
    const waiting = await readUnruled(db, most)
    const verdicts = await verdictsOn(ctx, waiting)
    const accepted = verdicts.filter(({ isAccepted }) => isAccepted)
    const reviews = accepted.map(({ work }) => acceptanceOf(work))
    const written = reviews.length > 0 ? await decideBatched(ctx, 'accept', 'Pending', reviews) : []
    const late = new Set(reviews.map(({ execution }) => execution)).difference(new Set(written.map(({ id }) => id)))
    const ruled = verdicts.filter(({ work }) => !late.has(work.id))
    if (ruled.length > 0)
      await forgetRuled(
        db,
        ruled.map(({ done }) => done),
      )
    return ruled.length
  })

type RuleDecision = { readonly work: WorkToRule; readonly isAccepted: boolean; readonly done: RuleOutcome }

/** In the order of submission: a wrong code counts against later submissions of the same executor. */
async function verdictsOn(ctx: Pick<Ctx, 'db' | 'secretKey'>, waiting: readonly WorkToRule[]): Promise<RuleDecision[]> {
  const outcomes = await codeOutcomes(ctx, waiting)
  const missed = new Map<string, number>()
  return waiting.map((work) => {
    const key = `${work.offer} ${work.executor}`
    const before = missed.get(key) ?? 0
    const ruled: Ruled = { ...work, code: outcomes.get(work.id) ?? 'Wrong', misses: work.misses + before }
    const isPending = work.status === 'Pending'
    const isMiss = isPending && ruled.code === 'Wrong' && wantsCode(work)
    if (isMiss) missed.set(key, before + 1)
    const flag = isPending ? (codeFlag(ruled) ?? null) : null
    const isAccepted = isPending && acceptingRule(ruled) !== undefined
    return { work, isAccepted, done: { id: work.id, place: work.place, flag, isMiss } }
  })
}

/** A code can only be wrong if the offer has a pattern or a list of codes. */
const wantsCode = ({ rules, hasList, offerDetails }: WorkToRule): boolean =>
  asksForCode(rules) && (hasList || typeof offerDetails['completionCodePattern'] === 'string')

const acceptanceOf = (work: WorkToRule): Review => ({
  execution: work.id,
  offer: work.offer,
  executor: work.executor,
  by: 'Rule',
  account: null,
  version: work.version,
  comment: null,
  rating: null,
  reasonCode: null,
  reason: null,
  failedCriteria: null,
})
