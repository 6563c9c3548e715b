import { setTimeout } from 'node:timers/promises'
import { recordMails } from '../../platform/mail/mail.ts'
import { normalizedAccount } from '../account.ts'
import { networkLimit } from '../attempt-limits.ts'
import { accountMail } from '../mails.ts'
import { addressHash, inheritSanctionsOf } from '../sanctions/actions.ts'
import { insertAccount } from '../sql.ts'
import { countAttempts } from './actions-attempts.ts'
import type { SignInContext } from './actions-library.ts'
import { countMail } from './sql.ts'

export type SignUpInput = {
  readonly email: string
  readonly roles: readonly string[]
  readonly language: string
}

/** Fixed response time in milliseconds, which hides whether an address has an account. */
export const answerMs = 300

/**
 * Creates an account without a password, which is chosen with the mailed link: only then is the address known to be theirs. If the
 * address has an account, mails its holder instead.
 */
export async function signUp(context: SignInContext, input: SignUpInput, network: string): Promise<void> {
  await countAttempts(context, [networkLimit('/sign-up', network, context.config.signInRatePerMinute)])
  await Promise.all([createAndMail(context, input), setTimeout(answerMs)])
}

async function createAndMail({ db, config, secretKey }: SignInContext, input: SignUpInput): Promise<void> {
  const account = normalizedAccount(input)
  const { email } = account
  await db.transaction(async (within) => {
    const created = await insertAccount(within, account, null, false)
    if (created) await inheritSanctionsOf(within, created.id, addressHash(secretKey, email))
  })
  const person = await countMail(db, email)
  if (!person) return
  const { confirmationOf } = await import('./actions-library.ts')
  const { publicUrl } = config
  const link = `${publicUrl}/verify?token=${await confirmationOf(secretKey, email)}`
  const to = { email, language: person.language }
  const mail = person.isVerified
    ? accountMail('Known', to, { publicUrl, link: `${publicUrl}/sign-in` })
    : accountMail('Confirm', to, { publicUrl, link })
  await recordMails(db, [mail])
}
