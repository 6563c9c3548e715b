import { hashOf, makeSecret } from '../server/accounts/credential.ts'
import { databaseSeconds } from '../server/platform/clock.ts'
import type { Db } from '../server/platform/database/db.ts'
import { type Sql, sql } from '../server/platform/sql.ts'
import { type Category, type DatasetFacts, firstExecutor, firstNew } from './dataset-facts.ts'
import { seedOffers } from './seed-offers.ts'
import { reportersOf, seedReports } from './seed-reports.ts'
import { setStates } from './setup.ts'

export type Size = Pick<DatasetFacts, 'seed' | 'offers' | 'advertisers' | 'executors'>

/**
 * Seeds accounts, credentials, offers, and one additional advertiser for each number of reports. Records that a benchmark uses
 * up are written by `setup.ts` before each measurement.
 */
export async function seedDataset(db: Db, size: Size, reports: readonly number[] = []): Promise<DatasetFacts> {
  const secrets = (count: number, kind: 'AccessToken' | 'ApiKey') =>
    Array.from({ length: count }, () => makeSecret(kind))
  const reporters = reportersOf(size.advertisers, reports)
  const facts: DatasetFacts = {
    ...size,
    ...(await readCatalog(db)),
    newestMs: await newest(db),
    tokens: secrets(size.executors, 'AccessToken'),
    keys: secrets(size.advertisers + reporters.length, 'ApiKey'),
    reporters,
  }
  await seedAccounts(db, facts)
  await seedOffers(db, facts)
  for (const sequence of ['offers_id_seq', 'reservations_id_seq', 'executions_id_seq']) {
    await db.run(sql`select setval(${sequence}::regclass, ${firstNew}::bigint)`)
  }
  await setStates(db, facts)
  for (const reporter of reporters) await seedReports(db, facts, reporter)
  // Marks the seeded credentials as notified. Otherwise the server would send 40,000 mails during the first measurements.
  await db.run(sql`update notification_cursor set credential = (select max(id) from credentials)`)
  await db.run(sql`vacuum analyze`)
  return facts
}

/** Reads the price for new offers, and the categories that lists filter by. */
async function readCatalog(db: Db): Promise<Pick<DatasetFacts, 'price' | 'categories'>> {
  const { id: price } = await db.one<{ id: number }>(sql`select id from prices where code = 'social.feedback'`)
  const categories = await db.many<Category>(sql`
    select category as id, array_agg(id order by id) as platforms from platforms group by category order by category`)
  return { price, categories }
}

const newest = async (db: Db): Promise<number> =>
  Math.floor((await db.one<{ seconds: number }>(sql`select ${databaseSeconds} as seconds`)).seconds * 1000)

async function seedAccounts(db: Db, { executors, tokens, keys }: DatasetFacts): Promise<void> {
  await db.run(accounts(db, 1, keys.length, 'Advertiser'))
  await db.run(accounts(db, firstExecutor, executors, 'Executor'))
  await db.run(credentials(db, 'ApiKey', 1, keys))
  await db.run(credentials(db, 'AccessToken', firstExecutor, tokens))
  await db.run(credentialsOfPgbench(db))
  await db.run(sql`
    insert into advertisers (account, decided, accepted, median_review_seconds, created_at)
    select id, 200, 180 + id % 20, 3600, created_at from accounts where 'Advertiser' = any(roles)`)
  await db.run(sql`analyze accounts, credentials, advertisers`)
}

const accounts = (db: Db, first: number, count: number, role: string): Sql => sql`
  insert into accounts (id, email, roles, created_at)
  select ${first}::bigint + place, lower(${role}::text) || place || '@example.com', array[${role}::text], ${db.now()}
  from generate_series(0, ${count}::integer - 1) place`

const scopes = ['tasks:read', 'tasks:write', 'reports:read', 'reports:write', 'balance:read']

const credentials = (db: Db, kind: string, first: number, secrets: readonly string[]): Sql => sql`
  insert into credentials (kind, account, hash, roles, scopes, created_at, expires_at)
  select ${kind}, ${first}::bigint + place - 1, hash, case ${kind}::text when 'AccessToken' then array['Executor'] else '{}' end,
    case ${kind}::text when 'ApiKey' then ${scopes}::text[] else '{}' end, ${db.now()}, ${db.now()} + interval '90 days'
  from unnest(${secrets.map(hashOf)}::bytea[]) with ordinality as secret (hash, place)`

/** Inserts a second credential for each account. Its hash is the account's id in digits, so that pgbench can compute it. */
const credentialsOfPgbench = (db: Db): Sql => sql`
  insert into credentials (kind, account, hash, roles, scopes, created_at, expires_at)
  select kind, account, decode(lpad(account::text, 64, '0'), 'hex'), roles, scopes, ${db.now()}, expires_at from credentials`
