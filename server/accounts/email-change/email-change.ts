import type { Id } from '../../values/id.ts'
import { missing } from '../../values/problems/problem.ts'
import type { AttemptLimit } from '../attempt-limits.ts'

/** Lifetime of both links, in hours. No mailed link is valid longer. */
export const changeHours = 24

/** Requests per account and day. */
const requestsPerDay = 5
/** Requests per day that name the same mailbox, across all accounts: its owner may not know of them. */
const mailboxPerDay = 3
const daySeconds = 86_400

export type EmailChange = {
  readonly account: Id<'account'>
  readonly oldEmail: string
  readonly newEmail: string
  /** Null: the owner of the installation. */
  readonly requestedBy: Id<'account'> | null
  readonly oldConfirmedAt: Date | null
  readonly newConfirmedAt: Date | null
  readonly requestedAt: Date
  readonly expiresAt: Date
}

export type EmailState = { readonly email: string; readonly change: EmailChange | undefined }

export const EmailChangeNotFound = missing(
  'email_change_not_found',
  'No e-mail change in progress',
  'No change of the e-mail address is in progress.',
)

/** Rate limits for requests: per account, and per mailbox, identified by its keyed hash. */
export const requestLimits = (account: Id<'account'>, mailbox: Buffer): readonly AttemptLimit[] => [
  { subject: `email changes of ${account}`, max: requestsPerDay, seconds: daySeconds },
  { subject: `email changes to ${mailbox.toString('base64url')}`, max: mailboxPerDay, seconds: daySeconds },
]
