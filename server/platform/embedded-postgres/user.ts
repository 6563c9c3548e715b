import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import type { Paths } from './paths.ts'

/** As whom PostgreSQL runs, and the words that go before its command for that. */
export type User = {
  uid: number
  gid: number
  /** The signal is what the kernel sends to PostgreSQL when we die without having stopped it. */
  words: (deathSignal: 'INT' | 'KILL') => string[]
}

/** PostgreSQL refuses root. In a namespace of its own it believes to be user 1000, while its files stay root's. */
const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

/** Most systems call this user nobody. */
const nobody = { uid: 65534, gid: 65534 }

/** PostgreSQL runs as the owner of its files; root, which it refuses, gets a namespace, or else nobody. */
export function chooseUser(paths: Paths): User {
  const owner = statSync(existsSync(paths.cluster) ? paths.cluster : paths.directory)
  const me = process.getuid?.()
  if (me === owner.uid && me !== 0) return { uid: owner.uid, gid: owner.gid, words: dyingWith }
  if (me !== 0)
    throw new Error(`The database below ${paths.directory} belongs to user ${owner.uid}: start as that user.`)
  if (owner.uid !== 0) return otherUser(owner.uid, owner.gid)
  if (works(namespace)) return { uid: 0, gid: 0, words: (signal) => [...namespace, ...dyingWith(signal)] }
  return otherUser(nobody.uid, nobody.gid)
}

function otherUser(uid: number, gid: number): User {
  const words = (signal: string) => [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // The user may not be able to enter the folders above, for example the home of root.
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    `--pdeathsig=${signal}`,
    '--',
  ]
  if (works(words('KILL'))) return { uid, gid, words }
  throw new Error(
    'PostgreSQL does not run as root, and this system lets root neither make a user namespace (unshare) nor become ' +
      `user ${uid} (setpriv). Start as an ordinary user, or set DATABASE_URL to use a PostgreSQL server of your own.`,
  )
}

/** Where the system cannot do it (macOS), the next keeper stops what the last one left behind. */
function dyingWith(signal: string): string[] {
  const words = ['setpriv', `--pdeathsig=${signal}`, '--']
  return works(words) ? words : []
}

const works = ([program = '', ...words]: string[]) =>
  spawnSync(program, [...words, 'true'], { stdio: 'ignore' }).status === 0
