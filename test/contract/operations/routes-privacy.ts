import { browserAt } from '../../support/fakes/push-receiver.ts'
import { type Operation, operators, type Rest, settings } from './operation.ts'
import { accountToKeep, closingAsked, closingOwn, confirmed, nothing, on, someAccount } from './ready.ts'
import { refusedBy } from './ready-withdrawals.ts'
import { emailOperations } from './routes-email.ts'
import { operatorChanges } from './routes-operator-requests.ts'
import { workspaceOperations } from './routes-workspaces.ts'

const ofAccount: Rest = { parties: ['account'], missing: '404 account_not_found' }

/** Every call is of another browser. */
const browser = async () => ({ body: browserAt('https://8.8.8.8', String(++browsers)).subscription })
let browsers = 0

/** Operations on personal data: address, export and closing the account; and on the browsers of an account. */
export const privacyOperations: readonly Operation[] = [
  ...emailOperations,
  ...workspaceOperations,
  ...operatorChanges,
  settings('GET /data', confirmed, { evenSuspended: true }),
  settings('GET /closing', nothing, { evenSuspended: true }),
  settings('POST /closing', closingOwn, { evenSuspended: true, asks: 'operator' }),
  settings('DELETE /closing', closingAsked, { evenSuspended: true, asks: 'operator', again: '404 closing_not_found' }),
  settings('GET /push', nothing, { evenSuspended: true }),
  settings('PUT /push', browser, { evenSuspended: true }),
  settings('DELETE /push', nothing, { evenSuspended: true }),
  operators('POST /accounts/:accountId/nickname/remove', on(someAccount, refusedBy), ofAccount),
  operators('POST /accounts/:accountId/close', on(someAccount, refusedBy), {
    ...ofAccount,
  }),
  operators('POST /accounts/:accountId/close/cancel', on(accountToKeep), {
    ...ofAccount,
    again: '404 closing_not_found',
  }),
]
