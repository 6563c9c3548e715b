import { admitted } from '../accounts/caller.ts'
import type { Warned } from '../catalog/warnings.ts'
import { createOffer, estimate, type Order, placeOffer } from '../offers/drafts/actions.ts'
import { editOffer, mustBeAgreed } from '../offers/edit/actions.ts'
import { checkPatch, patchInput } from '../offers/edit.ts'
import { offerInputOf, type TaskBody, type TaskPatchBody } from '../offers/input.ts'
import { approveAtOnce, changeAny, changeOffer, type DecideChange } from '../offers/lifecycle/actions.ts'
import { type Change, resize } from '../offers/lifecycle/lifecycle.ts'
import { namesContent, withEachContent } from '../offers/moderation/pending-change.ts'
import { type Offer, TaskNotFound } from '../offers/offer.ts'
import { commonNames, missingNames } from '../offers/pages/item-names.ts'
import { boundedTotal } from '../offers/priced-offer.ts'
import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { spareOf } from '../values/consensus/aggregation.ts'
import { isQuiz } from '../values/gold/gold.ts'
import type { Id } from '../values/id.ts'
import { ValidationError } from '../values/problems/problem.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import { mustBeVersion, type Versions } from '../values/requests/version.ts'
import { type GoldRules, goldAnswerErrors } from './gold.ts'
import {
  type AddedItem,
  type Item,
  ItemExternalIdTaken,
  type ItemFilter,
  ItemImportRunning,
  mustFit,
  mustHaveItems,
  type NewItem,
  newItemErrors,
} from './item.ts'
import {
  type EndedItems,
  endItems,
  insertItems,
  type Packing,
  readItems,
  readTaken,
  readWaiting,
  reopenItems,
  takeMissing,
  tryExternalIds,
} from './sql.ts'
import { cancelAll, setOverlap } from './sql-all-items.ts'
import { readGivenUp, readToTidy } from './sql-tidy.ts'

type Packed = Pick<Offer, 'id' | 'overlap' | 'itemsPerSlot' | 'aggregation' | 'gold'>

export const packingOf = ({ id: offer, overlap, itemsPerSlot, aggregation, gold }: Packed): Packing => ({
  offer,
  overlap: overlap ?? 1,
  itemsPerSlot: (itemsPerSlot ?? 1) - (gold?.perSlot ?? 0),
  hasGold: gold !== null,
  spare: spareOf(overlap ?? 1, aggregation),
  isJudged: aggregation !== null,
})

type ItemsBody = TaskBody['items']
/** Returns the items of a body. */
const itemsOf = (items: ItemsBody): NewItem[] =>
  (items ?? []).map(({ externalId = null, data, goldAnswer = null }) => ({ externalId, data, goldAnswer }))

const requestedOf = (body: TaskBody) => ({ input: offerInputOf(body), maxCost: body.maxCost ?? undefined })

/** Creates a task with its first items, or neither. */
export async function createTask(ctx: Ctx, body: TaskBody, create = createOffer): Promise<Offer & Warned> {
  const order: Order = { ...requestedOf(body), submitted: body.draft !== true, source: 'GroupB' }
  const items = itemsOf(body.items)
  if (items.length === 0) return create(ctx, order)
  mustBeValid(items)
  mustBeKnown(items, order.input)
  const gold = items.filter(({ goldAnswer }) => goldAnswer !== null).length
  return ctx.db.transaction(async (db) => {
    const offer = await placeOffer({ ...ctx, db }, { ...order, items: items.length - gold })
    await insertItems(db, packingOf(offer), items)
    if (order.submitted && create === createOffer) await approveAtOnce({ ...ctx, db }, offer.id)
    return { ...offer, itemCounts: `${items.length - gold} 0 0 0 0${gold > 0 ? ` ${gold}` : ''}` }
  })
}

/** Throws ValidationError unless the known answers of items suit the task. */
function mustBeKnown(items: readonly NewItem[], rules: GoldRules): void {
  const errors = goldAnswerErrors(items, rules)
  if (errors.length > 0) throw ValidationError(errors)
}

/** Returns the task that a body would create, its cost and the available funds. Writes nothing. */
export const estimateTask = (ctx: Ctx, body: TaskBody) => estimate(ctx, requestedOf(body))

function mustBeValid(items: readonly NewItem[]): void {
  const errors = newItemErrors(items)
  if (errors.length > 0) throw ValidationError(errors)
}

/** Returns the slots in use and those that the suites of an offer need, after its items have changed. */
async function slotsOf(db: Db, { id, accepted, pending, rework, reserved }: Offer): Promise<number> {
  return accepted + pending + rework + reserved + (await takeMissing(db, id))
}

/** Changes the number of slots to what the suites of an offer need, after its items have changed. */
export async function fitSlots(db: Db, before: Offer, now: Date): Promise<Change> {
  const needed = await slotsOf(db, before)
  // A quiz has as many slots as its advertiser wants.
  const totalLimit = isQuiz(before.gold, before) ? before.totalLimit : needed
  boundedTotal(before, totalLimit)
  return { members: ['items'], ...resize(before, totalLimit, now) }
}

/**
 * Changes how many executors answer each item of an offer, under the lock of its slots, and returns the slots that it needs then. Items that
 * have as many answers are complete. Answers beyond them that are under way are reviewed and paid as usual.
 */
