import { mayCall } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { type AdvertiserMark, advertiserAliasOf } from '../../offers/available.ts'
import { OfferNotFound, OfferUnavailable } from '../../offers/offer.ts'
import { type BatchKind, batchLimit, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { UnmetRequirement } from '../../qualifications/unmet.ts'
import { aliasOf } from '../../reservations/reservation.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'
import { filledTexts } from '../../values/placeholders/filled-texts.ts'
import { filledStudy } from '../../values/placeholders/study-addresses.ts'
import { type OwnAccuracy, ownAccuracy } from '../accuracy.ts'
import {
  type OfferDetail,
  type OfferDetailFacts,
  type PriceSchemas,
  reserveOptions,
  visibilityOf,
} from '../offer-detail.ts'
import { type DetailRequest, type OfferDetailRow, readOfferDetails, readSchemas } from './sql.ts'

const offerDetails: BatchKind<DetailRequest, OfferDetailRow> = { limit: batchLimit, send: readOfferDetails }

export type OpenedOffer = OfferDetail & {
  readonly ineligibleReasons: readonly string[]
  /** The requirements that the executor does not meet; undefined: none. */
  readonly missing: readonly UnmetRequirement[] | undefined
  readonly allowedActions: readonly string[]
  readonly advertiserAlias: string
  readonly advertiserMark: AdvertiserMark | null
  readonly ownAccuracy: OwnAccuracy | undefined
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
function visibleOffer({ config, secretKey }: Ctx, row: OfferDetailRow): VisibleOffer {
  const visibility = row.id === null ? 'unknown' : visibilityOf(row, row.now)
  if (row.id === null || visibility === 'unknown') throw OfferNotFound({})
  if (visibility === 'unavailable') throw OfferUnavailable({})
  const { reasons, missing, actions } = reserveOptions(row, config, row.now)
  const offer = { ...row, ...row.reservedContent }
  const texts = offer.hasItems
    ? filledTexts(offer, offer.itemData)
    : { details: filledStudy(offer.details, visitOf(row, secretKey)) }
  const accuracy = ownAccuracy(row.ownCounts, row)
  const shown = { advertiserAlias: advertiserAliasOf(secretKey, row.advertiser), ownAccuracy: accuracy }
  return { ...offer, ...texts, ...shown, ineligibleReasons: reasons, missing, allowedActions: actions }
}

/** What the address of a study says about the executor; null: they have not reserved it. */
const visitOf = ({ runningOwn: reservation, advertiser, executor }: OfferDetailFacts, secretKey: string) =>
  reservation === null ? null : { executor: aliasOf(secretKey, advertiser, executor), reservation }

const schemasMax = 400

/** By price and edition. */
const schemaCache = memoizePerObject((_db: Database) => boundedMap<string, PriceSchemas>(schemasMax))

/** Returns the schemas of an edition, which never change and are therefore cached without expiry. */
export async function schemasOf(db: Database, row: Pick<OfferDetailFacts, 'price' | 'edition'>): Promise<PriceSchemas> {
  const [cache, key] = [schemaCache(db), `${row.price} ${row.edition}`]
  const schemas = cache.get(key) ?? (await readSchemas(db, row))
  cache.set(key, schemas)
  return schemas
}
