import { mustNotBeSuspended } from '../../accounts/actions.ts'
import { lockPause, mustNotBePaused, notePauseApplied, unappliedPauses } from '../../accounts/actions-pauses.ts'
import { admitted } from '../../accounts/caller.ts'
import { pauseCauses } from '../../accounts/pause-cause.ts'
import { spendWithKey } from '../../accounts/spending/actions.ts'
import { type OfferWarning, type Warned, withWarnings } from '../../catalog/warnings.ts'
import { mustHaveFunds, mustOweNothing } from '../../ledger/ledger.ts'
import { type RuleFacts, ruledSettings } from '../../money-rules/money-rule.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import { writeUnlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Database, type Db, undefinedIfViolated } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import { type Extras, Problem } from '../../values/problems/problem.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { contentOf, hasSameContent } from '../content.ts'
import { offerInputFor } from '../edit.ts'
import { NoItemsAdded } from '../item-members.ts'
import { type Offer, OfferNotFound, type OfferTransition, type Reason } from '../offer.ts'
import { type Defaults, mustNotBeBarred, pricedOfferOf } from '../priced-offer.ts'
import { keptCosts } from '../rewards/reward.ts'
import { holdMismatches, lockOffer, pendingOffers, readDebt, readFunds, readLocked } from '../sql.ts'
import type { FormerContent } from '../sql-fragments-content.ts'
import { readOrderOf } from '../sql-price-facts.ts'
import { applyTransition, type Change, decisionOf, neededUnits, postingsOf } from './lifecycle.ts'
import { endedOffers, endOffers, lockToPause, lockToResume, saveOffer, setPaused } from './sql.ts'

export type NotFoundProblem = (extras: Extras) => Problem

/** Returns what an order leaves out, with the money rules that held when its facts were read. */
export const defaultsOf = (
  config: Config,
  { heldRules }: Pick<RuleFacts, 'heldRules'>,
  language: string,
): Defaults => ({
  ...config,
  ...ruledSettings(config, heldRules),
  language,
})

/** Returns undefined if another request took the external id or deleted a list since the facts were read; the caller retries. */
export const undefinedOnRace = <T>(written: Promise<T>): Promise<T | undefined> =>
  undefinedIfViolated(
    written,
    'offers_external_id_once',
    'offers_allow_list_known',
    'offers_block_list_known',
    'offers_required_qualifications_known',
  )

export type DecideChange = (offer: Offer, now: Date, db: Db) => Change | Promise<Change>
type OfferAccess = { readonly id: Id<'offer'>; readonly access: 'own' | 'any'; readonly missing: NotFoundProblem }

/** Changes an offer under the lock of its state: reads, decides, and writes it with its money and events. */
export function changeOffer(ctx: Ctx, { id, access, missing }: OfferAccess, rule: DecideChange): Promise<Offer> {
  return ctx.db.transaction(async (db) => {
    const { caller, rows } = admitted(ctx.by, await lockOffer(db, ctx.by, id, access))
    if (!rows[0]) throw missing({})
    const offer = await readLocked(db, id)
    const change = await rule(offer, caller.now, db)
    if (neededUnits(change) > 0n) mustOweNothing((await readDebt(db, offer.advertiser)).units, offer.currency)
    if (isStarting(change)) await mustNotBePaused(db, offer.advertiser)
    return change.after === change.before ? offer : save(ctx, db, change, caller.callerAccount)
  })
}

export type AnyOffer = { readonly id: Id<'offer'>; readonly versions?: Versions }

/** Changes any offer. Throws OfferNotFound, or VersionConflict if it does not have one of these versions. */
export const changeAny = (ctx: Ctx, { id, versions }: AnyOffer, decide: DecideChange): Promise<Offer> =>
  changeOffer(ctx, { id, access: 'any', missing: OfferNotFound }, (before, now, db) => {
    mustBeVersion(before, versions)
    return decide(before, now, db)
  })

