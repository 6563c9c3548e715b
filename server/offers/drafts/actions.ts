import { mayCall } from '../../accounts/actions-callers.ts'
import { admit, presentedHash, requirementOf } from '../../accounts/caller.ts'
import { keyHashOf } from '../../accounts/spending/actions.ts'
import { mustBeWithinDailyMax } from '../../accounts/spending/spending.ts'
import { listAddOns } from '../../catalog/actions.ts'
import type { AddOnRow } from '../../catalog/catalog.ts'
import { type Warned, withWarnings } from '../../catalog/warnings.ts'
import { mustHaveFunds, mustOweNothing } from '../../ledger/ledger.ts'
import type { FeeChange } from '../../money-rules/money-rule.ts'
import type { Ctx, Requirement } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { moneyOf, type Units } from '../../values/money.ts'
import { mustHaveRoom } from '../../values/problems/storage-limit.ts'
import type { OfferInput } from '../input.ts'
import { NoItemsAdded } from '../item-members.ts'
import { approveAtOnce, defaultsOf, undefinedOnRace } from '../lifecycle/actions.ts'
import { ExternalIdTaken, type Offer } from '../offer.ts'
import {
  assertPriceable,
  mustEndInFuture,
  mustNotBeBarred,
  type OfferDefaults,
  type PricedOffer,
  pricedOfferOf,
} from '../priced-offer.ts'
import { mustNotCostMore } from '../rewards/max-cost.ts'
import { readWorksPerHour } from './sql.ts'
import { insertOffer, readOrder } from './sql-batched.ts'

/** The operation that created an offer. An offer made in the console belongs to neither API group. */
export type Source = 'GroupA.draft' | 'GroupA.submit' | 'GroupB' | 'Console'

type RequestedOffer = { readonly input: OfferInput; readonly maxCost?: number | undefined }

/** Reads the catalog's facts, the caller and their funds, and reserves an id if the order may create an offer. */
async function orderFacts(ctx: Ctx, input: OfferInput, reservesId: boolean) {
  const request = { hash: presentedHash(ctx.by), input, reservesId }
  return admit(ctx.by, await readOrder(ctx.db, requirementOf(ctx.by) as Requirement, request))
}

async function priceOffer(ctx: Ctx, { input, maxCost }: RequestedOffer, reservesId: boolean) {
  const facts = await orderFacts(ctx, input, reservesId)
  mustEndInFuture(input, facts.now)
  const pricedOffer = pricedOfferOf(input, facts, defaultsOf(ctx.config, facts, facts.language))
  if (facts.existing !== null) throw ExternalIdTaken({ existingTaskId: facts.existing })
  mustNotCostMore(pricedOffer, maxCost)
  return { facts, pricedOffer, availableUnits: facts.availableUnits }
}

const anyDetails = { type: 'object' }

type Estimate = {
  readonly pricedOffer: PricedOffer
  readonly availableUnits: Units
  readonly hoursToFill: number | undefined
  readonly feeChange: FeeChange
}

/** Returns the offer that the input would create, its cost, the available funds, and how long its work takes. Writes nothing. */
export async function estimate(ctx: Ctx, request: RequestedOffer): Promise<Estimate> {
  const { facts, pricedOffer, availableUnits } = await priceOffer(ctx, request, false)
  return { pricedOffer, availableUnits, feeChange: facts.feeChange, hoursToFill: await hoursToFill(ctx, pricedOffer) }
}

/** Returns in how many hours the slots of an offer are probably taken, from the pace of other offers of its price; undefined if it is unknown. */
async function hoursToFill({ db }: Ctx, { price, totalLimit }: PricedOffer): Promise<number | undefined> {
  const { worksPerHour } = await readWorksPerHour(db.reads, price)
  return worksPerHour === null || totalLimit === 0 ? undefined : Math.ceil(totalLimit / worksPerHour)
}

type EstimateWithAddOns = Estimate & { readonly addOns: AddOnRow[] }

const addOnsOf = async (ctx: Ctx, { addOns }: OfferInput): Promise<AddOnRow[]> =>
  addOns.length === 0 ? [] : (await listAddOns(ctx)).filter(({ id }) => addOns.includes(id))

/** Estimates an unfinished form; throws all its errors at once, on request except those of the details. */
export async function estimateForm(
  ctx: Ctx,
  { input, maxCost }: RequestedOffer,
  isWithoutDetails = false,
): Promise<EstimateWithAddOns> {
  const known = await orderFacts(ctx, input, false)
  const facts = isWithoutDetails ? { ...known, offerDetailsSchema: anyDetails } : known
  const defaults = defaultsOf(ctx.config, facts, facts.language)
  assertPriceable(input, facts, defaults, facts.now)
  const pricedOffer = pricedOfferOf(input, facts, defaults)
  mustNotCostMore(pricedOffer, maxCost)
  return {
    pricedOffer,
    availableUnits: facts.availableUnits,
    feeChange: facts.feeChange,
    addOns: await addOnsOf(ctx, input),
    hoursToFill: await hoursToFill(ctx, pricedOffer),
  }
}

/** Returns the values of members that an order leaves out. */
export async function readDefaults(ctx: Ctx): Promise<OfferDefaults> {
  await mayCall(ctx)
  return ctx.config
}

export type Order = RequestedOffer & {
  readonly submitted: boolean
  readonly source: Source
  /** How many items the caller adds in the same transaction; by default none. */
  readonly items?: number
}

/** Creates an offer as a draft or submits it at once, which holds its total cost or creates nothing. */
export async function createOffer(ctx: Ctx, order: Order): Promise<Offer & Warned> {
  const offer = await placeOffer(ctx, order)
  if (order.submitted) await approveAtOnce(ctx, offer.id)
  return offer
}

/** Creates an offer in the same way, but leaves its automatic approval to the caller. */
export function placeOffer(ctx: Ctx, order: Order): Promise<Offer & Warned> {
  const { submitted, items = 0 } = order
  const source = requirementOf(ctx.by)?.credential === 'Session' ? 'Console' : order.source
  return retryOnConflict(async () => {
    const { facts, pricedOffer } = await priceOffer(ctx, order, true)
    // Concurrent requests may each add one. Submitted offers count too: withdrawn from moderation, they become drafts.
    mustHaveRoom('drafts', facts.drafts, ctx.config.draftsMax * (submitted ? 2 : 1))
    if (submitted && pricedOffer.totalLimit === 0) throw NoItemsAdded({})
    if (submitted) mustNotBeBarred(facts)
    if (submitted) mustOweNothing(facts.debtUnits, pricedOffer.currency)
    if (submitted) mustHaveFunds(pricedOffer.totalUnits, facts.availableUnits, pricedOffer.currency)
    if (submitted)
      mustBeWithinDailyMax(facts, { units: pricedOffer.totalUnits, currency: pricedOffer.currency, now: facts.now })
    const { id, callerAccount: advertiser } = facts
    const [money, keyHash] = [moneyOf(ctx.config), keyHashOf(ctx.by)]
    const made = await undefinedOnRace(
      insertOffer(ctx.db, { id, advertiser, pricedOffer, items, source, keyHash, money }, submitted),
    )
    return made && withWarnings(made, pricedOffer.warnings)
  })
}
