import type { Ctx } from '../../platform/database/ctx.ts'
import type { Account } from '../account.ts'
import { findAccount } from '../actions.ts'
import { forgetHolders } from '../actions-callers.ts'
import { lockAccount } from '../sql.ts'
import { endSessions } from '../sql-sessions.ts'
import { deleteSecondFactor } from './sql.ts'

/** Removes the second factor of a person who lost it, and ends their sessions; for the command line. Throws AccountNotFound. */
export async function removeSecondFactor(ctx: Ctx, email: string, reason: string): Promise<Account> {
  const account = await findAccount(ctx, email)
  const removed = ctx.db.transaction(async (db) => {
    await lockAccount(db, account.id)
    await deleteSecondFactor(db, account.id, reason)
    await endSessions(db, account.id)
  })
  await removed.finally(forgetHolders)
  return account
}
