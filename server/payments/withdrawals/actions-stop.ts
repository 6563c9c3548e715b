import { timingSafeEqual } from 'node:crypto'
import { forgetHolders } from '../../accounts/actions-callers.ts'
import { networkLimit } from '../../accounts/attempt-limits.ts'
import { endAllSessions } from '../../accounts/sessions/actions.ts'
import { countAttempts } from '../../accounts/sign-in/actions-attempts.ts'
import { brokenLink } from '../../accounts/sign-in/problems.ts'
import { keyedHash } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Id, idFromPath } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import { readStoppable, transitionWithdrawals } from './sql.ts'

const purpose = 'stop withdrawal'

/** Returns the path of the page that stops a withdrawal. Its token is derived, so that the database does not hold it. */
export const stopPath = (secretKey: string, withdrawal: number): string =>
  `/stop-withdrawal?token=${withdrawal}.${keyedHash(secretKey, purpose, String(withdrawal)).toString('base64url')}`

function withdrawalIn(token: string, secretKey: string): Id<'withdrawal'> | undefined {
  const [id = '', mac = ''] = token.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = keyedHash(secretKey, purpose, id)
  return given.length === expected.length && timingSafeEqual(given, expected) ? idFromPath(id) : undefined
}

/**
 * Cancels a withdrawal by the link in the mail about its new payout account, and ends all sessions of the executor: one of them may
 * be a thief's. The link works once, until an operator approves the withdrawal. Throws LinkInvalid.
 */
export async function stopByLink(
  { db, config, secretKey }: Pick<Ctx, 'db' | 'config' | 'secretKey'>,
  token: string,
  network: string,
): Promise<void> {
  await countAttempts({ db }, [networkLimit('/withdrawals/stop', network, config.signInRatePerMinute)])
  const id = withdrawalIn(token, secretKey)
  const open = id && (await readStoppable(db, id))
  if (!open) throw brokenLink()
  const stopped = db.transaction(async (within) => {
    await endAllSessions(within, open.executor)
    const by = { actor: 'executor', account: open.executor } as const
    const stop = { id, reason: 'Stopped by the link in the mail' }
    const moved = await transitionWithdrawals(within, [stop], { move: 'cancel', by, money: moneyOf(config) })
    if (moved.length === 0) throw brokenLink()
  })
  await stopped.finally(forgetHolders)
}
