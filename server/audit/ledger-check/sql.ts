import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { LedgerCheck } from './ledger-check.ts'

const columns = sql`checked_at, ok, mismatches, accounts, transfers, sums`

/** Claims the check if none has run in the last `seconds`, by a clock that may have been set back. Returns whether it was claimed. */
export const claimCheck = (db: Db, seconds: number) =>
  db.maybe<{ id: number }>(sql`
    insert into book_checks (id, checked_at, ok, mismatches) values (1, ${db.now()}, true, '[]')
    on conflict (id) do update set checked_at = excluded.checked_at
      where book_checks.checked_at <= excluded.checked_at - ${seconds}::integer * interval '1 second'
        or book_checks.checked_at > excluded.checked_at
    returning id`)

/** Advisory lock key: an arbitrary constant that no other lock uses. */
const lockKey = 3_182_640_958

/** Locks out other checks until the transaction ends; false if one is running. */
export const tryLockCheck = (db: Db) =>
  db.one<{ isOurs: boolean }>(sql`select pg_try_advisory_xact_lock(${lockKey}::bigint) as is_ours`)

export const writeCheck = (db: Db, { ok, mismatches, accounts, transfers, sums }: Omit<LedgerCheck, 'checkedAt'>) =>
  db.one<LedgerCheck>(sql`
    insert into book_checks (id, checked_at, ok, mismatches, accounts, transfers, sums)
    values (1, ${db.now()}, ${ok}::boolean, ${JSON.stringify(mismatches)}::jsonb, ${accounts}::bigint, ${transfers}::bigint,
      ${JSON.stringify(sums)}::jsonb)
    on conflict (id) do update set checked_at = excluded.checked_at, ok = excluded.ok, mismatches = excluded.mismatches,
      accounts = excluded.accounts, transfers = excluded.transfers, sums = excluded.sums
    returning ${columns}`)

/** Selects the latest check; no row if no job has run it yet. */
export const readCheck = (db: Db) => db.maybe<LedgerCheck>(sql`select ${columns} from book_checks where id = 1`)
