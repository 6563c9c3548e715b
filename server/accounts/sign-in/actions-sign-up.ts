import { setTimeout } from 'node:timers/promises'
import { recordMails } from '../../platform/mail/mail.ts'
import { canonical } from '../../values/language.ts'
import { checkAccount, normalEmail } from '../account.ts'
import { signUpAttempt } from '../guesses.ts'
import { hashPassword } from '../password.ts'
import { addressHash, takeOverSanctions } from '../sanctions/actions-closings.ts'
import { insertAccount } from '../sql.ts'
import { mayAttempt } from './actions-guesses.ts'
import type { Around } from './actions-library.ts'
import { signInMail } from './mails.ts'
import { countMail, type Person } from './sql.ts'

export type SignUpInput = {
  readonly email: string
  readonly password: string
  readonly roles: readonly string[]
  readonly language: string
}

/** Fixed response time in milliseconds, which hides whether an address has an account. */
export const answerMs = 300

/**
 * Creates an account that cannot sign in until its address is confirmed, and mails a link. If the address already has an account,
 * mails its holder instead.
 */
export async function signUp(around: Around, input: SignUpInput, network: string): Promise<void> {
  await mayAttempt(around, [signUpAttempt(network, around.config.signInRatePerMinute)])
  await Promise.all([makeOrTell(around, input), setTimeout(answerMs)])
}

async function makeOrTell(around: Around, input: SignUpInput): Promise<void> {
  const { db, config, secretKey } = around
  const language = canonical(input.language) ?? input.language
  const account = { ...input, language, email: normalEmail(input.email), roles: [...new Set(input.roles)] }
  checkAccount(account)
  const password = await hashPassword(account.password)
  await db.transaction(async (within) => {
    const made = await insertAccount(within, account, password, false)
    if (made) await takeOverSanctions(within, made.id, addressHash(secretKey, account.email))
  })
  const person = await countMail(db, account.email)
  if (!person) return
  const { confirmationOf } = await import('./actions-library.ts')
  const token = await confirmationOf(secretKey, account.email)
  await recordMails(db, [mailTo(person, account.email, config.publicUrl, token)])
}

const mailTo = ({ isVerified, language }: Person, email: string, publicUrl: string, token: string) =>
  isVerified
    ? signInMail('Known', { email, language }, `${publicUrl}/sign-in`)
    : signInMail('Confirm', { email, language }, `${publicUrl}/verify?token=${token}`)
