import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

export const readNicknameKeys = (db: Db, account: Id<'account'>) =>
  db.many<{ key: string }>(sql`select key from nicknames where account = ${account}::bigint`)

/** Replaces nicknames by hashes that keep them reserved. */
export const eraseNicknames = (db: Db, keys: readonly string[], hashes: readonly string[]) =>
  db.run(sql`
    update nicknames set key = erased.hash, account = null
    from unnest(${keys}::text[], ${hashes}::text[]) as erased (key, hash) where nicknames.key = erased.key`)

/** Statements that erase personal data from an account. Each is idempotent. */
export const eraseAccount = (db: Db, account: Sql, pseudonym: string): readonly Sql[] => [
  sql`delete from sign_in_guesses where strpos(subject, (select email from accounts where id = ${account})) > 0`,
  sql`delete from sign_in_verifications where value = ${account}::text
    or value = (select email from accounts where id = ${account})`,
  sql`delete from email_changes where account = ${account}`,
  sql`delete from operator_requests where account = ${account}`,
  sql`delete from desk_notes where parties @> array[${account}]`,
  sql`delete from desk_assignments where operator = ${account}`,
  sql`delete from saved_views where account = ${account}`,
  sql`delete from credentials where account = ${account}`,
  sql`update credentials set name = null, revoked_at = coalesce(revoked_at, ${db.now()}) where person = ${account}`,
  sql`delete from invitations where account = ${account} or email = (select email from accounts where id = ${account})`,
  sql`update advertisers set workspace_name = null, member_spend_max_units = null where account = ${account}`,
  sql`delete from sign_in_users where id = ${account}`,
  sql`delete from kept_answers where account = ${account}`,
  sql`update profile_changes set members = '{}', reason = null, ended_at = coalesce(ended_at, ${db.now()}),
      status = case when status in ('Pending', 'Approved') then 'Cancelled' else status end
    where account = ${account}`,
  sql`update sanctions set appeal = null where account = ${account} and appeal is not null`,
  sql`update executors set nickname = null, birth_date = null, country = null, gender = null, languages = '{}', language_levels = '{}',
      deleted_at = coalesce(deleted_at, ${db.now()})
    where account = ${account}`,
  sql`update accounts set email = ${pseudonym}, language = 'en' where id = ${account}`,
]
