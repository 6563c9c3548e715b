import { createHash, randomUUID } from 'node:crypto'
import { normalEmail } from '../../accounts/account.ts'
import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import { memberOf } from '../../accounts/caller.ts'
import { KeyInProgress, KeyReused } from '../../accounts/idempotency/idempotency.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { unitsOfAmount } from '../payment.ts'
import { mustHaveStripe, openPage, refusedAmount, StripeRefused } from '../stripe/actions.ts'
import { minorAmount } from '../stripe/stripe.ts'
import { checkReturnUrl, type Deposit, DepositNotFound, openHours } from './deposit.ts'
import {
  type DepositFilter,
  expireOpen,
  failWithoutPage,
  insertCardDeposit,
  readAllDeposits,
  readAnyDeposit,
  readDepositByReference,
  readOwnDeposit,
  readOwnDeposits,
  storeSession,
} from './sql.ts'

/** Maximum number of payment pages that one statement expires. */
const expiredMax = 500

export type DepositInput = {
  readonly amount: number
  readonly successUrl?: string | undefined
  readonly cancelUrl?: string | undefined
}

/**
 * Starts a card payment. Returns the deposit with its payment page at Stripe. The deposit is committed before Stripe is called. The
 * same `key` returns the same deposit for 24 hours.
 */
export async function startDeposit(ctx: Ctx, input: DepositInput, key: string | undefined): Promise<Id<'deposit'>> {
  const { callerAccount: account } = await mayCall(ctx)
  checkReturnUrl('successUrl', input.successUrl)
  checkReturnUrl('cancelUrl', input.cancelUrl)
  const units = unitsOfAmount(input.amount)
  mustHaveStripe(ctx.config)
  minorAmount(units, ctx.config.currency)
  // Each member has keys of their own.
  const payer = [account, memberOf(ctx.by)].filter((each) => each !== undefined).join(' ')
  const reference = key === undefined ? randomUUID() : hashed(`${payer}\n${key}`)
  const opened = await openOnce(ctx, account, units, reference)
  if (opened.url === null) await createPage(ctx, opened, input)
  return opened.id
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex')

type Opened = {
  readonly id: Id<'deposit'>
  readonly account: Id<'account'>
  readonly reference: string
  readonly url: string | null
}

/** Returns the open deposit with this reference. Ignores deposits that are over or older than a day, because keys expire after a day. */
async function openOnce(ctx: Ctx, account: Id<'account'>, units: Units, reference: string): Promise<Opened> {
  const { currency } = ctx.config
  const deposit = await retryOnConflict(() =>
    insertCardDeposit(ctx.db, { account, units, currency, reference, openHours }),
  )
  const isOver = deposit.isOld || ['Failed', 'Expired'].includes(deposit.status)
  if (isOver) return openOnce(ctx, account, units, hashed(`${reference}\n${deposit.id}`))
  if (deposit.amountUnits !== units) throw KeyReused({})
  // An earlier request is still calling Stripe. If it crashed, the deposit stops being fresh after 30 seconds.
  if (!deposit.isNew && deposit.isFresh && deposit.url === null && deposit.status === 'Pending') throw KeyInProgress({})
  return { id: deposit.id, account, reference, url: deposit.status === 'Pending' ? deposit.url : '' }
}

async function createPage(
  { db, config, by }: Ctx,
  { id, account, reference }: Opened,
  input: DepositInput,
): Promise<void> {
  // A member does not learn the address of the advertiser from the payment page.
  const payer = memberOf(by) ?? account
  const { amountUnits, currency, payerEmail: email } = await readDepositByReference(db, account, reference, payer)
  const back = (result: string) => `${config.publicUrl}/advertiser/balance?deposit=${id}&result=${result}`
  const { successUrl = back('paid'), cancelUrl = back('cancelled') } = input
  const minor = minorAmount(amountUnits, currency)
  try {
    await storeSession(db, id, await openPage(config, { reference, minor, currency, email, successUrl, cancelUrl }))
  } catch (error) {
    await failWithoutPage(db, id)
    throw error instanceof StripeRefused ? refusedAmount(error) : error
  }
}

export async function ownDeposit(ctx: Ctx, id: Id<'deposit'>): Promise<Deposit> {
  return foundFor(ctx, readOwnDeposit(ctx.db, ctx.by, id), DepositNotFound)
}

export async function anyDeposit(ctx: Ctx, id: Id<'deposit'>): Promise<Deposit> {
  return foundFor(ctx, readAnyDeposit(ctx.db, ctx.by, id), DepositNotFound)
}

export const ownDeposits = (ctx: Ctx, page: Page): Promise<PageOf<Deposit>> =>
  listedFor(ctx, page, readOwnDeposits(ctx.db.reads, ctx.by, page))

/** Lists all deposits, for operators. */
export function allDeposits(ctx: Ctx, filter: DepositFilter, page: Page): Promise<PageOf<Deposit>> {
  const narrowed = filter.email === undefined ? filter : { ...filter, email: normalEmail(filter.email) }
  return listedFor(ctx, page, readAllDeposits(ctx.db.reads, ctx.by, narrowed, page))
}

/** Expires payment pages whose time is over without a report from Stripe. */
export const expireDeposits = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(expiredMax, (limit) => expireOpen(db, limit))