const startedStatuses: readonly string[] = ['PendingModeration', 'Active']

/** Whether the change submits or activates the offer. */
const isStarting = ({ before, after }: Change): boolean =>
  before.status !== after.status && startedStatuses.includes(after.status)

async function save(ctx: Ctx, db: Db, change: Change, decider: Id<'account'>): Promise<Offer> {
  const needed = neededUnits(change)
  if (needed > 0n) {
    const funds = await readFunds(db, change.before.advertiser)
    mustHaveFunds(needed, funds?.units ?? 0n, change.before.currency)
    await spendWithKey({ ...ctx, db }, needed)
  }
  return saveOffer(db, {
    change,
    decision: decisionOf(change, decider),
    postings: postingsOf(change),
    neededUnits: needed,
    trigger: change.transition === 'submit' ? 'TaskSubmitted' : 'LimitIncreased',
    money: moneyOf(ctx.config),
    former: replacedContent(change),
  })
}

/** Returns the content that a change replaces; undefined if it changes none, or if the offer was never public. */
function replacedContent({ before, after }: Change): FormerContent | undefined {
  if (before.activatedAt === null || hasSameContent(before, after)) return undefined
  return { offer: before.id, lastVersion: before.version, content: contentOf(before) }
}

type TransitionRequest = {
  readonly id: Id<'offer'>
  readonly transition: OfferTransition
  readonly missing?: NotFoundProblem
  readonly versions: Versions
}

/** Moves the caller's own offer to another status. Archiving an archived offer changes nothing. Throws VersionConflict. */
export async function transitionOwn(
  ctx: Ctx,
  { id, transition, missing = OfferNotFound, versions }: TransitionRequest,
): Promise<Offer & Warned> {
  let warnings: readonly OfferWarning[] = []
  const offer = await changeOffer(ctx, { id, access: 'own', missing }, async (before, now, db) => {
    if (transition === 'archive' && before.status === 'Archived') return { before, after: before }
    mustBeVersion(before, versions)
    const change = applyTransition(before, transition, { actor: 'advertiser', now })
    if (transition === 'submit') warnings = await mustBeOrderable(ctx, db, before)
    return change
  })
  if (transition === 'submit') await approveAtOnce(ctx, id)
  return withWarnings(offer, warnings)
}

/** Returns the warnings of a draft. Throws if it can no longer be submitted at the costs that it was saved with. */
export async function mustBeOrderable(ctx: Ctx, db: Db, offer: Offer): Promise<readonly OfferWarning[]> {
  if (offer.totalLimit === 0) throw NoItemsAdded({})
  const input = offerInputFor(offer)
  const facts = await readOrderOf(db, input, offer.advertiser)
  mustNotBeBarred(facts)
  const defaults = defaultsOf(ctx.config, facts, offer.sourceLanguage)
  return pricedOfferOf(input, { ...facts, ...keptCosts(offer) }, defaults).warnings
}

/** The versions of the offer that the operator has read; any other version is refused. */
export type VersionPrecondition = { readonly id: Id<'offer'>; readonly versions: readonly number[] }

/** Approves a submitted offer as an operator: it becomes public and the flat costs are paid. */
export const approveOffer = (ctx: Ctx, offer: VersionPrecondition): Promise<Offer> => approve(ctx, offer, 'operator')

const approve = (ctx: Ctx, offer: AnyOffer, actor: 'operator' | 'system'): Promise<Offer> =>
  changeAny(ctx, offer, async (before, now, db) => {
    // The submitting request and the job may both approve it; the second approval changes nothing.
    if (actor === 'system' && before.status !== 'PendingModeration') return { before, after: before }
    const change = applyTransition(before, 'approve', { actor, now })
    await mustNotBeSuspended(db, before.advertiser)
    return change
  })

