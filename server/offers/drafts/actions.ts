import { admit, presentedHash, requirementOf } from '../../accounts/caller.ts'
import { listAddOns } from '../../catalog/actions.ts'
import type { AddOnRow } from '../../catalog/listed.ts'
import type { Ctx, Requirement } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { moneyOf, type Units } from '../../values/money.ts'
import type { OfferInput } from '../input.ts'
import { approveAtOnce, defaultsOf, mustAfford, undefinedOnRace } from '../lifecycle/actions.ts'
import { ExternalIdTaken, type Offer } from '../offer.ts'
import {
  assertPriceable,
  mustEndInFuture,
  mustNotBeBarred,
  mustNotCostMore,
  type PricedOffer,
  pricedOfferOf,
} from '../priced-offer.ts'
import { insertOffer, readOrder } from './sql-batched.ts'

/** The operation that created an offer. An offer made in the console belongs to neither API group. */
export type Source = 'GroupA.draft' | 'GroupA.submit' | 'GroupB' | 'Console'

type RequestedOffer = { readonly input: OfferInput; readonly maxCost?: number | undefined }

async function priceOffer(ctx: Ctx, { input, maxCost }: RequestedOffer, reservesId: boolean) {
  const request = { hash: presentedHash(ctx.by), input, reservesId: reservesId }
  const facts = admit(ctx.by, await readOrder(ctx.db, requirementOf(ctx.by) as Requirement, request))
  mustEndInFuture(input, facts.now)
  const pricedOffer = pricedOfferOf(input, facts, defaultsOf(ctx.config, facts.language))
  if (facts.existing !== null) throw ExternalIdTaken({ existingTaskId: facts.existing })
  mustNotCostMore(pricedOffer, maxCost)
  return { facts, id: facts.id, availableUnits: facts.availableUnits, pricedOffer, advertiser: facts.callerAccount }
}

export type Order = RequestedOffer & { readonly submitted: boolean; readonly source: Source }
export type Estimate = { readonly pricedOffer: PricedOffer; readonly availableUnits: Units }

/** Returns the offer that the input would create, its cost and the available funds. Writes nothing. */
export const estimate = (ctx: Ctx, request: RequestedOffer): Promise<Estimate> => priceOffer(ctx, request, false)

type WithAddOns = Estimate & { readonly addOns: AddOnRow[] }

/** Like `estimate`, with the requested add-ons. Throws as creating the offer would, except for insufficient funds. */
export async function estimateOffer(ctx: Ctx, request: RequestedOffer): Promise<WithAddOns> {
  return { ...(await estimate(ctx, request)), addOns: await addOnsOf(ctx, request.input) }
}

const addOnsOf = async (ctx: Ctx, { addOns }: OfferInput): Promise<AddOnRow[]> =>
  addOns.length === 0 ? [] : (await listAddOns(ctx)).filter(({ id }) => addOns.includes(id))

/** Estimates an unfinished form; throws all its errors at once. */
export async function estimateForm(ctx: Ctx, input: OfferInput): Promise<WithAddOns> {
  const request = { hash: presentedHash(ctx.by), input, reservesId: false }
  const facts = admit(ctx.by, await readOrder(ctx.db, requirementOf(ctx.by) as Requirement, request))
  const defaults = defaultsOf(ctx.config, facts.language)
  assertPriceable(input, facts, defaults, facts.now)
  const addOns = await addOnsOf(ctx, input)
  return { pricedOffer: pricedOfferOf(input, facts, defaults), availableUnits: facts.availableUnits, addOns }
}

/** Creates an offer as a draft or submits it at once, which holds its total cost or creates nothing. */
export async function createOffer(ctx: Ctx, order: Order): Promise<Offer> {
  const { submitted } = order
  const source = requirementOf(ctx.by)?.credential === 'Session' ? 'Console' : order.source
  const offer = await retryOnConflict(async () => {
    const { facts, id, pricedOffer, advertiser, availableUnits } = await priceOffer(ctx, order, true)
    if (submitted) mustNotBeBarred(facts)
    if (submitted) mustAfford(pricedOffer.totalUnits, availableUnits, pricedOffer.currency)
    const insert = { id, advertiser, pricedOffer, source, money: moneyOf(ctx.config) }
    return undefinedOnRace(insertOffer(ctx.db, insert, submitted))
  })
  if (submitted) await approveAtOnce(ctx, offer.id)
  return offer
}
