import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { machineSeconds } from '../clock.ts'
import { type Paths, postgresSocket } from './paths.ts'

/** What PostgreSQL records of itself in `postmaster.pid`. */
type Recorded = { readonly pid: number; readonly startedAt: number; readonly status: string | undefined }

const pidFile = (paths: Paths) => join(paths.cluster, 'postmaster.pid')

function recorded(paths: Paths): Recorded | undefined {
  try {
    const lines = readFileSync(pidFile(paths), 'utf8').split('\n')
    return { pid: Number(lines[0]), startedAt: Number(lines[2]), status: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

/** When the pid file was written; undefined if there is none. */
export const pidFileTime = (paths: Paths): number | undefined =>
  statSync(pidFile(paths), { throwIfNoEntry: false })?.ctimeMs

/**
 * Whether this PostgreSQL has recorded that it accepts connections. `before` is the time of the file before it was started: after a
 * restart of a container, a PostgreSQL often gets the pid of the one that was killed.
 */
export function isReady(paths: Paths, pid: number | undefined, before: number | undefined): boolean {
  const found = recorded(paths)
  return found?.pid === pid && found?.status === 'ready' && pidFileTime(paths) !== before
}

/**
 * Returns for how many seconds PostgreSQL has been starting, including crash recovery. Returns undefined if it accepts
 * connections, stops or does not run.
 */
export function startingSeconds(paths: Paths): number | undefined {
  const found = recorded(paths)
  if (found?.status !== 'starting' || !isOurs(paths, found.pid)) return undefined
  return Math.max(0, machineSeconds() - found.startedAt)
}

/**
 * Cleans up after an earlier run: stops a PostgreSQL whose daemon was killed, and removes files that name a process that is
 * gone or whose pid was reused. The caller must hold the lock.
 */
export async function cleanUp(paths: Paths): Promise<void> {
  const pid = recorded(paths)?.pid
  if (pid && isOurs(paths, pid)) await endPostgres(pid, () => !isOurs(paths, pid))
  // If no process has the pid, PostgreSQL checks the file itself, and looks for server processes that still write.
  if (pid && send(pid, 0)) rmSync(pidFile(paths), { force: true })
  for (const name of [postgresSocket, `${postgresSocket}.lock`]) rmSync(join(paths.sockets, name), { force: true })
}

const stopSignals = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** Starts with a fast shutdown, which loses nothing. Escalates if PostgreSQL does not stop; it then recovers at the next start. */
export async function endPostgres(pid: number, isGone: () => boolean): Promise<void> {
  if (isGone()) return
  for (const [signal, patienceMs] of stopSignals) {
    send(pid, signal)
    if (await until(isGone, patienceMs)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end: end it by hand, then start again.`)
}

/** Returns false if there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Pids are reused: only the command line proves that this is the PostgreSQL of this cluster. */
function isOurs(paths: Paths, pid: number): boolean {
  const words = commandLine(pid)
  return /postgres\b/.test(words) && words.includes(`-D ${paths.cluster} `)
}

/** Returns the command line, empty for a process that has ended, including a zombie. */
function commandLine(pid: number): string {
  if (!existsSync('/proc/self/cmdline')) {
    return `${spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim()} `
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

const pollMs = 10

/** Polls until the condition holds. Returns false after `patienceMs`. */
export async function until(condition: () => boolean, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (!condition()) {
    if (performance.now() > deadline) return false
    await setTimeout(pollMs)
  }
  return true
}
