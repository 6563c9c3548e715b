import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Alert } from '@mantine/core'
import { Refusal } from '../../api.ts'
import { Refused } from '../../ui/refused.tsx'

const meanings = {
  invalid_email_or_password: msg`The e-mail address or the password is not right.`,
  invalid_password: msg`The password is not right.`,
  email_not_verified: msg`This e-mail address is not confirmed yet. Open the link in the mail that we have sent to it.`,
  invalid_code: msg`The code is not right, was used before, or its time is over.`,
  code_used: msg`This code was used already. Wait for the next one.`,
  sign_in_expired: msg`It took too long, or too many codes were wrong. Sign in again.`,
  too_many_codes: msg`Too many wrong codes. Wait 15 minutes, then sign in again.`,
  link_invalid: msg`This link was used already, or is too old. Ask for a new one.`,
  email_taken: msg`Another account has got this address meanwhile. Nothing was changed.`,
  passkey_not_found: msg`This passkey belongs to no account here.`,
  user_verification_required: msg`Here a passkey counts only if the device checks your PIN, finger or face.`,
  passkey_refused: msg`This passkey was not accepted.`,
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
