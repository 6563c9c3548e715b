import { admit, mustBeExecutor, needOf, presentedHash } from '../accounts/caller.ts'
import { ineligibleReasons } from '../offers/available.ts'
import { OfferNotFound, OfferUnavailable } from '../offers/offer.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db.ts'
import { setsByNeed, togetherMost } from '../platform/sets.ts'
import { together } from '../platform/together.ts'
import type { Id } from '../values/id.ts'
import { actionsOnOffered, type Offered, type OfferedRow, type Schemas, sightOf } from './report.ts'
import { type Asked, readOffered, readSchemas, type Sight } from './sql-offered.ts'

const sights = setsByNeed<Asked, Sight>((need) => ({
  most: togetherMost,
  send: (db, asked) => readOffered(db, need, asked),
}))

export type Opened = Offered & {
  readonly ineligibleReasons: readonly string[]
  readonly allowedActions: readonly string[]
}

/** An offer as an executor opens it, with what they have on it: what it says is so at one moment. */
export async function openOffered(ctx: Ctx, id: Id<'offer'>): Promise<Opened> {
  if (ctx.by === 'Local') throw new Error('an executor acts with an access token')
  const kind = sights(ctx.by.need)
  const asked = { hash: presentedHash(ctx.by), offer: id }
  for (;;) {
    const row = seen(ctx, await together(ctx.db, kind, asked))
    const schemas = await schemasOf(ctx.db, row)
    // The catalog was changed between the two statements: what the first one said is old.
    if (schemas.edition === row.edition) return { ...row, ...schemas }
  }
}

type Seen = Omit<Opened, keyof Schemas> & Pick<OfferedRow, 'price' | 'edition'>

/** The offer, where the caller may see it, and what they may do with it. */
function seen({ by, config }: Ctx, sight: Sight): Seen {
  const row = admit(needOf(by), sight)
  mustBeExecutor(row)
  const is = row.id === null ? 'unknown' : sightOf(row)
  if (row.id === null || is === 'unknown') throw OfferNotFound({})
  if (is === 'unavailable') throw OfferUnavailable({})
  const profile = { birthDate: row.ownBirthDate, country: row.ownCountry, gender: row.ownGender }
  const executor = { ...profile, account: row.callerAccount }
  const { ageFloor, activeReservationsMax } = config
  const reasons = ineligibleReasons(row, executor, row.now, ageFloor)
  return {
    ...row,
    ineligibleReasons: reasons,
    allowedActions: actionsOnOffered(row, { reasons, activeReservationsMax }),
  }
}

/** Of each price, as long as its edition is the same. There are as many as the catalog has. */
const kept = new WeakMap<Database, Map<Id<'price'>, Schemas>>()

async function schemasOf(db: Database, { price, edition }: Pick<OfferedRow, 'price' | 'edition'>): Promise<Schemas> {
  const ofPrices = kept.get(db) ?? new Map<Id<'price'>, Schemas>()
  kept.set(db, ofPrices)
  const known = ofPrices.get(price)
  if (known?.edition === edition) return known
  const schemas = await readSchemas(db, price)
  ofPrices.set(price, schemas)
  return schemas
}
