import type { Docs } from '../values/operation.ts'

const confirmed =
  'The session must have been confirmed by the password or a passkey within ten minutes (`POST /console/api/auth/confirm`).'

/** The console's settings: the account's own data. Open to a session alone. */
export const ownDataDocs: Docs = {
  'GET /console/api/settings/data': {
    id: 'exportOwnData',
    tag: 'Account',
    summary: 'Download a copy of everything that is kept about the account',
    about: `One JSON document, streamed: an answer without its closing brace was cut short by an error. Each section is an array of records: the account and its profiles, ways to sign in (no secrets), sanctions, offers, own reviews, reservations, executions with their texts, links to proof files (valid for fifteen minutes), disputes, ledger entries, deposits, withdrawals and refunds with their payout methods, notifications, mails and own decisions. What other people wrote in their own work is left out, and so are the results of fraud checks. ${confirmed} At most five in a day. Open to suspended accounts.`,
    files: ['application/json'],
    answers: { 200: {} },
    problems: ['confirmation_required'],
  },
}
