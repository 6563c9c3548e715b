import { execFile } from 'node:child_process'
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseUser, owner } from '../../server/platform/embedded-postgres/cluster.ts'
import { pathsIn } from '../../server/platform/embedded-postgres/paths.ts'
import { freePort } from '../support/ports.ts'
import { environmentOf, programIn, unpack } from './packages.ts'
import { newFolder, type Running, startProgram } from './programs.ts'

export const installPostgresql = () => unpack('postgresql', ['postgresql-15'])

/** Compares characters by code point, like the embedded database. */
const initWords = [`--username=${owner}`, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions']

/** Starts a PostgreSQL from Debian on its own port with trust authentication. `settings`: PostgreSQL settings by name. */
export async function startPostgresql(settings: Readonly<Record<string, string>> = {}): Promise<Running> {
  const prefix = await installPostgresql()
  const env = await environmentOf(prefix)
  const { folder, remove } = newFolder('postgresql')
  const [cluster, sockets, port] = [
    join(realpathSync(folder), 'cluster'),
    join(realpathSync(folder), 's'),
    await freePort(),
  ]
  mkdirSync(sockets, { mode: 0o700 })
  // PostgreSQL refuses to run as root. It must be killed when this process dies.
  const user = chooseUser({ ...pathsIn(folder), cluster }).prefix('KILL')
  const [program = '', ...words] = [...user, programIn(prefix, 'initdb'), ...initWords, `--pgdata=${cluster}`]
  await promisify(execFile)(program, words, { env: { ...process.env, ...env } })
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: sockets,
    max_connections: '400',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = await startProgram({
    words: [...user, programIn(prefix, 'postgres'), '-D', cluster, ...options],
    env,
    ready: /database system is ready to accept connections/,
    signal: 'SIGINT',
  })
  const url = `postgresql://${owner}@127.0.0.1:${port}/postgres`
  const stop = () => server.stop().finally(remove)
  return { env: { DATABASE_URL: url, DATABASE_DIRECT_URL: url }, pids: [server.pid], stop }
}
