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
    summary: 'List accounts, the newest first',
    answers: { 200: { page: serializeManagedList({ ...pageWith(anna), operator }) } },
  },
  'POST /api/operator/accounts/:accountId/roles': {
    id: 'changeRoles',
    tag,
    summary: 'Give an account roles, or take them away',
    about:
      'Counts at once, for every credential of the account. A role that was taken away is not taken up again by the account itself; what it has begun in it (offers, submitted work, earnings) stays. The audit log keeps the reason.',
    body: { operator: { add: ['Operator'], reason: 'Helps with moderation from today on.' } },
    answers: { 200: { changed: serializeManaged({ ...anna, roles: ['Executor', 'Operator'] }, operator) } },
    problems: ['account_not_found', 'last_operator', 'no_role_left'],
  },
}
