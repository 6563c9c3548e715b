import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { BankAccount, Payer } from './bank-account.ts'

const columns = sql`holder, iban, bic, version, updated_at`

export const readBankAccount = (db: Db) => db.one<BankAccount>(sql`select ${columns} from bank_account`)

/** Locks the account until the transaction ends. */
export const lockBankAccount = (db: Db) => db.one<BankAccount>(sql`select ${columns} from bank_account for update`)

/** Writes the next version of the account and who changed it. There is one, so it has no id. */
export const writeBankAccount = (db: Db, { holder, iban, bic }: Payer, by: Id<'account'> | null) =>
  db.one<BankAccount>(sql`
    with changed as (
      update bank_account set version = version + 1, holder = ${holder}::text, iban = ${iban}::text, bic = ${bic}::text,
        updated_at = ${db.now()}
      returning ${columns}),
    decided as (${recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, 'bank_account.change' as action, 'bank_account' as subject,
        0::bigint as subject_id, null::bigint as owner, null::text as reason,
        jsonb_build_object('holder', holder, 'iban', iban, 'bic', bic) as data
      from changed`})
    select ${columns} from changed`)
