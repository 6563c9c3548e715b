import { setTimeout } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { owner } from './cluster.ts'
import { type KeeperConnection, reachKeeper } from './connect.ts'
import { openPaths, port } from './paths.ts'

export type Embedded = {
  /** Connection URL that node-postgres understands, over the unix socket, for the given database (default 'market') and role (default: the owner). */
  url(database?: string, role?: string): string
  /** Leaves; the last program to leave stops the server. Resolves when this is settled (when last: after PostgreSQL has stopped). */
  leave(): Promise<void>
}

export type AttachOptions = {
  /** PostgreSQL's own settings, by name; those of the program that starts the server count. */
  settings?: Record<string, string>
  log?: (message: string) => void
  /** The server is gone and did not start again; it is tried again after a pause, as often as it takes. */
  onLost?: (reason: string) => void
}

/** A full disk, or whatever else keeps PostgreSQL from starting, is mended by people. */
const lostPauseMs = 3_000

/** How a program is tied to the keeper; a keeper that was killed is replaced, and the sockets keep their place. */
type Link = {
  tie: KeeperConnection
  latest: Promise<KeeperConnection>
  left: Promise<void> | undefined
  readonly reach: () => Promise<KeeperConnection>
  readonly log: (message: string) => void
  readonly onLost: (reason: string) => void
}

/** Starts the server of this directory, or attaches to the one that runs. Creates directory, cluster and database 'market' when absent. */
export async function attachEmbedded(directory: string, options: AttachOptions = {}): Promise<Embedded> {
  const { settings = {}, log = () => {}, onLost = log } = options
  findBinaries()
  const paths = openPaths(directory)
  const reach = () => reachKeeper(paths, { settings, log })
  const latest = reach()
  const link: Link = { tie: await latest, latest, left: undefined, reach, log, onLost }
  void stayTied(link)
  return {
    url: (database = 'market', role = owner) => urlOf(link.tie.sockets, database, role),
    leave: () => {
      link.left ??= leave(link)
      return link.left
    },
  }
}

async function stayTied(link: Link): Promise<void> {
  while (link.left === undefined) {
    const reason = await link.tie.broken
    if (link.left !== undefined) return
    if (!reason) link.log('The keeper of the embedded database is gone: starting another.')
    else await lost(link, reason)
    await tieAgain(link)
  }
}

async function tieAgain(link: Link): Promise<void> {
  while (link.left === undefined) {
    try {
      link.latest = link.reach()
      link.tie = await link.latest
      return
    } catch (error) {
      await lost(link, (error as Error).message)
    }
  }
}

async function lost({ onLost }: Link, reason: string): Promise<void> {
  onLost(reason)
  await setTimeout(lostPauseMs, undefined, { ref: false })
}

async function leave({ latest }: Link): Promise<void> {
  const last: KeeperConnection | undefined = await latest.catch(() => undefined)
  await last?.leave()
}

/** The host is in the query, where node-postgres and libpq look for a path; the name before it only makes it a URL for everybody. */
const urlOf = (sockets: string, database: string, role: string) =>
  `postgresql://${role}@localhost:${port}/${encodeURIComponent(database)}?host=${encodeURIComponent(sockets)}&sslmode=disable`
