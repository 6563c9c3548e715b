import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { Account, Credential, KeySpending } from '../account.ts'
import { presentedHash } from '../caller.ts'
import { type IssuedKind, kindsListedAs } from '../credential.ts'
import { credentialColumns } from '../sql.ts'
import { spendingColumns } from '../sql-fragments.ts'
import { forCaller } from '../sql-fragments-callers.ts'

/** Reads the credentials of the caller or, for the command line, of an account. */
export const readCredentials = (db: Db, by: By, kind: IssuedKind, page: Page, account?: Id<'account'>) => {
  const owner = account === undefined ? sql`caller.caller_account` : sql`${account}::bigint`
  const from = sql`from credentials where account = ${owner} and kind = any(${kindsListedAs(kind)}::text[])
    and person is null`
  const list = { columns: credentialColumns, from, order: newestFirst(sql`id`) }
  return forCaller<Credential & PagedRow>(db, by)`${pageOfList(list, page)}`
}

/** The account of the presented credential, and the credential. */
export type PresentedRow = Pick<Account, 'email' | 'roles' | 'language'> &
  Pick<Credential, 'name' | 'scopes' | 'networks' | 'createdAt' | 'expiresAt'> &
  KeySpending & {
    readonly accountId: Id<'account'>
    readonly credentialId: Id<'credential'>
    readonly accountCreatedAt: Date
  }

export const readPresented = (db: Db, by: Exclude<By, 'Local'>) =>
  forCaller<PresentedRow>(db, by)`
    select accounts.id as account_id, accounts.email, accounts.roles, accounts.language,
      accounts.created_at as account_created_at, credentials.id as credential_id, credentials.name,
      credentials.scopes, credentials.networks, credentials.created_at, credentials.expires_at,
      ${spendingColumns}
    from accounts join credentials on credentials.account = accounts.id
    where accounts.id = caller.caller_account and credentials.hash = ${presentedHash(by)}::bytea`

/** Revokes an account's own credential. A credential already revoked keeps its date. */
export const revokeOf = (db: Db, account: Id<'account'>, kind: IssuedKind, id: Id<'credential'>) =>
  db.maybe<Credential>(sql`
    update credentials set revoked_at = coalesce(revoked_at, ${db.now()})
    where id = ${id}::bigint and account = ${account}::bigint and kind = any(${kindsListedAs(kind)}::text[])
      and person is null
    returning ${credentialColumns}`)

/** Locks an unrevoked API key or test key of an account, or of any account if `account` is null. */
export const lockKey = (db: Db, account: Id<'account'> | null, id: Id<'credential'>) =>
  db.maybe<Pick<Credential, 'networks' | 'dailySpendMaxUnits'>>(sql`
    select networks, daily_spend_max_units from credentials
    where id = ${id}::bigint and account = coalesce(${account}::bigint, account) and kind in ('ApiKey', 'TestKey')
      and person is null and revoked_at is null for update`)

/** A change of an API key. Members that are unset stay as they are. */
type KeyUpdate = {
  readonly id: Id<'credential'>
  /** The account that makes the change; null: the owner of the installation. */
  readonly by: Id<'account'> | null
  readonly networks?: readonly string[] | null
  readonly dailySpendMaxUnits?: Units | null
}

const networksNote = sql`jsonb_build_object('key', id, 'networks', to_jsonb(networks::text[]))`
const dailySpendMaxNote = sql`jsonb_build_object('key', id, 'units', daily_spend_max_units)`

/** Updates an API key and records who changed what. The key must be locked. */
export const writeKey = (db: Db, { id, by, networks, dailySpendMaxUnits }: KeyUpdate) => {
  const actor = sql`case when ${by}::bigint is null then 'operator' else 'advertiser' end`
  const decision = (action: string, isNamed: boolean, data: Sql) => sql`
    select ${actor} as actor, ${by}::bigint as account, ${action} as action, 'account' as subject, account as subject_id,
      account as owner, null::text as reason, ${data} as data from changed where ${isNamed}::boolean`
  const [namesNetworks, namesMax] = [networks !== undefined, dailySpendMaxUnits !== undefined]
  return db.one<Credential>(sql`
    with changed as (
      update credentials set
        networks = case when ${namesNetworks}::boolean then ${networks ?? null}::cidr[] else networks end,
        daily_spend_max_units = case when ${namesMax}::boolean then ${dailySpendMaxUnits ?? null}::bigint
          else daily_spend_max_units end
      where id = ${id}::bigint returning *
    ),
    audit as (${recordDecisions(db)`
      ${decision('account.key_networks', namesNetworks, networksNote)}
      union all ${decision('account.key_daily_spend_max', namesMax, dailySpendMaxNote)}`})
    select ${credentialColumns} from changed`)
}
