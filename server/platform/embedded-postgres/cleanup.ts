import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { machineSeconds } from '../clock.ts'
import { type Paths, postgresSocket } from './paths.ts'
import { until } from './wait.ts'

/**
 * Clears away what an earlier run left: a PostgreSQL whose keeper was killed is stopped, and files that name a program
 * which is gone, or another one that has its number now, are removed. Only for who holds the lock.
 */
export async function clearRemains(paths: Paths, sockets: string): Promise<void> {
  const pid = recordedPid(paths)
  if (pid && isOurs(paths, pid)) await endPostgres(pid, () => !isOurs(paths, pid))
  // Where nobody has the number, PostgreSQL judges the file itself, and looks for server processes that still write.
  if (pid && exists(pid)) rmSync(pidFile(paths), { force: true })
  for (const name of [postgresSocket, `${postgresSocket}.lock`]) rmSync(join(sockets, name), { force: true })
}

/** Fast shutdown first, which waits for nobody and loses nothing; what does not heed it is ended harder, and recovers at the next start. */
export async function endPostgres(pid: number, isGone: () => boolean): Promise<void> {
  if (isGone()) return
  for (const [signal, patienceMs] of endings) {
    send(pid, signal)
    if (await until(isGone, patienceMs)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end: end it by hand, then start again.`)
}

/** Says whether this very PostgreSQL has written that it takes connections. */
export function isReady(paths: Paths, pid: number): boolean {
  const lines = pidLines(paths)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Returns for how many seconds the PostgreSQL of this place has been starting, which includes recovery after a crash. Returns undefined if it
 * accepts connections, stops or does not run.
 */
export function startingSeconds(paths: Paths): number | undefined {
  const lines = pidLines(paths)
  const [pid, startedAt] = [Number(lines[0]), Number(lines[2])]
  if (lines[7]?.trim() !== 'starting' || !pid || !isOurs(paths, pid)) return undefined
  return Math.max(0, machineSeconds() - startedAt)
}

const endings = [
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
    // It exists, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const exists = (pid: number) => send(pid, 0)

/** Numbers of programs are given again, so that only the command line proves that this is the PostgreSQL of this cluster. */
function isOurs(paths: Paths, pid: number): boolean {
  const words = commandLine(pid)
  return /postgres\b/.test(words) && words.includes(`-D ${paths.cluster} `)
}

/** Empty for what has ended, also when nobody has collected it yet. */
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
