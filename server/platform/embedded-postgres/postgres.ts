import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { Binaries } from './binaries.ts'
import { endPostgres, isReady } from './cleanup.ts'
import type { Paths } from './paths.ts'
import { settingArgs } from './settings.ts'
import type { User } from './user.ts'
import { hasEnded, until } from './wait.ts'

/**
 * Maximum time without progress during a start. Recovery may take longer, but logs its progress every ten seconds
 * (`log_startup_progress_interval`).
 */
const startWithoutProgressMs = 300_000
const progress = /\] LOG: /

const orphanedPipeMs = 100

const complaint = /(FATAL|PANIC|DETAIL|HINT|error):? /
const withoutTime = (line: string) => line.replace(/^.*? \[\d+\] /, '')

/** The parameters of a PostgreSQL start. */
export type StartOptions = {
  paths: Paths
  sockets: string
  binaries: Binaries
  user: User
  settings: Record<string, string>
  log: (text: string) => void
}

/** One run of PostgreSQL. */
export type Run = {
  /** True when it accepts connections, false if it ended before. */
  ready: Promise<boolean>
  /** Resolves with its last output when it has ended. */
  ended: Promise<string>
  stop: () => Promise<void>
}

export function startPostgres(options: StartOptions): Run {
  const { paths, user, binaries, sockets, settings } = options
  const [program = '', ...args] = [
    ...user.prefix('INT'),
    binaries.postgres,
    '-D',
    paths.cluster,
    ...settingArgs(sockets, settings),
  ]
  const child = spawn(program, args, { cwd: paths.directory, stdio: ['ignore', 'ignore', 'pipe'] })
  const { lastOutput, idleMs } = listen(child.stderr, options.log)
  const isGone = () => hasEnded(child)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    const finish = () => resolve(`${lastOutput()} (ended with ${child.signalCode ?? child.exitCode})`.trim())
    child.once('close', finish)
    // After a kill, its child processes may hold the pipe a little longer.
    child.once('exit', () => setTimeout(finish, orphanedPipeMs))
  })
  const isRunning = () => !isGone() && isReady(paths, child.pid ?? 0)
  const isSettled = () => isGone() || isRunning() || idleMs() > startWithoutProgressMs
  const ready = until(isSettled, Number.POSITIVE_INFINITY).then(isRunning)
  const stop = async () => {
    if (child.pid !== undefined) await endPostgres(child.pid, isGone)
  }
  return { ready, ended, stop }
}

type PostgresOutput = {
  readonly lastOutput: () => string
  /** Milliseconds since the last logged progress, or since the start. */
  readonly idleMs: () => number
}

function listen(output: Readable, log: (text: string) => void): PostgresOutput {
  let tail = ''
  let progressAt = performance.now()
  output.setEncoding('utf8').on('data', (text: string) => {
    tail = `${tail}${text}`.slice(-4_000)
    if (progress.test(text)) progressAt = performance.now()
    log(text)
  })
  const lastOutput = () => {
    const lines = tail.split('\n').filter((line) => line.trim() !== '')
    const complaints = lines.filter((line) => complaint.test(line))
    // Before PostgreSQL has read its settings, its messages have no level.
    return (complaints.length > 0 ? complaints : lines).slice(-3).map(withoutTime).join(' ')
  }
  return { lastOutput, idleMs: () => performance.now() - progressAt }
}
