import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { machineSeconds } from '../clock.ts'
import { type Paths, postgresSocket } from './paths.ts'
import { until } from './wait.ts'

/**
 * Cleans up after an earlier run: stops a PostgreSQL whose daemon was killed, and removes files that name a process that is
 * gone or whose pid was reused. The caller must hold the lock.
 */
export async function cleanUp(paths: Paths, sockets: string): Promise<void> {
  const pid = recordedPid(paths)
  if (pid && isOurs(paths, pid)) await endPostgres(pid, () => !isOurs(paths, pid))
  // If no process has the pid, PostgreSQL checks the file itself, and looks for server processes that still write.
  if (pid && exists(pid)) rmSync(pidFile(paths), { force: true })
  for (const name of [postgresSocket, `${postgresSocket}.lock`]) rmSync(join(sockets, name), { force: true })
}

/** Starts with a fast shutdown, which loses nothing. Escalates if PostgreSQL does not stop; it then recovers at the next start. */
export async function endPostgres(pid: number, isGone: () => boolean): Promise<void> {
  if (isGone()) return
  for (const [signal, patienceMs] of stopSignals) {
    send(pid, signal)
    if (await until(isGone, patienceMs)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end: end it by hand, then start again.`)
}

/** Whether this PostgreSQL has recorded that it accepts connections. */
export function isReady(paths: Paths, pid: number): boolean {
  const lines = pidLines(paths)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Returns for how many seconds PostgreSQL has been starting, including crash recovery. Returns undefined if it accepts
 * connections, stops or does not run.
 */
export function startingSeconds(paths: Paths): number | undefined {
  const lines = pidLines(paths)
  const [pid, startedAt] = [Number(lines[0]), Number(lines[2])]
  if (lines[7]?.trim() !== 'starting' || !pid || !isOurs(paths, pid)) return undefined
  return Math.max(0, machineSeconds() - startedAt)
}

const stopSignals = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

const pidFile = (paths: Paths) => join(paths.cluster, 'postmaster.pid')

function pidLines(paths: Paths): string[] {
  try {
    return readFileSync(pidFile(paths), 'utf8').split('\n')
  } catch {
    return []
  }
}

const recordedPid = (paths: Paths): number | undefined => Number(pidLines(paths)[0]) || undefined

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const exists = (pid: number) => send(pid, 0)

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
