import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { AttemptLimit } from './attempt-limits.ts'

/** Longer than any rate limit's window. */
const keptHours = 25

/** Counts an attempt before it is checked. Returns the count and when it resets. */
export const countAttempt = (db: Db, { subject, seconds }: Pick<AttemptLimit, 'subject' | 'seconds'>) =>
  db.one<{ guesses: number; waitSeconds: number; endsAt: Date }>(sql`
    insert into sign_in_guesses as known (subject, guesses, since) values (${subject}, 1, ${db.now()})
    on conflict (subject) do update set
      guesses = case when known.since <= excluded.since - ${seconds}::integer * interval '1 second' then 1
        else known.guesses + 1 end,
      since = case when known.since <= excluded.since - ${seconds}::integer * interval '1 second' then excluded.since
        else known.since end
    returning guesses, since + ${seconds}::integer * interval '1 second' as ends_at,
      ceil(extract(epoch from since + ${seconds}::integer * interval '1 second' - ${db.now()}))::integer as wait_seconds`)

/** Resets the count after a correct answer. */
export const resetAttempts = (db: Db, { subject }: AttemptLimit) =>
  db.run(sql`delete from sign_in_guesses where subject = ${subject}`)

/** Whether the account with this e-mail address has a session from this IP address. */
export const hasSessionFrom = (db: Db, email: string, address: string) =>
  db.maybe<object>(sql`
    select 1 from sign_in_users person join sign_in_sessions session on session.user_id = person.id
    where person.email = ${email} and session.ip_address = ${address} limit 1`)

/** Deletes the oldest counts. Repeats the condition, so a count restarted concurrently survives. */
export function deleteOldAttempts(db: Db, limit: number): Promise<number> {
  const isOld = sql`since <= ${db.now()} - ${keptHours}::integer * interval '1 hour'`
  return db.run(sql`
    delete from sign_in_guesses where ${isOld} and subject = any(array(
      select subject from sign_in_guesses where ${isOld} order by since limit ${limit}::bigint))`)
}
