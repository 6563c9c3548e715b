import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { afterCursor, newestFirst, orderColumns, pageOfList, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { offsetOf, type Page, type PagedRow } from '../values/requests/page.ts'
import { reservationStatuses, type TaskReservation } from './reservation.ts'

type Filter = { readonly offer: Id<'offer'>; readonly status: readonly string[] | undefined }

const columns = sql`id, offer, executor, named.advertiser, kind, status, created_at, expires_at, ended_at`
const order = newestFirst(sql`reservations.id`)

/**
 * Rows of the offer `named` with one of these statuses, as stored or as the time makes them: an Active reservation past its end is
 * Expired. `last` ends the rows of each stored status, which an index has in order.
 */
function rowsOf(db: Db, status: readonly string[], last: Sql): Sql {
  const wanted = [...new Set(status)]
  const stored = wanted.includes('Expired') ? [...new Set([...wanted, 'Active'])] : wanted
  return sql`
    from unnest(${stored}::text[]) as request (stored) cross join lateral (
      select * from reservations
      where reservations.offer = named.id and reservations.status = request.stored
        and case when reservations.status = 'Active' and expires_at <= ${db.now()} then 'Expired' else reservations.status end = any(${wanted}::text[])
      ${last}) reservations
    where true`
}

/** Reads a page of the reservations of the caller's own offer, newest first; no row if they have no such offer. */
export const readTaskReservations = (db: Db, by: By, { offer, status = reservationStatuses }: Filter, page: Page) => {
  const last = sql`${afterCursor(order, page)} order by ${orderColumns(order)} limit ${offsetOf(page) + page.pageSize + 1}::bigint`
  const list = { columns, from: rowsOf(db, status, last), countedFrom: rowsOf(db, status, sql``), order }
  return forCaller<TaskReservation & PagedRow>(db, by)`
    select page.* from (select id, advertiser from offers where id = ${offer}::bigint and advertiser = caller.caller_account) named
    cross join lateral (${pageOfList(list, page)}) page`
}
