import { setTimeout } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { owner } from './cluster.ts'
import { connectToDaemon, type DaemonConnection } from './connect.ts'
import { openPaths, port } from './paths.ts'

export type Embedded = {
  /** Returns a node-postgres connection URL over the Unix socket, for the database (default 'market') and role (default: the owner). */
  url(database?: string, role?: string): string
  /** Detaches. The last program to leave stops the server, and this resolves after PostgreSQL has stopped. */
  leave(): Promise<void>
}

export type EmbeddedOptions = {
  /** PostgreSQL settings by name. Only the program that starts the server can set them. */
  settings?: Record<string, string>
  log?: (message: string) => void
  /** Called when the server is lost and did not restart. Attempts continue after a pause, without limit. */
  onLost?: (reason: string) => void
}

/** Pause between restart attempts: a full disk, for example, has to be fixed by a person. */
const lostPauseMs = 3_000

/** A program's connection to the daemon. A killed daemon is replaced; the path of the sockets stays. */
type Link = {
  connection: DaemonConnection
  latest: Promise<DaemonConnection>
  left: Promise<void> | undefined
  readonly connect: () => Promise<DaemonConnection>
  readonly log: (message: string) => void
  readonly onLost: (reason: string) => void
}

/** Starts the server of this directory, or attaches to the running one. Creates directory, cluster and database 'market' if absent. */
export async function openEmbeddedPostgres(directory: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const { settings = {}, log = () => {}, onLost = log } = options
  findBinaries()
  const paths = openPaths(directory)
  const connect = () => connectToDaemon(paths, { settings, log })
  const latest = connect()
  const link: Link = { connection: await latest, latest, left: undefined, connect, log, onLost }
  void keepConnected(link)
  return {
    url: (database = 'market', role = owner) => urlOf(link.connection.sockets, database, role),
    leave: () => {
      link.left ??= leave(link)
      return link.left
    },
  }
}

async function keepConnected(link: Link): Promise<void> {
  while (link.left === undefined) {
    const reason = await link.connection.broken
    if (link.left !== undefined) return
    if (!reason) link.log('The daemon of the embedded database is gone: starting another.')
    else await reportLoss(link, reason)
    await reconnect(link)
  }
}

async function reconnect(link: Link): Promise<void> {
  while (link.left === undefined) {
    try {
      link.latest = link.connect()
      link.connection = await link.latest
      return
    } catch (error) {
      await reportLoss(link, (error as Error).message)
    }
  }
}

async function reportLoss({ onLost }: Link, reason: string): Promise<void> {
  onLost(reason)
  await setTimeout(lostPauseMs, undefined, { ref: false })
}

async function leave({ latest }: Link): Promise<void> {
  const last: DaemonConnection | undefined = await latest.catch(() => undefined)
  await last?.leave()
}

/** node-postgres and libpq read the socket path from the query; `localhost` only makes it a valid URL. */
const urlOf = (sockets: string, database: string, role: string) =>
  `postgresql://${role}@localhost:${port}/${encodeURIComponent(database)}?host=${encodeURIComponent(sockets)}&sslmode=disable`
