import { mustNotBeSuspended } from '../../accounts/actions.ts'
import { mustNotBePaused } from '../../accounts/actions-pauses.ts'
import { admitted } from '../../accounts/caller.ts'
import { InsufficientFunds } from '../../ledger/ledger.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { constraintOf, type Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { decimalOf, moneyOf, type Units } from '../../values/money.ts'
import { type Extras, Problem } from '../../values/problems/problem.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { contentOf, hasSameContent } from '../content.ts'
import { offerInputFor } from '../edit.ts'
import { type Offer, OfferNotFound, type OfferTransition, type Reason } from '../offer.ts'
import { type Defaults, mustNotBeBarred, pricedOfferOf } from '../priced-offer.ts'
import { holdMismatches, lockOffer, pendingOffers, readFunds, readLocked } from '../sql.ts'
import type { FormerContent } from '../sql-fragments-content.ts'
import { readOrderOf } from '../sql-price-facts.ts'
import { applyTransition, type Change, decisionOf, neededUnits, postingsOf } from './lifecycle.ts'
import { saveOffer } from './sql.ts'
import { endOffers } from './sql-ending.ts'

export type NotFoundProblem = (extras: Extras) => Problem

export const defaultsOf = (config: Config, language: string): Defaults => ({ ...config, language })

export function mustAfford(required: Units, available: Units, currency: string): void {
  if (available >= required) return
  const shown = { required: decimalOf(required), available: decimalOf(available), currency }
  throw InsufficientFunds({ ...shown, shortfall: decimalOf(required - available) })
}

const raceConstraints = new Set(['offers_external_id_once', 'offers_allow_list_known', 'offers_block_list_known'])

/** Returns undefined if another request took the external id or deleted a list since the facts were read; the caller retries. */
export const undefinedOnRace = async <T>(written: Promise<T>): Promise<T | undefined> => {
  try {
    return await written
  } catch (error) {
    if (raceConstraints.has(constraintOf(error) ?? '')) return undefined
    throw error
  }
}

export type DecideChange = (offer: Offer, now: Date, db: Db) => Change | Promise<Change>
type OfferAccess = { readonly id: Id<'offer'>; readonly access: 'own' | 'any'; readonly missing: NotFoundProblem }

/** Changes an offer under the lock of its state: reads, decides, and writes it with its money and events. */
export async function changeOffer(ctx: Ctx, { id, access, missing }: OfferAccess, rule: DecideChange): Promise<Offer> {
  const changed = await ctx.db.transaction(async (db) => {
    const { caller, rows } = admitted(ctx.by, await lockOffer(db, ctx.by, id, access))
    if (!rows[0]) throw missing({})
    const offer = await readLocked(db, id)
    const change = await rule(offer, caller.now, db)
    if (isStarting(change)) await mustNotBePaused(db, offer.advertiser)
    return change.after === change.before ? offer : save(ctx, db, change, caller.callerAccount)
  })
  return changed
}

const startedStatuses: readonly string[] = ['PendingModeration', 'Active']

/** Whether the change submits or activates the offer. */
const isStarting = ({ before, after }: Change): boolean =>
  before.status !== after.status && startedStatuses.includes(after.status)

