import { eraseAccount, eraseNicknames, readNicknameKeys } from '../accounts/sql-fragments-erasure.ts'
import { eraseDrafts, eraseFileNames } from '../executions/sql-fragments.ts'
import { bookOf, bookWithoutOwner, postingRows, postTransfers, transferBetween } from '../ledger/sql-fragments.ts'
import { eraseLists } from '../lists/sql-fragments-erasure.ts'
import { eraseMessages } from '../messages/sql-fragments.ts'
import { eraseNotifications } from '../notifications/sql-fragments-erasure.ts'
import { eraseOfferReports } from '../offer-reports/sql-fragments-erasure.ts'
import { eraseTemplates } from '../offers/sql-fragments-erasure.ts'
import { erasePayments } from '../payments/sql-fragments.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import { erasedFileName, markErased } from '../proofs/sql-fragments-erasure.ts'
import { eraseQualifications } from '../qualifications/sql-fragments-erasure.ts'
import { eraseSearches } from '../reservations/saved-searches/sql-fragments.ts'
import { eraseMarks } from '../reservations/sql-fragments-marks.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'
import { eraseEndpoints } from '../webhooks/sql-fragments.ts'

/**
 * Erases personal data from an account's records. The account must be locked. Files follow in batches. `nicknameHash` returns what
 * keeps a nickname reserved.
 */
export async function eraseRecords(
  db: Db,
  id: Id<'account'>,
  pseudonym: string,
  nicknameHash: (key: string) => string,
): Promise<void> {
  const account = sql`${id}::bigint`
  const isBarred = sql`exists (select from barred_identities where account = ${account})`
  const statements = [
    ...erasePayments(account, isBarred),
    ...eraseLists(account),
    ...eraseQualifications(account),
    ...eraseTemplates(account),
    ...eraseMarks(account),
    ...eraseSearches(account),
    ...eraseOfferReports(account),
    ...eraseMessages(account),
    eraseDrafts(account),
    ...eraseEndpoints(db, account),
    ...eraseNotifications(account),
    ...eraseAccount(db, account, pseudonym),
  ]
  for (const statement of statements) await db.run(statement)
  const keys = (await readNicknameKeys(db, id)).map(({ key }) => key)
  await eraseNicknames(db, keys, keys.map(nicknameHash))
}

/** Selects up to `limit` proofs of an executor that still have files. */
export const readUnerased = (db: Db, executor: Id<'account'>, limit: number) =>
  db.many<{ readonly id: string; readonly extension: 'jpg' | 'png' | 'webp' | 'pdf' }>(sql`
    select id, extension from proofs where executor = ${executor}::bigint and erased_at is null limit ${limit}::bigint`)

export const markFilesErased = (db: Db, ids: readonly string[]) => db.run(markErased(db, sql`${ids}::uuid[]`))

/** Erases qualifications once more: a grant of the same moment did not see that the executor was erased. */
export async function eraseLateGrants(db: Db, account: Id<'account'>): Promise<void> {
  for (const statement of eraseQualifications(sql`${account}::bigint`)) await db.run(statement)
}

/** Erases file names in executions, up to `limit` of each kind of record. Returns the largest count. */
export async function eraseNames(db: Db, executor: Id<'account'>, limit: number): Promise<number> {
  const done: number[] = []
  for (const statement of eraseFileNames(sql`${executor}::bigint`, erasedFileName, limit))
    done.push(await db.run(statement))
  return Math.max(...done)
}

type Kept = { readonly book: 'advertiser.available' | 'executor.available'; readonly units: Units }

/** Moves the remaining balance of an account to the platform's revenue, as its holder agreed. Expects a transaction. */
export async function giveUpBalance(db: Db, account: Id<'account'>, money: Money): Promise<void> {
  const kept = await db.many<Kept>(sql`
    select book, units from balances
    where book in ('advertiser.available', 'executor.available') and owner = ${account}::bigint and units > 0
    order by book, owner for update`)
  if (kept.length === 0) return
  const postings = kept.flatMap(({ book, units }) => {
    const facts = {
      cause: `closing:${account}:${book}`,
      kind: 'Fee' as const,
      description: 'Given up when the account was closed',
    }
    return transferBetween(facts, units, bookOf(book, account), bookWithoutOwner('platform.revenue'))
  })
  await db.flight(postTransfers(db, postingRows(postings), money))
}

export const readPerson = (db: Db, account: Id<'account'>) =>
  db.maybe<{ readonly email: string; readonly language: string }>(sql`
    select email, language from accounts where id = ${account}::bigint`)