/** Rejects a submitted offer with a reason and releases all its money. */
export function rejectOffer(ctx: Ctx, offer: VersionPrecondition, reason: string): Promise<Offer> {
  const message = reasonOf(reason)
  const details = { comment: message, reason: { code: 'moderation_rejected', message } }
  return changeAny(ctx, offer, (before, now) =>
    applyTransition(before, 'reject', { actor: 'operator', now, ...details }),
  )
}

/** Pauses or resumes any offer as an operator. Throws VersionConflict. */
export const transitionAny = (ctx: Ctx, offer: AnyOffer, transition: 'pause' | 'resume'): Promise<Offer> =>
  changeAny(ctx, offer, (before, now) => applyTransition(before, transition, { actor: 'operator', now }))

/** Suspends an offer, even one that its advertiser has paused; only an operator can resume it. */
export const suspendOfferOnly = (ctx: Ctx, offer: AnyOffer, message: string): Promise<Offer> =>
  changeAny(ctx, offer, (before, now) =>
    applyTransition(before, 'suspend', { actor: 'operator', now, reason: { code: 'suspended', message } }),
  )

/** Pauses an active offer because of reports; only an operator can resume it. Other statuses do not change. */
export const pauseReported = (ctx: Ctx, id: Id<'offer'>, reason: Reason): Promise<Offer> =>
  changeAny({ ...ctx, by: 'Local' }, { id }, (before, now) => {
    if (before.status !== 'Active') return { before, after: before }
    const change = applyTransition(before, 'suspend', { actor: 'system', now, reason })
    return { ...change, after: { ...change.after, pausedBy: 'operator' } }
  })

const approvalsMax = 100

/** With automatic moderation, approves the offer that was just submitted, in the same request. */
export async function approveAtOnce(ctx: Ctx, id: Id<'offer'>): Promise<void> {
  if (ctx.config.moderation !== 'auto') return
  // The offer exists and its money is held: if it cannot be approved now, it waits as with manual moderation.
  await approve({ ...ctx, by: 'Local' }, { id }, 'system').catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
  })
}

/** Approves the offers that a crash left between submission and approval. Returns how many. */
export async function approveWaiting(ctx: Ctx): Promise<number> {
  if (ctx.config.moderation !== 'auto') return 0
  const waiting = await pendingOffers(ctx.db, approvalsMax)
  for (const { id } of waiting) await approve(ctx, { id }, 'system')
  return waiting.length
}

const endingsMax = 500

/** Completes offers that have ended and have no open work. Returns how many. */
export const completeEnded = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  drainInBatches(endingsMax, async (limit) => {
    const ended = (await endedOffers(db, limit)).map(({ id }) => id)
    return (await writeUnlessOvertaken(ended, (ids) => endOffers(db, ids, moneyOf(config)))).length
  })

const codes = Object.keys(pauseCauses)
const pausedAccountsMax = 20
const pausedOffersMax = 200

/** Pauses and resumes offers according to the pause causes of their advertisers. Returns the number of accounts. */
export const applyPauses = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(pausedAccountsMax, async (limit) => {
    const accounts = await unappliedPauses(db, limit)
    for (const { account } of accounts) await applyPausesTo(db, account)
    return accounts.length
  })

/** One transaction for each batch, under the lock of the causes: a cause that ends meanwhile is applied after it. */
const applyPausesTo = (db: Database, account: Id<'account'>): Promise<number> =>
  drainInBatches(pausedOffersMax, (limit) =>
    db.transaction(async (inner) => {
      const cause = await lockPause(inner, account)
      const offers = cause
        ? await lockToPause(inner, { account, codes }, cause, limit)
        : await lockToResume(inner, { account, codes }, limit)
      if (offers.length > 0) await setPaused(inner, offers, cause ? { code: cause, message: pauseCauses[cause] } : null)
      if (offers.length < limit) await notePauseApplied(inner, account)
      return offers.length
    }),
  )

/** Returns the offers whose hold does not match their slots; empty if they are consistent. */
export const verifyHolds = ({ db }: Pick<Ctx, 'db'>) => holdMismatches(db)
