import type { Db } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import { marks } from '../scenario.ts'

/*
 * The minimum for a list, a detail and a reserve: one statement each, without authentication. pgbench runs them directly, and
 * the bare server over HTTP.
 */

type StatementDb = Pick<Db, 'many'>

export const listPage = (db: StatementDb) =>
  db.many(sql`
    select total.count as total_count, item.* from (
      select count(*) as count from offer_states where status = 'Active' and remaining > 0) total,
      (select offers.id, title, reward_units, currency, category, platform, type, activated_at, state.status, state.remaining
        from offers join offer_states state on state.offer = offers.id
        where activated_at is not null and state.status = 'Active' and state.remaining > 0
        order by activated_at desc, offers.id desc limit 20) item`)

export const openOffer = (db: StatementDb, offer: number = marks.offer) =>
  db.many(sql`
    select offers.id, title, description, reward_units, currency, category, platform, type, activated_at, proof_instructions,
      acceptance_criteria, offers.details, state.status, state.total_limit, state.remaining
    from offers join offer_states state on state.offer = offers.id where offers.id = ${offer}::bigint`)

export const reserveOne = (db: StatementDb, made: { id: number; executor: number; offer: number }) =>
  db.many(sql`
    with slot as (
      update offer_states set remaining = remaining - 1, reserved = reserved + 1
      where offer = ${made.offer}::bigint and status = 'Active' and remaining > 0 returning offer)
    insert into reservations (id, offer, executor, status, reward_units, fee_units, add_on_units, currency, review_seconds,
      offer_version, created_at, expires_at)
    select ${made.id}::bigint, id, ${made.executor}::bigint, 'Active', reward_units, fee_units, add_on_units, currency,
      review_seconds, version, now(), now() + reservation_seconds * interval '1 second'
    from slot join offers on offers.id = slot.offer returning id, expires_at`)
