import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'

/** Records an event. Returns 0 if it was recorded before. */
export const recordStripeEvent = (db: Db, event: string) =>
  db.run(sql`insert into stripe_events (id, created_at) values (${event}, ${db.now()}) on conflict do nothing`)

/** Deletes events so old that Stripe no longer resends them. */
export const deleteOldStripeEvents = (db: Db, limit: number) =>
  db.run(sql`
    delete from stripe_events where id = any(array(
      select id from stripe_events where created_at < ${db.now()} - interval '90 days' order by created_at limit ${limit}::bigint))`)
