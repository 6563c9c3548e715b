import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { type Credential, CredentialNotFound, dailySpendMaxUnitsFrom } from '../account.ts'
import { createKeyFor, findAccount, type Issued, issueTokenTo, type KeyInput, type TokenInput } from '../actions.ts'
import { forgetHolders, foundFor, listedFor, mayCall, mustBeConfirmed } from '../actions-callers.ts'
import { SecondFactorRequired } from '../caller.ts'
import type { IssuedKind } from '../credential.ts'
import { isWider, networksFrom } from '../network.ts'
import { openAccount } from '../profile/actions.ts'
import { isHigher } from '../spending/spending.ts'
import { lockKey, type PresentedRow, readCredentials, readPresented, revokeOf, writeKey } from './sql.ts'

/** A value together with the time it was read. */
type WithNow<T> = T & { readonly now: Date }

/** Lists the caller's credentials or, for the command line, those of the account with this address. Throws AccountNotFound. */
export async function listCredentials(
  ctx: Ctx,
  kind: IssuedKind,
  page: Page,
  email?: string,
): Promise<WithNow<PageOf<Credential>>> {
  const account = email === undefined ? undefined : (await findAccount(ctx, email)).id
  return listedFor(ctx, page, readCredentials(ctx.db, ctx.by, kind, page, account))
}

export type Presented = WithNow<PresentedRow & { readonly isSuspended: boolean }>

/** Returns the presented credential and its account. */
export async function openPresented(ctx: Ctx): Promise<Presented> {
  if (ctx.by === 'Local') throw new Error('the command line presents no credential')
  const row = await foundFor(ctx, readPresented(ctx.db, ctx.by), CredentialNotFound)
  return { ...row, isSuspended: row.callerSuspended }
}

/** Issues an access token to the caller. Requires a recently confirmed session. */
export const issueOwnToken = (ctx: Ctx, input: TokenInput): Promise<WithNow<Issued>> =>
  toCaller(ctx, (owner) => issueTokenTo(ctx, () => owner().then((account) => mayIssue(ctx, account, input)), input))

/** A token outlives its session, so one for operators needs a session with a second factor. */
async function mayIssue<Account extends { readonly roles: readonly string[] }>(
  ctx: Ctx,
  account: Account,
  { roles = [] }: TokenInput,
): Promise<Account> {
  const isForOperators = (roles.length > 0 ? roles : account.roles).includes('Operator')
  if (isForOperators && (await mayCall(ctx)).callerLacksFactor) throw SecondFactorRequired({})
  return account
}

/** Creates an API key for the caller's account. Requires a recently confirmed session. */
export const createOwnKey = (ctx: Ctx, input: KeyInput): Promise<WithNow<Issued>> =>
  toCaller(ctx, (owner) => createKeyFor(ctx, owner, input))

/** A change of an API key. Members that are unset stay as they are. */
export type KeyChange = Pick<KeyInput, 'allowedNetworks' | 'dailySpendMax'>

/**
 * Changes the networks from which one of the caller's API keys is accepted, and what it may spend per day. Allowing more requires a
 * recently confirmed session. Throws CredentialNotFound (also for a revoked key), ConfirmationRequired and ValidationError.
 */
export async function changeKey(ctx: Ctx, id: Id<'credential'>, change: KeyChange): Promise<WithNow<Credential>> {
  const { callerAccount, now } = await mayCall(ctx)
  return { ...(await writeChange(ctx, callerAccount, id, change)), now }
}

/** Changes any API key, for the owner of the installation. Throws CredentialNotFound and ValidationError. */
export const changeKeyOf = (ctx: Ctx, id: Id<'credential'>, change: KeyChange): Promise<Credential> =>
  writeChange(ctx, null, id, change)

// Locks before comparing: otherwise two concurrent changes could together allow more without a confirmation.
async function writeChange(
  ctx: Ctx,
  owner: Id<'account'> | null,
  id: Id<'credential'>,
  { allowedNetworks, dailySpendMax }: KeyChange,
): Promise<Credential> {
  const networks = allowedNetworks && networksFrom(allowedNetworks)
  const max = dailySpendMax === undefined ? undefined : dailySpendMaxUnitsFrom(dailySpendMax)
  return ctx.db
    .transaction(async (db) => {
      const key = await lockKey(db, owner, id)
      if (!key) throw CredentialNotFound({})
      const allowsMore =
        (networks !== undefined && isWider(networks, key.networks)) ||
        (max !== undefined && isHigher(max, key.dailySpendMaxUnits))
      if (allowsMore) await mustBeConfirmed({ ...ctx, db })
      const named = {
        ...(networks === undefined ? {} : { networks }),
        ...(max === undefined ? {} : { dailySpendMaxUnits: max }),
      }
      return writeKey(db, { id, by: owner, ...named })
    })
    .finally(forgetHolders)
}

type Owner = Parameters<typeof issueTokenTo>[1]

async function toCaller(ctx: Ctx, issue: (owner: Owner) => Promise<Issued>): Promise<WithNow<Issued>> {
  const { account, now } = await openAccount(ctx, 'own')
  await mustBeConfirmed(ctx)
  return { ...(await issue(async () => account)), now }
}

/** Revokes one of the caller's credentials, effective from the next request. */
export async function revokeOwn(ctx: Ctx, kind: IssuedKind, id: Id<'credential'>): Promise<WithNow<Credential>> {
  const { callerAccount, now } = await mayCall(ctx)
  const revoked = await revokeOf(ctx.db, callerAccount, kind, id).finally(forgetHolders)
  if (!revoked) throw CredentialNotFound({})
  return { ...revoked, now }
}
