import { foundFor, listedFor, mayCall, mustBeConfirmed } from '../../accounts/actions-callers.ts'
import { isInSession } from '../../accounts/caller.ts'
import { mustBeWithinSpendMax } from '../../accounts/spending/actions.ts'
import { seal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf, type Units } from '../../values/money.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import type { Versions } from '../../values/requests/version.ts'
import { confirmRefund, returnUnits, takeUnits } from '../deposits/actions-reversals.ts'
import { type Deposit, DepositNotFound } from '../deposits/deposit.ts'
import { lockDeposit, readOwnDeposit } from '../deposits/sql.ts'
import {
  endReversal,
  insertReversal,
  lockAvailable,
  readReversal,
  type StoredReversal,
} from '../deposits/sql-reversals.ts'
import { unitsOfAmount } from '../payment.ts'
import { mustHaveStripe } from '../stripe/actions.ts'
import { minorAmount } from '../stripe/stripe.ts'
import { methodHash, unsealedMethod } from '../withdrawals/actions-methods.ts'
import { hintOf, type Method, methodOf } from '../withdrawals/withdrawal-method.ts'
import { mustBeAvailable } from './actions-refunds.ts'
import {
  checkRefundMethod,
  checkRefundTransition,
  decideRefund,
  type PayableRefund,
  type RefundActor,
  RefundNotFound,
  type RefundRequest,
  type RefundTransitionRequest,
} from './refund.ts'
import {
  insertRefund,
  readAllRefunds,
  readOwnRefunds,
  readRefund,
  readStoppable,
  recordRefund,
  refundFacts,
  type SealedRefund,
  writeRefundTransition,
} from './sql.ts'

export type RefundRequestInput = {
  readonly amount?: number | undefined
  readonly note?: string | undefined
  readonly method?: Parameters<typeof methodOf>[0] | null | undefined
}

/**
 * Requests a refund of unspent money. It is taken from the available balance immediately. A worker asks Stripe to refund card
 * payments; other refunds wait for an operator.
 */
export async function requestRefund(ctx: Ctx, id: Id<'deposit'>, input: RefundRequestInput): Promise<RefundRequest> {
  await mayCall(ctx)
  const requested = input.amount === undefined ? undefined : unitsOfAmount(input.amount)
  const method = input.method ? methodOf(input.method) : undefined
  return ctx.db.transaction(async (db) => {
    await foundFor(ctx, readOwnDeposit(db, ctx.by, id), DepositNotFound)
    const deposit = await lockDeposit(db, id)
    const isToSend = deposit.method === 'Stripe'
    checkRefundMethod(isToSend, method)
    if (isToSend) mustHaveStripe(ctx.config)
    await lockAvailable(db, deposit.account)
    const units = decideRefund(deposit, await refundFacts(db, deposit.account, id), requested)
    if (isToSend) minorAmount(units, deposit.currency)
    await mustBeWithinSpendMax({ ...ctx, db }, units)
    await mustBeAvailable(db, deposit, units)
    const note = input.note ?? null
    const reversal = await reserveRefund(db, ctx, { deposit, units, note })
    const where = method ? sealedMethod(ctx.secretKey, method) : null
    const { account, currency } = deposit
    const { payoutAccountWaitHours: waitHours } = ctx.config
    const made = await insertRefund(db, { account, deposit: id, reversal, units, currency, note, where, waitHours })
    await recordRefund(db, made)
    // An access token cannot be confirmed: the wait and the mail protect its account.
    if (made.isNewAccount && isInSession(ctx.by)) await mustBeConfirmed({ ...ctx, db })
    return refundIn(db, ctx, made.id, 'own')
  })
}

type Reserved = { readonly deposit: Deposit; readonly units: Units; readonly note: string | null }

/** Takes the money with a reversal that either Stripe or an operator will carry out. */
async function reserveRefund(
  db: Database,
  { config }: Ctx,
  { deposit, units, note }: Reserved,
): Promise<Id<'reversal'>> {
  const way = deposit.method === 'Stripe' ? {} : { isByHand: true as const }
  const { id } = await insertReversal(db, {
    deposit: deposit.id,
    kind: 'Refund',
    status: 'Pending',
    units,
    stripeId: null,
    reason: note,
    by: { advertiser: deposit.account },
    ...way,
  })
  await takeUnits(db, deposit, { id, kind: 'Refund', status: 'Pending', units }, moneyOf(config))
  return id
}

