import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { forbidden, missing, unauthenticated } from '../values/problems/problem.ts'
import { type CredentialKind, hashOf, kindOf } from './credential.ts'
import { AddressNotAllowed, addressText, isAllowedFrom } from './network.ts'

export const TokenMissing = unauthenticated(
  'token_missing',
  'Credential missing',
  'Send the header Authorization: Bearer with an access token (Group A) or an API key (Group B).',
)
const unusable = (code: string, title: string, text: string) =>
  unauthenticated(code, title, `${text} Ask for a new one in the console or from the operator.`)
export const TokenInvalid = unusable('token_invalid', 'Invalid credential', 'Invalid credential.')
export const TokenExpired = unusable('token_expired', 'Credential expired', 'This credential has expired.')
export const TokenRevoked = unusable('token_revoked', 'Credential revoked', 'This credential was revoked.')
export const RoleRequired = forbidden<{ role: string }>(
  'role_required',
  'Role required',
  ({ role }) => `This operation requires the role ${role}, which this credential or its account does not have.`,
)
export const InsufficientScope = forbidden<{ scope: string }>(
  'insufficient_scope',
  'Scope required',
  ({ scope }) => `This operation requires the scope ${scope}, which this API key does not have.`,
)
export const SecondFactorRequired = forbidden(
  'second_factor_required',
  'Second factor required',
  'Operators need a second factor. Set one up in the console: Settings, Security.',
)
export const AccountSuspended = forbidden(
  'account_suspended',
  'Account suspended',
  'This account is suspended. GET /api/account/sanctions shows the reason and the end, and where to appeal.',
)
export const ExecutorNotFound = missing(
  'executor_not_found',
  'Executor not found',
  'This account has no executor profile.',
)

/** The credential, role and scope that an operation requires. */
export type AccessRequirement = {
  readonly credential: string
  readonly role: string
  readonly scope?: string
  readonly evenSuspended?: boolean
  readonly operatorsNeedFactor?: boolean
}
type Presented =
  | {
      readonly bearer: string | undefined
      readonly requirement: AccessRequirement
      readonly address: string | undefined
      readonly member?: MemberKey
    }
  | 'Local'
/** What a member of a workspace acts with: a key of its account, which only the server finds, by the session of the person. */
type MemberKey = { readonly hash: Buffer; readonly person: number; readonly workspace: number }

/** The caller, as every statement selects it; all members are null if the credential is unknown. */
export type Caller = {
  readonly callerAccount: Id<'account'> | null
  readonly callerRevoked: boolean
  readonly callerExpired: boolean
  readonly callerSuspended: boolean
  readonly callerHasRole: boolean
  readonly callerHasScope: boolean
  readonly callerHasProfile: boolean
  /** Whether it is a session without a second factor, where operators need one. */
  readonly callerLacksFactor: boolean
  /** Networks from which an API key is accepted; null: any. */
  readonly callerNetworks: readonly string[] | null
  readonly now: Date
}
/** A row of a statement made by `forCaller`: the caller plus, unless `found` is null, a row of its body. */
export type CallerRow<Row> = Caller & Row & { readonly found: true | null }
export type Admitted = Caller & { readonly callerAccount: Id<'account'> }

/** A credential with its account, as of `now`. */
export type Holder = {
  readonly place: number
  readonly kind: CredentialKind
  readonly account: Id<'account'>
  readonly isRevoked: boolean
  readonly expiresAt: Date | null
  readonly isSuspended: boolean
  readonly hasSecondFactor: boolean
  readonly networks: readonly string[] | null
  readonly dailySpendMaxUnits: Units | null
  readonly accountRoles: readonly string[]
  readonly roles: readonly string[]
  readonly scopes: readonly string[]
  readonly hasProfile: boolean
  readonly now: Date
}

/** Evaluates a holder for an operation `elapsedMs` after it was read; the counterpart of `callerBy` in `sql-fragments-callers.ts`. */
export function callerOn(holder: Holder, requirement: AccessRequirement, elapsedMs: number): Caller | undefined {
  const { kind, expiresAt } = holder
  if (!isAccepted(kind, requirement.credential)) return undefined
  const now = new Date(holder.now.getTime() + Math.floor(elapsedMs))
  return {
    callerAccount: holder.account,
    callerRevoked: holder.isRevoked,
    callerExpired: expiresAt !== null && expiresAt <= now,
    callerSuspended: holder.isSuspended,
    callerHasRole: hasRole(holder, requirement),
    callerHasScope: requirement.scope === undefined || kind === 'Session' || holder.scopes.includes(requirement.scope),
    callerHasProfile: requirement.role === 'Executor' && holder.hasProfile,
    callerLacksFactor: requirement.operatorsNeedFactor === true && !holder.hasSecondFactor,
    callerNetworks: holder.networks,
    now,
  }
}

