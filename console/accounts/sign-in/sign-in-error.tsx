import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Alert } from '@mantine/core'
import { ApiError } from '../../api.ts'
import { isMailSent } from '../../ui/brand.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'

const messages = {
  invalid_email_or_password: msg`Incorrect e-mail address or password.`,
  invalid_password: msg`Incorrect password.`,
  email_not_verified: isMailSent()
    ? msg`This e-mail address is not confirmed yet. Open the link in the e-mail we sent you.`
    : msg`This e-mail address is not confirmed yet.`,
  invalid_code: msg`The code is wrong, already used or expired.`,
  code_used: msg`This code has already been used. Wait for the next one.`,
  sign_in_expired: msg`Too much time passed, or too many codes were wrong. Sign in again.`,
  too_many_codes: msg`Too many wrong codes. Wait 15 minutes, then sign in again.`,
  link_invalid: msg`This link has been used or has expired. Request a new one.`,
  email_taken: msg`Another account now has this address. Nothing was changed.`,
  passkey_not_found: msg`No account here has this passkey.`,
  user_verification_required: msg`This account requires a passkey that checks your PIN, fingerprint or face.`,
  passkey_refused: msg`This passkey was not accepted.`,
}
const isKnown = (code: string): code is keyof typeof messages => Object.hasOwn(messages, code)

/** Explains a refusal while signing in or changing sign-in settings. */
export function SignInError({ error }: { readonly error: unknown }) {
  const { _ } = useLingui()
  const code = error instanceof ApiError ? error.code : ''
  // The user has closed the browser's passkey dialog, which is not an error.
  if (error instanceof DOMException) return null
  if (!isKnown(code)) return <ErrorAlert error={error} />
  return (
    <Alert role="alert" color="red" variant="light">
      {_(messages[code])}
    </Alert>
  )
}
