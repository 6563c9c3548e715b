import { seal } from '../../server/platform/config/secret.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import { makeWebhookSecret } from '../../server/webhooks/signature.ts'

export type Endpoint = { readonly url: string; readonly secret: string }

/** Deletes all events, deliveries and endpoints, then creates one endpoint for each of the first advertisers. */
export async function setEndpoints(
  db: Db,
  secretKey: string,
  ports: readonly number[],
  kind = 'task.created',
): Promise<Endpoint[]> {
  const endpoints = ports.map((port) => ({ url: `http://127.0.0.1:${port}/hook`, secret: makeWebhookSecret() }))
  await db.run(sql`truncate events, event_counters, deliveries, attempts, endpoints`)
  await db.run(sql`checkpoint`)
  await db.run(sql`
    insert into endpoints (account, url, kinds, secret, verified_at, created_at, updated_at)
    select place, url, array[${kind}::text], secret, ${db.now()}, ${db.now()}, ${db.now()}
    from unnest(${endpoints.map(({ url }) => url)}::text[],
      ${endpoints.map(({ secret }) => seal(secretKey, secret))}::bytea[]) with ordinality as given (url, secret, place)`)
  await db.run(sql`vacuum analyze events, event_counters, deliveries, attempts, endpoints`)
  return endpoints
}

/** An event as recorded by a request. */
export type Model = { readonly offer: number; readonly data: unknown }

export const readModel = (db: Db): Promise<Model> =>
  db.one<Model>(sql`select offer, data from events where kind = 'task.created' order by id desc limit 1`)

/** Inserts `count` events like the model at the same time, distributed over the accounts. */
export const addEvents = (db: Db, { offer, data }: Model, count: number, accounts: number) =>
  db.run(sql`
    insert into events (kind, account, offer, data, created_at)
    select 'task.created', 1 + place % ${accounts}::bigint, ${offer}::bigint, ${JSON.stringify(data)}::jsonb, ${db.now()}
    from generate_series(0, ${count}::integer - 1) place`)
