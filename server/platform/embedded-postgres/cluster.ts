import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { flush } from '../fsync.ts'
import type { Binaries } from './binaries.ts'
import type { Paths } from './paths.ts'

/** The role that owns everything, and the default database. */
export const owner = 'market'
const database = 'market'

const initMs = 120_000

/** Every client of the socket is trusted: it lies in a private folder, so there is no password. */
const initArgs = [
  `--username=${owner}`,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/** Creates the cluster and its database in a temporary folder and renames it when complete: a partial cluster is never seen. */
export async function createCluster(paths: Paths, binaries: Binaries, user: User): Promise<void> {
  removeUnfinished(paths)
  const unfinished = mkdtempSync(`${paths.cluster}.new-`)
  chownSync(unfinished, user.uid, user.gid)
  await run(user, [binaries.initdb, ...initArgs, `--pgdata=${unfinished}`])
  await run(user, [binaries.postgres, '--single', '-D', unfinished, 'postgres'], `create database ${database}\n`)
  renameSync(unfinished, paths.cluster)
  await flush(paths.directory)
}

export const isCreated = (paths: Paths) => existsSync(paths.cluster)

/** PostgreSQL requires that it owns its files exclusively. A copied cluster, or one created by root, may not meet this. */
export function claimCluster(paths: Paths, user: User): void {
  chmodSync(paths.cluster, 0o700)
  if (statSync(paths.cluster).uid === user.uid) return
  for (const name of readdirSync(paths.cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(paths.cluster, name), user.uid, user.gid)
  }
  // Last, so that an interrupted run is repeated.
  chownSync(paths.cluster, user.uid, user.gid)
}

function removeUnfinished(paths: Paths): void {
  const names = readdirSync(paths.directory).filter((name) => name.startsWith(`${basename(paths.cluster)}.new-`))
  for (const name of names) rmSync(join(dirname(paths.cluster), name), { recursive: true, force: true, maxRetries: 5 })
}

async function run(user: User, words: string[], input = ''): Promise<void> {
  const [program = '', ...rest] = [...user.prefix('KILL'), ...words]
  const running = promisify(execFile)(program, rest, { timeout: initMs })
  running.child.stdin?.end(input)
  const { stderr } = await running.catch((cause) => {
    throw new Error(`The embedded database could not be created: ${cause.stderr?.trim() || cause.message}`, { cause })
  })
  // In single-user mode a failed statement only appears in the output.
  if (/(ERROR|FATAL|PANIC):/.test(stderr))
    throw new Error(`The embedded database could not be created: ${stderr.trim()}`)
}

/** The user that PostgreSQL runs as, and the command prefix that switches to it. */
export type User = {
  uid: number
  gid: number
  /** The signal that the kernel sends to PostgreSQL if the daemon dies without stopping it. */
  prefix: (deathSignal: 'INT' | 'KILL') => string[]
}

/** PostgreSQL refuses to run as root. In its own namespace it appears to run as user 1000, while root owns its files. */
const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

/** The ids of the user and group `nobody` on most Linux systems. */
const nobody = { uid: 65534, gid: 65534 }

/**
 * Returns the user that PostgreSQL runs as: the owner of its files. PostgreSQL refuses to run as root, so files of root need a user namespace
 * or, where that is not possible, the user `nobody`.
 */
export function chooseUser(paths: Paths): User {
  const owner = statSync(existsSync(paths.cluster) ? paths.cluster : paths.directory)
  const me = process.getuid?.()
  if (me === owner.uid && me !== 0) return { uid: owner.uid, gid: owner.gid, prefix: withDeathSignal }
  if (me !== 0)
    throw new Error(`The database below ${paths.directory} belongs to user ${owner.uid}: start as that user.`)
  if (owner.uid !== 0) return otherUser(owner.uid, owner.gid)
  if (works(namespace)) return { uid: 0, gid: 0, prefix: (signal) => [...namespace, ...withDeathSignal(signal)] }
  return otherUser(nobody.uid, nobody.gid)
}

function otherUser(uid: number, gid: number): User {
  const words = (signal: string) => [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // The user may lack access to parent folders, such as root's home.
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    `--pdeathsig=${signal}`,
    '--',
  ]
  if (works(words('KILL'))) return { uid, gid, prefix: words }
  throw new Error(
    'PostgreSQL does not run as root, and this system lets root neither make a user namespace (unshare) nor become ' +
      `user ${uid} (setpriv). Start as an ordinary user, or set DATABASE_URL to use a PostgreSQL server of your own.`,
  )
}

/** Systems without setpriv (macOS) rely on the next daemon to stop an orphaned PostgreSQL. */
function withDeathSignal(signal: string): string[] {
  const words = ['setpriv', `--pdeathsig=${signal}`, '--']
  return works(words) ? words : []
}

const works = ([program = '', ...words]: string[]) =>
  spawnSync(program, [...words, 'true'], { stdio: 'ignore' }).status === 0
