import { setTimeout } from 'node:timers/promises'
import { seal } from '../../server/platform/config/secret.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import { makeWebhookSecret } from '../../server/webhooks/signature.ts'
import type { Endpoint } from '../webhooks/backlog.ts'
import type { Acknowledged } from './visit-state.ts'

const kinds = ['report.submitted', 'report.accepted', 'report.rejected', 'task.created', 'task.completed']

/** Creates one endpoint for each of the first accounts, at these ports. */
export async function addEndpoints(db: Db, secretKey: string, ports: readonly number[]): Promise<Endpoint[]> {
  const endpoints = ports.map((port) => ({ url: `http://127.0.0.1:${port}/hook`, secret: makeWebhookSecret() }))
  await db.run(sql`
    insert into endpoints (account, url, kinds, secret, verified_at, created_at, updated_at)
    select place, url, ${kinds}::text[], secret, ${db.now()}, ${db.now()}, ${db.now()}
    from unnest(${endpoints.map(({ url }) => url)}::text[],
      ${endpoints.map(({ secret }) => seal(secretKey, secret))}::bytea[]) with ordinality as given (url, secret, place)`)
  return endpoints
}

type Remaining = { readonly events: number; readonly deliveries: number; readonly unnotified: number }

const leftOver = (db: Db): Promise<Remaining> =>
  db.one<Remaining>(sql`select (select count(*) from events where dispatched_at is null)::integer as events,
    (select count(*) from deliveries where status in ('Pending', 'Retrying'))::integer as deliveries,
    (select greatest(0, coalesce((select max(id) from events), 0) - event)::integer from notification_cursor) as unnotified`)

const drainMs = 60_000
const pollMs = 200

/**
 * Waits until all events, deliveries and notifications are processed, or `drainMs` have passed. Returns how long it waited and how
 * many events and deliveries are left.
 */
export async function drained(db: Db): Promise<{ readonly ms: number; readonly left: number }> {
  const start = performance.now()
  for (;;) {
    const { events, deliveries, unnotified } = await leftOver(db)
    const ms = performance.now() - start
    if (events + deliveries + unnotified === 0 || ms > drainMs) return { ms, left: events + deliveries }
    await setTimeout(pollMs)
  }
}

/** Counts acknowledged records that are missing, by kind. */
export async function lostOf(db: Db, { submitted, accepted, rejected, created }: Acknowledged) {
  const missing = async (ids: readonly number[], status: string | undefined) => {
    const { there } = await db.one<{ there: number }>(sql`
      select count(*)::integer as there from executions
      where id = any(${ids}::bigint[]) and status = coalesce(${status ?? null}::text, status)`)
    return new Set(ids).size - there
  }
  const { there } = await db.one<{ there: number }>(
    sql`select count(*)::integer as there from offers where id = any(${created}::bigint[])`,
  )
  return {
    executions: await missing(submitted, undefined),
    accepted: await missing(accepted, 'Accepted'),
    rejected: await missing(rejected, 'Rejected'),
    offers: new Set(created).size - there,
  }
}

export const deliveredOf = async (db: Db): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::integer as count from deliveries where status = 'Delivered'`))
    .count

/** Counters of the whole installation: writing transactions, stored files, deliveries. */
export type DayCounts = {
  readonly writes: number
  readonly files: number
  readonly fileBytes: number
  readonly deliveries: number
}

export const countAll = (db: Db): Promise<DayCounts> =>
  db.one<DayCounts>(sql`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as writes, count(*)::bigint as files,
      coalesce(sum(size), 0)::bigint as file_bytes, (select count(*) from deliveries)::bigint as deliveries from proofs`)
