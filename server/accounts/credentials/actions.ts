import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { type Credential, CredentialNotFound } from '../account.ts'
import { createKeyFor, findAccount, type Issued, issueTokenTo, type KeyInput, type TokenInput } from '../actions.ts'
import { forgetHolders, mayCall, mustBeConfirmed } from '../actions-callers.ts'
import { admitted } from '../caller.ts'
import type { IssuedKind } from '../credential.ts'
import { isWider, networksFrom } from '../network.ts'
import { openAccount } from '../profile/actions.ts'
import { lockKey, type PresentedRow, readCredentials, readPresented, revokeOf, writeNetworks } from './sql.ts'

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
  const { caller, rows } = admitted(ctx.by, await readCredentials(ctx.db, ctx.by, kind, page, account))
  return { ...listed(rows, page, caller, ctx.secretKey), now: caller.now }
}

export type Presented = PresentedRow & { readonly isSuspended: boolean }

/** Returns the presented credential and its account. */
export async function openPresented(ctx: Ctx): Promise<Presented> {
  if (ctx.by === 'Local') throw new Error('the command line presents no credential')
  const [row] = admitted(ctx.by, await readPresented(ctx.db, ctx.by)).rows
  if (!row) throw CredentialNotFound({})
  return { ...row, isSuspended: row.callerSuspended }
}

/** Issues an access token to the caller. Requires a recently confirmed session. */
export const issueOwnToken = (ctx: Ctx, input: TokenInput): Promise<WithNow<Issued>> =>
  toCaller(ctx, (owner) => issueTokenTo(ctx, owner, input))

/** Creates an API key for the caller's account. Requires a recently confirmed session. */
export const createOwnKey = (ctx: Ctx, input: KeyInput): Promise<WithNow<Issued>> =>
  toCaller(ctx, (owner) => createKeyFor(ctx, owner, input))

/**
 * Sets the networks from which one of the caller's API keys is accepted. Allowing a new address requires a recently confirmed
 * session. Throws CredentialNotFound (also for a revoked key), ConfirmationRequired and ValidationError.
 */
export async function changeNetworks(
  ctx: Ctx,
  id: Id<'credential'>,
  input: readonly string[],
): Promise<WithNow<Credential>> {
  const { callerAccount, now } = await mayCall(ctx)
  return { ...(await writeNetworksOf(ctx, callerAccount, { id, input })), now }
}

/** Sets the networks of any API key, for the owner of the installation. Throws CredentialNotFound and ValidationError. */
export const changeNetworksOf = (ctx: Ctx, id: Id<'credential'>, input: readonly string[]): Promise<Credential> =>
  writeNetworksOf(ctx, null, { id, input })

type Change = { readonly id: Id<'credential'>; readonly input: readonly string[] }

// Locks before comparing: otherwise two concurrent changes could together widen the networks without a confirmation.
async function writeNetworksOf(ctx: Ctx, owner: Id<'account'> | null, { id, input }: Change): Promise<Credential> {
  const networks = networksFrom(input)
  return ctx.db
    .transaction(async (db) => {
      const key = await lockKey(db, owner, id)
      if (!key) throw CredentialNotFound({})
      if (isWider(networks, key.networks)) await mustBeConfirmed({ ...ctx, db })
      return writeNetworks(db, { id, by: owner, networks })
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
