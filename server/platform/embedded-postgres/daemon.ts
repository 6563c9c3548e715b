/**
 * The daemon: a small process that owns PostgreSQL for all programs of one directory. The first program starts it, each stays
 * connected to it, and when the last one has left it stops PostgreSQL and exits.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { claimCluster, createCluster, isCreated } from './cluster.ts'
import { takeLock } from './lock.ts'
import { openLog } from './logfile.ts'
import { exitAlreadyRunning, type Message } from './messages.ts'
import { clearSockets, daemonSocket, giveToOwner, type Paths, pathsIn, prepareSockets } from './paths.ts'
import { openSocketServer, type SocketServer } from './socket-server.ts'
import { type Supervision, supervise } from './supervise.ts'
import { chooseUser } from './user.ts'

const [directory = '', settings = '{}'] = process.argv.slice(2)
const ownPaths = pathsIn(directory)

if (!takeLock(ownPaths.lock)) process.exit(exitAlreadyRunning)
giveToOwner(ownPaths, ownPaths.lock)
// A signal to the process group reaches the daemon too; the programs still need the database for a clean shutdown.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
await keep(ownPaths, JSON.parse(settings))

async function keep(paths: Paths, settings: Record<string, string>): Promise<void> {
  const log = openLog(paths.postgresLog)
  giveToOwner(paths, paths.postgresLog)
  const sockets = prepareSockets(paths)
  const path = join(sockets, daemonSocket)
  rmSync(path, { force: true })
  let supervision: Promise<Supervision> | undefined
  const server: SocketServer = await openSocketServer(path, () => void leave())
  giveToOwner(paths, path)

  async function leave(): Promise<void> {
    server.close()
    const running = await supervision?.catch(() => undefined)
    await running?.stop()
    clearSockets(paths, sockets)
    // Exiting closes the connection of the last program, which waits for it.
    process.exit()
  }

  function broadcast(message: Message): void {
    log(`daemon: ${logText(message)}\n`)
    server.broadcast(message)
    if (message.kind === 'failed') void leave()
  }

  async function begin(): Promise<Supervision> {
    const binaries = findBinaries()
    const user = chooseUser(paths)
    if (!isCreated(paths)) {
      broadcast({ kind: 'note', text: `Creating a new database below ${paths.directory}` })
      await createCluster(paths, binaries, user)
    }
    claimCluster(paths, user)
    return supervise({ paths: paths, sockets, binaries, user, settings, log }, broadcast)
  }

  supervision = begin()
  supervision.catch((error: Error) => broadcast({ kind: 'failed', reason: error.message }))
}

function logText(message: Message): string {
  if (message.kind === 'ready') return 'ready'
  return message.kind === 'note' ? message.text : message.reason
}
