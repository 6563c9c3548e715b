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
