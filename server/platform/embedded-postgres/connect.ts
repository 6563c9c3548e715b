import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { anotherKeeps, hear } from './messages.ts'
import { findSockets, giveToOwner, keeperSocket, type Paths } from './paths.ts'

/** Our connection to the keeper, whose life is our share in the database. */
export type KeeperConnection = {
  sockets: string
  /** Resolves when the keeper is gone, with the reason when it gave up. */
  broken: Promise<string | undefined>
  leave: () => Promise<void>
}

export type KeeperOptions = { settings: Record<string, string>; log: (text: string) => void }

const connectMs = 660_000
const pollMs = 20
/** The keeper that has the lock is most often one that stops PostgreSQL; that takes some tenths of a second. */
const busyPauseMs = 150
const crashesMax = 3
const keeperLogBytesMax = 1_000_000

/** The keeper inherits nothing of the environment, least of all secrets; all it looks for are unshare, setpriv and ps. */
const keeperEnvironment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/** Ties this program to the keeper of the place, and starts one where none answers. */
export async function reachKeeper(paths: Paths, input: KeeperOptions): Promise<KeeperConnection> {
  const deadline = AbortSignal.timeout(connectMs)
  let keeper: ChildProcess | undefined
  for (let crashes = 0; !deadline.aborted; ) {
    const tie = await tieTo(paths, input.log, deadline)
    if (tie) return tie
    if (!keeper || hasEnded(keeper)) {
      if (keeper?.exitCode === anotherKeeps) await setTimeout(busyPauseMs)
      else if (keeper && keeper.exitCode !== 0 && ++crashes >= crashesMax) throw crashed(paths)
      keeper = startKeeper(paths, input.settings)
    }
    await setTimeout(pollMs)
  }
  throw new Error(
    `The embedded database below ${paths.directory} was not ready in time. Its log is ${paths.postgresLog}.`,
  )
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

/** In a session of its own: what ends us, such as Ctrl-C at the terminal, does not end the database of the others. */
function startKeeper(paths: Paths, settings: Record<string, string>): ChildProcess {
  const program = fileURLToPath(new URL('keeper.ts', import.meta.url))
  const words = ['--disable-warning=ExperimentalWarning', program, paths.directory, JSON.stringify(settings)]
  const log = openKeeperLog(paths)
  const keeper = spawn(process.execPath, words, {
    cwd: paths.directory,
    env: keeperEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  keeper.on('error', () => {}).unref()
  return keeper
}

function openKeeperLog(paths: Paths): number {
  const size = statSync(paths.keeperLog, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(paths.keeperLog, size > keeperLogBytesMax ? 'w' : 'a', 0o600)
  giveToOwner(paths, paths.keeperLog)
  return log
}

function crashed(paths: Paths): Error {
  const reason = readFileSync(paths.keeperLog, 'utf8')
    .split('\n')
    .findLast((line) => line.includes('Error'))
  return new Error(
    `The keeper of the embedded database does not start: ${reason?.trim() ?? 'it says nothing'}. Its log is ${paths.keeperLog}.`,
  )
}

/** Undefined when nobody answers, or who answered was about to leave. */
async function tieTo(
  paths: Paths,
  log: (text: string) => void,
  deadline: AbortSignal,
): Promise<KeeperConnection | undefined> {
  const folder = findSockets(paths)
  if (!folder) return undefined
  const socket = connect(join(folder, keeperSocket)).on('error', () => {})
  let failure: string | undefined
  const broken = new Promise<string | undefined>((resolve) => socket.once('close', () => resolve(failure)))
  const ready = new Promise<string>((resolve) => {
    hear(socket, (news) => {
      if (news.kind === 'ready') resolve(news.sockets)
      else if (news.kind === 'note') log(news.text)
      else failure = news.reason
    })
  })
  const giveUp = () => socket.destroy()
  deadline.addEventListener('abort', giveUp)
  const sockets = await Promise.race([ready, broken.then(() => undefined)])
  deadline.removeEventListener('abort', giveUp)
  if (failure) throw new Error(failure)
  // A program that has nothing else to do may end without saying so.
  socket.unref()
  return sockets === undefined ? undefined : { sockets, broken, leave: () => leave(socket, broken) }
}

async function leave(socket: Socket, broken: Promise<unknown>): Promise<void> {
  socket.ref()
  socket.end()
  await broken
}
