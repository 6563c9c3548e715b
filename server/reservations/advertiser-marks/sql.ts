import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { AdvertiserMark } from '../../offers/available.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, newestFirst, pageOfList, sql, when } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { MarkedOffer, MarkKind } from './marked-advertiser.ts'

const columns = sql`id, advertiser, mark, offer, offer_title, marked_at`

export const readMarks = (db: Db, by: By, mark: MarkKind | undefined, page: Page) => {
  const isWanted = every([sql`executor = caller.caller_account`, ...when(mark, sql`mark = ${mark}`)])
  const list = { columns, from: sql`from advertiser_marks where ${isWanted}`, order: newestFirst(sql`id`) }
  return forCaller<MarkedOffer & PagedRow>(db, by)`${pageOfList(list, page)}`
}

/** Serializes the marks of an executor until the transaction ends. Returns how many there are on other advertisers. */
export async function lockMarks(db: Db, executor: Id<'account'>, advertiser: Id<'account'>): Promise<number> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('marks of ' || ${executor}::bigint, 0))`)
  const { marks } = await db.one<{ marks: number }>(sql`
    select count(*)::integer as marks from advertiser_marks
    where executor = ${executor}::bigint and advertiser <> ${advertiser}::bigint`)
  return marks
}

export type NewMark = Pick<AdvertiserMark, 'mark'> & {
  readonly executor: Id<'account'>
  readonly advertiser: Id<'account'>
  readonly offer: Id<'offer'>
  readonly offerTitle: string
}

/** Sets the mark of the executor on the advertiser. The same mark again changes nothing but the offer that names it. */
export const upsertMark = (db: Db, { executor, advertiser, mark, offer, offerTitle }: NewMark) =>
  db.one<MarkedOffer>(sql`
    insert into advertiser_marks (executor, advertiser, mark, offer, offer_title, marked_at)
    values (${executor}::bigint, ${advertiser}::bigint, ${mark}, ${offer}::bigint, ${offerTitle}, ${db.now()})
    on conflict (executor, advertiser) do update set mark = excluded.mark, offer = excluded.offer,
      offer_title = excluded.offer_title,
      marked_at = case when advertiser_marks.mark = excluded.mark then advertiser_marks.marked_at else excluded.marked_at end
    returning ${columns}`)

/** Deletes the mark of an executor. Returns no row if they have none with this id. */
export const deleteMark = (db: Db, executor: Id<'account'>, id: Id<'advertiserMark'>) =>
  db.maybe<MarkedOffer>(sql`
    delete from advertiser_marks where id = ${id}::bigint and executor = ${executor}::bigint returning ${columns}`)
