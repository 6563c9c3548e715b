import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { allowedActions, canTransition } from '../../values/transitions/transitions.ts'
import { type Account, AccountNotFound } from '../account.ts'
import { findAccount } from '../actions.ts'
import { forgetHolders } from '../actions-callers.ts'
import { actorOf, admit, admitted } from '../caller.ts'
import { accountById, lockAccount, readCaller } from '../sql.ts'
import {
  endAsked,
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

const sweptMax = 100

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

const forgetting = <T>(change: Promise<T>): Promise<T> => change.finally(forgetHolders)

/** Imposes a sanction on an account, effective immediately. */
export async function imposeSanction(ctx: Ctx, input: SanctionInput): Promise<Sanction> {
  const { account: by, now } = await actingAs(ctx)
  const endsAt = endAsked(input.endsAtUtc, now)
  if (!(await accountById(ctx.db, input.account))) throw AccountNotFound({ accountId: input.account })
  return impose(ctx.db, { ...input, endsAt, by })
}

const impose = (db: Database, sanction: NewSanction): Promise<Sanction> =>
  forgetting(
    db.transaction(async (within) => {
      await lockAccount(within, sanction.account)
      const made = await insertSanction(within, sanction)
      await writeAccountStatus(within, sanction.account)
      return made
    }),
  )

type TransitionRequest = { readonly id: Id<'sanction'>; readonly move: SanctionTransition; readonly text: string }

/** Appeals against a sanction of the caller. Works even for a suspended account. */
export async function appeal(ctx: Ctx, id: Id<'sanction'>, statement: string): Promise<Sanction> {
  const { account } = await actingAs(ctx)
  return move(ctx.db, { id, move: 'appeal', text: statement }, { by: account, owner: account })
}

/** Upholds an appealed sanction, or lifts a sanction whether or not it was appealed, for an operator. */
export async function answerSanction(ctx: Ctx, id: Id<'sanction'>, verb: 'uphold' | 'lift', reason: string) {
  const { account } = await actingAs(ctx)
  return move(ctx.db, { id, move: verb, text: reason }, { by: account, owner: null })
}

type Who = { readonly by: Id<'account'> | null; readonly owner: Id<'account'> | null }

const move = (db: Database, request: TransitionRequest, { by, owner }: Who): Promise<Sanction> =>
  forgetting(
    db.transaction(async (within) => {
      const account = await lockSanctioned(within, request.id)
      if (!account || (owner !== null && account.id !== owner)) throw SanctionNotFound({})
      const sanction = await readSanction(within, request.id)
      assertCanTransitionSanction(sanction, request.move, sanction.now)
      const actor = request.move === 'appeal' ? await sideOf(within, account.id) : 'operator'
      const { to } = sanctionTransitions[request.move]
      const moved = await transitionSanction(within, { ...request, to, actor, by })
      await writeAccountStatus(within, account.id)
      return moved
    }),
  )

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
async function sideOf(db: Db, id: Id<'account'>): Promise<'executor' | 'advertiser'> {
  const account = await accountById(db, id)
  return account?.roles.includes('Executor') ? 'executor' : 'advertiser'
}

export async function listSanctions(ctx: Ctx, filter: SanctionFilter | 'own', page: Page) {
  const { caller, rows } = admitted(ctx.by, await readSanctions(ctx.db, ctx.by, filter, page))
  return { ...listed(rows, page, caller, ctx.secretKey), now: caller.now } satisfies PageOf<Sanction> & { now: Date }
}

/** Suspends the account until it is restored. */
export async function suspendAccount(ctx: Ctx, email: string, reason: string): Promise<Account> {
  const account = await findAccount(ctx, email)
  const { id } = account
  await impose(ctx.db, { account: id, kind: 'Suspension', code: 'Other', reason, endsAt: null, by: null })
  return (await accountById(ctx.db, id)) ?? account
}

/** Lifts every suspension of an account. */
export async function restoreAccount(ctx: Ctx, email: string): Promise<Account> {
  const account = await findAccount(ctx, email)
  const { id } = account
  const lifted = ctx.db.transaction(async (within) => {
    await lockAccount(within, id)
    for (const sanction of await openSanctions(within, id, 'Suspension')) {
      const words = {
        move: 'lift',
        to: sanctionTransitions.lift.to,
        actor: 'operator',
        by: null,
        text: 'Restored',
      } as const
      await transitionSanction(within, { ...words, id: sanction.id })
    }
    await writeAccountStatus(within, id)
  })
  await forgetting(lifted)
  return (await accountById(ctx.db, id)) ?? account
}

/** Marks expired sanctions as ended. They have no effect after their end, even if this has not run. */
export const endDue = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(sweptMax, async (most) => {
    const accounts = await dueAccounts(db, most)
    for (const { id } of accounts) await endOf(db, id)
    return accounts.length
  })

const endOf = (db: Database, account: Id<'account'>) =>
  db.transaction(async (within) => {
    await lockAccount(within, account)
    await endSanctions(within, account)
    await writeAccountStatus(within, account)
  })
