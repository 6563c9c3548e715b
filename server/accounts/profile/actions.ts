import { keyedHash } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { nicknameKey } from '../../values/nickname.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { AccountNotFound } from '../account.ts'
import { findAccount } from '../actions.ts'
import { forgetHolders, listedFor, mayCall } from '../actions-callers.ts'
import { admitted } from '../caller.ts'
import {
  decideAddRole,
  decideChange,
  type Profile,
  type ProfileInput,
  type Side,
  type WholeAccount,
} from '../profile.ts'
import { lockAccount } from '../sql.ts'
import { decideNickname, NicknameTaken, refuseBrand } from './nickname-choice.ts'
import { type ProfileChange, ProfileChangeNotFound, splitChange } from './profile-change.ts'
import {
  addRole,
  applyChanges,
  approveChange,
  type ChangeOf,
  claimNickname,
  endChange,
  readBrandName,
  readChanges,
  readErasedNickname,
  readNickname,
  readNicknames,
  readWhole,
  recordCorrection,
  requestChange,
  writeChange,
  writeRemovedNickname,
} from './sql.ts'

export async function openAccount(ctx: Ctx, id: Id<'account'> | 'own') {
  const { caller, rows } = admitted(ctx.by, await readWhole(ctx.db, ctx.by, id))
  const account: WholeAccount | undefined = rows[0]
  if (!account) throw AccountNotFound({ accountId: id === 'own' ? caller.callerAccount : id })
  return { account, now: caller.now, by: caller.callerAccount }
}

/** Changes the caller's account and profile. Targeting uses the new values immediately. */
export async function changeAccount(ctx: Ctx, input: ProfileInput): Promise<WholeAccount> {
  const { account, now } = await openAccount(ctx, 'own')
  const change = splitChange(account, decideChange(account, input, now))
  await ctx.db.transaction(async (db) => {
    await chooseNickname(db, ctx.secretKey, account.id, change.now.nickname)
    await writeChange(db, account.id, change.now)
    if (Object.keys(change.waiting).length > 0)
      await requestChange(db, account.id, change.waiting, ctx.config.profileChangeDays)
  })
  forgetHolders()
  return (await openAccount(ctx, 'own')).account
}

/** Returns the keyed hash that keeps an erased account's nickname reserved. No valid nickname contains its colon. */
export const erasedNickname = (secretKey: string, key: string): string =>
  `hmac:${keyedHash(secretKey, 'erased nickname', key).toString('hex')}`

/** Reserves a new nickname for the account. Throws ValidationError if it is reserved or taken, or if the account has chosen too many. */
async function chooseNickname(db: Db, secretKey: string, id: Id<'account'>, nickname?: string | null) {
  if (!nickname) return
  await lockAccount(db, id)
  if (nickname === (await readNickname(db, id))) return
  const key = nicknameKey(nickname)
  if (!decideNickname(key, await readNicknames(db, id))) return
  refuseBrand(nickname, await readBrandName(db))
  const isFree = (await claimNickname(db, id, key)) && !(await readErasedNickname(db, erasedNickname(secretKey, key)))
  if (!isFree) throw NicknameTaken()
}

/** Removes an executor's nickname, for an operator. The account cannot choose it again. Throws AccountNotFound. */
export async function removeNickname(ctx: Ctx, id: Id<'account'>, reason: string) {
  const { by } = await openAccount(ctx, id)
  await ctx.db.transaction(async (db) => {
    await lockAccount(db, id)
    // Read under the lock: the executor may change it at the same time.
    const nickname = await readNickname(db, id)
    if (nickname) await writeRemovedNickname(db, id, { key: nicknameKey(nickname), by: by || null, reason })
  })
  return openAccount(ctx, id)
}

/** Cancels the caller's pending profile change. Throws ProfileChangeNotFound. */
export async function cancelChange(ctx: Ctx): Promise<WholeAccount> {
  const { account } = await openAccount(ctx, 'own')
  const cancelled = await endChange(ctx.db, { ...cancelling(account.id), actor: 'executor', by: account.id })
  if (!cancelled) throw ProfileChangeNotFound({})
  return (await openAccount(ctx, 'own')).account
}

const cancelling = (account: Id<'account'>) =>
  ({ change: { account, requestedAt: null }, to: 'Cancelled', reason: null, action: 'cancel_change' }) as const

export const listChanges = (ctx: Ctx, page: Page): Promise<PageOf<ProfileChange>> =>
  listedFor(ctx, page, readChanges(ctx.db, ctx.by, page))

/** An operator approves a change, or rejects it with a reason. Throws ProfileChangeNotFound, also if it differs from the one named. */
export async function answerChange(ctx: Ctx, change: ChangeOf, rejection: string | null): Promise<WholeAccount> {
  const { callerAccount } = await mayCall(ctx)
  const by = callerAccount || null
  const rejected = {
    change,
    to: 'Rejected',
    reason: rejection,
    actor: 'operator',
    by,
    action: 'reject_change',
  } as const
  const answered = rejection === null ? await approveChange(ctx.db, change, by) : await endChange(ctx.db, rejected)
  if (!answered) throw ProfileChangeNotFound({})
  if (rejection === null) await applyDueChanges(ctx)
  return (await openAccount(ctx, change.account)).account
}

type Correction = {
  readonly country?: string | undefined
  readonly birthDate?: string | undefined
  readonly gender?: string | undefined
}

/** Changes a profile immediately, for the owner of the installation, and cancels the pending change. */
export async function correctProfile(ctx: Ctx, email: string, correction: Correction): Promise<WholeAccount> {
  const { account, now } = await openAccount(ctx, (await findAccount(ctx, email)).id)
  const { country, birthDate, gender } = correction
  const profile = {
    ...(country === undefined ? {} : { countryId: Number(country) }),
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(gender === undefined ? {} : { gender: gender as Profile['gender'] }),
  }
  const change = decideChange(account, { profile }, now)
  await ctx.db.transaction(async (db) => {
    await endChange(db, { ...cancelling(account.id), actor: 'operator', by: null })
    await writeChange(db, account.id, change)
    await recordCorrection(db, account.id, Object.keys(change))
  })
  forgetHolders()
  return (await openAccount(ctx, account.id)).account
}

/** Applies the changes that are due. Returns how many. */
export const applyDueChanges = ({ db }: Pick<Ctx, 'db'>): Promise<number> => applyChanges(db).finally(forgetHolders)

/** Adds the role of the market's other side to the caller's account. */
export async function addOwnRole(ctx: Ctx, role: Side): Promise<WholeAccount> {
  const { account } = await openAccount(ctx, 'own')
  if (!decideAddRole(account, role)) return account
  await addRole(ctx.db, account.id, role).finally(forgetHolders)
  return (await openAccount(ctx, 'own')).account
}
