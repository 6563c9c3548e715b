import { AsyncLocalStorage } from 'node:async_hooks'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Id, idOf } from '../../values/id.ts'
import { Problem } from '../../values/problems/problem.ts'
import { forgetHolders, mayCall } from '../actions-callers.ts'
import { hashOf, makeSecret } from '../credential.ts'
import { isPassword } from '../password.ts'
import { lockAccount } from '../sql.ts'
import { deleteOldAttempts } from '../sql-attempts.ts'
import { deleteOldChanges } from '../sql-email-changes.ts'
import {
  deleteEndedSessions,
  deleteEndedVerifications,
  deleteOldInvitations,
  endOldest,
  endOthers,
  endSessions,
  insertSession,
} from '../sql-sessions.ts'
import { sessionSeconds, sessionsMax } from './sessions.ts'

const deletedMax = 1000

type LibrarySession = { readonly id: string; readonly userId: string; readonly token: string }

/** The stored password hash checked in this sign-in; the session that follows is tied to it. */
const signingIn = new AsyncLocalStorage<{ passwordHash: string | undefined }>()

export const withPassword = <T>(work: () => Promise<T>): Promise<T> => signingIn.run({ passwordHash: undefined }, work)

/** Whether the password matches the hash. Remembers the hash for the session created next. */
export async function isSignInPassword(password: string, hash: string): Promise<boolean> {
  const isRight = await isPassword(password, hash)
  const signIn = signingIn.getStore()
  if (isRight && signIn) signIn.passwordHash = hash
  return isRight
}

/** Hooks that keep the credential in step with the library's session. */
export const withCredential = ({ db }: Pick<Ctx, 'db'>) => ({
  create: {
    before: async () => ({ data: { token: makeSecret('Session') } }),
    after: async ({ id, userId, token }: LibrarySession) => {
      const account = idOf<'account'>(Number(userId))
      const password = signingIn.getStore()?.passwordHash
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

/** Ends all sessions of an account, which stays locked until the transaction ends. */
export async function endAllSessions(db: Db, account: Id<'account'>): Promise<void> {
  await lockAccount(db, account)
  await endSessions(db, account)
}

const anySession = { credential: 'Session', role: 'Any', evenSuspended: true } as const

/** Returns the account of a session that is valid by our clock and tables. */
export async function holderOf(context: Omit<Ctx, 'by'>, session: string): Promise<Id<'account'> | undefined> {
  try {
    const by = { bearer: session, requirement: anySession, address: undefined }
    return (await mayCall({ ...context, by })).callerAccount
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Deletes expired rows in batches, since password guessing can create many. Returns how many. */
export async function deleteEnded({ db }: Pick<Ctx, 'db'>): Promise<number> {
  let deleted = 0
  for (const deleteExpired of [
    deleteEndedSessions,
    deleteEndedVerifications,
    deleteOldAttempts,
    deleteOldChanges,
    deleteOldInvitations,
  ])
    deleted += await drainInBatches(deletedMax, (limit) => deleteExpired(db, limit))
  return deleted
}