async function save(ctx: Ctx, db: Db, change: Change, decider: Id<'account'>): Promise<Offer> {
  const needed = neededUnits(change)
  if (needed > 0n) {
    const funds = await readFunds(db, change.before.advertiser)
    mustAfford(needed, funds?.units ?? 0n, change.before.currency)
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
  readonly move: OfferTransition
  readonly missing?: NotFoundProblem
  readonly versions: Versions
}

/** Moves the caller's own offer to another status. Archiving an archived offer changes nothing. Throws VersionConflict. */
export async function transitionOwn(
  ctx: Ctx,
  { id, move, missing = OfferNotFound, versions }: TransitionRequest,
): Promise<Offer> {
  const offer = await changeOffer(ctx, { id, access: 'own', missing }, async (before, now, db) => {
    if (move === 'archive' && before.status === 'Archived') return { before, after: before }
    mustBeVersion(before, versions)
    const change = applyTransition(before, move, { actor: 'advertiser', now })
    if (move === 'submit') await mustBeOrderable(ctx, db, before)
    return change
  })
  if (move === 'submit') await approveAtOnce(ctx, id)
  return offer
}

/** Throws if a draft can no longer be submitted at the costs that it was saved with. */
export async function mustBeOrderable(ctx: Ctx, db: Db, offer: Offer): Promise<void> {
  const input = offerInputFor(offer)
  const { rewardUnits, addOnUnits, flatUnits } = offer
  const facts = await readOrderOf(db, input, offer.advertiser)
  mustNotBeBarred(facts)
  pricedOfferOf(input, { ...facts, rewardUnits, addOnUnits, flatUnits }, defaultsOf(ctx.config, offer.sourceLanguage))
}

/** The versions of the offer that the operator has read; any other version is refused. */
export type VersionPrecondition = { readonly id: Id<'offer'>; readonly versions: readonly number[] }

/** The approver, and for operators the versions that they have read. */
export type Approval =
  | { readonly actor: 'system'; readonly versions?: undefined }
  | { readonly actor?: 'operator'; readonly versions: readonly number[] }

/** Approves a submitted offer: it becomes public and the flat costs are paid. */
export const approveOffer = (ctx: Ctx, id: Id<'offer'>, { actor = 'operator', versions }: Approval): Promise<Offer> =>
  changeOffer(ctx, { id, access: 'any', missing: OfferNotFound }, async (before, now, db) => {
    mustBeVersion(before, versions)
    // The submitting request and the job may both approve it; the second approval changes nothing.
    if (actor === 'system' && before.status !== 'PendingModeration') return { before, after: before }
    const change = applyTransition(before, 'approve', { actor, now })
    await mustNotBeSuspended(db, before.advertiser)
    return change
  })

/** Rejects a submitted offer with a reason and releases all its money. */
export function rejectOffer(ctx: Ctx, { id, versions }: VersionPrecondition, given: string): Promise<Offer> {
  const message = reasonOf(given)
  const why = { comment: message, reason: { code: 'moderation_rejected', message } }
  return changeOffer(ctx, { id, access: 'any', missing: OfferNotFound }, (before, now) => {
    mustBeVersion(before, versions)
    return applyTransition(before, 'reject', { actor: 'operator', now, ...why })
  })
}

const operatorTransitions = { pause: 'pause', resume: 'resume' } as const

export type AnyOffer = { readonly id: Id<'offer'>; readonly versions?: Versions }

/** Pauses or resumes any offer as an operator. Throws VersionConflict. */
export const transitionAny = (
  ctx: Ctx,
  { id, versions }: AnyOffer,
  move: keyof typeof operatorTransitions,
): Promise<Offer> =>
  changeOffer(ctx, { id, access: 'any', missing: OfferNotFound }, (before, now) => {
    mustBeVersion(before, versions)
    return applyTransition(before, move, { actor: 'operator', now })
  })

/** Suspends an offer, even one that its advertiser has paused; only an operator can resume it. */
export const suspendOfferOnly = (ctx: Ctx, { id, versions }: AnyOffer, message: string): Promise<Offer> =>
  changeOffer(ctx, { id, access: 'any', missing: OfferNotFound }, (before, now) => {
    mustBeVersion(before, versions)
    return applyTransition(before, 'suspend', { actor: 'operator', now, reason: { code: 'suspended', message } })
  })

/** Pauses an active offer because of reports; only an operator can resume it. Other statuses do not change. */
export const pauseReported = (ctx: Ctx, id: Id<'offer'>, reason: Reason): Promise<Offer> =>
  changeOffer({ ...ctx, by: 'Local' }, { id, access: 'any', missing: OfferNotFound }, (before, now) => {
    if (before.status !== 'Active') return { before, after: before }
    const change = applyTransition(before, 'suspend', { actor: 'system', now, reason })
    return { ...change, after: { ...change.after, pausedBy: 'operator' } }
  })

const approvalsMax = 100

/** With automatic moderation, approves the offer that was just submitted, in the same request. */
export async function approveAtOnce(ctx: Ctx, id: Id<'offer'>): Promise<void> {
  if (ctx.config.moderation !== 'auto') return
  // The offer exists and its money is held: if it cannot be approved now, it waits as with manual moderation.
  await approveOffer({ ...ctx, by: 'Local' }, id, { actor: 'system' }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
  })
}

/** Approves the offers that a crash left between submission and approval. Returns how many. */
export async function approveWaiting(ctx: Ctx): Promise<number> {
  if (ctx.config.moderation !== 'auto') return 0
  const waiting = await pendingOffers(ctx.db, approvalsMax)
  for (const { id } of waiting) await approveOffer(ctx, id, { actor: 'system' })
  return waiting.length
}

const endingsMax = 500

/** Completes offers that have ended and have no open work. Returns how many. */
export const completeEnded = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  drainInBatches(endingsMax, async (most) => (await endOffers(db, most, moneyOf(config))).length)

/** Returns the offers access hold does not match their slots; empty if they are consistent. */
export const verifyHolds = ({ db }: Pick<Ctx, 'db'>) => holdMismatches(db)
