import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

const externalIdsOf = (offer: Id<'offer'>) => sql`hashtextextended('external ids of ' || ${offer}::bigint, 0)`

/** Whether no import is adding external ids to the offer. None begins before the transaction ends. */
export const tryExternalIds = (db: Db, offer: Id<'offer'>) =>
  db.one<{ granted: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${externalIdsOf(offer)}) as granted`)

/** Lets no one else add external ids to the offer until the end of the transaction. */
export const lockExternalIds = (db: Db, offer: Id<'offer'>) =>
  db.run(sql`select pg_advisory_xact_lock(${externalIdsOf(offer)})`)

/** Selects those of these external ids that an offer's items already have. */
export const readTaken = (db: Db, offer: Id<'offer'>, externalIds: readonly string[]) =>
  db.many<{ id: Id<'item'>; externalId: string }>(sql`
    select id, external_id from items
    where offer = ${offer}::bigint and external_id = any(${externalIds}::text[]) and external_id is not null order by id`)
