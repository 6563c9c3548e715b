import { actingAccount } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { type BankAccount, mustBeEntered, type Payer, payerOf } from './bank-account.ts'
import { lockBankAccount, readBankAccount, writeBankAccount } from './sql.ts'

/** Returns the marketplace's bank account, for operators. */
export async function openBankAccount(ctx: Ctx): Promise<BankAccount> {
  await actingAccount(ctx)
  return readBankAccount(ctx.db)
}

/** Replaces the marketplace's bank account. Throws ValidationError, VersionConflict. The same account again changes nothing. */
export async function replaceBankAccount(
  ctx: Ctx,
  input: Parameters<typeof payerOf>[0],
  versions: Versions,
): Promise<BankAccount> {
  const by = await actingAccount(ctx)
  const payer = payerOf(input)
  return ctx.db.transaction(async (db) => {
    const before = await lockBankAccount(db)
    const isSame = before.holder === payer.holder && before.iban === payer.iban && before.bic === payer.bic
    if (isSame) return before
    mustBeVersion(before, versions)
    return writeBankAccount(db, payer, by)
  })
}

/** Returns the account from which the marketplace pays. Throws BankAccountMissing. */
export const readPayer = async (db: Db): Promise<Payer> => mustBeEntered(await readBankAccount(db))

/** Returns the IBAN of the marketplace; null before it was entered. */
export const ownIban = async ({ db }: Pick<Ctx, 'db'>): Promise<string | null> => (await readBankAccount(db)).iban
