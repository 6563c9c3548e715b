import { at } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { EmailChange } from './email-change.ts'
import { emailStateJson } from './serialize.ts'

const email = 'anna@example.com'
const newEmail = 'anna.new@example.com'

const change: EmailChange = {
  account: idOf(23),
  oldEmail: email,
  newEmail,
  requestedBy: idOf(23),
  oldConfirmedAt: null,
  newConfirmedAt: null,
  requestedAt: at('10:00:00'),
  expiresAt: new Date('2026-03-02T10:00:00.000Z'),
}
const none = emailStateJson.serialize({ email, change: undefined })
const requested = emailStateJson.serialize({ email, change })
/** A change that an operator requested. */
export const emailByOperator = emailStateJson.serialize({
  email,
  change: { ...change, requestedBy: idOf(2), oldConfirmedAt: at('10:00:00') },
})

export const ownEmailDocs = docsIn('Account', {
  'GET /console/api/settings/email': {
    id: 'getEmail',
    summary: "Read the account's e-mail address and its pending change",
    answers: { 200: { none, requested } },
  },
  'POST /console/api/settings/email': {
    id: 'requestEmailChange',
    summary: 'Request a change of the e-mail address',
    about:
      'Both addresses receive a link that works once and is valid for one day. The change happens when both have confirmed; the old address can cancel. A pending request is replaced. All other sessions end with the change. The response is the same for an address that has an account, which receives no link. Requires a session confirmed with the password or a passkey within ten minutes (`POST /console/api/auth/confirm`). Limits: five requests per day, three per mailbox.',
    body: { plain: { email: newEmail } },
    answers: { 200: { requested } },
    problems: ['confirmation_required'],
  },
  'DELETE /console/api/settings/email': {
    id: 'cancelEmailChange',
    summary: 'Cancel the change of the e-mail address',
    answers: { 200: { none } },
    problems: ['email_change_not_found'],
  },
})
