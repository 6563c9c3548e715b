import {
  bodyError,
  conflict,
  forbidden,
  invalid,
  limited,
  missing,
  type Problem,
  unauthenticated,
  ValidationError,
} from '../../values/problems/problem.ts'
import { mustBeEmail } from '../../values/sentences.ts'
import { TokenInvalid } from '../caller.ts'

const InvalidEmailOrPassword = unauthenticated(
  'invalid_email_or_password',
  'Incorrect e-mail address or password',
  'The e-mail address or the password is wrong.',
)
const EmailNotVerified = forbidden(
  'email_not_verified',
  'E-mail address not confirmed',
  'Open the link in the e-mail sent to this address, then sign in.',
)
const InvalidPassword = invalid('invalid_password', 'Incorrect password')
const InvalidCode = unauthenticated(
  'invalid_code',
  'Invalid code',
  'The code is wrong or has expired. Use the next one.',
)
const CodeUsed = unauthenticated(
  'code_used',
  'Code already used',
  'This code has already been used. Wait for the next one.',
)
const SignInExpired = unauthenticated(
  'sign_in_expired',
  'Sign-in expired',
  'Too much time passed after the password, or too many codes were wrong. Sign in again.',
)
const TooManyCodes = limited<{ retryAfterSeconds: number }>(
  'too_many_codes',
  'Too many wrong codes',
  ({ retryAfterSeconds }) => `Too many wrong codes. Sign in again after ${retryAfterSeconds} s.`,
)
const LinkInvalid = invalid('link_invalid', 'Invalid link')
const SecondFactorConflict = conflict(
  'second_factor_state_conflict',
  'Second factor in another state',
  'Two-factor authentication is already on, or is off. Reload the page to see which.',
)
const PasskeyNotFound = missing('passkey_not_found', 'Passkey not found', 'No account here has this passkey.')
const PasskeyRefused = unauthenticated(
  'passkey_refused',
  'Passkey not accepted',
  'The passkey response is not valid for this request. Try again.',
)

const UserVerificationRequired = forbidden(
  'user_verification_required',
  'Passkey without verification',
  'This requires a passkey that checks a PIN, fingerprint or face. Use another one, or the password.',
)

/** Returns the problem for a wrong password, naming the body member that held it. */
export const wrongPassword = (path: string): Problem =>
  InvalidPassword([
    bodyError(path === '/change-password' ? 'currentPassword' : 'password', 'invalid_password', {
      en: 'is not your password.',
      ru: 'это не ваш пароль.',
    }),
  ])

/** Returns the problem for a link that is used, expired or unknown. */
export const brokenLink = (): Problem =>
  LinkInvalid([
    bodyError('token', 'link_invalid', {
      en: 'was used before, is too old or is not complete.',
      ru: 'уже использовано, устарело или неполно.',
    }),
  ])

/** How long the library locks an account's codes, in seconds. */
const lockedSeconds = 900

const problemByCode: ReadonlyMap<unknown, (path: string) => Problem> = new Map([
  ['INVALID_EMAIL_OR_PASSWORD', () => InvalidEmailOrPassword({})],
  ['EMAIL_NOT_VERIFIED', () => EmailNotVerified({})],
  ['INVALID_EMAIL', () => ValidationError([bodyError('email', 'format', mustBeEmail)])],
  ['INVALID_PASSWORD', wrongPassword],
  ['INVALID_CODE', () => InvalidCode({})],
  ['INVALID_BACKUP_CODE', () => InvalidCode({})],
  ['CODE_USED', () => CodeUsed({})],
  ['INVALID_TWO_FACTOR_COOKIE', () => SignInExpired({})],
  ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', () => SignInExpired({})],
  ['ACCOUNT_TEMPORARILY_LOCKED', () => TooManyCodes({ retryAfterSeconds: lockedSeconds })],
  ['INVALID_TOKEN', brokenLink],
  ['TOKEN_EXPIRED', brokenLink],
  ['TOTP_ALREADY_ENABLED', () => SecondFactorConflict({})],
  ['TOTP_NOT_ENABLED', () => SecondFactorConflict({})],
  ['TWO_FACTOR_NOT_ENABLED', () => SecondFactorConflict({})],
  ['BACKUP_CODES_NOT_ENABLED', () => SecondFactorConflict({})],
  ['PASSKEY_NOT_FOUND', () => PasskeyNotFound({})],
  ['USER_VERIFICATION_REQUIRED', () => UserVerificationRequired({})],
  ['AUTHENTICATION_FAILED', () => PasskeyRefused({})],
  ['CHALLENGE_NOT_FOUND', () => PasskeyRefused({})],
  ['FAILED_TO_VERIFY_REGISTRATION', () => PasskeyRefused({})],
  ['YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY', () => PasskeyRefused({})],
])

/** Returns the problem for a refusal by the library; undefined if the library failed. Unknown refusals keep the library's text. */
export function problemOfLibrary(path: string, status: number, body: string): Problem | undefined {
  const { code, message = 'no reason was given' } = membersOf(body)
  const known = problemByCode.get(code)
  if (known) return known(path)
  if (status >= 500) return undefined
  return status === 401 ? TokenInvalid({}) : ValidationError([], `The sign-in was refused: ${message}.`)
}

function membersOf(body: string): { readonly code?: unknown; readonly message?: unknown } {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}
