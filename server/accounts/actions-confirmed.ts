import type { Ctx } from '../platform/database/ctx.ts'
import { forbidden } from '../values/problems/problem.ts'
import { presentedHash } from './caller.ts'
import { isConfirmed } from './sql-sessions.ts'

/** How long a confirmation is valid, in seconds. */
export const confirmedSeconds = 600

export const ConfirmationRequired = forbidden<{ validSeconds: number }>(
  'confirmation_required',
  'Confirmation required',
  ({ validSeconds }) =>
    `Enter the password or use a passkey again: POST /console/api/auth/confirm. The confirmation is valid for ${validSeconds} s.`,
)

/** Throws ConfirmationRequired unless the caller's session was confirmed within `confirmedSeconds`. */
export async function mustBeConfirmed({ db, by }: Ctx): Promise<void> {
  if (by === 'Local') return
  const { isRecent } = await isConfirmed(db, presentedHash(by), confirmedSeconds)
  if (!isRecent) throw ConfirmationRequired({ validSeconds: confirmedSeconds })
}
