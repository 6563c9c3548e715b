import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import type { Paths } from './paths.ts'

/** The user that PostgreSQL runs as, and the command prefix that switches to it. */
export type User = {
  uid: number
  gid: number
  /** The signal that the kernel sends to PostgreSQL if the daemon dies without stopping it. */
  prefix: (deathSignal: 'INT' | 'KILL') => string[]
}

/** PostgreSQL refuses to run as root. In its own namespace it appears to run as user 1000, while root owns its files. */
const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

/** The user id of `nobody` on most systems. */
const nobody = { uid: 65534, gid: 65534 }

/** PostgreSQL runs as the owner of its files. For root, which it refuses, uses a namespace, or else the user nobody. */
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
