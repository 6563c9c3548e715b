import { normalEmail } from '../accounts/account.ts'
import { actingAccount } from '../accounts/actions-callers.ts'
import { type ResultsBody, resultsOf } from '../payments/payouts/payout-results.ts'
import type { Api } from '../platform/http/api.ts'
import { type Interests, type Parties, refuseOwnInterest } from '../platform/http-server/interest.ts'
import { idFromPath } from '../values/id.ts'
import { type RecordKind, readApproved, readByEmail, readExecutorsOf, readParties } from './sql-interest.ts'

type AccountRows = Promise<readonly { readonly account: number }[]>

const accounts = async (found: AccountRows): Promise<readonly number[]> => (await found).map(({ account }) => account)

/** The parties of the record whose id is in the path. */
const named =
  (kind: RecordKind, parameter = 'id'): Parties =>
  ({ db }, { params }) =>
    accounts(readParties(db, kind, idFromPath(params[parameter] ?? '')))

/** The account that a body names by its id or its e-mail address. */
const inBody: Parties = async ({ db }, { body }) => {
  const { accountId, email } = body as { readonly accountId?: number; readonly email?: string }
  if (accountId !== undefined) return [accountId]
  return email === undefined ? [] : accounts(readByEmail(db, normalEmail(email)))
}

/**
 * Whose money, work or standing an operator decides on, by the kind of record that a route declares as `concerns`.
 * No operator decides on what concerns their own account.
 */
const interests: Interests = {
  account: async (_ctx, { params }) => [idFromPath(params['accountId'] ?? '')],
  accountInBody: inBody,
  sanction: named('sanction'),
  offer: named('offer', 'offerId'),
  report: named('report'),
  heldRejection: named('heldRejection'),
  dispute: named('dispute'),
  guaranteePayment: named('guaranteePayment'),
  deposit: named('deposit', 'depositId'),
  // Who requested a booking is a party too: a second operator approves it.
  bookingRequest: named('bookingRequest'),
  refund: named('refund'),
  withdrawal: named('withdrawal'),
  payout: named('payout'),
  approvedWithdrawals: ({ db }) => accounts(readApproved(db)),
  bankResults: ({ db }, { body }) =>
    accounts(
      readExecutorsOf(
        db,
        resultsOf(body as ResultsBody).map(({ id }) => id),
      ),
    ),
}

/** Makes every operator operation of a scope declare whom it concerns, and refuses where that is the operator. */
export const guardInterests = (api: Api): void => refuseOwnInterest(api, interests, actingAccount)
