/**
 * The daemon: a small process that owns PostgreSQL for all programs of one directory. The first program starts it, each stays
 * connected to it, and when the last one has left it stops PostgreSQL and exits. A killed program counts as left.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { chooseUser, claimCluster, createCluster, isCreated } from './cluster.ts'
import { daemonSocket, giveToOwner, pathsIn } from './paths.ts'
import { cleanUp } from './pid-file.ts'
import { openLog, type Run, startPostgres } from './postgres.ts'
import { startFailure } from './start-failures.ts'

/** Messages to the programs, one line of JSON each. Programs send nothing back. `sockets` is for programs of earlier versions. */
export type Message =
  | { kind: 'ready'; sockets: string }
  | { kind: 'note'; text: string }
  | { kind: 'failed'; reason: string }

/** The program that starts a daemon connects within milliseconds, unless it was killed meanwhile. */
const firstProgramMs = 5_000

/** Pauses before restarts: none at first, growing if PostgreSQL keeps failing. */
const pausesMs = [0, 0, 100, 200, 400, 800, 1_600]

/** A run of at least this duration counts as a successful start. */
const provenMs = 10_000

/** Failed starts in a row before giving up: few at first (probably a wrong setting), later about ten seconds' worth. */
const failedStartsMax = { first: 4, later: 10 }

const [directory = '', settings = '{}'] = process.argv.slice(2)
const paths = pathsIn(directory)
// All that it makes is private.
process.umask(0o077)
const lock = takeLock() ?? process.exit()
const log = openLog(paths.postgresLog)
const programs = new Set<Socket>()
let latest: Message | undefined
let run: Run | undefined
let isLeaving = false

// A signal to the process group reaches the daemon too; the programs still need the database for a clean shutdown.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const server = await openSocket()
const running = keepRunning().catch(fail)
void setTimeout(firstProgramMs).then(() => (programs.size === 0 ? leave() : undefined))

/**
 * Takes a lock that one living process can hold. Returns undefined if another process holds it. Node has no file locks, but
 * SQLite does, on every system, and the kernel releases them however the process ends.
 */
function takeLock(): DatabaseSync | undefined {
  const sqliteBusy = 5
  const file = new DatabaseSync(paths.lock)
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
    return file
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
}

/** Opens the socket that programs stay connected to while they use the database. */
async function openSocket() {
  rmSync(paths.sockets, { recursive: true, force: true })
  mkdirSync(paths.sockets)
  // Half-open: a leaving program closes its side and still waits for our end.
  const opened = createServer({ allowHalfOpen: true }, attach)
  const path = join(paths.sockets, daemonSocket)
  // The whole path can be too long for a socket.
  process.chdir(directory)
  await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(relative(directory, path), resolve))
  for (const made of [paths.lock, paths.postgresLog, paths.sockets, path]) giveToOwner(paths, made)
  return opened
}

function attach(socket: Socket): void {
  if (isLeaving) return void socket.destroy()
  programs.add(socket)
  const detach = () => {
    if (!programs.delete(socket) || isLeaving) return
    // The last one waits until this process exits, so that it knows that PostgreSQL has stopped.
    if (programs.size === 0) void leave()
    else socket.end()
  }
  for (const event of ['end', 'close', 'error']) socket.on(event, detach)
  socket.resume()
  if (latest) send(socket, latest)
  if (latest?.kind === 'failed') void leave()
}

function send(socket: Socket, message: Message): void {
  socket.write(`${JSON.stringify(message)}\n`)
}

function tell(message: Message): void {
  log(`daemon: ${message.kind === 'note' ? message.text : message.kind === 'failed' ? message.reason : 'ready'}\n`)
  latest = message
  for (const socket of programs) send(socket, message)
}

/** Keeps PostgreSQL running until the last program leaves. Throws if it does not start. */
async function keepRunning(): Promise<void> {
  const [binaries, user] = [findBinaries(), chooseUser(paths)]
  if (!isCreated(paths)) {
    tell({ kind: 'note', text: `Creating a new database below ${directory}` })
    await createCluster(paths, binaries, user)
  }
  claimCluster(paths, user)
  let [quick, failed, failedMax] = [0, 0, failedStartsMax.first]
  const onReady = () => {
    failed = 0
    failedMax = failedStartsMax.later
    tell({ kind: 'ready', sockets: paths.sockets })
  }
  for (;;) {
    await setTimeout(pausesMs[Math.min(quick, pausesMs.length - 1)])
    await cleanUp(paths)
    if (isLeaving) return
    const started = performance.now()
    failed += 1
    run = startPostgres({ paths, binaries, user, settings: JSON.parse(settings), log, onReady })
    const reason = await run.ended
    if (isLeaving) return
    if (failed >= failedMax) throw new Error(startFailure(reason, paths))
    tell({ kind: 'note', text: `PostgreSQL ended and is started again. ${reason}` })
    quick = performance.now() - started > provenMs ? 0 : quick + 1
  }
}

/** A start can fail before the first program has connected: then waits for it, because it must learn the reason. */
function fail({ message }: Error): void {
  if (isLeaving) return
  tell({ kind: 'failed', reason: message })
  if (programs.size > 0) void leave()
}

async function leave(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  server.close()
  await run?.stop()
  await running
  lock.close()
  // Exiting closes the connection of the last program, which waits for it.
  process.exit()
}
