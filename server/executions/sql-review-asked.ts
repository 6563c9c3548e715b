import { lockRejecting } from '../accounts/steps-rejections.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

/** By whom a decision was made, as reports show it. */
export type DecidedBy = 'Advertiser' | 'AutoAccept' | 'Rule' | 'Operator' | 'ReworkTimeout'

/** A decision to write down, once the rule allowed it. */
export type Review = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly by: DecidedBy
  /** Who stands behind it; null: nobody but the rules. */
  readonly account: Id<'account'> | null
  /** The one version that is decided on; null: any. */
  readonly version?: number | null
  readonly comment: string | null
  readonly rating: number | null
  readonly reasonCode: string | null
  readonly reason: string | null
  readonly failedCriteria: readonly string[] | null
  /** Of an advertiser's own rejection: how many of them may take effect after so many that had when its facts were read. */
  readonly room?: number | null
  readonly made?: number | null
  /** Of an advertiser's rejection: the executor is to get none of their offers any more. */
  readonly blocks?: boolean | null
}

const askedReviews = (asked: readonly Review[]): Sql => {
  const column = (name: keyof Review) => asked.map((one) => one[name])
  return sql`
    unnest(${column('execution')}::bigint[], ${column('offer')}::bigint[], ${column('executor')}::bigint[],
      ${column('by')}::text[], ${column('account')}::bigint[],
      ${column('comment')}::text[], ${column('rating')}::integer[], ${column('reasonCode')}::text[],
      ${column('reason')}::text[], ${asked.map(({ failedCriteria }) => JSON.stringify(failedCriteria))}::text[],
      ${column('room')}::bigint[], ${column('made')}::bigint[], ${column('blocks')}::boolean[], ${column('version')}::integer[])
      as asked (execution, offer, executor, by, account, comment, rating, reason_code, reason, failed_criteria, room, made, blocks,
        version)`
}

/** The part `asked`: what is to be decided. */
export const allOf = (asked: readonly Review[]): Sql =>
  sql`asked as materialized (select * from ${askedReviews(asked)})`

/** The same of rejections: those that the breaker leaves room for; the others must read their facts again. */
export const withinRoom = (asked: readonly Review[]): Sql => sql`
  wanted as materialized (select *, row_number() over (partition by account order by execution) as turn from ${askedReviews(asked)}),
  advertiser as materialized (${lockRejecting(sql`select account from wanted where room is not null`)}),
  asked as materialized (
    select wanted.* from wanted left join advertiser on advertiser.account = wanted.account
    where wanted.room is null or advertiser.rejections_made - wanted.made + wanted.turn <= wanted.room
  )`
