import { normalEmail } from '../accounts/account.ts'
import { actingAccount } from '../accounts/actions-callers.ts'
import { accountOfReference } from '../accounts/deposit-reference.ts'
import { assignableSubjects, notedSubjects } from '../accounts/desk-subject.ts'
import { mustHaveWaited } from '../accounts/management/actions.ts'
import type { ConfirmedLine } from '../payments/bank-statements/bank-statement.ts'
import type { NamedAccount } from '../payments/payment.ts'
import { type ResultsBody, resultsOf } from '../payments/withdrawals/bank-results.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Api } from '../platform/http/api.ts'
import {
  decidedAfterWait,
  type Interests,
  type Parties,
  refuseOwnInterest,
} from '../platform/http-server/own-interest.ts'
import { idFromPath } from '../values/id.ts'
import {
  type RecordKind,
  readApproved,
  readByEmail,
  readExecutorsOf,
  readParties,
  readWorkspacesOf,
} from './sql-own-interest.ts'

type AccountRows = Promise<readonly { readonly account: number }[]>

const accounts = async (rows: AccountRows): Promise<readonly number[]> => (await rows).map(({ account }) => account)

/** Returns a function that selects the parties of the record whose id is in the path. */
const named =
  (kind: RecordKind, parameter = 'id'): Parties =>
  ({ db }, { params }) =>
    accounts(readParties(db, kind, idFromPath(params[parameter] ?? '')))

/** Returns the account that the body names by id, reference or e-mail address. */
const inBody: Parties = async ({ db }, { body }) => {
  const { accountId, accountReference, email } = body as NamedAccount
  const id = accountId ?? accountOfReference(accountReference ?? '')
  if (id !== undefined) return [id]
  return email === undefined ? [] : accounts(readByEmail(db, normalEmail(email)))
}

const deskKinds = [...assignableSubjects, ...notedSubjects]

/**
 * Selects the accounts with an interest in a decision, by the record type that a route declares as `concerns`. Operators may not
 * decide on matters that concern their own account.
 */
const interests: Interests = {
  deskRecord: async ({ db }, { params: { subject = '', id = '' } }) => {
    const kind = deskKinds.find((each) => each === subject)
    return kind === undefined ? [] : accounts(readParties(db, kind, idFromPath(id)))
  },
  account: async (_ctx, { params }) => [idFromPath(params['accountId'] ?? '')],
  accountInBody: inBody,
  payeeInBody: inBody,
  sanction: named('sanction'),
  offer: named('offer', 'offerId'),
  report: named('report'),
  heldRejection: named('heldRejection'),
  dispute: named('dispute'),
  guaranteePayment: named('guaranteePayment'),
  deposit: named('deposit', 'depositId'),
  operatorRequest: named('operatorRequest'),
  // The operator who requested a booking is a party too: a second operator approves it.
  bookingRequest: named('bookingRequest'),
  message: named('message'),
  webhook: named('webhook'),
  refund: named('refund'),
  withdrawal: named('withdrawal'),
  payout: named('payout'),
  approvedWithdrawals: ({ db }) => accounts(readApproved(db)),
  statementLines: async ({ db }, { body }) => {
    const { lines } = body as { readonly lines: readonly ConfirmedLine[] }
    const executors = await accounts(
      readExecutorsOf(
        db,
        lines.flatMap(({ withdrawalId }) => withdrawalId ?? []),
      ),
    )
    return [...executors, ...lines.flatMap(({ accountId }) => accountId ?? [])]
  },
  bankResults: async ({ db }, { body }) => {
    const results = await resultsOf(body as ResultsBody)
    return accounts(
      readExecutorsOf(
        db,
        results.map(({ id }) => id),
      ),
    )
  },
}

/** Returns the caller's account and those for which they act as a member; none on the command line. */
async function ownAccounts(ctx: Ctx): Promise<readonly number[]> {
  const account = await actingAccount(ctx)
  return account === null ? [] : [account, ...(await accounts(readWorkspacesOf(ctx.db, account)))]
}

/**
 * Requires every operator route of a scope to declare whose accounts it concerns. Refuses operators whose own account is among
 * them, and new operators where they have to wait.
 */
export function guardInterests(api: Api): void {
  refuseOwnInterest(api, interests, ownAccounts)
  api.addHook('preHandler', async ({ ctx, routeOptions }) => {
    if (decidedAfterWait.has(routeOptions.config.concerns)) await mustHaveWaited(ctx)
  })
}
