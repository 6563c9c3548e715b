import { sql } from '../../../server/platform/sql.ts'
import type { Work } from '../fixtures.ts'
import type { Market } from '../market.ts'

/**
 * Copies submitted work to other executors on free slots of the same offer, whose holds pay for the copies. Inserted directly,
 * because a thousand would take minutes through the API. Returns their ids.
 */
export async function fillWork({ ctx: { db } }: Market, work: Work, copies: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    with made as materialized (
      select place, nextval('accounts_id_seq') as account, nextval('reservations_id_seq') as reservation,
        nextval('executions_id_seq') as execution from generate_series(1, ${copies}::integer) place
    ),
    account as (
      insert into accounts select copy.* from made, accounts original, lateral jsonb_populate_record(original,
        jsonb_build_object('id', made.account, 'email', 'crowd' || made.account || '@example.com')) copy
      where original.id = ${work.executor.id}::bigint
    ),
    executor as (
      insert into executors select copy.* from made, executors original,
        lateral jsonb_populate_record(original, jsonb_build_object('account', made.account)) copy
      where original.account = ${work.executor.id}::bigint
    ),
    reservation as (
      insert into reservations select copy.* from made, reservations original, lateral jsonb_populate_record(original,
        jsonb_build_object('id', made.reservation, 'executor', made.account)) copy
      where original.id = ${work.reservation}::bigint
    ),
    execution as (
      insert into executions select copy.* from made, executions original, lateral jsonb_populate_record(original,
        jsonb_build_object('id', made.execution, 'executor', made.account, 'reservation', made.reservation,
          'executor_alias', 'ex_crowd' || made.account)) copy
      where original.id = ${work.id}::bigint returning id
    ),
    state as (
      update offer_states set remaining = remaining - ${copies}::integer, pending = pending + ${copies}::integer
      where offer = ${work.offer}::bigint
    )
    select id from execution order by id`)
  return rows.map(({ id }) => id)
}
