import type { Ctx } from '../platform/ctx.ts'
import type { Id } from '../values/id.ts'
import { AccountNotFound } from './account.ts'
import { forgetHolders } from './actions-callers.ts'
import { admitted } from './caller.ts'
import { decideChange, decideTakeUp, type Side, type WholeAccount, type Wish } from './profile.ts'
import { readWhole, takeUpRole, writeChange } from './sql-profile.ts'

/** An account as it is, the caller's own or another. */
export async function openAccount(ctx: Ctx, id: Id<'account'> | 'own') {
  const { caller, rows } = admitted(ctx.by, await readWhole(ctx.db, ctx.by, id))
  const account: WholeAccount | undefined = rows[0]
  if (!account) throw AccountNotFound({ accountId: id === 'own' ? caller.callerAccount : id })
  return { account, now: caller.now, by: caller.callerAccount }
}

/** The caller says something else of themselves; offers are for them, or not, by it at once. */
export async function changeAccount(ctx: Ctx, wish: Wish): Promise<WholeAccount> {
  const { account, now } = await openAccount(ctx, 'own')
  await writeChange(ctx.db, account.id, decideChange(account, wish, now)).finally(forgetHolders)
  return (await openAccount(ctx, 'own')).account
}

/** The caller takes up the other side of the market, too. */
export async function takeUp(ctx: Ctx, role: Side): Promise<WholeAccount> {
  const { account } = await openAccount(ctx, 'own')
  if (!decideTakeUp(account, role)) return account
  await takeUpRole(ctx.db, account.id, role).finally(forgetHolders)
  return (await openAccount(ctx, 'own')).account
}
