import { operatorRequest } from './bodies-operator.ts'
import { type Operation, operators, type Rest } from './operation.ts'
import { anotherOperator, newRoles, nothing, on } from './ready.ts'

let serial = 0
const change = async () => ({
  email: `new-address${++serial}@example.com`,
  reason: 'The old mailbox no longer exists.',
})

const ofOperator: Rest = {
  parties: ['requester'],
  missing: '404 operator_request_not_found',
  again: '409 operator_request_state_conflict',
}

/** Changes to accounts that need a second operator, because the account is an operator's. */
export const operatorChanges: readonly Operation[] = [
  operators('POST /accounts/:accountId/roles', on(anotherOperator, newRoles), {
    parties: ['account'],
    missing: '404 account_not_found',
    answers: 202,
  }),
  operators('POST /accounts/:accountId/email', on(anotherOperator, change), {
    parties: ['account'],
    missing: '404 account_not_found',
    answers: 202,
  }),
  operators('GET /operator-requests', nothing),
  operators('POST /operator-requests/:id/approve', on(operatorRequest), ofOperator),
  operators(
    'POST /operator-requests/:id/refuse',
    on(operatorRequest, async () => ({ reason: 'Nobody knows this person.' })),
    ofOperator,
  ),
]
