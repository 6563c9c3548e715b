import { randomUUID } from 'node:crypto'
import { AccountNotFound, AccountRoleMissing, normalEmail } from '../../accounts/account.ts'
import { actingAccount, mayCall } from '../../accounts/actions-callers.ts'
import { balanceOfAccount } from '../../ledger/actions.ts'
import type { Balance } from '../../ledger/ledger.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { constraintOf } from '../../platform/database/db.ts'
import { decimalOf, moneyOf } from '../../values/money.ts'
import { bodyError, queryError } from '../../values/problems/problem.ts'
import { tidyText } from '../../values/requests/texts.ts'
import { balanceTooLarge, type NamedAccount, namedAccount, type Payer, unitsOfAmount } from '../payment.ts'
import { type Deposit, type Method, ReferenceTaken } from './deposit.ts'
import { accountBooked, insertDeposit, type NewBooking, readDepositByReference } from './sql.ts'
import { creditAdvertiser } from './sql-reversals.ts'

export type Booking = NamedAccount & {
  readonly amount: number
  readonly method?: Exclude<Method, 'Stripe'> | undefined
  readonly reference?: string | undefined
  readonly note?: string | undefined
}

/**
 * Books money received outside Stripe, for an operator. A reference makes it idempotent; a different amount with the same reference
 * is refused, and so is a booking that was voided.
 */
export async function bookDeposit(ctx: Ctx, booking: Booking): Promise<Deposit & { readonly isNew: boolean }> {
  const by = await actingAccount(ctx)
  const units = unitsOfAmount(booking.amount)
  const { account } = await payee(ctx, booking)
  const { method = 'Manual', note = null } = booking
  const reference = tidyText(booking.reference ?? randomUUID())
  const made = await bookOnce(ctx, { account, units, method, reference, note, by }).catch((error: unknown) => {
    const constraint = constraintOf(error)
    if (constraint === 'balances_within_range') throw balanceTooLarge()
    if (constraint === 'transfers_cause_once') throw ReferenceTaken({ reference, amount: decimalOf(units) })
    throw error
  })
  const deposit = await readDepositByReference(ctx.db, account, reference)
  if (deposit.amountUnits !== units) throw ReferenceTaken({ reference, amount: decimalOf(deposit.amountUnits) })
  return { ...deposit, isNew: made !== undefined }
}

/** Inserts the deposit with its money. The cause of the transfer refuses a voided booking that is sent again. */
const bookOnce = ({ db, config }: Ctx, booking: Omit<NewBooking, 'currency'>) =>
  db.transaction(async (within) => {
    const { account, units, reference, note: description } = booking
    const made = await insertDeposit(within, { ...booking, currency: config.currency })
    const cause = `booking:${account}:${units}:${reference}`
    if (made) await creditAdvertiser(within, { account, units, kind: 'Deposit', cause, description }, moneyOf(config))
    return made
  })

/** Returns the advertiser that a booking names. Throws AccountNotFound and AccountRoleMissing. */
export async function payee(ctx: Pick<Ctx, 'db'>, booking: NamedAccount, errorOf = bodyError): Promise<Payer> {
  const { email, accountId } = namedAccount(booking, errorOf)
  const advertiser = await accountBooked(ctx.db, email === undefined ? null : normalEmail(email), accountId ?? null)
  if (!advertiser) throw AccountNotFound(email === undefined ? { accountId } : { email })
  if (!advertiser.isAdvertiser) throw AccountRoleMissing({ role: 'Advertiser' })
  return advertiser
}

/** Returns the advertiser that an operator names, to show before a booking. Throws AccountNotFound and AccountRoleMissing. */
export async function findPayer(ctx: Ctx, named: NamedAccount): Promise<Payer> {
  await mayCall(ctx)
  return payee(ctx, named, queryError)
}

/** The same for the command line. Returns the balance. */
export async function deposit(ctx: Ctx, booking: Booking): Promise<Balance> {
  const { account } = await bookDeposit(ctx, booking)
  return balanceOfAccount(ctx, account)
}
