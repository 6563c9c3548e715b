import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programRole } from '../../server/platform/database/roles.ts'
import { chooseUser, owner } from '../../server/platform/embedded-postgres/cluster.ts'
import { pathsIn } from '../../server/platform/embedded-postgres/paths.ts'
import { freePort } from '../support/ports.ts'
import { environmentOf, programIn, unpack } from './packages.ts'
import { startPostgresql } from './postgresql.ts'
import { newFolder, type Running, startProgram } from './programs.ts'

export const installPgbouncer = () => unpack('pgbouncer', ['pgbouncer'])

const users = [owner, programRole].map((name) => `"${name}" ""\n`).join('')

/** Does not keep server connections: each test creates a database and soon drops it. */
const settingsOf = (folder: string, port: number, server: URL) => `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 20
server_idle_timeout = 5
autodb_idle_timeout = 10
log_connections = 0
log_disconnections = 0
`

/** Starts PgBouncer in transaction mode on its own port, with a PostgreSQL from Debian behind it. */
export async function startPgbouncer(settings: Readonly<Record<string, string>> = {}): Promise<Running> {
  const prefix = await installPgbouncer()
  const server = await startPostgresql(settings)
  const direct = server.env['DATABASE_URL'] as string
  const { folder, remove } = newFolder('pgbouncer')
  const [port, configuration] = [await freePort(), join(folder, 'pgbouncer.ini')]
  writeFileSync(join(folder, 'users.txt'), users)
  writeFileSync(configuration, settingsOf(folder, port, new URL(direct)))
  const pooler = await startProgram({
    // PgBouncer refuses to run as root, like PostgreSQL.
    words: [...chooseUser(pathsIn(folder)).prefix('KILL'), programIn(prefix, 'pgbouncer'), configuration],
    env: await environmentOf(prefix),
    ready: /process up/,
    signal: 'SIGTERM',
  }).catch((error) => server.stop().then(() => Promise.reject(error)))
  const url = direct.replace(`:${new URL(direct).port}/`, `:${port}/`)
  const stop = async () => {
    await pooler.stop()
    remove()
    await server.stop()
  }
  const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_PREPARED: 'off' }
  return { env, pids: [pooler.pid, ...server.pids], stop }
}
