import type { Ctx } from '../platform/ctx.ts'
import { inSets } from '../platform/sets.ts'
import { inTurns } from '../platform/turns.ts'
import { moneyOf } from '../values/money.ts'
import { acceptingRule } from './rules.ts'
import { acceptExecutions } from './sql-review.ts'
import type { Review } from './sql-review-asked.ts'
import { forgetRuled, readUnruled, type Unruled } from './sql-rules.ts'

const ruledMax = 100

/**
 * Accepts submitted work that a rule of its offer accepts; whatever else was submitted waits for its advertiser. Work that
 * something happened to meanwhile is ruled on at the next turn.
 */
export const applyRules = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  inSets(ruledMax, async (most) => {
    const waiting = await readUnruled(db, most)
    const accepted = await inTurns(acceptedOf(waiting))
    const terms = { from: 'Pending', money: moneyOf(config), appealSeconds: config.appealSeconds } as const
    const written = accepted.length > 0 ? await acceptExecutions(db, accepted.map(acceptanceOf), terms) : []
    const late = new Set(accepted.map(({ id }) => id)).difference(new Set(written.map(({ id }) => id)))
    const ruled = waiting.filter(({ id }) => !late.has(id))
    if (ruled.length > 0) await forgetRuled(db, ruled)
    return ruled.length
  })

/** The work that a rule accepts. Stops before each, because matching a code takes a few milliseconds at worst. */
function* acceptedOf(waiting: readonly Unruled[]): Generator<void, Unruled[]> {
  const accepted: Unruled[] = []
  for (const work of waiting) {
    yield
    if (work.status === 'Pending' && acceptingRule(work)) accepted.push(work)
  }
  return accepted
}

const acceptanceOf = (work: Unruled): Review => ({
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
