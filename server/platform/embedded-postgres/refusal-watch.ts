import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { owner } from './cluster.ts'
import { port } from './paths.ts'

const probeSeconds = 5
const probeMsMax = 5_000
/** SQLSTATE of a PostgreSQL that runs but accepts no connections: it starts, recovers or stops. */
const cannotConnectNow = '57P03'

/** Whether PostgreSQL refuses connections because it starts, recovers or stops. Any other outcome, even a timeout, is false. */
export async function refusesConnections(sockets: string): Promise<boolean> {
  const client = new pg.Client({
    host: sockets,
    port,
    user: owner,
    database: owner,
    connectionTimeoutMillis: probeMsMax,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === cannotConnectNow
  } finally {
    await client.end().catch(() => {})
  }
}

export type RefusalWatch = {
  readonly refuses: () => Promise<boolean>
  /** How long, in milliseconds, it must only refuse connections before `onBound` is called, once. */
  readonly boundMs: number
  readonly pauseMs?: number
  readonly onBound: () => void
  readonly stopped: AbortSignal
}

/** Probes PostgreSQL every five seconds until `stopped`. Calls `onBound` if it has only refused connections for `boundMs`. */
export async function watchRefusals({
  refuses,
  boundMs,
  pauseMs = probeSeconds * 1_000,
  onBound,
  stopped,
}: RefusalWatch) {
  let since: number | undefined
  while (!stopped.aborted) {
    if (await refuses()) since ??= performance.now()
    else since = undefined
    if (since !== undefined && performance.now() - since >= boundMs && !stopped.aborted) return onBound()
    await setTimeout(pauseMs, undefined, { signal: stopped }).catch(() => {})
  }
}
