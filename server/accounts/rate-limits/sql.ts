import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'

/** The accounts of those credentials that are valid now. */
export const accountsOf = (db: Db, hashes: readonly Buffer[]) =>
  db.many<{ hash: Buffer; account: number }>(sql`
    select requested.hash, credential.account from unnest(${hashes}::bytea[]) as requested (hash)
    cross join lateral (
      select account from credentials
      where hash = requested.hash and revoked_at is null and coalesce(expires_at > ${db.now()}, true) limit 1
    ) credential`)
