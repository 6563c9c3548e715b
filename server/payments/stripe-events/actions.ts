import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Money, moneyOf, type Units } from '../../values/money.ts'
import { canTransition } from '../../values/transitions/transitions.ts'
import { confirmRefund, returnMoney, takeMoney } from '../deposits/actions-reversals.ts'
import { type Deposit, depositTransitions } from '../deposits/deposit.ts'
import { findPaid, lockStripeDeposit, markEnded, markPaid, markPaymentPending, writeMismatch } from '../deposits/sql.ts'
import { creditAdvertiser, reversalOf } from '../deposits/sql-reversals.ts'
import { mustHaveStripe, pageOfPayment, refundsOfPayment, signedEvent } from '../stripe/actions.ts'
import {
  type Dispute,
  parseStripeEvent,
  type Session,
  type StripeEvent,
  type StripeRefund,
  unitsOfMinor,
} from '../stripe/stripe.ts'
import { deleteOldStripeEvents, recordStripeEvent } from './sql.ts'

/** Maximum number of old events that one statement deletes. */
const forgottenMax = 500

type StripeContext = Pick<Ctx, 'db' | 'config'>

/** A payment event with the facts that had to be fetched from Stripe. */
type StripeUpdate = {
  readonly event: StripeEvent
  /** The page of a payment not known yet: later events may arrive before its own. */
  readonly page?: Session | undefined
  readonly refunds?: readonly StripeRefund[]
}

/** Applies a Stripe event exactly once, in any order. Ignores events that are not about our deposits. */
export async function applyStripeEvent(ctx: StripeContext, body: Buffer, signature: string | undefined) {
  mustHaveStripe(ctx.config)
  const event = parseStripeEvent(await signedEvent(ctx.config, body, signature))
  if (!event) return
  const update = await fetchFacts(ctx, event)
  await ctx.db.transaction((db) => apply(db, update, moneyOf(ctx.config)))
}

async function fetchFacts({ db, config }: StripeContext, event: StripeEvent): Promise<StripeUpdate> {
  if (event.kind === 'session') return { event }
  const { paymentIntent } = event
  const known = await findPaid(db, { paymentIntent })
  const page = known?.isPaid ? undefined : await ownPage({ db, config }, paymentIntent)
  if (event.kind !== 'refunds') return { event, page }
  // The event has only the total, without failed refunds; each refund is matched by its own id.
  return { event, page, refunds: await refundsOfPayment(config, paymentIntent) }
}

/** Returns the page of a payment if it belongs to our deposits: others may use the same Stripe account. */
async function ownPage({ db, config }: { db: Db; config: Config }, paymentIntent: string) {
  const page = await pageOfPayment(config, paymentIntent)
  return page && (await findPaid(db, { session: page.id, reference: page.reference })) ? page : undefined
}

async function apply(db: Db, { event, page, refunds }: StripeUpdate, money: Money): Promise<void> {
  const deposit = await lockStripeDeposit(db, referencesOf(event, page))
  if (!deposit || (await recordStripeEvent(db, event.event)) === 0) return
  if (event.kind === 'session') return applySession(db, deposit, event, money)
  let current = page?.isPaid ? await pay(db, deposit, page, money) : deposit
  // A payment that was never completed cannot be refunded.
  if (canTransition(depositTransitions.pay, current.status)) return
  if (event.kind === 'dispute') current = await applyDispute(db, current, event.dispute, money)
  for (const refund of event.kind === 'refund' ? [event.refund] : (refunds ?? []))
    current = await applyRefund(db, current, refund, money)
}

function referencesOf(event: StripeEvent, page: Session | undefined) {
  const session = event.kind === 'session' ? event.session : page
  const paymentIntent = event.kind === 'session' ? event.session.paymentIntent : event.paymentIntent
  return { paymentIntent, ...(session ? { session: session.id, reference: session.reference } : {}) }
}

async function applySession(
  db: Db,
  deposit: Deposit,
  event: StripeEvent & { kind: 'session' },
  money: Money,
): Promise<void> {
  const { session, outcome } = event
  if (outcome === 'open' && session.isPaid) {
    await pay(db, deposit, session, money)
    return
  }
  if (deposit.status !== 'Pending') return
  if (outcome === 'open') await markPaymentPending(db, deposit.id, session.id, session.paymentIntent)
  else await markEnded(db, deposit.id, depositTransitions[outcome === 'failed' ? 'fail' : 'expire'].to)
}

/** Marks the deposit as paid and books the money once, settling debts first. */
async function pay(db: Db, deposit: Deposit, session: Session, money: Money): Promise<Deposit> {
  if (!canTransition(depositTransitions.pay, deposit.status)) return deposit
  const units = await unitsOf(db, deposit, session, (paid) => paid === deposit.amountUnits)
  if (units === undefined) return deposit
  await markPaid(db, deposit.id, { session: session.id, paymentIntent: session.paymentIntent, units })
  await creditAdvertiser(
    db,
    { account: deposit.account, units, kind: 'Deposit', cause: `deposit:stripe:${session.id}` },
    money,
  )
  return { ...deposit, status: depositTransitions.pay.to, amountUnits: units }
}

/**
 * Returns the amount that Stripe reports, in units. Records it for operators instead, and returns undefined, if its currency or
 * amount cannot be of this deposit.
 */
async function unitsOf(
  db: Db,
  deposit: Deposit,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  isExpected: (units: Units) => boolean,
): Promise<Units | undefined> {
  const units = unitsOfMinor(amount, currency)
  if (currency === deposit.currency && amount > 0 && isExpected(units)) return units
  await writeMismatch(db, deposit.id, { units, currency })
  return undefined
}

const isWithin =
  ({ amountUnits }: Deposit) =>
  (units: Units): boolean =>
    units <= amountUnits

async function applyRefund(db: Db, deposit: Deposit, refund: StripeRefund, money: Money): Promise<Deposit> {
  const known = await reversalOf(db, deposit.id, refund.id, refund.reversal)
  const units = known?.units ?? (await unitsOf(db, deposit, refund, isWithin(deposit)))
  if (units === undefined) return deposit
  const change = { deposit, kind: 'Refund' as const, units, stripeId: refund.id }
  if (!known) return takeMoney(db, { ...change, isBack: refund.isFailed }, money)
  if (refund.isFailed && known.status !== 'Returned') return returnMoney(db, deposit, known, refund.id, money)
  return known.status === 'Pending' ? confirmRefund(db, deposit, known, refund.id) : deposit
}

async function applyDispute(db: Db, deposit: Deposit, dispute: Dispute, money: Money): Promise<Deposit> {
  const known = await reversalOf(db, deposit.id, dispute.id, null)
  const change = { deposit, kind: 'Chargeback' as const, stripeId: dispute.id, isBack: dispute.isBack }
  if (!known) {
    const units = await unitsOf(db, deposit, dispute, isWithin(deposit))
    return units === undefined ? deposit : takeMoney(db, { ...change, units }, money)
  }
  if (dispute.isBack && known.status !== 'Returned') return returnMoney(db, deposit, known, dispute.id, money)
  return deposit
}

export const forgetStripeEvents = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(forgottenMax, (limit) => deleteOldStripeEvents(db, limit))
