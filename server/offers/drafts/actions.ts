import { admit, presentedHash, requirementOf } from '../../accounts/caller.ts'
import { listAddOns } from '../../catalog/actions.ts'
import type { ListedAddOn } from '../../catalog/listed.ts'
import type { Ctx, Requirement } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { moneyOf, type Units } from '../../values/money.ts'
import type { OfferInput } from '../input.ts'
import { approveAtOnce, defaultsOf, mustAfford, unlessTaken } from '../lifecycle/actions.ts'
import { ExternalIdTaken, type Offer } from '../offer.ts'
import {
  assertPriceable,
  mustEndLater,
  mustNotBeBarred,
  mustNotCostMore,
  type PricedOffer,
  pricedOfferOf,
} from '../priced-offer.ts'
import { insertOffer, readOrder } from './sql-batched.ts'

/** The operation that created an offer. Of the console it is neither group's. */
export type Source = 'GroupA.draft' | 'GroupA.submit' | 'GroupB' | 'Console'

type RequestedOffer = { readonly input: OfferInput; readonly maxCost?: number | undefined }

async function planFor(ctx: Ctx, { input, maxCost }: RequestedOffer, isMade: boolean) {
  const asked = { hash: presentedHash(ctx.by), input, isMade }
  const facts = admit(ctx.by, await readOrder(ctx.db, requirementOf(ctx.by) as Requirement, asked))
  mustEndLater(input, facts.now)
  const plan = pricedOfferOf(input, facts, defaultsOf(ctx.config, facts.language))
  if (facts.existing !== null) throw ExternalIdTaken({ existingTaskId: facts.existing })
  mustNotCostMore(plan, maxCost)
  return { facts, id: facts.id, availableUnits: facts.availableUnits, plan, advertiser: facts.callerAccount }
}

export type Order = RequestedOffer & { readonly submitted: boolean; readonly source: Source }
export type Estimate = { readonly plan: PricedOffer; readonly availableUnits: Units }

/** What the offer would be and cost, and what there is to pay it with; nothing is written. */
export const estimate = (ctx: Ctx, wished: RequestedOffer): Promise<Estimate> => planFor(ctx, wished, false)

type WithAddOns = Estimate & { readonly addOns: ListedAddOn[] }

/** The same with the add-ons that were asked for. Throws as creating the offer would, but not for want of money. */
export async function estimateOffer(ctx: Ctx, wished: RequestedOffer): Promise<WithAddOns> {
  return { ...(await estimate(ctx, wished)), addOns: await addOnsOf(ctx, wished.input) }
}

const addOnsOf = async (ctx: Ctx, { addOns }: OfferInput): Promise<ListedAddOn[]> =>
  addOns.length === 0 ? [] : (await listAddOns(ctx)).filter(({ id }) => addOns.includes(id))

/** An offer as a form has it so far: all that is wrong with it is told at once. */
export async function estimateForm(ctx: Ctx, input: OfferInput): Promise<WithAddOns> {
  const asked = { hash: presentedHash(ctx.by), input, isMade: false }
  const facts = admit(ctx.by, await readOrder(ctx.db, requirementOf(ctx.by) as Requirement, asked))
  const defaults = defaultsOf(ctx.config, facts.language)
  assertPriceable(input, facts, defaults, facts.now)
  const addOns = await addOnsOf(ctx, input)
  return { plan: pricedOfferOf(input, facts, defaults), availableUnits: facts.availableUnits, addOns }
}

/** An advertiser makes an offer: a draft, or submitted at once, which holds its whole cost or makes nothing. */
export async function createOffer(ctx: Ctx, order: Order): Promise<Offer> {
  const { submitted } = order
  const source = requirementOf(ctx.by)?.credential === 'Session' ? 'Console' : order.source
  const offer = await retryOnConflict(async () => {
    const { facts, id, plan, advertiser, availableUnits } = await planFor(ctx, order, true)
    if (submitted) mustNotBeBarred(facts)
    if (submitted) mustAfford(plan.totalUnits, availableUnits, plan.currency)
    const made = { id, advertiser, plan, source, money: moneyOf(ctx.config) }
    return unlessTaken(insertOffer(ctx.db, made, submitted))
  })
  if (submitted) await approveAtOnce(ctx, offer.id)
  return offer
}
