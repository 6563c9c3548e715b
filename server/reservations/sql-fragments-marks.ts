import type { AdvertiserMark } from '../offers/available.ts'
import { type Sql, sql } from '../platform/sql.ts'

export type MarkedAdvertiser = AdvertiserMark & { readonly advertiser: number }

/** Selects the marks of an executor as `marks`; null if there are none. */
export const marksOf = (executor: Sql): Sql => sql`
  select json_agg(json_build_object('id', id, 'advertiser', advertiser, 'mark', mark)) as marks
  from advertiser_marks where executor = ${executor}`

/** The mark of an executor on an advertiser (`AdvertiserMark`); null if there is none. */
export const markOn = (advertiser: Sql, executor: Sql): Sql => sql`(
  select json_build_object('id', id, 'mark', mark) from advertiser_marks marked
  where marked.executor = ${executor} and marked.advertiser = ${advertiser})`

/** Deletes the marks of an account, and those on it. */
export const eraseMarks = (account: Sql): readonly Sql[] => [
  sql`delete from advertiser_marks where executor = ${account}`,
  sql`delete from advertiser_marks where advertiser = ${account} and id > 0`,
]
