import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programRole } from '../../server/platform/database/roles.ts'
import { owner } from '../../server/platform/embedded-postgres/cluster.ts'
import { pathsIn } from '../../server/platform/embedded-postgres/paths.ts'
import { chooseUser } from '../../server/platform/embedded-postgres/user.ts'
import { freePort } from '../support/program.ts'
import { environmentOf, programIn, unpack } from './packages.ts'
import { startPostgresql } from './postgresql.ts'
import { newFolder, type Running, startProgram } from './programs.ts'

export const installPgbouncer = () => unpack('pgbouncer', ['pgbouncer'])

const users = [owner, programRole].map((name) => `"${name}" ""\n`).join('')

/** Tests make a database each and leave it soon, so that connections to it are not kept. */
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

/** PgBouncer in transaction mode on a port of its own, before a PostgreSQL of Debian, which it starts and stops too. */
export async function startPgbouncer(settings: Readonly<Record<string, string>> = {}): Promise<Running> {
  const prefix = await installPgbouncer()
  const server = await startPostgresql(settings)
  const direct = server.env['DATABASE_URL'] as string
  const { folder, remove } = newFolder('pgbouncer')
  const [port, configuration] = [await freePort(), join(folder, 'pgbouncer.ini')]
  writeFileSync(join(folder, 'users.txt'), users)
  writeFileSync(configuration, settingsOf(folder, port, new URL(direct)))
  const pooler = await startProgram({
    // It refuses root, like PostgreSQL.
    words: [...chooseUser(pathsIn(folder)).words('KILL'), programIn(prefix, 'pgbouncer'), configuration],
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
