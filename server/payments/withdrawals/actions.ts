import { foundFor, listedFor, mustBeConfirmed } from '../../accounts/actions-callers.ts'
import { type Admitted, admitted, mustBeExecutor, requirementOf } from '../../accounts/caller.ts'
import { clearDueOf } from '../../ledger/actions-clearing.ts'
import { ruledSettings } from '../../money-rules/money-rule.ts'
import { seal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Database, retryOnConflict, undefinedIfViolated } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf, type Units } from '../../values/money.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { guardedVersion, type Versions } from '../../values/requests/version.ts'
import { unitsOfAmount } from '../payment.ts'
import { lockEarnings } from '../sql-debts.ts'
import { methodHash, savedMethod, withHolder } from './actions-methods.ts'
import {
  type AppliedTransition,
  insertWithdrawal,
  lockMovable,
  moveWithdrawals,
  readAll,
  readOwn,
  readStoppable,
  readWithdrawals,
  type TransitionInput,
  takeWithdrawal,
  type WithdrawalFilter,
  withdrawalMismatches,
  withdrawFacts,
} from './sql.ts'
import {
  checkTransition,
  decideWithdraw,
  type OperatorWithdrawal,
  type SealedWithdrawal,
  type Withdrawal,
  type WithdrawalActor,
  WithdrawalNotFound,
  type WithdrawalTransitionRequest,
} from './withdrawal.ts'
import { hintOf, type Method, methodOf } from './withdrawal-method.ts'

type WithdrawalInput = {
  readonly amount: number
  readonly method?: Parameters<typeof methodOf>[0] | null | undefined
  /** The saved payout account, instead of the method. */
  readonly savedAccountId?: Id<'withdrawal'> | null | undefined
}

/** Requests a withdrawal. The money leaves the available balance immediately and is returned if it is not paid out. */
export function requestWithdrawal(ctx: Ctx, input: WithdrawalInput): Promise<Withdrawal> {
  const { currency } = ctx.config
  const requested = unitsOfAmount(input.amount)
  const given = givenMethod(input)
  return retryOnConflict(async () => {
    const { caller, rows } = admitted(ctx.by, await withdrawFacts(ctx.db, ctx.by))
    mustBeExecutor(caller)
    const [facts = { open: null, availableUnits: 0n, debtUnits: 0n, heldRules: null }] = rows
    const { withdrawalMinimum: minimum } = ruledSettings(ctx.config, facts.heldRules)
    const units = decideWithdraw({ ...facts, currency, minimum }, requested)
    const method = given ?? (await savedMethod(ctx, caller.callerAccount, input.savedAccountId as Id<'withdrawal'>))
    // A concurrent request of the same executor may win; rereading the facts yields the right problem.
    return undefinedIfViolated(withdraw(ctx, caller.callerAccount, units, method), 'one_open_withdrawal')
  })
}

/** Returns the payment details of the request; undefined if it names the saved ones. Throws unless it has exactly one of both. */
function givenMethod({ method, savedAccountId }: WithdrawalInput): Method | undefined {
  if (Boolean(method) === Boolean(savedAccountId))
    throw ValidationError([
      bodyError('method', 'required', {
        en: 'is required, or savedAccountId in its place, but not both.',
        ru: 'нужно указать, или вместо него savedAccountId, но не оба.',
      }),
    ])
  return method ? methodOf(method) : undefined
}

/** Clears due earnings first: they count even if the job has not run. */
const withdraw = (ctx: Ctx, executor: Id<'account'>, units: Units, method: Method) =>
  ctx.db.transaction(async (db) => {
    const money = moneyOf(ctx.config)
    await clearDueOf(db, executor, money)
    const details = seal(ctx.secretKey, JSON.stringify(method))
    const where = { method: method.type, hint: hintOf(method), details, methodHash: methodHash(ctx.secretKey, method) }
    const waitHours = ctx.config.payoutAccountWaitHours
    // A concurrent request took the money; rereading the facts yields the right problem.
    const { debtUnits, earnedUnits } = await lockEarnings(db, executor)
    if (debtUnits > 0n || earnedUnits < units) return undefined
    const made = await insertWithdrawal(db, { executor, units, ...where, waitHours }, money)
    await takeWithdrawal(db, made, money)
    // An access token cannot be confirmed: the wait and the mail protect its account.
    if (made.isNewAccount && requirementOf(ctx.by)?.credential === 'Session') await mustBeConfirmed({ ...ctx, db })
    return made
  })

