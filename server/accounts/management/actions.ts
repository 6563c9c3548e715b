import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { findAccount } from '../actions.ts'
import { actingAccount, forgetHolders } from '../actions-callers.ts'
import { admitted } from '../caller.ts'
import { openAccount } from '../profile/actions.ts'
import type { WholeAccount } from '../profile.ts'
import { lockAccount } from '../sql.ts'
import { decideRoles, LastOperator, OperatorWaiting, parseRoles, type RolesInput } from './management.ts'
import {
  type AccountFilter,
  lockOperators,
  readAccounts,
  readOperators,
  readOperatorWait,
  readOtherOperators,
  writeRoles,
} from './sql.ts'

/** An account or accounts with the operator who views them. */
export type Managed<T> = T & { readonly operator: Id<'account'> }

export async function listAccounts(
  ctx: Ctx,
  filter: AccountFilter,
  page: Page,
): Promise<Managed<PageOf<WholeAccount>>> {
  const { caller, rows } = admitted(ctx.by, await readAccounts(ctx.db.reads, ctx.by, filter, page))
  return { ...listed(rows, page, caller, ctx.secretKey), operator: caller.callerAccount }
}

/** Returns every active operator, to notify about matters that concern all of them. */
export const operatorsNow = (db: Db) => readOperators(db)

/** Throws OperatorWaiting if another operator made the caller an operator within OPERATOR_WAIT_HOURS. */
export async function mustHaveWaited(ctx: Ctx): Promise<void> {
  const account = await actingAccount(ctx)
  const { operatorWaitHours: hours } = ctx.config
  if (account === null || hours === 0) return
  const wait = await readOperatorWait(ctx.db, account, hours)
  if (wait) throw OperatorWaiting({ untilUtc: wait.until.toISOString() })
}

/** Adds roles to an account or removes them, for an operator. */
export async function changeRoles(ctx: Ctx, id: Id<'account'>, input: RolesInput & { readonly reason: string }) {
  const { by } = await openAccount(ctx, id)
  await ctx.db.transaction((db) => writeRoleChange({ ...ctx, db }, id, input)).finally(forgetHolders)
  const { account } = await openAccount(ctx, id)
  return { ...account, operator: by } satisfies Managed<WholeAccount>
}

async function writeRoleChange(ctx: Ctx, id: Id<'account'>, input: RolesInput & { readonly reason: string }) {
  const { db, by } = ctx
  // Locked before the account: otherwise two operators could remove each other's role and leave none.
  if (input.remove.includes('Operator')) await lockOperators(db)
  await lockAccount(db, id)
  const { account, by: operator } = await openAccount(ctx, id)
  const change = decideRoles(account, input)
  if (!change) return
  const isRemoved = account.roles.includes('Operator') && !change.roles.includes('Operator')
  if (isRemoved && !(await readOtherOperators(db, id)).exist) throw LastOperator({})
  await writeRoles(db, { ...change, account: id, by: by === 'Local' ? null : operator, reason: input.reason })
}

type RoleNames = { readonly add: readonly string[]; readonly remove: readonly string[]; readonly reason: string }

/** The same for the command line, by e-mail address. */
export async function changeRolesOf(ctx: Ctx, email: string, { add, remove, reason }: RoleNames) {
  const input = { add: parseRoles('add', add), remove: parseRoles('remove', remove), reason }
  const { id } = await findAccount(ctx, email)
  return changeRoles(ctx, id, input)
}
