import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import { lockPayer, pauseForDebt } from '../sql-debts.ts'
import { type Deposit, type Reversal, statusWith } from './deposit.ts'
import { writeReversed } from './sql.ts'
import {
  advanceReversal,
  creditAdvertiser,
  debitAdvertiser,
  endReversal,
  insertReversal,
  type StoredReversal,
  writeVoided,
} from './sql-reversals.ts'

export type NewReversal = {
  readonly deposit: Deposit
  readonly kind: Reversal['kind']
  readonly units: Units
  readonly stripeId: string | null
  /** The money had already been returned when we learned of it; recorded so that it is not taken later. */
  readonly isBack?: boolean
  /** The money is taken now; Stripe still has to be asked for the refund. */
  readonly isToSend?: boolean
  readonly reason?: string | null
  readonly by?: { readonly operator: Id<'account'> | null }
}

/** Takes money of a deposit to return it to its payer. The deposit must be locked. */
export async function takeMoney(db: Db, taken: NewReversal, money: Money): Promise<Deposit> {
  const { deposit, kind, units, stripeId, isBack, reason = null, by = null } = taken
  const status = isBack ? 'Returned' : taken.isToSend ? 'Pending' : 'Done'
  const { id } = await insertReversal(db, { deposit: deposit.id, kind, status, units, stripeId, reason, by })
  if (isBack) return deposit
  // Operators refund only available money. Banks and the payment provider may take more, which leaves a debt.
  if (by === null) await lockPayer(db, deposit.account)
  const after = await takeUnits(db, deposit, { id, kind, units, status }, money)
  if (by === null) await pauseForDebt(db, deposit.account)
  return after
}

/** Takes the units of a reversal from the available balance. The deposit must be locked. */
export async function takeUnits(db: Db, deposit: Deposit, reversal: StoredReversal, money: Money): Promise<Deposit> {
  const { id, kind, units } = reversal
  await debitAdvertiser(db, { account: deposit.account, units, kind, cause: `reversal:${id}` }, money)
  return withReversal(db, deposit, reversal, units)
}

/** Takes back a deposit that was recorded by mistake. The deposit and the advertiser's balance must be locked, and hold its amount. */
export async function voidBooking(db: Db, deposit: Deposit, voided: Voided, money: Money): Promise<void> {
  const { id: of, account, amountUnits: units } = deposit
  const { reason, operator } = voided
  const { id } = await insertReversal(db, {
    deposit: of,
    kind: 'Void',
    status: 'Done',
    units,
    stripeId: null,
    reason,
    by: { operator },
  })
  await debitAdvertiser(db, { account, units, kind: 'Void', cause: `reversal:${id}` }, money)
  await writeVoided(db, deposit)
}
type Voided = { readonly reason: string; readonly operator: Id<'account'> | null }

/** Returns money to the advertiser after a refund failed or a dispute was won. Settles their debt first. */
export async function returnMoney(
  db: Db,
  deposit: Deposit,
  reversal: StoredReversal,
  stripeId: string | null,
  money: Money,
): Promise<Deposit> {
  await advanceReversal(db, reversal.id, 'Returned', stripeId)
  return returnUnits(db, deposit, reversal, money)
}

/** Returns the units of a reversal to the advertiser, settling their debt first. The deposit must be locked. */
export async function returnUnits(db: Db, deposit: Deposit, reversal: StoredReversal, money: Money): Promise<Deposit> {
  const { id, units } = reversal
  await creditAdvertiser(db, { account: deposit.account, units, kind: 'Return', cause: `reversal:${id}:return` }, money)
  return withReversal(db, deposit, reversal, -units)
}

/** Records that a pending refund was paid. The deposit must be locked. */
export async function confirmRefund(db: Db, deposit: Deposit, reversal: StoredReversal, stripeId?: string | null) {
  await (stripeId === undefined
    ? endReversal(db, reversal.id, 'Done')
    : advanceReversal(db, reversal.id, 'Done', stripeId))
  return withAmounts(db, deposit, { refundingUnits: deposit.refundingUnits - reversal.units })
}

/** Adds the units of a reversal to the deposit's amounts; negative units are returned. */
function withReversal(db: Db, deposit: Deposit, { kind, status }: StoredReversal, units: Units): Promise<Deposit> {
  const { refundedUnits, refundingUnits, chargedBackUnits } = deposit
  if (kind === 'Chargeback') return withAmounts(db, deposit, { chargedBackUnits: chargedBackUnits + units })
  const pendingUnits = status === 'Pending' ? units : 0n
  return withAmounts(db, deposit, {
    refundedUnits: refundedUnits + units,
    refundingUnits: refundingUnits + pendingUnits,
  })
}

async function withAmounts(db: Db, deposit: Deposit, changed: Partial<Deposit>): Promise<Deposit> {
  const after = { ...deposit, ...changed }
  const { refundedUnits, refundingUnits, chargedBackUnits } = after
  const status = statusWith(deposit, { refundedUnits: refundedUnits - refundingUnits, chargedBackUnits })
  await writeReversed(db, { ...after, status })
  return { ...after, status }
}
