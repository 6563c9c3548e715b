import { drainInBatches } from '../../platform/batching/drain.ts'
import { keyedHash } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { allowedActions, canTransition } from '../../values/transitions/transitions.ts'
import { type Account, AccountNotFound, normalEmail } from '../account.ts'
import { findAccount } from '../actions.ts'
import { forgetHolders, listedFor } from '../actions-callers.ts'
import { actorOf, admit } from '../caller.ts'
import { accountById, lockAccount, readCaller } from '../sql.ts'
import {
  endOf,
  type Sanction,
  type SanctionCode,
  type SanctionKind,
  SanctionNotFound,
  SanctionStateConflict,
  type SanctionTransition,
  sanctionTransitions,
  statusAt,
} from './sanctions.ts'
import {
  dueAccounts,
  endSanctions,
  inheritSanctions,
  insertSanction,
  lockSanctioned,
  type NewSanction,
  openSanctions,
  readSanction,
  readSanctions,
  type SanctionFilter,
  transitionSanction,
  writeAccountStatus,
} from './sql.ts'

const batchMax = 100

export type SanctionInput = {
  readonly account: Id<'account'>
  readonly kind: SanctionKind
  readonly code: SanctionCode
  readonly reason: string
  readonly endsAtUtc?: string | null | undefined
}

/** Returns the acting account; null on the command line, where the owner of the installation acts. */
async function actingAs({ db, by }: Ctx) {
  const caller = admit(by, await readCaller(db, by))
  return { account: actorOf(by, caller), now: caller.now }
}

/** Runs `change` with the account locked and then updates the restrictions that its sanctions cause. */
export const withAccountStatus = <T>(
  db: Database,
  account: Id<'account'>,
  change: (within: Db) => Promise<T>,
): Promise<T> =>
  db.transaction(async (within) => {
    await lockAccount(within, account)
    const changed = await change(within)
    await writeAccountStatus(within, account)
    return changed
  })

export const renewAccountStatus = (db: Db, account: Id<'account'>) => writeAccountStatus(db, account)

export async function imposeSanction(ctx: Ctx, input: SanctionInput): Promise<Sanction> {
  const { account: by, now } = await actingAs(ctx)
  const endsAt = endOf(input.endsAtUtc, now)
  if (!(await accountById(ctx.db, input.account))) throw AccountNotFound({ accountId: input.account })
  return impose(ctx.db, { ...input, endsAt, by })
}

const impose = (db: Database, sanction: NewSanction): Promise<Sanction> =>
  withAccountStatus(db, sanction.account, (within) => insertSanction(within, sanction)).finally(forgetHolders)

type TransitionRequest = {
  readonly id: Id<'sanction'>
  readonly move: SanctionTransition
  readonly text: string
  readonly by: Id<'account'> | null
  /** The account that the sanction must concern; null: any. */
  readonly owner: Id<'account'> | null
}

/** Appeals against a sanction of the caller. Works even for a suspended account. */
export async function appeal(ctx: Ctx, id: Id<'sanction'>, statement: string): Promise<Sanction> {
  const { account } = await actingAs(ctx)
  return transition(ctx.db, { id, move: 'appeal', text: statement, by: account, owner: account })
}

/** Upholds an appealed sanction, or lifts a sanction whether or not it was appealed, for an operator. */
export async function answerSanction(ctx: Ctx, id: Id<'sanction'>, verb: 'uphold' | 'lift', reason: string) {
  const { account } = await actingAs(ctx)
  return transition(ctx.db, { id, move: verb, text: reason, by: account, owner: null })
}

const transition = (db: Database, { id, move, text, by, owner }: TransitionRequest): Promise<Sanction> =>
  db
    .transaction(async (within) => {
      const account = await lockSanctioned(within, id)
      if (!account || (owner !== null && account.id !== owner)) throw SanctionNotFound({})
      const sanction = await readSanction(within, id)
      assertCanTransitionSanction(sanction, move, sanction.now)
      const actor = move === 'appeal' ? await roleInLog(within, account.id) : 'operator'
      const changed = await transitionSanction(within, { id, move, to: sanctionTransitions[move].to, actor, by, text })
      await writeAccountStatus(within, account.id)
      return changed
    })
    .finally(forgetHolders)

function assertCanTransitionSanction(sanction: Sanction, verb: SanctionTransition, now: Date): void {
  const currentStatus = statusAt(sanction, now)
  if (canTransition(sanctionTransitions[verb], currentStatus)) return
  const actor = verb === 'appeal' ? 'account' : 'operator'
  throw SanctionStateConflict({
    currentStatus,
    allowedActions: allowedActions(sanctionTransitions, currentStatus, actor),
  })
}

/** Returns the role with which the audit log lists an account. */
async function roleInLog(db: Db, id: Id<'account'>): Promise<'executor' | 'advertiser'> {
  const account = await accountById(db, id)
  return account?.roles.includes('Executor') ? 'executor' : 'advertiser'
}

export const listSanctions = (ctx: Ctx, filter: SanctionFilter | 'own', page: Page) =>
  listedFor<Sanction & PagedRow>(ctx, page, readSanctions(ctx.db, ctx.by, filter, page))

export async function suspendAccount(ctx: Ctx, email: string, reason: string): Promise<Account> {
  const account = await findAccount(ctx, email)
  const { id } = account
  await impose(ctx.db, { account: id, kind: 'Suspension', code: 'Other', reason, endsAt: null, by: null })
  return (await accountById(ctx.db, id)) ?? account
}

/** Lifts every suspension of an account. */
export async function restoreAccount(ctx: Ctx, email: string): Promise<Account> {
  const account = await findAccount(ctx, email)
  const lift = { move: 'lift', to: sanctionTransitions.lift.to, actor: 'operator', by: null, text: 'Restored' } as const
  const lifted = withAccountStatus(ctx.db, account.id, async (db) => {
    for (const { id } of await openSanctions(db, account.id, 'Suspension'))
      await transitionSanction(db, { ...lift, id })
  })
  await lifted.finally(forgetHolders)
  return (await accountById(ctx.db, account.id)) ?? account
}

/** Marks expired sanctions as ended. They have no effect after their end, even if this has not run. */
export const endDue = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(batchMax, async (limit) => {
    const accounts = await dueAccounts(db, limit)
    for (const { id } of accounts) await withAccountStatus(db, id, (within) => endSanctions(within, id))
    return accounts.length
  })

const subaddress = /\+.*$/

/** Returns the keyed hash that identifies the address of a closed account; equal for spellings that reach the same mailbox. */
export function addressHash(secretKey: string, email: string): Buffer {
  const [name = '', host = ''] = normalEmail(email.normalize('NFKC')).split(/@(?=[^@]*$)/)
  return keyedHash(secretKey, 'closed account', `${name.replace(subaddress, '')}@${host}`)
}

/** Imposes the sanctions of a closed account on a new account with the same address. */
export async function inheritSanctionsOf(db: Db, account: Id<'account'>, hash: Buffer): Promise<void> {
  if ((await inheritSanctions(db, account, hash)) > 0) await writeAccountStatus(db, account)
}
