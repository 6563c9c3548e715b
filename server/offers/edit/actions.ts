import { hasDailyMax, keyHashOf } from '../../accounts/spending/actions.ts'
import { type OfferWarning, type Warned, withWarnings } from '../../catalog/warnings.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Db, retryOnConflict } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { decimalOf } from '../../values/money.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { applyEdit, changedMembers, factsForEdit, mustBeEditable, publicNames, transitionTowards } from '../edit.ts'
import type { OfferInput } from '../input.ts'
import {
  approveAtOnce,
  changeOffer,
  type DecideChange,
  defaultsOf,
  mustBeOrderable,
  type NotFoundProblem,
  undefinedOnRace,
} from '../lifecycle/actions.ts'
import { applyTransition, type Change, neededUnits, resize } from '../lifecycle/lifecycle.ts'
import { namesContent as namesContentIn, needsApproval, withChangePending } from '../moderation/pending-change.ts'
import { ExternalIdTaken, type Offer } from '../offer.ts'
import { mustEndInFuture, pricedOfferOf } from '../priced-offer.ts'
import { totalCost } from '../rewards/costs.ts'
import { MaxCostRequired, mustNotCostMore } from '../rewards/max-cost.ts'
import { readOrderOf } from '../sql-price-facts.ts'
import { mustKeepStudy } from '../studies/edit.ts'

export type Edit = {
  readonly id: Id<'offer'>
  readonly missing: NotFoundProblem
  readonly input: (offer: Offer) => OfferInput
  readonly versions: Versions
  readonly status?: string | undefined
  /** The highest total cost that the task may have after the change. */
  readonly maxCost?: number | null | undefined
  /** Whether the request contains content members; only then it replaces a pending change. */
  readonly namesContent: boolean
  /** Changes how many executors answer each item, and returns the slots that the offer then has. */
  readonly changeOverlap?: (db: Db, before: Offer, overlap: number) => Promise<number>
}

/** Changes the caller's own offer as far as its status allows, and optionally its status in the same request. */
export async function editOffer(ctx: Ctx, edit: Edit): Promise<Offer & Warned> {
  const { id, missing } = edit
  let warnings: readonly OfferWarning[] = []
  const rule: DecideChange = async (before, now, db) => {
    mustBeVersion(before, edit.versions)
    const move = transitionTowards(before, edit.status)
    const { warnings: found = [], ...rewritten } = await decideEdit(ctx, db, before, edit, now)
    warnings = move === 'submit' ? await mustBeOrderable(ctx, db, rewritten.after) : found
    const change = move
      ? { ...rewritten, ...applyTransition(rewritten.after, move, { actor: 'advertiser', now }), before }
      : rewritten
    await mustBeAgreed(ctx, db, change, edit.maxCost)
    return change
  }
  const offer = await retryOnConflict(() => undefinedOnRace(changeOffer(ctx, { id, access: 'own', missing }, rule)))
  if (offer.status === 'PendingModeration') await approveAtOnce(ctx, id)
  return withWarnings(offer, warnings)
}

async function decideEdit(
  ctx: Ctx,
  db: Db,
  before: Offer,
  { namesContent, changeOverlap, ...edit }: Edit,
  now: Date,
): Promise<Change & Warned> {
  const requested = edit.input(before)
  const changed = changedMembers(before, requested)
  mustBeEditable(before, changed)
  mustKeepStudy(before, requested)
  if (changed.length === 0) return cancelPendingChange(before, namesContent)
  if (changed.includes('endsAt')) mustEndInFuture(requested, now)
  const { overlap } = requested
  const resized =
    overlap !== null && changed.includes('overlap') ? await changeOverlap?.(db, before, overlap) : undefined
  const input = { ...requested, totalLimit: resized ?? requested.totalLimit }
  const facts = await readOrderOf(db, input, before.advertiser)
  if (facts.existing !== null && facts.existing !== before.id) throw ExternalIdTaken({ existingTaskId: facts.existing })
  const pricedOffer = pricedOfferOf(
    input,
    factsForEdit(before, changed, facts),
    defaultsOf(ctx.config, facts, before.sourceLanguage),
  )
  const edited = applyEdit(before, pricedOffer, changed)
  const after = namesContent ? withContent(before, edited, ctx.config, now) : edited
  const { warnings } = pricedOffer
  if (changed.every(isContent) && after.pendingChange !== null && after.pendingChange === before.pendingChange)
    return { before, after: before, warnings }
  const change = input.totalLimit === before.totalLimit ? { after } : resize(after, input.totalLimit, now)
  return { ...change, before, members: publicNames(changed), warnings }
}

/** Throws unless the cost after the change is within `maxCost`, which a key with a daily limit needs if more money is held. */
export const mustBeAgreed = (ctx: Ctx, db: Db, change: Change, maxCost: number | null | undefined): Promise<void> =>
  mustBeAgreedBy(keyHashOf(ctx.by), db, change, maxCost)

/** As `mustBeAgreed`, for the API key with this hash. */
export async function mustBeAgreedBy(
  keyHash: Buffer | null,
  db: Db,
  change: Change,
  maxCost: number | null | undefined,
): Promise<void> {
  const { after } = change
  const totalUnits = totalCost(after, after.totalLimit)
  mustNotCostMore({ totalUnits, currency: after.currency }, maxCost)
  if (typeof maxCost === 'number' || neededUnits(change) === 0n || !(await hasDailyMax(db, keyHash))) return
  throw MaxCostRequired({ totalCost: decimalOf(totalUnits), currency: after.currency })
}

const isContent = (member: string): boolean => namesContentIn([member])

/** Requesting the approved content cancels the pending change. */
const cancelPendingChange = (before: Offer, namesContent: boolean): Change =>
  namesContent && before.pendingChange !== null
    ? { before, after: { ...before, pendingChange: null }, members: [] }
    : { before, after: before }

/** Applies the requested content, or makes it a pending change if an operator must approve it. */
const withContent = (before: Offer, requested: Offer, config: Config, now: Date): Offer =>
  needsApproval(before, config) ? withChangePending(before, requested, now) : { ...requested, pendingChange: null }
