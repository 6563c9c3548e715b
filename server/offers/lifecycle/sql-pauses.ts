import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Reason } from '../offer.ts'
import { lockStates, offerSnapshot, stateSnapshot } from '../sql-fragments.ts'

/** Whether an account-wide cause paused the offer; other pauses are not lifted with the cause. */
const isPausedByCause = (codes: readonly string[]): Sql => sql`
  state.status = 'Paused' and state.paused_by = 'system'
  and (select status_reason ->> 'code' from offers where offers.id = state.offer) = any(${codes}::text[])`

type PauseUpdate = { readonly status: 'Paused' | 'Active'; readonly reason: Reason | null; readonly action: string }

/** Pauses or resumes up to `most` offers of an account. Returns how many were found. */
const setPaused = (
  db: Db,
  account: Id<'account'>,
  condition: Sql,
  most: number,
  { status, reason, action }: PauseUpdate,
) =>
  db.one<{ found: number }>(sql`
    with due as materialized (
      select offers.id from offers join offer_states state on state.offer = offers.id
      where offers.advertiser = ${account}::bigint and ${condition} order by offers.id limit ${most}::bigint),
    state as materialized (${lockStates(sql`select id from due`)}),
    turned as (
      update offer_states set status = ${status}, paused_by = ${status === 'Paused' ? 'system' : null}
      where offer = any(array(select offer from state where ${condition})) returning *),
    changed as (
      update offers set status_reason = ${reason === null ? null : JSON.stringify(reason)}::jsonb, version = version + 1,
        updated_at = ${db.now()}
      where id = any(array(select offer from turned)) returning *),
    audit as (${recordDecisions(db)`
      select 'system' as actor, null::bigint as account, ${action} as action, 'task' as subject, changed.id as subject_id,
        changed.advertiser as owner, ${reason?.message ?? null}::text as reason,
        jsonb_build_object('from', state.status, 'to', ${status}::text, 'version', version) as data
      from changed join state on state.offer = changed.id`}),
    event as (${recordEvents(db)`
      select 'task.paused' as kind, changed.advertiser as account, changed.id as offer, null::bigint as execution,
        jsonb_build_object('offer', ${offerSnapshot(sql`changed`)}, 'counts', ${stateSnapshot(sql`turned`)},
          'heldUnits', coalesce((select units from holds where holds.offer = changed.id), 0)) as data, 3 as rank
      from changed join turned on turned.offer = changed.id join state on state.offer = changed.id
      where turned.status = 'Paused' and state.status = 'Active'`})
    select count(*) as found from due`)

export type Pause = {
  readonly account: Id<'account'>
  /** The codes of all causes. */
  readonly codes: readonly string[]
}

/** Pauses active offers of an account, and changes the reason of offers that another cause paused. */
export const pauseOffers = (db: Db, { account, codes }: Pause, reason: Reason, most: number) =>
  setPaused(
    db,
    account,
    sql`(state.status = 'Active' or ${isPausedByCause(codes.filter((code) => code !== reason.code))})`,
    most,
    { status: 'Paused', reason, action: 'task.pause' },
  )

/** Resumes the offers of an account that a cause paused. */
export const resumeOffers = (db: Db, { account, codes }: Pause, most: number) =>
  setPaused(db, account, isPausedByCause(codes), most, { status: 'Active', reason: null, action: 'task.resume' })
