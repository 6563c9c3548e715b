import type { Ctx } from '../platform/ctx.ts'
import { idOf } from '../values/id.ts'
import { Problem } from '../values/problem.ts'
import { forgetHolders, mayCall } from './actions-callers.ts'
import { hashOf, makeSecret } from './credential.ts'
import { sessionSeconds, sessionsMax } from './session.ts'
import { deleteEnded, endOldest, insertSession } from './sql-sessions.ts'

type Row = { readonly id: string; readonly userId: string; readonly token: string }

/** What happens to the credential when the library makes or ends a session. */
export const withCredential = ({ db }: Pick<Ctx, 'db'>) => ({
  create: {
    before: async () => ({ data: { token: makeSecret('Session') } }),
    after: async ({ id, userId, token }: Row) => {
      const account = idOf<'account'>(Number(userId))
      await insertSession(db, { session: Number(id), account, hash: hashOf(token), seconds: sessionSeconds })
      await endOldest(db, account, sessionsMax)
    },
  },
  delete: { after: async () => forgetHolders() },
})

const anySession = { credential: 'Session', role: 'Any', evenSuspended: true } as const

/** Whether the session holds by our own clock and books. */
export async function isOpen(surroundings: Omit<Ctx, 'by'>, session: string): Promise<boolean> {
  try {
    await mayCall({ ...surroundings, by: { bearer: session, need: anySession } })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

export const forgetEnded = ({ db }: Pick<Ctx, 'db'>): Promise<number> => deleteEnded(db)
