import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { DigestEntry } from './digest.ts'

/** Seconds that a notification waits for others before its digest, and between two digests of an account. */
const waitSeconds = 300
const everySeconds = 3_600

/** Claims accounts whose digest is due: up to `limit`, each once an hour, whichever process asks. */
export const claimDigests = (db: Db, limit: number) =>
  db.many<{ account: Id<'account'> }>(sql`
    insert into digests (account, sent_at)
    select waiting.account, ${db.now()} from (
      select account, min(created_at) as first_at from notifications where awaits_digest group by account) waiting
    left join digests before on before.account = waiting.account
    where waiting.first_at <= ${db.now()} - ${waitSeconds}::integer * interval '1 second'
      and coalesce(before.sent_at <= ${db.now()} - ${everySeconds}::integer * interval '1 second', true)
    order by waiting.account limit ${limit}::bigint
    on conflict (account) do update set sent_at = excluded.sent_at
      where digests.sent_at <= excluded.sent_at - ${everySeconds}::integer * interval '1 second'
    returning account`)

/** Takes the notifications of these accounts that wait for a digest, oldest first, with how many of their messages are still unread. */
export const takeDigested = (db: Db, accounts: readonly Id<'account'>[]) =>
  db.many<DigestEntry>(sql`
    with taken as (
      update notifications set awaits_digest = false where account = any(${accounts}::bigint[]) and awaits_digest
      returning id, account, kind, data, read_at
    )
    select taken.account, taken.kind, taken.data, taken.read_at, (
      select case taken.data ->> 'side' when 'advertiser' then advertiser_unread else executor_unread end from conversations
      where reservation = (taken.data ->> 'conversationId')::bigint) as unread
    from taken order by taken.account, taken.id`)
