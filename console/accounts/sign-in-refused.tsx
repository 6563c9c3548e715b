import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Alert } from '@mantine/core'
import { Refusal } from '../api.ts'
import { Refused } from '../ui/refused.tsx'

const meanings = {
  INVALID_EMAIL_OR_PASSWORD: msg`The e-mail address or the password is not right.`,
  INVALID_PASSWORD: msg`The password is not right.`,
  EMAIL_NOT_VERIFIED: msg`This e-mail address is not confirmed yet. Open the link in the mail that we have sent to it.`,
  INVALID_CODE: msg`The code is not right, or its time is over.`,
  INVALID_BACKUP_CODE: msg`The code is not right, or was used before.`,
  CODE_USED: msg`This code was used already. Wait for the next one.`,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: msg`Too many wrong codes. Sign in anew.`,
  INVALID_TWO_FACTOR_COOKIE: msg`It took too long. Sign in anew.`,
  ACCOUNT_TEMPORARILY_LOCKED: msg`Too many wrong codes. Wait a while, then sign in anew.`,
  INVALID_TOKEN: msg`This link was used already, or is too old. Ask for a new one.`,
  TOKEN_EXPIRED: msg`This link is too old. Ask for a new one.`,
  PASSKEY_NOT_FOUND: msg`This passkey belongs to no account here.`,
  AUTHENTICATION_FAILED: msg`This passkey was not accepted.`,
}
const isKnown = (code: string): code is keyof typeof meanings => Object.hasOwn(meanings, code)

/** Why signing in, or what belongs to it, was refused. */
export function SignInRefused({ error }: { readonly error: unknown }) {
  const { _ } = useLingui()
  const code = error instanceof Refusal ? error.code : ''
  // Whoever closes the question of the browser for a passkey has changed their mind: nothing was refused.
  if (error instanceof DOMException) return null
  if (!isKnown(code)) return <Refused error={error} />
  return (
    <Alert role="alert" color="red" variant="light">
      {_(meanings[code])}
    </Alert>
  )
}
