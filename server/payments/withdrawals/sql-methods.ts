import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { sharersMax } from './sql.ts'

/** Selects up to 20 other executors who used a payout account of this one. */
export const sharersOf = (db: Db, executor: Id<'account'>) =>
  db.many<{ executor: Id<'account'> }>(sql`
    select distinct executor from (
      select distinct method_hash from withdrawals
      where executor = ${executor}::bigint and method_hash is not null) own
    join withdrawals using (method_hash)
    where executor <> ${executor}::bigint order by executor limit ${sharersMax}::bigint`)

export type Unhashed = { readonly id: Id<'withdrawal'>; readonly details: Buffer }

/** Locks withdrawals requested before payout accounts were hashed. */
export const lockUnhashed = (db: Db, limit: number) =>
  db.many<Unhashed>(sql`
    select id, details from withdrawals where method_hash is null order by id limit ${limit}::bigint for update skip locked`)

export const writeHashes = (db: Db, hashed: readonly { id: Id<'withdrawal'>; hash: Buffer }[]) =>
  db.run(sql`
    update withdrawals set method_hash = hashed.hash
    from unnest(${hashed.map(({ id }) => id)}::bigint[], ${hashed.map(({ hash }) => hash)}::bytea[]) as hashed (id, hash)
    where withdrawals.id = hashed.id`)
