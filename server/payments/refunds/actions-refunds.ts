import { actingAccount, foundFor } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import { mustHaveFunds } from '../../ledger/ledger.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf, type Units } from '../../values/money.ts'
import { confirmRefund, returnMoney, takeMoney, voidBooking } from '../deposits/actions-reversals.ts'
import { type Deposit, DepositNotFound, mustBeVoidable, refundUnits } from '../deposits/deposit.ts'
import { lockDeposit, lockStripeDeposit, readAnyDeposit } from '../deposits/sql.ts'
import {
  bringReversalsForward,
  claimRefunds,
  type Due,
  lockAvailable,
  readReversal,
} from '../deposits/sql-reversals.ts'
import { unitsOfAmount } from '../payment.ts'
import { hasStripe, makeRefund, mustHaveStripe, StripeRefused } from '../stripe/actions.ts'
import { minorAmount } from '../stripe/stripe.ts'
import { RefundOpen } from './refund.ts'
import { refundFacts } from './sql.ts'

/** Refunds that a worker claims at a time. */
const refundsAtOnce = 20

export type RefundInput = { readonly amount?: number | undefined; readonly reason?: string | undefined }

/** Refunds available money, for an operator. For card payments the next worker asks Stripe for the refund. */
export async function refundDeposit(ctx: Ctx, id: Id<'deposit'>, input: RefundInput): Promise<Deposit> {
  const caller = await actingAccount(ctx)
  const requested = input.amount === undefined ? undefined : unitsOfAmount(input.amount)
  return ctx.db.transaction(async (db) => {
    await foundFor(ctx, readAnyDeposit(db, ctx.by, id), DepositNotFound)
    const deposit = await lockDeposit(db, id)
    const units = refundUnits(deposit, requested)
    if (deposit.method === 'Stripe') mustHaveStripe(ctx.config)
    if (deposit.method === 'Stripe') minorAmount(units, deposit.currency)
    await mustBeAvailable(db, deposit, units)
    const taken = { deposit, kind: 'Refund' as const, units, stripeId: null, reason: input.reason ?? null }
    const isToSend = deposit.method === 'Stripe'
    await takeMoney(db, { ...taken, isToSend, by: { operator: caller } }, moneyOf(ctx.config))
    return admitted(ctx.by, await readAnyDeposit(db, ctx.by, id)).rows[0] as Deposit
  })
}

export async function mustBeAvailable(db: Database, { account, currency }: Deposit, units: Units): Promise<void> {
  mustHaveFunds(units, (await lockAvailable(db, account))?.units ?? 0n, currency)
}

/**
 * Sends due refunds to Stripe. Money of a permanently refused refund is returned to the advertiser. A temporary failure does not
 * stop the other refunds: Stripe's balance may be too low for one but enough for the rest.
 */
export async function sendRefunds(ctx: Pick<Ctx, 'db' | 'config'>): Promise<number> {
  if (!hasStripe(ctx.config)) return 0
  const due = await claimRefunds(ctx.db, refundsAtOnce)
  const failures: unknown[] = []
  for (const refund of due) await sendRefund(ctx, refund).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return due.length
}

/** Brings forward the retries of refunds after the clock was set back. */
export const bringRefundsForward = ({ db }: Pick<Ctx, 'db'>, seconds: number): Promise<number> =>
  bringReversalsForward(db, seconds)

async function sendRefund({ db, config }: Pick<Ctx, 'db' | 'config'>, due: Due): Promise<void> {
  const minor = minorAmount(due.units, due.currency)
  const input = { reversal: due.id, paymentIntent: due.paymentIntent, minor }
  const sent = await makeRefund(config, input).catch((error: unknown) => {
    if (error instanceof StripeRefused) return { id: null, isFailed: true }
    throw error
  })
  await db.transaction(async (within) => {
    const deposit = await lockStripeDeposit(within, { paymentIntent: due.paymentIntent })
    const reversal = await readReversal(within, due.id)
    if (!deposit || reversal.status !== 'Pending') return
    if (sent.isFailed) await returnMoney(within, deposit, reversal, sent.id, moneyOf(config))
    else await confirmRefund(within, deposit, reversal, sent.id)
  })
}

/**
 * Voids a deposit that an operator recorded by mistake, while it is recent and its amount is available. Throws DepositNotByHand,
 * DepositStateConflict, VoidWindowClosed, RefundOpen and InsufficientFunds.
 */
export async function voidDeposit(ctx: Ctx, id: Id<'deposit'>, reason: string): Promise<Deposit> {
  const operator = await actingAccount(ctx)
  return ctx.db.transaction(async (db) => {
    await foundFor(ctx, readAnyDeposit(db, ctx.by, id), DepositNotFound)
    const deposit = await lockDeposit(db, id)
    mustBeVoidable(deposit)
    const { open } = await refundFacts(db, deposit.account, id)
    if (open !== null) throw RefundOpen({ refundId: open })
    await mustBeAvailable(db, deposit, deposit.amountUnits)
    await voidBooking(db, deposit, { reason, operator }, moneyOf(ctx.config))
    return admitted(ctx.by, await readAnyDeposit(db, ctx.by, id)).rows[0] as Deposit
  })
}
