import {
  accessSync,
  constants,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The lowest limit of the supported systems (macOS; Linux allows three bytes more). */
const socketPathBytesMax = 103

/** PostgreSQL names its socket after a port, although it listens on none. */
export const port = 5432
export const postgresSocket = `.s.PGSQL.${port}`
export const daemonSocket = 'keeper'

/** The paths of an embedded database's parts. */
export type Paths = {
  directory: string
  cluster: string
  lock: string
  /** The folder of both sockets. */
  sockets: string
  /** The log of PostgreSQL and the daemon. */
  postgresLog: string
}

export const pathsIn = (directory: string): Paths => ({
  directory,
  cluster: join(directory, 'cluster'),
  lock: join(directory, 'keeper.lock'),
  sockets: join(directory, 'sockets'),
  postgresLog: join(directory, 'postgres.log'),
})

/** Creates the directory if absent and uses its real path, so that all programs agree on it. */
export function openPaths(directory: string): Paths {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return pathsIn(realpathSync(directory))
  } catch (cause) {
    throw new Error(
      `The folder of the embedded database, ${directory}, cannot be written (${(cause as Error).message}). ` +
        'Start as the user who owns it, choose another DATA_DIR, or set DATABASE_URL to use a PostgreSQL server of your own.',
      { cause },
    )
  }
}

/** Gives files that root creates in a user's folder to that user; never what a link there leads to. */
export function giveToOwner({ directory }: Paths, path: string): void {
  const owner = statSync(directory)
  if (process.getuid?.() === 0 && owner.uid !== 0) lchownSync(path, owner.uid, owner.gid)
}

/** Whether the daemon has made the folder of the sockets. Another user with write access could present a database of their own. */
export function hasSockets({ directory, sockets }: Paths): boolean {
  const found = lstatSync(sockets, { throwIfNoEntry: false })
  const trusted = [process.getuid?.(), statSync(directory).uid]
  return found?.isDirectory() === true && (found.mode & 0o077) === 0 && trusted.includes(found.uid)
}

/** The path that a program uses for the folder of the sockets: a short link to it if the path is too long for a socket. */
export function openSockets({ sockets }: Paths): { readonly path: string; readonly close: () => void } {
  if (Buffer.byteLength(join(sockets, postgresSocket)) <= socketPathBytesMax) return { path: sockets, close: () => {} }
  // Not TMPDIR, which can be long itself.
  const path = join(mkdtempSync('/tmp/market-'), 'sockets')
  symlinkSync(sockets, path)
  return { path, close: () => rmSync(dirname(path), { recursive: true, force: true }) }
}
