import { sql } from '../../../server/platform/sql.ts'
import type { Person } from '../fixtures.ts'
import type { Market } from '../market.ts'

type Filled = { readonly owner: Person; readonly worker: Person; readonly offer: number }

/** Makes conversations on the reservations of an offer; the returned one has that many reported messages. */
export async function fillMessages(
  { ctx: { db } }: Market,
  { owner, worker, offer }: Filled,
  count: number,
): Promise<number> {
  await db.run(sql`
    insert into conversations (reservation, offer, advertiser, executor, executor_alias, last_message, last_message_at, messages)
    select id, offer, ${owner.id}::bigint, executor, 'ex_1', row_number() over (order by id) / 2, now(), 1
    from reservations where offer = ${offer}::bigint and executor = ${worker.id}::bigint and kind = 'Work'`)
  const { id } = await db.one<{ id: number }>(
    sql`select min(reservation) as id from conversations where offer = ${offer}::bigint`,
  )
  await db.run(sql`
    insert into messages (conversation, side, author, body, sent_at)
    select ${id}::bigint, 'Advertiser', ${owner.id}::bigint, 'Hello', now() from generate_series(1, ${count}::integer)`)
  await db.run(sql`
    insert into message_reports (message, reporter, code, created_at)
    select id, ${worker.id}::bigint, 'Other', now() from messages where conversation = ${id}::bigint`)
  return id
}
