import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { BillingDetails, BillingInput } from './billing-details.ts'

/** Selects the caller's billing details; no row before they were entered. */
export const readBilling = (db: Db, by: By) =>
  forCaller<BillingDetails>(db, by)`
    select name, address, tax_id, updated_at from billing_details where account = caller.caller_account
    limit 1`

/** Inserts the account's billing details, or replaces them. */
export const writeBilling = (db: Db, account: Id<'account'>, { name, address, taxId }: BillingInput) =>
  db.run(sql`
    insert into billing_details (account, name, address, tax_id, updated_at)
    values (${account}::bigint, ${name}, ${address}, ${taxId}::text, ${db.now()})
    on conflict (account) do update set name = excluded.name, address = excluded.address, tax_id = excluded.tax_id,
      updated_at = excluded.updated_at`)