async function changeOverlap(db: Db, before: Offer, overlap: number): Promise<number> {
  const { granted } = await tryExternalIds(db, before.id)
  if (!granted) throw ItemImportRunning({})
  await setOverlap(db, before, overlap)
  return slotsOf(db, before)
}

/** Changes the caller's own task as far as its status allows: its members, its status, and how many executors answer each item. */
export function updateTask(
  ctx: Ctx,
  id: Id<'offer'>,
  body: TaskPatchBody,
  versions: Versions,
): Promise<Offer & Warned> {
  checkPatch(body)
  return editOffer(ctx, {
    id,
    missing: TaskNotFound,
    versions,
    status: body.status,
    maxCost: body.maxCost,
    namesContent: namesContent(Object.keys(body)),
    input: (offer) => patchInput(offer, body),
    changeOverlap,
  })
}

export type ItemsRequest = {
  readonly id: Id<'offer'>
  readonly versions: Versions
  readonly maxCost?: number | null | undefined
}

/** Changes items of the caller's own offer under the lock of its slots, and the slots and held money with them. `write` returns other members that change. */
function changeItems(
  ctx: Ctx,
  { id, versions, maxCost }: ItemsRequest,
  write: (db: Db, packing: Packing, offer: Offer) => Promise<Partial<Offer>>,
): Promise<Offer> {
  const rule: DecideChange = async (before, now, db) => {
    mustBeVersion(before, versions)
    mustHaveItems(before)
    const written = await write(db, packingOf(before), before)
    const fitted = await fitSlots(db, before, now)
    const change = { ...fitted, after: { ...fitted.after, ...written } }
    await mustBeAgreed(ctx, db, change, maxCost)
    return change
  }
  return changeOffer(ctx, { id, access: 'own', missing: TaskNotFound }, rule)
}

/** Adds items to the caller's own offer, all or none. */
export async function addItems(ctx: Ctx, request: ItemsRequest, body: ItemsBody) {
  const items = itemsOf(body)
  mustBeValid(items)
  let added: readonly AddedItem[] = []
  const offer = await changeItems(ctx, request, async (db, packing, before) => {
    mustFit(before, items.length)
    mustBeKnown(items, before)
    for (const content of withEachContent(before)) {
      const missing = missingNames(content, items)
      if (missing.length > 0) throw ValidationError(missing)
    }
    const externalIds = items.flatMap(({ externalId }) => externalId ?? [])
    if (externalIds.length > 0) await mustBeFree(db, before.id, externalIds)
    added = await insertItems(db, packing, items)
    return { itemNames: commonNames(before.itemNames, items) }
  })
  return { offer, added }
}

/** Throws if an item has one of these external ids, or if a running import may have one: waiting for it would keep executors waiting, too. */
async function mustBeFree(db: Db, offer: Id<'offer'>, externalIds: readonly string[]): Promise<void> {
  const { granted } = await tryExternalIds(db, offer)
  if (!granted) throw ItemImportRunning({})
  const [taken] = await readTaken(db, offer, externalIds)
  if (taken) throw ItemExternalIdTaken({ externalId: taken.externalId, existingItemId: taken.id })
}

/** Cancels items of the caller's own offer that still need answers or wait: those with these ids, or all. Others stay as they are. */
export const cancelItems = (ctx: Ctx, request: ItemsRequest, ids: EndedItems['ids'] | 'all'): Promise<Offer> =>
  changeItems(ctx, request, async (db, packing) => {
    await (ids === 'all' ? cancelAll(db, packing.offer) : endItems(db, packing, { ids, status: 'Cancelled' }))
    return {}
  })

/** Asks again for waiting items of the caller's own offer, in new suites. Others stay as they are. */
export const askAgain = (ctx: Ctx, request: ItemsRequest, ids: readonly Id<'item'>[]): Promise<Offer> =>
  changeItems(ctx, request, async (db, packing) => {
    const waiting = await readWaiting(db, packing, ids)
    const byMissing = Map.groupBy(waiting, ({ missing }) => missing)
    for (const same of byMissing.values())
      for (let at = 0; at < same.length; at += packing.itemsPerSlot)
        await reopenItems(db, packing, same.slice(at, at + packing.itemsPerSlot))
    return {}
  })

/** Returns a page of the items of the caller's own offer. */
export async function listItems(ctx: Ctx, offer: Id<'offer'>, filter: ItemFilter, page: Page): Promise<PageOf<Item>> {
  const { caller, rows } = admitted(ctx.by, await readItems(ctx.db.reads, ctx.by, offer, filter, page))
  if (rows.length === 0) throw TaskNotFound({})
  return listed(rows, page, caller, ctx.secretKey)
}

const tidiedMax = 50

/**
 * Sets items aside that were skipped or rejected too often, for their advertisers, and frees slots that no suite needs. Returns how many
 * offers it changed.
 */
export const tidyItems = (ctx: Ctx): Promise<number> =>
  drainInBatches(tidiedMax, async (limit) => {
    const offers = await readToTidy(ctx.db, limit)
    for (const id of offers) await tidyItemsOf({ ...ctx, by: 'Local' }, id)
    return offers.length
  })

const tidyItemsOf = (ctx: Ctx, id: Id<'offer'>): Promise<Offer> =>
  changeAny(ctx, { id }, async (before, now, db) => {
    const ids = await readGivenUp(db, id)
    if (ids.length > 0) await endItems(db, packingOf(before), { ids, status: 'Waiting' })
    const change = await fitSlots(db, before, now)
    return { ...change, actor: 'system' }
  })
