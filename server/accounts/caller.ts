import type { Id } from '../values/id.ts'
import { forbidden, missing, unauthenticated } from '../values/problem.ts'
import { hashOf, kindOf } from './credential.ts'

const again = 'Ask for a new one in the console or from the operator.'
export const TokenMissing = unauthenticated(
  'token_missing',
  'Credential missing',
  'Send the header Authorization: Bearer with an access token (Group A) or an API key (Group B).',
)
export const TokenInvalid = unauthenticated(
  'token_invalid',
  'Credential not valid',
  `This credential is not one that is valid here. ${again}`,
)
export const TokenExpired = unauthenticated(
  'token_expired',
  'Credential expired',
  `This credential has expired. ${again}`,
)
export const TokenRevoked = unauthenticated(
  'token_revoked',
  'Credential revoked',
  `This credential was revoked. ${again}`,
)
export const RoleRequired = forbidden<{ role: string }>(
  'role_required',
  'Role required',
  ({ role }) => `This operation needs the role ${role}, which this credential or its account does not have.`,
)
export const InsufficientScope = forbidden<{ scope: string }>(
  'insufficient_scope',
  'Scope required',
  ({ scope }) => `This operation needs the scope ${scope}, which this API key does not have.`,
)
export const AccountSuspended = forbidden(
  'account_suspended',
  'Account suspended',
  'This account is suspended. The operator can say why and for how long.',
)
export const ExecutorNotFound = missing(
  'executor_not_found',
  'Executor not found',
  'This account has no executor profile.',
)

/** What an operation asks of the credential. */
export type Asked = { readonly credential: string; readonly role: string; readonly scope?: string }
type Presented = { readonly bearer: string | undefined; readonly need: Asked } | 'Local'

/** Who calls, as every statement of facts reads it; all null where nobody has this credential. */
export type Caller = {
  readonly callerAccount: Id<'account'> | null
  readonly callerRevoked: boolean
  readonly callerExpired: boolean
  readonly callerSuspended: boolean
  readonly callerHasRole: boolean
  readonly callerHasScope: boolean
  readonly callerHasProfile: boolean
  readonly now: Date
}
export type Admitted = Caller & { readonly callerAccount: Id<'account'> }

/** The hash by which the credential is looked up. What cannot be one of ours is refused without asking the database. */
export function presentedHash(by: Presented): Buffer {
  if (by === 'Local') throw new Error('the command line presents no credential')
  if (by.bearer === undefined) throw TokenMissing({})
  const credential = credentialIn(by.bearer, by.need.credential)
  if (!credential) throw TokenInvalid({})
  return credential.hash
}

/** Refuses with 401, then 403. */
export function admit<Row extends Caller>(need: Asked | undefined, row: Row | undefined): Row & Admitted {
  if (!row || row.callerAccount === null) throw TokenInvalid({})
  if (row.callerRevoked) throw TokenRevoked({})
  if (row.callerExpired) throw TokenExpired({})
  if (row.callerSuspended) throw AccountSuspended({})
  if (!row.callerHasRole) throw RoleRequired({ role: need?.role ?? '' })
  if (!row.callerHasScope) throw InsufficientScope({ scope: need?.scope ?? '' })
  return row as Row & Admitted
}

/** The credential that a bearer is by its form alone, where the operation takes one of its kind. */
export function credentialIn(bearer: string | undefined, credential = 'Any') {
  const kind = bearer === undefined ? undefined : kindOf(bearer)
  if (!kind || (credential !== 'Any' && credential !== kind)) return undefined
  return { kind, hash: hashOf(bearer as string) }
}

export const needOf = (by: Presented): Asked | undefined => (by === 'Local' ? undefined : by.need)

/** The caller, and the rows that were found for it: what a statement made by `asCaller` answers. */
export function admitted<Row>(by: Presented, rows: readonly (Caller & { found: true | null } & Row)[]) {
  const caller = admit(needOf(by), rows[0])
  return { caller: caller as Admitted, rows: rows.filter((row) => row.found) as (Row & Admitted)[] }
}

export function mustBeExecutor(caller: Caller): void {
  if (!caller.callerHasProfile) throw ExecutorNotFound({})
}
