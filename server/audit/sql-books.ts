import type { Db } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { BookCheck } from './books.ts'

/** Takes the turn to add the books up, where nobody did within so many seconds; answers whether it is ours. */
export const claimBookCheck = (db: Db, seconds: number) =>
  db.maybe<{ id: number }>(sql`
    insert into book_checks (id, checked_at, ok, mismatches) values (1, ${db.now()}, true, '[]')
    on conflict (id) do update set checked_at = excluded.checked_at
      where book_checks.checked_at <= excluded.checked_at - ${seconds}::integer * interval '1 second'
    returning id`)

export const writeBookCheck = (db: Db, { ok, mismatches }: Omit<BookCheck, 'checkedAt'>) =>
  db.run(sql`
    update book_checks set checked_at = ${db.now()}, ok = ${ok}::boolean, mismatches = ${JSON.stringify(mismatches)}::jsonb
    where id = 1`)

/** How the books were when they were last added up; none where no job has done so yet. */
export const readBookCheck = (db: Db) =>
  db.maybe<BookCheck>(sql`select checked_at, ok, mismatches from book_checks where id = 1`)
