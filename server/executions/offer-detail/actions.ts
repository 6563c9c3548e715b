import { mayCall } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { OfferNotFound, OfferUnavailable } from '../../offers/offer.ts'
import { type BatchKind, batchLimit, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'
import { filledTexts } from '../../values/placeholders/filled-texts.ts'
import { type OfferDetail, type OfferDetailFacts, type PriceSchemas, reserveOptions, visibilityOf } from '../report.ts'
import { type DetailRequest, type OfferDetailRow, readOfferDetails, readSchemas } from './sql.ts'

const offerDetails: BatchKind<DetailRequest, OfferDetailRow> = { limit: batchLimit, send: readOfferDetails }

export type OpenedOffer = OfferDetail & {
  readonly ineligibleReasons: readonly string[]
  readonly allowedActions: readonly string[]
}

/** Returns an offer with the executor's reservation and execution on it, all read at one moment. */
export async function openOfferDetail(ctx: Ctx, id: Id<'offer'>): Promise<OpenedOffer> {
  const caller = await mayCall(ctx)
  mustBeExecutor(caller)
  const request = { account: caller.callerAccount, offer: id, settings: ctx.config }
  const row = visibleOffer(ctx, await joinBatch(ctx.db, offerDetails, request))
  return { ...row, ...(await schemasOf(ctx.db, row)) }
}

type VisibleOffer = Omit<OpenedOffer, keyof PriceSchemas> & Pick<OfferDetailFacts, 'price' | 'edition'>

/** Returns the visible offer and the allowed actions. Throws OfferNotFound or OfferUnavailable. */
function visibleOffer({ config }: Ctx, row: OfferDetailRow): VisibleOffer {
  const visibility = row.id === null ? 'unknown' : visibilityOf(row, row.now)
  if (row.id === null || visibility === 'unknown') throw OfferNotFound({})
  if (visibility === 'unavailable') throw OfferUnavailable({})
  const { reasons, actions } = reserveOptions(row, config, row.now)
  const offer = { ...row, ...row.reservedContent }
  const texts = offer.hasItems ? filledTexts(offer, offer.itemData) : {}
  return { ...offer, ...texts, ineligibleReasons: reasons, allowedActions: actions }
}

const schemasMax = 400

/** By price and edition. */
const schemaCache = memoizePerObject((_db: Database) => boundedMap<string, PriceSchemas>(schemasMax))

/** Returns the schemas of an edition, which never change and are therefore cached without expiry. */
async function schemasOf(db: Database, row: Pick<OfferDetailFacts, 'price' | 'edition'>): Promise<PriceSchemas> {
  const [cache, key] = [schemaCache(db), `${row.price} ${row.edition}`]
  const schemas = cache.get(key) ?? (await readSchemas(db, row))
  cache.set(key, schemas)
  return schemas
}
