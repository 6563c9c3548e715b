import { mayCall } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { OfferNotFound, OfferUnavailable } from '../../offers/offer.ts'
import { type BatchKind, batchLimit, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'
import { type Offered, type OfferedRow, type Schemas, sightOf, verdictOn } from '../report.ts'
import { type DetailRequest, type OfferDetailRow, readOffered, readSchemas } from './sql.ts'

const sights: BatchKind<DetailRequest, OfferDetailRow> = { limit: batchLimit, send: readOffered }

export type Opened = Offered & {
  readonly ineligibleReasons: readonly string[]
  readonly allowedActions: readonly string[]
}

/** Returns an offer with the executor's reservation and execution on it, all read at one moment. */
export async function openOffered(ctx: Ctx, id: Id<'offer'>): Promise<Opened> {
  const caller = await mayCall(ctx)
  mustBeExecutor(caller)
  const asked = { account: caller.callerAccount, offer: id, settings: ctx.config }
  const row = seen(ctx, asked.account, await joinBatch(ctx.db, sights, asked))
  return { ...row, ...(await schemasOf(ctx.db, row)) }
}

type VisibleOffer = Omit<Opened, keyof Schemas> & Pick<OfferedRow, 'price' | 'edition'>

/** Returns the visible offer and the allowed actions. Throws OfferNotFound or OfferUnavailable. */
function seen({ config }: Ctx, account: Id<'account'>, row: OfferDetailRow): VisibleOffer {
  const is = row.id === null ? 'unknown' : sightOf(row, row.now)
  if (row.id === null || is === 'unknown') throw OfferNotFound({})
  if (is === 'unavailable') throw OfferUnavailable({})
  const { reasons, actions } = verdictOn(row, account, config, row.now)
  return { ...row, ...row.reservedContent, ineligibleReasons: reasons, allowedActions: actions }
}

const schemasMax = 400

/** By price and edition. */
const cachedIn = memoizePerObject((_db: Database) => boundedMap<string, Schemas>(schemasMax))

/** Returns the schemas of an edition, which never change and are therefore cached without expiry. */
async function schemasOf(db: Database, row: Pick<OfferedRow, 'price' | 'edition'>): Promise<Schemas> {
  const [cache, key] = [cachedIn(db), `${row.price} ${row.edition}`]
  const schemas = cache.get(key) ?? (await readSchemas(db, row))
  cache.set(key, schemas)
  return schemas
}
