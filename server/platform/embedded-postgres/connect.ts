import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { exitAlreadyRunning, onMessage } from './messages.ts'
import { daemonSocket, findSockets, giveToOwner, type Paths } from './paths.ts'
import { hasEnded } from './wait.ts'

/** A program's connection to the daemon. The database is kept running while it is open. */
export type DaemonConnection = {
  sockets: string
  /** Resolves when the daemon is gone, with the reason if it gave up. */
  broken: Promise<string | undefined>
  leave: () => Promise<void>
}

export type DaemonOptions = { settings: Record<string, string>; log: (text: string) => void }

const connectMs = 660_000
const pollMs = 20
/** Pause while another daemon holds the lock: it is usually stopping PostgreSQL, which takes some tenths of a second. */
const busyPauseMs = 150
const crashesMax = 3
const daemonLogBytesMax = 1_000_000

/** The daemon inherits no environment, so no secrets. It only needs to find unshare, setpriv and ps. */
const daemonEnvironment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/** Connects to the daemon of these paths, and starts one if none answers. */
export async function connectToDaemon(paths: Paths, input: DaemonOptions): Promise<DaemonConnection> {
  const deadline = AbortSignal.timeout(connectMs)
  let daemon: ChildProcess | undefined
  for (let crashes = 0; !deadline.aborted; ) {
    const connection = await tryConnect(paths, input.log, deadline)
    if (connection) return connection
    if (!daemon || hasEnded(daemon)) {
      if (daemon?.exitCode === exitAlreadyRunning) await setTimeout(busyPauseMs)
      else if (daemon && daemon.exitCode !== 0 && ++crashes >= crashesMax) throw crashed(paths)
      daemon = startDaemon(paths, input.settings)
    }
    await setTimeout(pollMs)
  }
  throw new Error(
    `The embedded database below ${paths.directory} was not ready in time. Its log is ${paths.postgresLog}.`,
  )
}

/** Starts the daemon in its own session: Ctrl-C in our terminal does not stop the database of other programs. */
function startDaemon(paths: Paths, settings: Record<string, string>): ChildProcess {
  const program = fileURLToPath(new URL('daemon.ts', import.meta.url))
  const words = ['--disable-warning=ExperimentalWarning', program, paths.directory, JSON.stringify(settings)]
  const log = openDaemonLog(paths)
  const daemon = spawn(process.execPath, words, {
    cwd: paths.directory,
    env: daemonEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  daemon.on('error', () => {}).unref()
  return daemon
}

function openDaemonLog(paths: Paths): number {
  const size = statSync(paths.daemonLog, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(paths.daemonLog, size > daemonLogBytesMax ? 'w' : 'a', 0o600)
  giveToOwner(paths, paths.daemonLog)
  return log
}

function crashed(paths: Paths): Error {
  const reason = readFileSync(paths.daemonLog, 'utf8')
    .split('\n')
    .findLast((line) => line.includes('Error'))
  return new Error(
    `The daemon of the embedded database does not start: ${reason?.trim() ?? 'it says nothing'}. Its log is ${paths.daemonLog}.`,
  )
}

/** Returns undefined if no daemon answers, or if the daemon was about to stop. */
async function tryConnect(
  paths: Paths,
  log: (text: string) => void,
  deadline: AbortSignal,
): Promise<DaemonConnection | undefined> {
  const folder = findSockets(paths)
  if (!folder) return undefined
  const socket = connect(join(folder, daemonSocket)).on('error', () => {})
  let failure: string | undefined
  const broken = new Promise<string | undefined>((resolve) => socket.once('close', () => resolve(failure)))
  const ready = new Promise<string>((resolve) => {
    onMessage(socket, (message) => {
      if (message.kind === 'ready') resolve(message.sockets)
      else if (message.kind === 'note') log(message.text)
      else failure = message.reason
    })
  })
  const giveUp = () => socket.destroy()
  deadline.addEventListener('abort', giveUp)
  const sockets = await Promise.race([ready, broken.then(() => undefined)])
  deadline.removeEventListener('abort', giveUp)
  if (failure) throw new Error(failure)
  // The connection must not keep a program alive that has nothing else to do.
  socket.unref()
  return sockets === undefined ? undefined : { sockets, broken, leave: () => leave(socket, broken) }
}

async function leave(socket: Socket, broken: Promise<unknown>): Promise<void> {
  socket.ref()
  socket.end()
  await broken
}
