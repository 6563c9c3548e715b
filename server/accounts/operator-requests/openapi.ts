import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { emailByOperator } from '../email-change/openapi.ts'
import { managedAccountJson } from '../management/serialize.ts'
import { anna } from '../profile/openapi.ts'
import { lifted } from '../sanctions/openapi.ts'
import type { OperatorRequestView } from './operator-request.ts'
import { operatorRequestJson } from './serialize.ts'

const operator = idOf<'account'>(2)
const open: OperatorRequestView = {
  id: idOf(4),
  kind: 'Roles',
  account: anna.id,
  email: anna.email,
  addRoles: ['Operator'],
  removeRoles: [],
  newEmail: null,
  sanction: null,
  reason: 'Helps with moderation from today on.',
  status: 'Requested',
  requestedBy: operator,
  requestedAt: at('10:20:00'),
  decidedBy: null,
  decidedAt: null,
  refusal: null,
  isMoved: false,
  callerAccount: idOf(3),
}
const decision = { decidedBy: idOf<'account'>(3), decidedAt: at('10:40:00') }
const approved: OperatorRequestView = { ...open, ...decision, status: 'Approved' }
const refused: OperatorRequestView = { ...open, ...decision, status: 'Refused', refusal: 'Nobody knows this person.' }
const requested = operatorRequestJson.serialize(open)
const requestProblems = ['operator_request_not_found', 'operator_request_state_conflict']

export const operatorChangeDocs = docsIn('Accounts', {
  'POST /api/operator/accounts/:accountId/roles': {
    id: 'changeAccountRoles',
    summary: 'Add or remove roles of an account',
    about:
      'Takes effect immediately for every credential of the account. The account cannot add a removed role again; its offers, submitted work and earnings in that role remain. The reason is kept in the audit log. Granting or removing the role Operator needs a second operator: the response is 202 with the request.',
    body: { advertiser: { add: ['Advertiser'], reason: 'Wants to order work too.' } },
    answers: {
      200: { changed: managedAccountJson.serialize({ ...anna, roles: ['Executor', 'Advertiser'] }, operator) },
      202: { requested },
    },
    problems: ['account_not_found', 'last_operator', 'no_role_left', 'operator_request_state_conflict'],
  },
  'POST /api/operator/accounts/:accountId/email': {
    id: 'changeAccountEmail',
    summary: 'Change the e-mail address of an account whose holder has lost the old one',
    about:
      'The change happens when the new address confirms with a mailed link; all sessions then end. The old address is notified immediately, with a link to cancel. A pending request is replaced. The reason is kept in the audit log. For an operator it needs a second operator: the response is 202 with the request.',
    body: { lost: { email: 'anna.new@example.com', reason: 'Showed the passport; the old mailbox no longer exists.' } },
    answers: { 200: { requested: emailByOperator }, 202: { requested } },
    problems: ['account_not_found', 'email_taken', 'operator_request_state_conflict'],
  },
  'POST /api/operator/sanctions/:id/lift': {
    id: 'liftSanction',
    summary: 'Lift a sanction or grant its appeal',
    about: 'The suspension of an operator needs a second operator: the response is 202 with the request.',
    body: { reason: { reason: lifted.answer } },
    answers: { 200: { sanction: lifted }, 202: { requested } },
    problems: ['sanction_not_found', 'sanction_state_conflict', 'operator_request_state_conflict'],
  },
})

export const operatorRequestDocs = docsIn('Accounts', {
  'GET /api/operator/operator-requests': {
    id: 'listOperatorRequests',
    summary: 'List changes to operators that await a second operator, oldest first',
    about: 'Default: the open ones.',
    answers: { 200: { page: operatorRequestJson.serializePage(pageWith(open)) } },
  },
  'POST /api/operator/operator-requests/:id/approve': {
    id: 'approveOperatorRequest',
    summary: "Approve another operator's request about an operator",
    about:
      'Takes effect immediately. Not allowed for the operator who requested it, nor for the account concerned. A role is not granted if the address of the account changed after the request.',
    answers: { 200: { approved: operatorRequestJson.serialize(approved) } },
    problems: [
      ...requestProblems,
      'account_not_found',
      'email_taken',
      'last_operator',
      'no_role_left',
      'sanction_state_conflict',
    ],
  },
  'POST /api/operator/operator-requests/:id/refuse': {
    id: 'refuseOperatorRequest',
    summary: "Refuse another operator's request about an operator",
    body: { reason: { reason: 'Nobody knows this person.' } },
    answers: { 200: { refused: operatorRequestJson.serialize(refused) } },
    problems: requestProblems,
  },
})
