import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** Whether a rejection of a row of executions waits for an operator. */
export const isRejectionHeld = (row: Sql): Sql => sql`'OperatorReview' = any(${row}.flags)`

/** The flags of a row of executions without the one of a held rejection. */
export const flagsWithoutHold = (row: Sql): Sql => sql`array_remove(${row}.flags, 'OperatorReview')`

/** Ends held rejections. Expects rows of execution and outcome; returns the rows that were ended. */
export const endHeldRejections = (db: Db, ends: Sql): Sql => sql`
  update held_rejections held set ended_at = ${db.now()}, outcome = ending.outcome
  from (${ends}) ending where held.execution = ending.execution and held.ended_at is null returning held.*`

/** Selects the newest decisions on an advertiser's offers as one text, newest first. */
export const recentDecisions = (account: Sql, most: number): Sql => sql`
  select coalesce(string_agg(case when status in ('Rejected', 'Disputed') then 'R' else 'A' end, ''), '') as recent from (
    select status from executions where advertiser = ${account} and decided_at is not null
    order by decided_at desc limit ${most}) newest`