export const ownWithdrawals = (ctx: Ctx, page: Page): Promise<PageOf<Withdrawal>> =>
  listedFor(ctx, page, readOwn(ctx.db.reads, ctx.by, page), mustBeExecutor)

export const ownWithdrawal = (ctx: Ctx, id: Id<'withdrawal'>): Promise<SealedWithdrawal & Admitted> =>
  foundFor(ctx, readWithdrawals(ctx.db, ctx.by, [id], 'own'), WithdrawalNotFound, mustBeExecutor)

const anyWithdrawal = (ctx: Ctx, id: Id<'withdrawal'>): Promise<SealedWithdrawal & Admitted> =>
  foundFor(ctx, readWithdrawals(ctx.db, ctx.by, [id], 'any'), WithdrawalNotFound)

export async function allWithdrawals(
  ctx: Ctx,
  filter: WithdrawalFilter,
  page: Page,
): Promise<PageOf<OperatorWithdrawal>> {
  const list = await listedFor(ctx, page, readAll(ctx.db.reads, ctx.by, filter, page))
  return { ...list, items: list.items.map((each) => withHolder(ctx.secretKey, each)) }
}

/** Cancels the caller's withdrawal before an operator approves it. */
export const cancelWithdrawal = (ctx: Ctx, id: Id<'withdrawal'>, versions: Versions): Promise<Withdrawal> =>
  transitionOne(ctx, { id, move: 'cancel', versions }, 'executor')

/** Approves or refuses a withdrawal, or records its result, for an operator. */
export const transitionWithdrawal = async (
  ctx: Ctx,
  request: TransitionInput & WithdrawalTransitionRequest,
): Promise<OperatorWithdrawal> => withHolder(ctx.secretKey, await transitionOne(ctx, request, 'operator'))

const transitionOne = (
  ctx: Ctx,
  request: TransitionInput & WithdrawalTransitionRequest,
  actor: WithdrawalActor,
): Promise<SealedWithdrawal> =>
  retryOnConflict(async () => {
    const withdrawal = await (actor === 'executor' ? ownWithdrawal : anyWithdrawal)(ctx, request.id)
    if (!checkTransition(withdrawal, request, actor)) return withdrawal
    const by = { actor, account: withdrawal.callerAccount || null }
    const moving = { ...request, version: guardedVersion(withdrawal, request.versions) }
    return (await transitionWithdrawals(ctx.db, [moving], { move: request.move, by, money: moneyOf(ctx.config) }))[0]
  })

/** Applies a transition to those of the withdrawals that can still make it. Returns them. */
export const transitionWithdrawals = (
  db: Database,
  requests: readonly TransitionInput[],
  applied: AppliedTransition,
): Promise<SealedWithdrawal[]> =>
  db.transaction(async (within) => {
    const ids = await lockMovable(within, requests, applied.move)
    return ids.length === 0 ? [] : moveWithdrawals(within, ids, requests, applied)
  })

/** Selects executors whose withdrawal balance differs from their open withdrawals; none unless the ledger was tampered with. */
export const verifyWithdrawals = ({ db }: Pick<Ctx, 'db'>) => withdrawalMismatches(db)

/** Cancels a withdrawal by the mailed link. Returns its executor; undefined if it is too late. */
export async function stopWithdrawal(
  db: Database,
  { config }: Pick<Ctx, 'config'>,
  id: Id<'withdrawal'>,
): Promise<Id<'account'> | undefined> {
  const open = await readStoppable(db, id)
  if (!open) return undefined
  const by = { actor: 'executor', account: open.executor } as const
  const stop = { id, reason: 'Stopped by the link in the mail' }
  const moved = await transitionWithdrawals(db, [stop], { move: 'cancel', by, money: moneyOf(config) })
  return moved.length === 0 ? undefined : open.executor
}
