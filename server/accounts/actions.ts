import type { By, Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type Id, idOf } from '../values/id.ts'
import {
  type Account,
  AccountNotFound,
  AccountRoleMissing,
  scopes as allScopes,
  type Credential,
  CredentialNotFound,
  checkCredentialName,
  checkDays,
  checkScopes,
  credentialsMax,
  dailySpendMaxUnitsFrom,
  EmailTaken,
  type NewAccount,
  normalEmail,
  normalizedAccount,
  OwnerSuspended,
  SandboxUnavailable,
  TooManyCredentials,
  tokenDaysDefault,
} from './account.ts'
import { forgetHolders, mustBeConfirmed } from './actions-callers.ts'
import { credentialOf } from './caller.ts'
import { hashOf, type IssuedKind, kindsListedAs, makeSecret } from './credential.ts'
import { addressText, networksFrom } from './network.ts'
import { hashPassword } from './password.ts'
import {
  accountByEmail,
  countCredentials,
  deleteProfile,
  insertAccount,
  insertCredential,
  lockAccount,
  type NewCredential,
  readStatus,
  revoke,
  revokeNamed,
  touchCredentials,
  upsertCredential,
  writeRefusals,
} from './sql.ts'

export async function createAccount(ctx: Ctx, input: NewAccount): Promise<Account> {
  const account = normalizedAccount(input)
  const passwordHash = account.password === undefined ? null : await hashPassword(account.password)
  const created = await insertAccount(ctx.db, account, passwordHash, true)
  if (!created) throw EmailTaken({ email: account.email })
  return created
}

export async function findAccount(ctx: Ctx, email: string): Promise<Account> {
  const account = await accountByEmail(ctx.db, normalEmail(email))
  if (!account) throw AccountNotFound({ email })
  return account
}

/** Throws if the advertiser is suspended: their offers must not be shown to executors. */
export async function mustNotBeSuspended(db: Db, account: Id<'account'>): Promise<void> {
  if ((await readStatus(db, account)).status === 'Suspended') throw OwnerSuspended({})
}

export async function removeProfile(ctx: Ctx, email: string): Promise<Account> {
  const account = await findAccount(ctx, email)
  await deleteProfile(ctx.db, account.id).finally(forgetHolders)
  return account
}

export type Issued = Credential & { readonly secret: string }

export type TokenInput = {
  readonly days?: number | undefined
  readonly name?: string | undefined
  readonly roles?: readonly string[] | undefined
}
export type KeyInput = Omit<TokenInput, 'roles'> & {
  readonly scopes?: readonly string[] | undefined
  readonly allowedNetworks?: readonly string[] | undefined
  readonly dailySpendMax?: number | null | undefined
  /** False: a test key, which opens the account's sandbox. */
  readonly livemode?: boolean | undefined
}
/** Resolves the owner; called only once the input is valid. */
type Owner = () => Promise<Pick<Account, 'id' | 'roles'>>

/** Issues an access token for Group A with the named roles, by default all of the account's. The secret is returned only here. */
export const issueToken = (ctx: Ctx, { email, ...input }: TokenInput & { readonly email: string }): Promise<Issued> =>
  issueTokenTo(ctx, () => findAccount(ctx, email), input)

export async function issueTokenTo(ctx: Ctx, owner: Owner, input: TokenInput): Promise<Issued> {
  const days = input.days ?? tokenDaysDefault
  checkDays(days)
  checkCredentialName(input.name)
  const account = await owner()
  const roles = input.roles && input.roles.length > 0 ? input.roles : account.roles
  const missing = roles.find((role) => !account.roles.some((own) => own === role))
  if (missing !== undefined) throw AccountRoleMissing({ role: missing })
  const { name = null } = input
  return issue(ctx, 'AccessToken', {
    account: account.id,
    name,
    roles,
    scopes: [],
    networks: null,
    dailySpendMaxUnits: null,
    days,
  })
}

