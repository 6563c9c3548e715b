import { setTimeout } from 'node:timers/promises'
import { databaseSeconds, machineSeconds, stopwatch } from '../clock.ts'
import { sql } from '../sql.ts'
import { type Db, openDatabase } from './db.ts'

/** `recoverySeconds`: how long a standby has been in recovery; null if the server accepts writes. */
export type ServerFacts = {
  readonly version: string
  readonly skewSeconds: number
  readonly recoverySeconds: number | null
}

/** Reads the PostgreSQL version, how far its clock is ahead of this machine's, and whether it is in recovery. */
export async function readServer(db: Db): Promise<ServerFacts> {
  const { version, seconds, recoverySeconds } = await db.one<
    Omit<ServerFacts, 'skewSeconds'> & { seconds: number }
  >(sql`
    select current_setting('server_version') as version, ${databaseSeconds} as seconds,
      case when pg_is_in_recovery() then ${databaseSeconds} - extract(epoch from pg_postmaster_start_time())::float8 end as recovery_seconds`)
  return { version, skewSeconds: seconds - machineSeconds(), recoverySeconds }
}

const patienceMs = 2_000
const lookMs = 20

/** The state of a replica. Both times are by the primary's clock, so the replica's clock does not matter. */
export type ReplicaFacts = {
  readonly isReplica: boolean
  /** WAL bytes not replayed at the first look. */
  readonly bytesBehind: number
  /** How long it then took to catch up; undefined if it took too long. */
  readonly caughtUpMs: number | undefined
  /** The age of the last change that it has replayed. */
  readonly lastSeconds: number | undefined
}

type Position = { readonly isReplica: boolean; readonly bytesBehind: number; readonly lastSeconds: number | null }

const readPosition = (replica: Db, { position, seconds }: { readonly position: string; readonly seconds: number }) =>
  replica.one<Position>(sql`
    select pg_is_in_recovery() as is_replica,
      coalesce(greatest(pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn()), 0), 0)::float8 as bytes_behind,
      (${seconds}::float8 - extract(epoch from pg_last_xact_replay_timestamp()))::float8 as last_seconds`)

/** Measures how long the replica takes to catch up with the primary. */
export async function readReplica(primary: Db, url: string): Promise<ReplicaFacts> {
  const replica = openDatabase({ url, connectionsMax: 1, answerMsMax: patienceMs })
  try {
    const now = await primary.one<{ position: string; seconds: number }>(sql`
      select pg_current_wal_flush_lsn()::text as position, ${databaseSeconds} as seconds`)
    const passed = stopwatch()
    const first = await readPosition(replica, now)
    let last = first
    while (last.isReplica && last.bytesBehind > 0 && passed() < patienceMs) {
      await setTimeout(lookMs)
      last = await readPosition(replica, now)
    }
    return {
      isReplica: last.isReplica,
      bytesBehind: first.bytesBehind,
      caughtUpMs: last.bytesBehind > 0 ? undefined : passed(),
      lastSeconds: last.lastSeconds ?? undefined,
    }
  } finally {
    await replica.close()
  }
}
