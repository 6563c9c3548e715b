import { timingSafeEqual } from 'node:crypto'
import { forgetHolders } from '../../accounts/actions-callers.ts'
import { networkLimit } from '../../accounts/attempt-limits.ts'
import { endAllSessions } from '../../accounts/sessions/actions.ts'
import { countAttempts } from '../../accounts/sign-in/actions-attempts.ts'
import { brokenLink } from '../../accounts/sign-in/problems.ts'
import { keyedHash } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { idFromPath } from '../../values/id.ts'
import { stopWithdrawal } from '../withdrawals/actions.ts'
import { stopRefund } from './actions.ts'

/** Payments to new accounts that a link stops, with the purposes and the first letters of their tokens. */
const stopped = {
  withdrawal: { purpose: 'stop withdrawal', letter: '' },
  refund: { purpose: 'stop refund', letter: 'r' },
} as const
type Kind = keyof typeof stopped

const macOf = (secretKey: string, kind: Kind, id: string): Buffer => keyedHash(secretKey, stopped[kind].purpose, id)

/** Returns the path of the page that stops a payment. Its token is derived, so that the database does not hold it. */
export const stopPath = (secretKey: string, kind: Kind, id: number): string =>
  `/stop-withdrawal?token=${stopped[kind].letter}${id}.${macOf(secretKey, kind, String(id)).toString('base64url')}`

function paymentIn(token: string, secretKey: string): { readonly kind: Kind; readonly id: string } | undefined {
  const [name = '', mac = ''] = token.split('.')
  const kind = name.startsWith(stopped.refund.letter) ? 'refund' : 'withdrawal'
  const id = name.slice(stopped[kind].letter.length)
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(secretKey, kind, id)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { kind, id } : undefined
}

type Stopping = Pick<Ctx, 'db' | 'config' | 'secretKey'>

/**
 * Cancels a withdrawal or refund by the link in the mail about its new account, and ends all sessions of its account: one of them may be
 * a thief's. The link works once, until an operator approves the payment. Throws LinkInvalid.
 */
export async function stopByLink({ db, config, secretKey }: Stopping, token: string, network: string): Promise<void> {
  await countAttempts({ db }, [networkLimit('/withdrawals/stop', network, config.signInRatePerMinute)])
  const payment = paymentIn(token, secretKey)
  if (!payment) throw brokenLink()
  const { kind, id } = payment
  const ended = db.transaction(async (within) => {
    const account =
      kind === 'refund'
        ? await stopRefund(within, { config }, idFromPath(id))
        : await stopWithdrawal(within, { config }, idFromPath(id))
    if (!account) throw brokenLink()
    await endAllSessions(within, account)
  })
  await ended.finally(forgetHolders)
}
