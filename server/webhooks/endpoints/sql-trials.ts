import type { Db } from '../../platform/database/db.ts'
import { recordDeliveredEvents } from '../../platform/database/events.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { TrialKind } from '../events/trial-event.ts'

export const drawEventId = (db: Db) =>
  db.one<{ id: Id<'event'>; now: Date }>(sql`select nextval('events_id_seq') as id, ${db.now()} as now`)

export type TrialDelivery = {
  readonly id: Id<'event'>
  readonly kind: TrialKind
  readonly account: Id<'account'>
  readonly endpoint: Id<'endpoint'>
  readonly body: string
}

/** Inserts a test event or challenge for a single endpoint, with its delivery. The endpoint is locked and becomes due. */
export const insertTrial = (db: Db, { id, kind, account, endpoint, body }: TrialDelivery) =>
  db.one<{ id: Id<'delivery'> }>(sql`
    with event as (${recordDeliveredEvents(
      db,
      sql`select ${id}::bigint as event, ${kind}::text as kind, ${account}::bigint as account,
        jsonb_build_object('endpoint', ${endpoint}::bigint) as data, ${body}::text as body`,
    )} returning id),
    woken as (update endpoints set due_at = ${db.now()} where id = ${endpoint}::bigint)
    insert into deliveries (endpoint, account, event, due_at, created_at, is_trial)
    select ${endpoint}::bigint, ${account}::bigint, id, ${db.now()}, ${db.now()}, true from event returning id`)
