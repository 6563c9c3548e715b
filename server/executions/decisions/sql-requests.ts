import { lockRejecting } from '../../accounts/sql-fragments.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Review } from './decision.ts'

const requestedReviews = (requests: readonly Review[]): Sql => {
  const column = (name: keyof Review) => requests.map((one) => one[name])
  return sql`
    unnest(${column('execution')}::bigint[], ${column('offer')}::bigint[], ${column('executor')}::bigint[],
      ${column('by')}::text[], ${column('account')}::bigint[],
      ${column('comment')}::text[], ${column('rating')}::integer[], ${column('reasonCode')}::text[],
      ${column('reason')}::text[], ${requests.map(({ failedCriteria }) => JSON.stringify(failedCriteria))}::text[],
      ${column('remaining')}::bigint[], ${column('made')}::bigint[], ${column('blocks')}::boolean[], ${column('version')}::integer[])
      as request (execution, offer, executor, by, account, comment, rating, reason_code, reason, failed_criteria, remaining, made, blocks,
        version)`
}

/** The part `request`: all requested decisions. */
export const allRequested = (requests: readonly Review[]): Sql =>
  sql`request as materialized (select * from ${requestedReviews(requests)})`

/** The part `request` for rejections: those within the rejection limit. The facts of the others must be read again. */
export const withinRejectionLimit = (requests: readonly Review[]): Sql => sql`
  wanted as materialized (select *, row_number() over (partition by account order by execution) as turn from ${requestedReviews(requests)}),
  advertiser as materialized (${lockRejecting(sql`select account from wanted where remaining is not null`)}),
  request as materialized (
    select wanted.* from wanted left join advertiser on advertiser.account = wanted.account
    where wanted.remaining is null or advertiser.rejections_made - wanted.made + wanted.turn <= wanted.remaining
  )`
