import { hashOf, makeSecret } from '../../server/accounts/credential.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { type Sql, sql } from '../../server/platform/sql.ts'
import { firstExecutor } from '../dataset-facts.ts'

export type People = {
  /** Access tokens of executors; API keys of advertisers, with account ids 1, 2, 3 …; an operator's access token. */
  readonly executors: readonly string[]
  readonly advertisers: readonly string[]
  readonly operator: string
}

const operatorAccount = 900_000
const scopes = ['tasks:read', 'tasks:write', 'reports:read', 'reports:write', 'balance:read', 'events:read']

/** Creates accounts and credentials only. Money and offers come through the API, so that the ledger is correct. */
export async function seedPeople(db: Db, executors: number, advertisers: number): Promise<People> {
  const secrets = (count: number, kind: 'AccessToken' | 'ApiKey') =>
    Array.from({ length: count }, () => makeSecret(kind))
  const people = {
    executors: secrets(executors, 'AccessToken'),
    advertisers: secrets(advertisers, 'ApiKey'),
    operator: makeSecret('AccessToken'),
  }
  await seed(db, { first: firstExecutor, role: 'Executor', kind: 'AccessToken' }, people.executors)
  await seed(db, { first: 1, role: 'Advertiser', kind: 'ApiKey' }, people.advertisers)
  await seed(db, { first: operatorAccount, role: 'Operator', kind: 'AccessToken' }, [people.operator])
  await db.run(sql`
    insert into executors (account, birth_date, country, gender, languages, created_at)
    select id, '1990-01-31', 840, 'Female', '{en}', created_at from accounts where 'Executor' = any(roles)`)
  await db.run(sql`insert into advertisers (account, created_at)
    select id, created_at from accounts where 'Advertiser' = any(roles)`)
  await skipNotifications(db)
  await db.run(sql`vacuum analyze`)
  return people
}

/** Skips the notifications about thousands of new credentials. */
export const skipNotifications = (db: Db): Promise<number> =>
  db.run(sql`update notification_cursor set credential = (select max(id) from credentials)`)

type Kind = { readonly first: number; readonly role: string; readonly kind: string }

async function seed(db: Db, { first, role, kind }: Kind, secrets: readonly string[]): Promise<void> {
  const places = sql`generate_series(0, ${secrets.length}::integer - 1) place`
  await db.run(sql`
    insert into accounts (id, email, roles, created_at)
    select ${first}::bigint + place, lower(${role}::text) || place || '@example.com', array[${role}::text], ${db.now()}
    from ${places}`)
  await db.run(credentials(db, { first, role, kind }, secrets))
}

const credentials = (db: Db, { first, role, kind }: Kind, secrets: readonly string[]): Sql => sql`
  insert into credentials (kind, account, hash, roles, scopes, created_at, expires_at)
  select ${kind}, ${first}::bigint + place - 1, hash, ${kind === 'AccessToken' ? [role] : []}::text[],
    ${kind === 'ApiKey' ? scopes : []}::text[], ${db.now()}, ${db.now()} + interval '90 days'
  from unnest(${secrets.map(hashOf)}::bytea[]) with ordinality as secret (hash, place)`
