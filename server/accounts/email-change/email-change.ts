import type { Id } from '../../values/id.ts'
import { missing } from '../../values/problems/problem.ts'
import type { Guess } from '../guesses.ts'

/** Both links work this long; no link of a mail works longer. */
export const changeHours = 24

/** Requests of one account in a day. */
const requestsPerDay = 5
/** Requests in a day that name the same mailbox, from all accounts together: its owner may know nothing of them. */
const mailboxPerDay = 3
const daySeconds = 86_400

/** A change of an account's address that is under way. */
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

/** The address of an account, and the change that is under way. */
export type EmailState = { readonly email: string; readonly change: EmailChange | undefined }

export const EmailChangeNotFound = missing(
  'email_change_not_found',
  'No e-mail change in progress',
  'No change of the e-mail address is in progress.',
)

/** The rate limits of requests: of the account, and of the mailbox, which is named by its keyed hash. */
export const changeRequests = (account: Id<'account'>, mailbox: Buffer): readonly Guess[] => [
  { subject: `email changes of ${account}`, most: requestsPerDay, seconds: daySeconds },
  { subject: `email changes to ${mailbox.toString('base64url')}`, most: mailboxPerDay, seconds: daySeconds },
]

/** The rate limit of opening links, which name no account. */
export const linkAttempt = (network: string, perMinute: number): Guess => ({
  subject: `attempts at /email-change of ${network}`,
  most: perMinute,
  seconds: 60,
})
