import { at } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { Closing } from './closing.ts'
import { serializeClosing } from './serialize-closing.ts'

const confirmed =
  'Requires a session confirmed with the password or a passkey within ten minutes (`POST /console/api/auth/confirm`).'

const closing: Closing = {
  account: idOf(23),
  status: 'Requested',
  requestedBy: idOf(23),
  givesUpBalance: false,
  requestedAt: at('10:00:00'),
  closesAt: new Date('2026-03-15T10:00:00.000Z'),
}
const none = serializeClosing({ closing: undefined, obstacles: [] })
const asked = serializeClosing({ closing, obstacles: [] })
const problems = ['account_has_obligations', 'account_closed']

/** Console settings: the account's own data. Sessions only. */
export const ownDataDocs = docsIn('Account', {
  'GET /console/api/settings/data': {
    id: 'exportData',
    summary: "Download a copy of the account's data",
    about: `One streamed JSON document; without its closing brace, it was cut short by an error. Each section is an array of records: the account and its profiles, ways to sign in (no secrets), sanctions, offers, own reviews, reservations, executions with their texts, links to proof files (valid for fifteen minutes), disputes, ledger entries, deposits, withdrawals and refunds with their payout methods, notifications, e-mails and own decisions. It omits texts that other people wrote in their own work and results of fraud checks. ${confirmed} Up to five per day. Also for suspended accounts.`,
    files: ['application/json'],
    answers: { 200: {} },
    problems: ['confirmation_required'],
  },
  'GET /console/api/settings/closing': {
    id: 'getClosing',
    summary: 'Read the status of closing the account, and its obstacles',
    answers: {
      200: {
        none: serializeClosing({
          closing: undefined,
          obstacles: [
            { code: 'AvailableBalance', amount: 12.5, currency: 'USD' },
            { code: 'OpenOffers', count: 2 },
          ],
        }),
        asked,
      },
    },
  },
  'POST /console/api/settings/closing': {
    id: 'closeAccount',
    summary: 'Close the account and erase its personal data',
    about: `Takes effect at \`closesAtUtc\`, after \`ACCOUNT_CLOSING_DAYS\` (14). Until then the account cannot reserve or submit, and the holder can cancel. ${confirmed} Repeating it changes nothing.`,
    body: { plain: {}, rest: { giveUpBalance: true } },
    answers: { 200: { asked } },
    problems: [...problems, 'confirmation_required'],
  },
  'DELETE /console/api/settings/closing': {
    id: 'cancelClosing',
    summary: 'Cancel the closing of the account',
    answers: { 200: { kept: none } },
    problems: ['closing_not_found'],
  },
})

export const closingOperatorDocs = docsIn('Accounts', {
  'POST /api/operator/accounts/:accountId/close': {
    id: 'closeAccountAsOperator',
    summary: 'Close an account and erase its personal data',
    about:
      'As its holder can in the console, after the same period. The holder is notified by e-mail and cannot cancel it.',
    body: { letter: { reason: 'The holder asked for it by letter.' } },
    answers: { 200: { asked: serializeClosing({ closing: { ...closing, requestedBy: idOf(2) }, obstacles: [] }) } },
    problems: [...problems, 'account_not_found'],
  },
  'POST /api/operator/accounts/:accountId/close/cancel': {
    id: 'cancelClosingAsOperator',
    summary: 'Cancel the closing of an account',
    answers: { 200: { kept: none } },
    problems: ['account_not_found', 'closing_not_found'],
  },
})
