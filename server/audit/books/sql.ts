import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { BookCheck } from './books.ts'

const columns = sql`checked_at, ok, mismatches, accounts, transfers, sums`

/** Takes the turn to add the books up, where nobody did within so many seconds; answers whether it is ours. */
export const claimBookCheck = (db: Db, seconds: number) =>
  db.maybe<{ id: number }>(sql`
    insert into book_checks (id, checked_at, ok, mismatches) values (1, ${db.now()}, true, '[]')
    on conflict (id) do update set checked_at = excluded.checked_at
      where book_checks.checked_at <= excluded.checked_at - ${seconds}::integer * interval '1 second'
    returning id`)

/** Any constant does, as long as nobody else locks by it. */
const lockKey = 3_182_640_958

/** Keeps others from adding the books up until the transaction ends; false where somebody is at it. */
export const tryLockBooks = (db: Db) =>
  db.one<{ isOurs: boolean }>(sql`select pg_try_advisory_xact_lock(${lockKey}::bigint) as is_ours`)

export const writeBookCheck = (db: Db, { ok, mismatches, accounts, transfers, sums }: Omit<BookCheck, 'checkedAt'>) =>
  db.one<BookCheck>(sql`
    insert into book_checks (id, checked_at, ok, mismatches, accounts, transfers, sums)
    values (1, ${db.now()}, ${ok}::boolean, ${JSON.stringify(mismatches)}::jsonb, ${accounts}::bigint, ${transfers}::bigint,
      ${JSON.stringify(sums)}::jsonb)
    on conflict (id) do update set checked_at = excluded.checked_at, ok = excluded.ok, mismatches = excluded.mismatches,
      accounts = excluded.accounts, transfers = excluded.transfers, sums = excluded.sums
    returning ${columns}`)

/** How the books were when they were last added up; none where no job has done so yet. */
export const readBookCheck = (db: Db) => db.maybe<BookCheck>(sql`select ${columns} from book_checks where id = 1`)
