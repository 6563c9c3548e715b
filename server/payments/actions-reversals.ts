import type { Db } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'
import { type Deposit, type Reversal, statusWith } from './deposit.ts'
import { markReturned } from './sql-deposits.ts'
import { lockPayer, pauseForDebt } from './sql-pauses.ts'
import { bringIn, insertReversal, type KeptReversal, moveReversal, takeBack } from './sql-reversals.ts'

export type NewReversal = {
  readonly deposit: Deposit
  readonly kind: Reversal['kind']
  readonly units: Units
  readonly stripeId: string | null
  /** It came back before we heard of it: it is written down, so that it is not taken later. */
  readonly isBack?: boolean
  /** It is Stripe's turn: the money is taken here, and Stripe must be told. */
  readonly isToSend?: boolean
  readonly reason?: string | null
  readonly by?: { readonly operator: Id<'account'> | null }
}

/** Money of a deposit goes back to whom it came from. Its deposit is locked. */
export async function takeMoney(db: Db, taken: NewReversal, money: Money): Promise<Deposit> {
  const { deposit, kind, units, stripeId, isBack, reason = null, by = null } = taken
  const status = isBack ? 'Returned' : taken.isToSend ? 'Pending' : 'Done'
  const { id } = await insertReversal(db, { deposit: deposit.id, kind, status, units, stripeId, reason, by })
  if (isBack) return deposit
  // What an operator gives back is available; only the bank or the payment provider takes more, which leaves a debt.
  if (by === null) await lockPayer(db, deposit.account)
  const after = await takeUnits(db, deposit, { id, kind, units }, money)
  if (by === null) await pauseForDebt(db, deposit.account)
  return after
}

type Reversed = Pick<KeptReversal, 'id' | 'kind' | 'units'>

/** The money of a reversal leaves what is available. Its deposit is locked. */
export async function takeUnits(
  db: Db,
  deposit: Deposit,
  { id, kind, units }: Reversed,
  money: Money,
): Promise<Deposit> {
  await takeBack(db, { account: deposit.account, units, kind, cause: `reversal:${id}` }, money)
  return counted(db, deposit, kind, units)
}

/** A refund failed, or the bank decided otherwise: the money is the advertiser's again, and settles first what they owe. */
export async function returnMoney(
  db: Db,
  deposit: Deposit,
  reversal: KeptReversal,
  stripeId: string | null,
  money: Money,
): Promise<Deposit> {
  await moveReversal(db, reversal.id, 'Returned', stripeId)
  return returnUnits(db, deposit, reversal, money)
}

/** The money of a reversal is the advertiser's again, and settles first what they owe. Its deposit is locked. */
export async function returnUnits(
  db: Db,
  deposit: Deposit,
  { id, kind, units }: Reversed,
  money: Money,
): Promise<Deposit> {
  await bringIn(db, { account: deposit.account, units, kind: 'Return', cause: `reversal:${id}:return` }, money)
  return counted(db, deposit, kind, -units)
}

async function counted(db: Db, deposit: Deposit, kind: Reversal['kind'], units: Units): Promise<Deposit> {
  const refundedUnits = deposit.refundedUnits + (kind === 'Refund' ? units : 0n)
  const chargedBackUnits = deposit.chargedBackUnits + (kind === 'Chargeback' ? units : 0n)
  const status = statusWith(deposit, { refundedUnits, chargedBackUnits })
  const after = { ...deposit, status, refundedUnits, chargedBackUnits }
  await markReturned(db, after)
  return after
}
