import { type Sql, sql } from '../../platform/sql.ts'

/** Selects the version of the secret of an offer. */
export const secretVersionOf = (offer: Sql): Sql =>
  sql`coalesce((select secret_version from studies where studies.offer = ${offer}), 1)`

/**
 * The places taken in the quotas of a row named `offers`, each with its `cell`. An ended reservation counts while its work may still be
 * accepted.
 */
export const fromQuotaPlaces = sql`
  from reservations cross join unnest(quota_cells) as numbered (cell)
  where reservations.offer = offers.id and quota_cells is not null and is_taken`

/** Selects how many took part in each quota of a row named `offers`, by its number; null without quotas. */
export const quotasTaken = sql`
  case when offers.quotas is not null then coalesce((
    select jsonb_object_agg(cell, taken) from (
      select cell, count(*) as taken ${fromQuotaPlaces} group by cell) counted), '{}') end`

/** What is held for further screened-out executors of an open offer, from rows named `offers` and `state`. */
export const openScreenOuts = sql`
  coalesce((offers.screen_out_units + offers.screen_out_fee_units) * (state.screen_out_max - state.screened_out), 0)`

/**
 * Postings that release what is left for screened-out executors of the offers that these accepted executions complete. Expects rows with
 * offer, before the slots move, and locked offer_states. The cause has the version that the completion gives the offer: by it, the
 * released amount is found.
 */
export const releaseScreenOuts = (accepted: Sql): Sql => sql`
  select 'offer:' || done.id || ':v' || done.version + 1 || ':release' as cause, 'Release' as kind, null::text as description,
    done.id as offer, null::bigint as execution, moved.book, moved.owner, done.advertiser as account, moved.units
  from (
    select offers.id, offers.version, offers.advertiser, ${openScreenOuts} as units
    from (select offer, count(*) as works from ${accepted} group by offer) added
    join offer_states state on state.offer = added.offer and state.status in ('Active', 'Paused')
      and state.accepted + added.works = state.total_limit
    join offers on offers.id = added.offer) done,
    lateral (values ('advertiser.held', done.id, -done.units), ('advertiser.available', done.advertiser, done.units)) moved (book, owner, units)
  where moved.units <> 0`
