import { setTimeout } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { role } from './cluster.ts'
import { openPlace, port } from './place.ts'
import { reachKeeper, type Tie } from './reach.ts'

export type Embedded = {
  /** Connection URL that node-postgres understands, over the unix socket, for the given database (default 'market'). */
  url(database?: string): string
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

/** Starts the server of this directory, or attaches to the one that runs. Creates directory, cluster and database 'market' when absent. */
export async function attachEmbedded(directory: string, options: AttachOptions = {}): Promise<Embedded> {
  const { settings = {}, log = () => {}, onLost = log } = options
  findBinaries()
  const place = openPlace(directory)
  let latest = reachKeeper(place, { settings, log })
  let tie = await latest
  let left: Promise<void> | undefined

  /** A keeper that was killed is replaced; the sockets keep their place, and with it the URL. */
  async function stayTied(): Promise<void> {
    while (left === undefined) {
      const reason = await tie.broken
      if (left !== undefined) return
      if (!reason) log('The keeper of the embedded database is gone: starting another.')
      else await lost(reason)
      await tieAgain()
    }
  }

  async function tieAgain(): Promise<void> {
    while (left === undefined) {
      try {
        latest = reachKeeper(place, { settings, log })
        tie = await latest
        return
      } catch (error) {
        await lost((error as Error).message)
      }
    }
  }

  async function lost(reason: string): Promise<void> {
    onLost(reason)
    await setTimeout(lostPauseMs, undefined, { ref: false })
  }

  async function leave(): Promise<void> {
    const last: Tie | undefined = await latest.catch(() => undefined)
    await last?.leave()
  }

  void stayTied()
  return {
    url: (database = 'market') => urlOf(tie.sockets, database),
    leave: () => {
      left ??= leave()
      return left
    },
  }
}

/** The host is in the query, where node-postgres and libpq look for a path; the name before it only makes it a URL for everybody. */
const urlOf = (sockets: string, database: string) =>
  `postgresql://${role}@localhost:${port}/${encodeURIComponent(database)}?host=${encodeURIComponent(sockets)}&sslmode=disable`
