import type { By } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { newestFirst, pageOfList, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, Placed } from '../values/page.ts'
import type { Credential } from './account.ts'
import type { Caller } from './caller.ts'
import type { IssuedKind } from './credential.ts'
import { credentialColumns } from './sql.ts'
import { asCaller } from './steps.ts'

type Found<Row> = Caller & Row & { readonly found: true | null }

/** A page of the caller's own credentials of a kind, newest first. */
export const readOwnCredentials = (db: Db, by: By, kind: IssuedKind, page: Page) => {
  const from = sql`from credentials where account = caller.caller_account and kind = ${kind}`
  const list = { columns: credentialColumns, from, order: newestFirst(sql`id`) }
  return db.many<Found<Credential & Placed>>(asCaller(db, by, pageOfList(list, page)))
}

/** Revokes an account's own credential; one that is revoked stays so from when it was. */
export const revokeOf = (db: Db, account: Id<'account'>, kind: IssuedKind, id: Id<'credential'>) =>
  db.maybe<Credential>(sql`
    update credentials set revoked_at = coalesce(revoked_at, ${db.now()})
    where id = ${id}::bigint and account = ${account}::bigint and kind = ${kind}
    returning ${credentialColumns}`)

/** Revokes all access tokens and API keys of an account. Returns how many there were. */
export const revokeIssued = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    update credentials set revoked_at = ${db.now()}
    where account = ${account}::bigint and kind <> 'Session' and revoked_at is null`)
