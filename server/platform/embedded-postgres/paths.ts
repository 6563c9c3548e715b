import { createHash } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'

/** The lowest limit of the supported systems (macOS; Linux allows three bytes more). */
const socketPathBytesMax = 103

/** Not TMPDIR, which can be long itself. */
const shortFolder = '/tmp'

/** PostgreSQL names its socket after a port, although it listens on none. */
export const port = 5432
export const postgresSocket = `.s.PGSQL.${port}`
export const daemonSocket = 'keeper'

/** The paths of an embedded database's parts. */
export type Paths = {
  directory: string
  cluster: string
  lock: string
  daemonLog: string
  postgresLog: string
}

export const pathsIn = (directory: string): Paths => ({
  directory,
  cluster: join(directory, 'cluster'),
  lock: join(directory, 'keeper.lock'),
  daemonLog: join(directory, 'keeper.log'),
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

/** Gives files that root creates in a user's folder to that user. */
export function giveToOwner(paths: Paths, path: string): void {
  const owner = statSync(paths.directory)
  if (process.getuid?.() === 0 && owner.uid !== 0) chownSync(path, owner.uid, owner.gid)
}

/** Returns the folder of the sockets, or undefined if no daemon has made it. */
export function findSockets(paths: Paths): string | undefined {
  const path = socketsPath(paths)
  const found = look(path)
  if (!found) return undefined
  const folder = found.isSymbolicLink() ? readlinkSync(path) : path
  return isPrivate(paths, folder) ? folder : undefined
}

/** Makes the folder of the sockets: in the directory or, if its path is too long, a short one that a link records. */
export function prepareSockets(paths: Paths): string {
  const path = socketsPath(paths)
  const folder = isShortEnough(path) ? makeHere(paths, path) : (reuseLinked(paths, path) ?? makeLinked(paths, path))
  giveToOwner(paths, folder)
  return folder
}

/** Removes the short folder and its link; a folder in the directory stays. */
export function clearSockets(paths: Paths, sockets: string): void {
  if (sockets === socketsPath(paths)) return
  rmSync(socketsPath(paths), { force: true })
  rmSync(sockets, { recursive: true, force: true })
}

const socketsPath = (paths: Paths) => join(paths.directory, 'sockets')

const isShortEnough = (folder: string) => Buffer.byteLength(join(folder, postgresSocket)) <= socketPathBytesMax

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

function makeHere(paths: Paths, path: string): string {
  if (!isPrivate(paths, path)) {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path, { mode: 0o700 })
  }
  return path
}

/** Contains a hash of the directory, so that a copied directory does not use the original's sockets. */
const shortName = (paths: Paths) =>
  join(shortFolder, `market-${createHash('sha256').update(paths.directory).digest('hex').slice(0, 12)}-`)

/** Reuses the path of an earlier daemon, because running programs hold its URL. */
function reuseLinked(paths: Paths, path: string): string | undefined {
  if (!look(path)?.isSymbolicLink()) return undefined
  const folder = readlinkSync(path)
  if (!folder.startsWith(shortName(paths))) return undefined
  if (!look(folder)) mkdirSync(folder, { mode: 0o700 })
  return isPrivate(paths, folder) ? folder : undefined
}

function makeLinked(paths: Paths, path: string): string {
  rmSync(path, { recursive: true, force: true })
  const folder = mkdtempSync(shortName(paths))
  symlinkSync(folder, path)
  return folder
}

/** Another user with write access could present a database of their own. */
function isPrivate(paths: Paths, folder: string): boolean {
  const found = look(folder)
  const trusted = [process.getuid?.(), statSync(paths.directory).uid]
  return found?.isDirectory() === true && (found.mode & 0o077) === 0 && trusted.includes(found.uid)
}
