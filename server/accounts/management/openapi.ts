import { pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import type { Docs } from '../../values/requests/operation.ts'
import { anna } from '../profile/openapi.ts'
import { serializeManaged, serializeManagedList } from './serialize.ts'

const tag = 'Accounts'
const operator = idOf<'account'>(2)

/** Group A: accounts, for operators. */
export const accountOperatorDocs: Docs = {
  'GET /api/operator/accounts': {
    id: 'listAccounts',
    tag,
    summary: 'List accounts, newest first',
    answers: { 200: { page: serializeManagedList({ ...pageWith(anna), operator }) } },
  },
  'POST /api/operator/accounts/:accountId/roles': {
    id: 'changeRoles',
    tag,
    summary: 'Add or remove roles of an account',
    about:
      'Takes effect immediately for every credential of the account. The account cannot add a removed role again; its offers, submitted work and earnings in that role remain. The reason is kept in the audit log.',
    body: { operator: { add: ['Operator'], reason: 'Helps with moderation from today on.' } },
    answers: { 200: { changed: serializeManaged({ ...anna, roles: ['Executor', 'Operator'] }, operator) } },
    problems: ['account_not_found', 'last_operator', 'no_role_left'],
  },
}
