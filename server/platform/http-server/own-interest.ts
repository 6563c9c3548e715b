import { conflict } from '../../values/problems/problem.ts'
import type { Ctx } from '../database/ctx.ts'
import type { Api } from '../http/api.ts'
import { changing } from '../http/idempotency.ts'

export const OwnInterest = conflict(
  'own_interest',
  'Conflict of interest',
  'This concerns you as account holder, advertiser or executor, or you requested it. Another operator must decide.',
)

/** The part of a request that names the record. */
export type RecordReference = { readonly params: Readonly<Record<string, string>>; readonly body: unknown }

/** Returns the accounts with an interest in the record that a request names; none if there is no such record. */
export type Parties = (ctx: Ctx, naming: RecordReference) => Promise<readonly number[]>

/** Parties by the name that routes declare in `concerns`. */
export type Interests = Readonly<Record<string, Parties>>

/** The kinds of records that new operators do not decide on: money, and other operators. */
export const decidedAfterWait: ReadonlySet<unknown> = new Set([
  'payeeInBody',
  'operatorRequest',
  'guaranteePayment',
  'deposit',
  'bookingRequest',
  'refund',
  'withdrawal',
  'payout',
  'approvedWithdrawals',
  'bankResults',
  'statementLines',
])

/** Declared by operations that concern no particular account. */
export const nobody = 'nobody'

/**
 * Refuses every operation of this scope with 409 `own_interest` if the caller is a party of the record, or a member of one. The parties of a record
 * never change, so reading them before the operation leaves no gap. Throws at startup if a changing operation declares no
 * interest.
 */
export function refuseOwnInterest(
  api: Api,
  interests: Interests,
  ownAccounts: (ctx: Ctx) => Promise<readonly number[]>,
): void {
  api.addHook('onRoute', ({ method, url, config }) => {
    const methods = [method].flat()
    const concerns = config?.concerns
    if (concerns === undefined && !methods.some((each) => changing.has(each))) return
    if (concerns === nobody || Object.hasOwn(interests, concerns ?? '')) return
    throw new Error(`${methods[0]} ${url} must declare whom it concerns: see docs/recipes/endpoint.md`)
  })
  api.addHook('preHandler', async ({ ctx, params, body, routeOptions }) => {
    const { concerns } = routeOptions.config
    const parties = concerns === undefined ? undefined : interests[concerns]
    if (!parties) return
    // First, because 401 and 403 come before 409.
    const own = await ownAccounts(ctx)
    const concerned = await parties(ctx, { params: params as RecordReference['params'], body })
    if (concerned.some((each) => own.includes(each))) throw OwnInterest({})
  })
}
