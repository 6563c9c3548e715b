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

/** The shortest limit of the systems we run on (macOS; Linux allows three bytes more). */
const socketPathBytesMax = 103

/** A TMPDIR can be long itself, which is what we flee from. */
const shortFolder = '/tmp'

/** PostgreSQL names its socket after a port, though it listens on none. */
export const port = 5432
export const postgresSocket = `.s.PGSQL.${port}`
export const keeperSocket = 'keeper'

/** Where the parts of an embedded database lie below its directory. */
export type Paths = {
  directory: string
  cluster: string
  lock: string
  keeperLog: string
  postgresLog: string
}

export const pathsIn = (directory: string): Paths => ({
  directory,
  cluster: join(directory, 'cluster'),
  lock: join(directory, 'keeper.lock'),
  keeperLog: join(directory, 'keeper.log'),
  postgresLog: join(directory, 'postgres.log'),
})

/** Creates the directory when absent; its real path is its name, so that two programs never disagree about it. */
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

/** Root working in a user's folder leaves nothing there that the user could not open afterwards. */
export function giveToOwner(paths: Paths, path: string): void {
  const owner = statSync(paths.directory)
  if (process.getuid?.() === 0 && owner.uid !== 0) chownSync(path, owner.uid, owner.gid)
}

/** The folder of the sockets, or undefined while no keeper has made it. */
export function findSockets(paths: Paths): string | undefined {
  const path = socketsPath(paths)
  const found = look(path)
  if (!found) return undefined
  const folder = found.isSymbolicLink() ? readlinkSync(path) : path
  return isPrivate(paths, folder) ? folder : undefined
}

/** Makes the folder of the sockets: in the directory, or where its path is too long, a short one that a link records. */
export function prepareSockets(paths: Paths): string {
  const path = socketsPath(paths)
  const folder = isShortEnough(path) ? makeHere(paths, path) : (reuseLinked(paths, path) ?? makeLinked(paths, path))
  giveToOwner(paths, folder)
  return folder
}

/** Takes the short folder away again; the one in the directory may stay. */
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

/** The name carries the directory's, so that a copied directory does not use the sockets of the one it was copied from. */
const shortName = (paths: Paths) =>
  join(shortFolder, `market-${createHash('sha256').update(paths.directory).digest('hex').slice(0, 12)}-`)

/** The folder of an earlier keeper keeps its path, because programs that are still running hold its URL. */
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

/** Who else could write there could offer us a database of theirs. */
function isPrivate(paths: Paths, folder: string): boolean {
  const found = look(folder)
  const trusted = [process.getuid?.(), statSync(paths.directory).uid]
  return found?.isDirectory() === true && (found.mode & 0o077) === 0 && trusted.includes(found.uid)
}