const sealedMethod = (secretKey: string, method: Method) => ({
  method: method.type,
  hint: hintOf(method),
  details: seal(secretKey, JSON.stringify(method)),
  methodHash: methodHash(secretKey, method),
})

async function refundIn(db: Database, { by }: Ctx, id: Id<'refund'>, whose: 'own' | 'any'): Promise<SealedRefund> {
  return foundFor({ by }, readRefund(db, by, id, whose), RefundNotFound)
}

export const ownRefunds = (ctx: Ctx, page: Page): Promise<PageOf<RefundRequest>> =>
  listedFor(ctx, page, readOwnRefunds(ctx.db.reads, ctx.by, page))

export const ownRefund = (ctx: Ctx, id: Id<'refund'>): Promise<RefundRequest> => refundIn(ctx.db, ctx, id, 'own')

export const allRefunds = (
  ctx: Ctx,
  statuses: readonly string[] | undefined,
  page: Page,
): Promise<PageOf<RefundRequest>> => listedFor(ctx, page, readAllRefunds(ctx.db.reads, ctx.by, statuses, page))

export async function anyRefund(ctx: Ctx, id: Id<'refund'>): Promise<PayableRefund> {
  return payable(ctx, await refundIn(ctx.db, ctx, id, 'any'))
}

const payable = ({ secretKey }: Ctx, { details, ...refund }: SealedRefund): PayableRefund => ({
  ...refund,
  payTo: (details && unsealedMethod(secretKey, details)) ?? null,
})

/** Cancels the caller's refund request before an operator approves it. */
export const cancelRefund = (ctx: Ctx, id: Id<'refund'>, versions: Versions): Promise<RefundRequest> =>
  transitionOne(ctx, { id, move: 'cancel', versions }, 'advertiser')

/** Approves or refuses a refund, or records the result of its transfer, for an operator. */
export const transitionRefund = async (ctx: Ctx, request: RefundTransitionRequest): Promise<PayableRefund> =>
  payable(ctx, await transitionOne(ctx, request, 'operator'))

/** Locks the deposit before the refund, so the facts read afterwards stay true. */
const transitionOne = (ctx: Ctx, request: RefundTransitionRequest, actor: RefundActor): Promise<SealedRefund> =>
  ctx.db.transaction(async (db) => {
    const whose = actor === 'operator' ? 'any' : 'own'
    const { callerAccount } = await mayCall(ctx)
    const deposit = await lockDeposit(db, (await refundIn(db, ctx, request.id, whose)).deposit)
    const refund = await refundIn(db, ctx, request.id, whose)
    if (!checkRefundTransition(refund, request, actor)) return refund
    const { move, reason = null, reference = null } = request
    await writeRefundTransition(db, request.id, { move, actor, by: callerAccount || null, reason, reference })
    const reversal = await readReversal(db, refund.reversal)
    if (move === 'pay') await confirmRefund(db, deposit, reversal)
    else if (move !== 'approve') await giveBack(db, ctx, deposit, reversal)
    return refundIn(db, ctx, request.id, whose)
  })

/**
 * Cancels a refund to a new account by the link in the mail about it, until an operator approves it. Returns its advertiser; undefined if
 * it is too late.
 */
export async function stopRefund(
  db: Database,
  ctx: Pick<Ctx, 'config'>,
  id: Id<'refund'>,
): Promise<Id<'account'> | undefined> {
  const found = await readStoppable(db, id)
  const deposit = found && (await lockDeposit(db, found.deposit))
  const open = await readStoppable(db, id)
  if (!deposit || !open) return undefined
  const reason = 'Stopped by the link in the mail'
  await writeRefundTransition(db, id, {
    move: 'cancel',
    actor: 'advertiser',
    by: open.account,
    reason,
    reference: null,
  })
  await giveBack(db, ctx, deposit, await readReversal(db, open.reversal))
  return open.account
}

/** Returns the money to the advertiser. */
async function giveBack(
  db: Database,
  { config }: Pick<Ctx, 'config'>,
  deposit: Deposit,
  reversal: StoredReversal,
): Promise<void> {
  await endReversal(db, reversal.id, 'Returned')
  await returnUnits(db, deposit, reversal, moneyOf(config))
}
