import { randomUUID } from 'node:crypto'
import { AccountRoleMissing } from '../accounts/account.ts'
import { findAccount } from '../accounts/actions.ts'
import { balanceOfAccount } from '../ledger/actions.ts'
import type { Balance } from '../ledger/ledger.ts'
import type { Ctx } from '../platform/ctx.ts'
import { constraintOf } from '../platform/db.ts'
import { moneyOf } from '../values/money.ts'
import { balanceTooLarge, depositUnits } from './payment.ts'
import { insertDeposit } from './sql.ts'

/** An operator books money that came in. With a reference, the same deposit is booked once however often it is sent. */
export async function deposit(
  ctx: Ctx,
  input: { email: string; amount: number; reference?: string },
): Promise<Balance> {
  const units = depositUnits(input.amount)
  const account = await findAccount(ctx, input.email)
  if (!account.roles.includes('Advertiser')) throw AccountRoleMissing({ role: 'Advertiser' })
  const cause = `deposit:${account.id}:${input.reference ?? randomUUID()}`
  try {
    await insertDeposit(ctx.db, { account: account.id, units, cause, money: moneyOf(ctx.config) })
  } catch (error) {
    if (constraintOf(error) === 'balances_within_range') throw balanceTooLarge()
    if (constraintOf(error) !== 'transfers_cause_once') throw error
  }
  return balanceOfAccount(ctx, account.id)
}
