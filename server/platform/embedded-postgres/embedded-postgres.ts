import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findBinaries } from './binaries.ts'
import { owner } from './cluster.ts'
import type { Message } from './daemon.ts'
import { daemonSocket, hasSockets, openPaths, openSockets, type Paths, port } from './paths.ts'

export type Embedded = {
  /** Returns a node-postgres connection URL over the Unix socket, for the database (default 'market') and role (default: the owner). */
  url(database?: string, role?: string): string
  /** Detaches. The last program to leave stops the server, and this resolves after PostgreSQL has stopped. */
  leave(): Promise<void>
}

export type EmbeddedOptions = {
  /** PostgreSQL settings by name. Only the program that starts the server can set them. */
  settings?: Record<string, string>
  log?: (message: string) => void
  /** Called when the server is lost and did not restart. Attempts continue after a pause, without limit. */
  onLost?: (reason: string) => void
}

/** Pause between restart attempts: a full disk, for example, has to be fixed by a person. */
const lostPauseMs = 3_000

/** Starts the server of this directory, or attaches to the running one. Creates directory, cluster and database 'market' if absent. */
export async function openEmbeddedPostgres(directory: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const { settings = {}, log = () => {}, onLost = log } = options
  findBinaries()
  const paths = openPaths(directory)
  const sockets = openSockets(paths)
  const attach = () => connectToDaemon({ paths, sockets: sockets.path, settings, log })
  let latest = attach()
  let left: Promise<void> | undefined
  await latest.catch((error) => {
    sockets.close()
    throw error
  })
  void keepConnected()
  const leave = async () => {
    const connection = await latest.catch(() => undefined)
    await connection?.leave()
    sockets.close()
  }
  /** A killed daemon is replaced; the path of the sockets stays. */
  async function keepConnected(): Promise<void> {
    while (left === undefined) {
      const reason = await latest.then(({ broken }) => broken).catch(({ message }: Error) => message)
      if (left !== undefined) return
      if (reason) {
        onLost(reason)
        await setTimeout(lostPauseMs, undefined, { ref: false })
      } else log('The daemon of the embedded database is gone: starting another.')
      if (left === undefined) latest = attach()
    }
  }
  return {
    url: (database = 'market', role = owner) => urlOf(sockets.path, database, role),
    leave: () => {
      left ??= leave()
      return left
    },
  }
}

/** node-postgres and libpq read the socket path from the query; `localhost` only makes it a valid URL. */
const urlOf = (sockets: string, database: string, role: string) =>
  `postgresql://${role}@localhost:${port}/${encodeURIComponent(database)}?host=${encodeURIComponent(sockets)}&sslmode=disable`

/** A program's connection to the daemon. The database is kept running while it is open. */
type DaemonConnection = {
  /** Resolves when the daemon is gone, with the reason if it gave up. */
  broken: Promise<string | undefined>
  leave: () => Promise<void>
}

type ConnectOptions = {
  paths: Paths
  /** The short path of their folder. */
  sockets: string
  settings: Record<string, string>
  log: (text: string) => void
}

const connectMs = 660_000
const pollMs = 20
/** Pause before another daemon: usually one that ran before is stopping PostgreSQL, which takes some tenths of a second. */
const anotherMs = 150
const crashesMax = 3

/** The daemon inherits no environment, so no secrets. It only needs to find unshare, setpriv and ps. */
const daemonEnvironment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/** Connects to the daemon of these paths, and starts one if none answers. One that finds another running exits with 0. */
async function connectToDaemon(options: ConnectOptions): Promise<DaemonConnection> {
  const { paths } = options
  const deadline = AbortSignal.timeout(connectMs)
  let daemon: ChildProcess | undefined
  for (let crashes = 0; !deadline.aborted; await setTimeout(pollMs)) {
    const connection = await tryConnect(options, deadline)
    if (connection) return connection
    // Without a pid it could not be started, for example because too many files are open.
    if (daemon?.pid && daemon.exitCode === null && daemon.signalCode === null) continue
    if (daemon && daemon.exitCode !== 0 && ++crashes >= crashesMax) throw crashed(paths)
    if (daemon) await setTimeout(anotherMs)
    daemon = startDaemon(options)
  }
  throw new Error(
    `The embedded database below ${paths.directory} was not ready in time. Its log is ${paths.postgresLog}.`,
  )
}

/** Starts the daemon in its own session: Ctrl-C in our terminal does not stop the database of other programs. */
function startDaemon({ paths, settings }: ConnectOptions): ChildProcess {
  const program = fileURLToPath(new URL('daemon.ts', import.meta.url))
  const words = ['--disable-warning=ExperimentalWarning', program, paths.directory, JSON.stringify(settings)]
  const log = openSync(paths.postgresLog, 'a', 0o600)
  const daemon = spawn(process.execPath, words, { env: daemonEnvironment, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  daemon.on('error', () => {}).unref()
  return daemon
}

function crashed({ postgresLog }: Paths): Error {
  const lines = readFileSync(postgresLog, 'utf8').split('\n')
  const reason = lines.findLast((line) => line.includes('Error'))
  return new Error(
    `The daemon of the embedded database does not start: ${reason?.trim() ?? 'it says nothing'}. Its log is ${postgresLog}.`,
  )
}

/** Returns undefined if no daemon answers, or if the daemon was about to stop. */
async function tryConnect(
  { paths, sockets, log }: ConnectOptions,
  deadline: AbortSignal,
): Promise<DaemonConnection | undefined> {
  if (!hasSockets(paths)) return undefined
  const socket = connect(join(sockets, daemonSocket)).on('error', () => {})
  let failure: string | undefined
  const broken = new Promise<string | undefined>((resolve) => socket.once('close', () => resolve(failure)))
  const ready = new Promise<true>((resolve) => {
    const lines = createInterface(socket).on('error', () => {})
    lines.on('line', (line) => {
      const message: Message = JSON.parse(line)
      if (message.kind === 'ready') resolve(true)
      else if (message.kind === 'note') log(message.text)
      else failure = message.reason
    })
  })
  const giveUp = () => socket.destroy()
  deadline.addEventListener('abort', giveUp)
  const isReady = await Promise.race([ready, broken.then(() => false)])
  deadline.removeEventListener('abort', giveUp)
  if (failure) throw new Error(failure)
  // The connection must not keep a program alive that has nothing else to do.
  socket.unref()
  const leave = async () => {
    socket.ref().end()
    await broken
  }
  return isReady ? { broken, leave } : undefined
}
