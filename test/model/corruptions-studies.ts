import { type Sql, sql } from '../../server/platform/sql.ts'

/** A corruption for each invariant of studies, which must detect it. */
export const studyCorruptions: Readonly<Record<string, () => Sql>> = {
  'a screened-out executor is paid exactly once what the offer sets, and nobody else is': () => sql`
    update reservations set status = 'ScreenedOut' where id = (
      select max(reservations.id) from reservations join offers on offers.id = offer
      where screen_out_units is not null and status <> 'ScreenedOut')`,
  'an offer counts whom it has screened out, and can pay for everyone who has a slot': () => sql`
    update offer_states set screened_out = screened_out + 1 where offer = (
      select max(offer) from offer_states where screen_out_max > screened_out + reserved)`,
  'no more executors of a kind take part than its quota allows': () => sql`
    with target as (
      select reservations.id, offer from reservations join offers on offers.id = offer
      where quotas is not null and status in ('Active', 'Cancelled', 'Expired', 'ScreenedOut') order by 1 desc limit 1),
    lowered as (update offers set quotas = jsonb_set(quotas, '{0,max}', '0') where id = (select offer from target))
    update reservations set quota_cells = '{0}', is_taken = true where id = (select id from target)`,
  'an executor takes part in one offer of an exclusion group': () => sql`
    with pair as (
      select offers.advertiser, executor from offers join reservations on reservations.offer = offers.id
      group by 1, 2 having count(distinct offers.id) > 1 limit 1),
    grouped as (update offers set exclusion_group = 'Planted' where advertiser = (select advertiser from pair))
    update reservations set status = 'ScreenedOut' where executor = (select executor from pair)
      and offer = any(array(select id from offers where advertiser = (select advertiser from pair)))`,
}