// Keys and sessions act with all roles of their account; a token only with the roles it was issued for.
const hasRole = ({ accountRoles, roles }: Holder, { role, credential }: AccessRequirement): boolean =>
  role === 'Any' ||
  (accountRoles.includes(role) && (credential === 'ApiKey' || credential === 'Session' || roles.includes(role)))

/** Whether an operation with this requirement accepts credentials of this kind. */
const isAccepted = (kind: CredentialKind, required: string): boolean =>
  required === 'Any' ? kind === 'AccessToken' || kind === 'ApiKey' : required === kind

/** Returns the presented credential. Rejects malformed ones without a query. */
export function presentedCredential(by: Presented): ParsedCredential {
  if (by === 'Local') throw new Error('the command line presents no credential')
  if (by.bearer === undefined) throw TokenMissing({})
  const credential = credentialOf(by)
  if (!credential) throw TokenInvalid({})
  return credential
}

/** Returns the hash that identifies the credential in the database. */
export const presentedHash = (by: Presented): Buffer => presentedCredential(by).hash

/** Throws 401 problems, then 403. Every operation calls it before any write. */
export function admit<Row extends Caller>(by: Presented, row: Row | undefined): Row & Admitted {
  const requirement = requirementOf(by)
  if (!row || row.callerAccount === null) throw TokenInvalid({})
  if (row.callerRevoked) throw TokenRevoked({})
  if (row.callerExpired) throw TokenExpired({})
  mustBeAllowedFrom(row.callerNetworks, by)
  if (row.callerSuspended && !requirement?.evenSuspended) throw AccountSuspended({})
  if (!row.callerHasRole) throw RoleRequired({ role: requirement?.role ?? '' })
  if (row.callerLacksFactor && requirement?.role === 'Operator') throw SecondFactorRequired({})
  if (!row.callerHasScope) throw InsufficientScope({ scope: requirement?.scope ?? '' })
  return row as Row & Admitted
}

function mustBeAllowedFrom(networks: readonly string[] | null, by: Presented): void {
  if (by === 'Local' || isAllowedFrom(networks, by.address)) return
  throw AddressNotAllowed({ address: addressText(by.address) ?? 'an unknown address' })
}

/** A syntactically valid credential: its hash, as bytes and in base64. */
type ParsedCredential = { readonly kind: CredentialKind; readonly hash: Buffer; readonly key: string }

/** Parsed credentials, cached for the lifetime of their requests. */
const parsed = new WeakMap<object, ParsedCredential | undefined>()

/** Parses a bearer token. Returns undefined if it is malformed or of a kind that the operation does not accept. */
export function credentialOf(by: {
  readonly bearer: string | undefined
  readonly requirement: AccessRequirement
  readonly member?: MemberKey
}): ParsedCredential | undefined {
  if (!parsed.has(by)) parsed.set(by, by.member ? keyOfMember(by.member) : parse(by.bearer, by.requirement.credential))
  return parsed.get(by)
}

const keyOfMember = ({ hash }: MemberKey): ParsedCredential => ({ kind: 'ApiKey', hash, key: hash.toString('base64') })

function parse(bearer: string | undefined, credential: string): ParsedCredential | undefined {
  const kind = bearer === undefined ? undefined : kindOf(bearer)
  if (!kind || !isAccepted(kind, credential)) return undefined
  const hash = hashOf(bearer as string)
  return { kind, hash, key: hash.toString('base64') }
}

export const requirementOf = (by: Presented): AccessRequirement | undefined =>
  by === 'Local' ? undefined : by.requirement

/** Returns the admitted caller and the rows of a statement made by `forCaller`. */
export function admitted<Row>(by: Presented, rows: readonly CallerRow<Row>[]) {
  const caller = admit(by, rows[0])
  return { caller: caller as Admitted, rows: rows.filter((row) => row.found) as (Row & Admitted)[] }
}

/** Returns the actor for the audit log; null: the owner of the installation, on the command line. */
export const actorOf = (by: Presented, { callerAccount }: Admitted): Id<'account'> | null =>
  by === 'Local' ? null : callerAccount

/** Returns the person who acts for a workspace as its member; undefined for everyone else. */
export const memberOf = (by: Presented): Id<'account'> | undefined =>
  by === 'Local' || !by.member ? undefined : (by.member.person as Id<'account'>)

/** Whether the caller acts in a session, which can be confirmed: for their own account or as a member. */
export const isInSession = (by: Presented): boolean =>
  memberOf(by) !== undefined || requirementOf(by)?.credential === 'Session'

/** Returns the hash of the session in which a person acts, for their own account or as a member. */
export const sessionHash = (by: Presented): Buffer =>
  by !== 'Local' && by.member && by.bearer !== undefined ? hashOf(by.bearer) : presentedHash(by)

export function mustBeExecutor(caller: Caller): void {
  if (!caller.callerHasProfile) throw ExecutorNotFound({})
}
