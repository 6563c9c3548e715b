import type { Db } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { OffersPaused, type PauseCause } from './pause-cause.ts'
import { lockCauses, markApplied, readCauses, readUnapplied, shareAccount } from './sql-pauses.ts'

/** Throws OffersPaused if a cause pauses all offers of the account. Keeps new causes out until the transaction ends. */
export async function mustNotBePaused(db: Db, account: Id<'account'>): Promise<void> {
  await shareAccount(db, account)
  const causes = (await readCauses(db, account)).map(({ cause }) => cause)
  if (causes.length > 0) throw OffersPaused({ causes })
}

export const unappliedPauses = (db: Db, limit: number) => readUnapplied(db, limit)

/** Locks the account's pause causes until the transaction ends. Returns the oldest one in force; undefined if all have ended. */
export const lockPause = async (db: Db, account: Id<'account'>): Promise<PauseCause | undefined> =>
  (await lockCauses(db, account)).find(({ isLifted }) => !isLifted)?.cause

export const notePauseApplied = (db: Db, account: Id<'account'>) => markApplied(db, account)