/** Creates an API key for Group B, or a test key, with the named scopes, by default all. The secret is returned only here. */
export const createKey = (ctx: Ctx, { email, ...input }: KeyInput & { readonly email: string }): Promise<Issued> =>
  createKeyFor(ctx, () => findAccount(ctx, email), input)

export async function createKeyFor(ctx: Ctx, owner: Owner, input: KeyInput): Promise<Issued> {
  const scopes = input.scopes && input.scopes.length > 0 ? input.scopes : allScopes
  checkScopes(scopes)
  const networks = networksFrom(input.allowedNetworks ?? [])
  const dailySpendMaxUnits = dailySpendMaxUnitsFrom(input.dailySpendMax)
  checkCredentialName(input.name)
  if (input.days !== undefined) checkDays(input.days)
  const account = await owner()
  const kind = input.livemode === false ? 'TestKey' : 'ApiKey'
  if (kind === 'TestKey' && !ctx.config.sandboxes) throw SandboxUnavailable({ reason: 'off' })
  // In its sandbox, every account has all roles.
  if (kind === 'ApiKey' && !account.roles.includes('Advertiser')) throw AccountRoleMissing({ role: 'Advertiser' })
  const { name = null, days = null } = input
  return issue(ctx, kind, { account: account.id, name, roles: [], scopes, networks, dailySpendMaxUnits, days })
}

async function issue(ctx: Ctx, kind: IssuedKind, credential: Omit<NewCredential, 'kind' | 'hash'>): Promise<Issued> {
  const secret = makeSecret(kind)
  return ctx.db.transaction(async (db) => {
    await lockAccount(db, credential.account)
    // Checked again under the lock: a password reset may have ended the session.
    await mustBeConfirmed({ ...ctx, db })
    const { count } = await countCredentials(db, credential.account, kind)
    if (count >= credentialsMax[kind]) throw TooManyCredentials({ most: credentialsMax[kind] })
    return { ...(await insertCredential(db, { ...credential, kind, hash: hashOf(secret) })), secret }
  })
}

/** Stores a credential whose secret the caller derives, so that no one has to keep it: in sandboxes. */
export async function holdCredential(
  ctx: Pick<Ctx, 'db'>,
  { secret, ...credential }: Omit<NewCredential, 'hash' | 'networks'> & { readonly secret: string },
): Promise<void> {
  const changed = await upsertCredential(ctx.db, { ...credential, networks: null, hash: hashOf(secret) })
  if (changed > 0) forgetHolders()
}

/** Revokes all credentials of an account with this name. Returns how many. */
export const revokeByName = (ctx: Ctx, email: string, name: string): Promise<number> =>
  revokeNamed(ctx.db, normalEmail(email), name).finally(forgetHolders)

export async function revokeCredential(ctx: Ctx, kind: IssuedKind, id: number): Promise<Credential> {
  const revoked = await revoke(ctx.db, idOf(id), kindsListedAs(kind)).finally(forgetHolders)
  if (!revoked) throw CredentialNotFound({})
  return revoked
}

const used = new Set<string>()
const usedMax = 100_000

/** Buffers the use of a credential for the job that records it: one write per request would cost too much. */
export function noteUse(by: By): void {
  const credential = by === 'Local' ? undefined : credentialOf(by)
  if (credential && used.size < usedMax) used.add(credential.key)
}

const refused = new Map<string, string | null>()

/** Buffers that a key was presented outside its networks; the job records it for its owner. */
export function noteRefusedAddress(by: By): void {
  const credential = by === 'Local' ? undefined : credentialOf(by)
  if (by !== 'Local' && credential && refused.size < usedMax) refused.set(credential.key, addressText(by.address))
}

export async function writeUses({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const [uses, refusals] = [[...used], [...refused]]
  used.clear()
  refused.clear()
  const touched = uses.length > 0 ? await touchCredentials(db, uses.map(hashFrom)) : 0
  const refusedKeys = refusals.map(([key, address]) => ({ hash: hashFrom(key), address }))
  return touched + (refusedKeys.length > 0 ? await writeRefusals(db, refusedKeys) : 0)
}

const hashFrom = (key: string): Buffer => Buffer.from(key, 'base64')
