import { hashOf, makeSecret } from '../server/accounts/credential.ts'
import type { Db } from '../server/platform/db.ts'
import { type Sql, sql } from '../server/platform/sql.ts'
import { firstExecutor, firstNew, hotOffer, type World } from './world.ts'

export type Size = Pick<World, 'seed' | 'offers' | 'advertisers' | 'executors'>

/** Accounts, credentials and offers, in sets; what a benchmark uses up is written by `stage.ts`, before every measurement. */
export async function seedWorld(db: Db, size: Size): Promise<World> {
  const secrets = (count: number, kind: 'AccessToken' | 'ApiKey') =>
    Array.from({ length: count }, () => makeSecret(kind))
  const tokens = secrets(size.executors, 'AccessToken')
  const { id: price } = await db.one<{ id: number }>(sql`select id from prices where code = 'survey.external'`)
  const world = { ...size, price, tokens, keys: secrets(size.advertisers, 'ApiKey') }
  await db.run(accounts(db, 1, size.advertisers, 'Advertiser'))
  await db.run(accounts(db, firstExecutor, size.executors, 'Executor'))
  await db.run(credentials(db, 'ApiKey', 1, world.keys))
  await db.run(credentials(db, 'AccessToken', firstExecutor, tokens))
  await db.run(credentialsOfPgbench(db))
  await db.run(sql`
    insert into advertisers (account, decided, accepted, median_review_seconds, created_at)
    select id, 200, 180 + id % 20, 3600, created_at from accounts where 'Advertiser' = any(roles)`)
  await db.run(offers(db, world))
  for (const sequence of ['offers_id_seq', 'reservations_id_seq', 'executions_id_seq']) {
    await db.run(sql`select setval(${sequence}::regclass, ${firstNew}::bigint)`)
  }
  // What was posted is for ever, but a measurement begins its books anew.
  for (const table of [sql`transfers`, sql`entries`]) await db.run(sql`alter table ${table} disable trigger user`)
  await db.run(sql`vacuum analyze`)
  return world
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

/** A second credential for everybody, whose hash pgbench can write down: the digits of the account's id. */
const credentialsOfPgbench = (db: Db): Sql => sql`
  insert into credentials (kind, account, hash, roles, scopes, created_at, expires_at)
  select kind, account, decode(lpad(account::text, 64, '0'), 'hex'), roles, scopes, ${db.now()}, expires_at from credentials`

const criteria = [
  { id: 'c1', text: 'The opinion is about the topic that the offer names, in whole sentences.', required: true },
  { id: 'c2', text: 'A picture of the page shows when it was read.', required: true },
  { id: 'c3', text: 'What could be better is said too.', required: false },
]
const details = { url: 'https://example.com/post/1', topic: 'The new opening hours', minLength: 100 }
const description = 'Read the post to its end, then write in your own words what you think of it, good or bad. '

/** Half of them for everybody; the others ask for an age, a gender or countries, all of which our executors have. */
const offers = (db: Db, world: World): Sql => sql`
  with seeded as materialized (select setseed(${(world.seed % 1000) / 1000}::double precision)),
  price as (
    select array_agg(prices.id order by prices.id) as ids, array_agg(prices.code order by prices.id) as codes,
      array_agg(platform order by prices.id) as platforms, array_agg(category order by prices.id) as categories
    from prices join platforms on platforms.id = platform where prices.code like 'social.feedback%'
  ),
  drawn as (
    select id, 1 + id % cardinality(ids) as kind, 1000 + floor(random() * 9000)::bigint as reward, random() as chance, price.*
    from seeded, price, generate_series(1, ${hotOffer(world)}::integer) id
  )
  insert into offers (id, advertiser, source, price, category, platform, type, title, searchable, description,
    proof_instructions, acceptance_criteria, details, source_language, min_age, max_age, gender, target_countries,
    reward_units, fee_units, add_on_units, flat_units, currency, reservation_seconds, review_seconds, max_reworks,
    rework_seconds, per_executor_limit, created_at, updated_at, submitted_at, activated_at)
  select id, 1 + (id - 1) % ${world.advertisers}::integer, 'GroupA.submit', ids[kind], categories[kind], platforms[kind],
    codes[kind], 'Your honest opinion on our post ' || id, 'your honest opinion on our post ' || id,
    repeat(${description}::text, 4), 'One picture of the page that you read.', ${JSON.stringify(criteria)}::jsonb,
    ${JSON.stringify(details)}::jsonb, 'en', case when chance < 0.2 then 21 end, case when chance < 0.2 then 60 end,
    case when chance between 0.2 and 0.3 then 'Female' else 'Any' end,
    case when chance between 0.3 and 0.5 then array[276, 840]::bigint[] else '{}' end,
    reward, reward / 10, 0, 0, 'USD', 3600, 259200, 2, 86400, 1, ${db.now()}, ${db.now()}, ${db.now()},
    ${db.now()} - id * interval '1 second'
  from drawn order by id`
