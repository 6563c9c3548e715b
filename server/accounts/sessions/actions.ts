import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Id, idOf } from '../../values/id.ts'
import { Problem } from '../../values/problems/problem.ts'
import { forgetHolders, mayCall } from '../actions-callers.ts'
import { hashOf, makeSecret } from '../credential.ts'
import { deleteOldChanges } from '../sql-email-changes.ts'
import { deleteOldGuesses } from '../sql-guesses.ts'
import { deleteEndedSessions, deleteEndedVerifications, endOldest, endOthers, insertSession } from '../sql-sessions.ts'
import { passwordSignedInWith } from './actions-signing-in.ts'
import { sessionSeconds, sessionsMax } from './sessions.ts'

const deletedMax = 1000

type Row = { readonly id: string; readonly userId: string; readonly token: string }

/** Hooks that keep the credential in step with the library's session. */
export const withCredential = ({ db }: Pick<Ctx, 'db'>) => ({
  create: {
    before: async () => ({ data: { token: makeSecret('Session') } }),
    after: async ({ id, userId, token }: Row) => {
      const account = idOf<'account'>(Number(userId))
      const password = passwordSignedInWith()
      await insertSession(db, { session: Number(id), account, hash: hashOf(token), seconds: sessionSeconds, password })
      await endOldest(db, account, sessionsMax)
    },
  },
  delete: { after: async () => forgetHolders() },
})

/** Ends the account's other sessions, which must sign in again after its authentication has changed. */
export async function endOtherSessions(
  { db }: Pick<Ctx, 'db'>,
  account: Id<'account'>,
  session: string,
): Promise<void> {
  await endOthers(db, account, hashOf(session))
  forgetHolders()
}

const anySession = { credential: 'Session', role: 'Any', evenSuspended: true } as const

/** Returns the account of a session that is valid by our clock and tables. */
export async function holderOf(surroundings: Omit<Ctx, 'by'>, session: string): Promise<Id<'account'> | undefined> {
  try {
    const { callerAccount } = await mayCall({
      ...surroundings,
      by: { bearer: session, requirement: anySession, address: undefined },
    })
    return callerAccount
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Deletes expired rows in batches, since password guessing can create many. Returns how many. */
export async function forgetEnded({ db }: Pick<Ctx, 'db'>): Promise<number> {
  let deleted = 0
  for (const some of [deleteEndedSessions, deleteEndedVerifications, deleteOldGuesses, deleteOldChanges])
    deleted += await drainInBatches(deletedMax, (most) => some(db, most))
  return deleted
}
