import { admitted } from '../../accounts/caller.ts'
import { stopExecutor } from '../../items/actions-stops.ts'
import { agreementsToRule, endRuling } from '../../items/consensus/actions-agreeing.ts'
import { doubtAnswers, lockRoom } from '../../items/consensus/actions-doubts.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { grantQualification, takeQualification } from '../../qualifications/actions-grants.ts'
import type { Giver } from '../../qualifications/qualification.ts'
import { aliasOf } from '../../reservations/reservation.ts'
import { type Id, idOf } from '../../values/id.ts'
import { Problem } from '../../values/problems/problem.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { reworkWith } from '../decisions/actions-rework.ts'
import type { Execution } from '../execution.ts'
import {
  type DueAction,
  dueActions,
  flagOf,
  type ListedRuleAction,
  type RuleFacts,
  reworkReason,
  scoreFor,
  stopFor,
} from './rules.ts'
import {
  forgetLifted,
  lockPending,
  mustRecordAction,
  type Ruled,
  readRuleActions,
  readRuleFacts,
  writeAction,
  writeFlag,
} from './sql.ts'

type RuleContext = Pick<Ctx, 'db' | 'config' | 'secretKey'>

/** Returns a page of what rules did on the caller's own offer, newest first. */
export async function listRuleActions(ctx: Ctx, offer: Id<'offer'>, page: Page): Promise<PageOf<ListedRuleAction>> {
  const { caller, rows } = admitted(ctx.by, await readRuleActions(ctx.db.reads, ctx.by, offer, page))
  if (rows.length === 0) throw TaskNotFound({})
  const { items, ...named } = listed(rows, page, caller, ctx.secretKey)
  return {
    ...named,
    items: items.map((row) => ({ ...row, executorAlias: aliasOf(ctx.secretKey, row.advertiser, row.executor) })),
  }
}

/** Does what rules ask for after work was submitted. Returns how many actions that were. */
export const applyToWork = (
  ctx: RuleContext,
  works: readonly Pick<Execution, 'id' | 'offer' | 'executor'>[],
): Promise<number> =>
  applyAll(
    ctx,
    [...Map.groupBy(works, ({ offer, executor }) => `${offer} ${executor}`).values()].flatMap((own) =>
      own.slice(0, 1).map(({ offer, executor }) => ({ offer, executor, works: own.map(({ id }) => id) })),
    ),
  )

const agreementsMax = 100

/** Does what rules ask for after results were computed. Returns of how many executors. */
export const applyToAgreements = (ctx: RuleContext): Promise<number> =>
  drainInBatches(agreementsMax, async (limit) => {
    const waiting = await agreementsToRule(ctx.db, limit)
    if (waiting.length === 0) return 0
    await applyAll(
      ctx,
      waiting.map(({ offer, executor }) => ({ offer, executor, works: [] })),
    )
    await endRuling(ctx.db, waiting)
    return waiting.length
  })

async function applyAll(ctx: RuleContext, pairs: readonly Ruled[]): Promise<number> {
  if (pairs.length === 0) return 0
  const submitted = new Set<number>(pairs.flatMap(({ works }) => works))
  let done = 0
  for (const facts of await readRuleFacts(ctx.db, pairs))
    for (const due of dueActions(facts, submitted)) if (await act(ctx, facts, due)) done++
  return done
}

/** Returns whether the action was done: not if the rule has done it before, or if it is not possible any more. */
function act(ctx: RuleContext, facts: RuleFacts, due: DueAction): Promise<boolean> {
  if (due.rule.then.type === 'Rework') return sendBack(ctx.db, facts, due)
  return ctx.db
    .transaction((db) => actWithin({ ...ctx, db }, facts, due))
    .catch((error: unknown) => {
      // The qualification is gone, or has no room for more: the rule is tried again with the next work.
      if (error instanceof Problem) return false
      throw error
    })
}

type Within = Omit<RuleContext, 'db'> & { readonly db: Db }

/** Locks first, so that what is recorded can be done. */
async function actWithin(ctx: Within, facts: RuleFacts, due: DueAction): Promise<boolean> {
  const { rule, work } = due
  const record = async () => (await writeAction(ctx.db, facts, due)) !== undefined
  switch (rule.then.type) {
    case 'Stop':
      await forgetLifted(ctx.db, facts, due)
      if (!(await record())) return false
      await stopExecutor(ctx.db, facts, stopFor(rule, due.figures))
      return true
    case 'Flag':
      if (!work || !(await lockPending(ctx.db, work.id)) || !(await record())) return false
      await writeFlag(ctx.db, work.id, flagOf(rule.when))
      return true
    case 'AskMore': {
      const answers = work && { offer: facts.offer, execution: work.id }
      if (!answers || !(await lockRoom(ctx.db, answers)) || !(await record())) return false
      await doubtAnswers(ctx.db, answers)
      return true
    }
    default:
      if (!(await record())) return false
      await changeQualification(ctx, facts, due)
      return true
  }
}

async function changeQualification(ctx: Within, facts: RuleFacts, { rule, figures }: DueAction): Promise<void> {
  const { then } = rule
  if (then.type !== 'Grant' && then.type !== 'Take') return
  const { executor, advertiser } = facts
  const id = idOf<'qualification'>(then.qualificationId)
  const by: Giver = { actor: 'system', account: advertiser, reason: null }
  if (then.type === 'Take') return takeQualification(ctx.db, id, [executor], by)
  const executorAlias = aliasOf(ctx.secretKey, advertiser, executor)
  const score = scoreFor(rule, figures)
  await grantQualification(
    ctx.db,
    id,
    [{ executor, executorAlias, score, expiresAt: null }],
    by,
    ctx.config.qualificationGrantsMax,
  )
}

/** Sends work back in one flight with the record of it. Nothing happens if a decision or another run came first. */
async function sendBack(db: Ctx['db'], facts: RuleFacts, due: DueAction): Promise<boolean> {
  if (!due.work) return false
  const rework = {
    execution: due.work.id,
    offer: facts.offer,
    account: null,
    reason: reworkReason(due.rule, due.figures),
    deadlineSeconds: null,
  }
  return (await reworkWith(db, rework, [mustRecordAction(db, facts, due)])) !== undefined
}
