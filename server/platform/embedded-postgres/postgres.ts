import { spawn } from 'node:child_process'
import { appendFileSync, realpathSync, renameSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { User } from './cluster.ts'
import { type Paths, port } from './paths.ts'
import { endPostgres, isReady, pidFileTime } from './pid-file.ts'

/** Durability keeps PostgreSQL's default, on. The starting program may override it, for example for tests. */
const defaults = {
  shared_buffers: '256MB',
  max_connections: '200',
  wal_compression: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors go to the client that caused them; the log omits them, because statements may contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Settings that cannot be overridden: others could make it hang or expose it to the network. */
const fixed = {
  // The daemon restarts PostgreSQL after a crash. PostgreSQL 18.4 can hang forever when it restarts itself: while it
  // re-initialises, it ignores the death of its startup process or checkpointer (`process_pm_child_exit`, `HandleChildCrash`).
  restart_after_crash: 'off',
  listen_addresses: '',
  port: String(port),
  unix_socket_permissions: '0700',
  logging_collector: 'off',
  log_destination: 'stderr',
}

function settingArgs({ cluster, sockets }: Paths, settings: Record<string, string>): string[] {
  // Relative, as PostgreSQL permits, because the whole path can be too long for a socket.
  const folder = relative(realpathSync(cluster), sockets).replaceAll('"', '""')
  const all = { ...defaults, ...settings, ...fixed, unix_socket_directories: `"${folder}"` }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * How long PostgreSQL may not be ready. Recovery may take longer, but logs its progress every ten seconds
 * (`log_startup_progress_interval`). Once it was ready, it refuses connections only briefly, while it stops.
 */
const usualLimits = { startingMs: 300_000, stoppingMs: 60_000 }
const progress = /\] LOG: /

const pollMs = { starting: 10, ready: 1_000 }
const orphanedPipeMs = 100

/** The parameters of a PostgreSQL start. */
export type StartOptions = {
  paths: Paths
  binaries: Binaries
  user: User
  settings: Record<string, string>
  log: (text: string) => void
  /** Called once it accepts connections. */
  onReady: () => void
  limits?: typeof usualLimits
}

/** One run of PostgreSQL. `ended` resolves with its last output when it has ended. */
export type Run = { ended: Promise<string>; stop: () => Promise<void> }

export function startPostgres(options: StartOptions): Run {
  const { paths, user, binaries, log, onReady, limits = usualLimits } = options
  const words = [...user.prefix('INT'), binaries.postgres, '-D', paths.cluster]
  const [program = '', ...args] = [...words, ...settingArgs(paths, options.settings)]
  const before = pidFileTime(paths)
  const child = spawn(program, args, { cwd: paths.directory, stdio: ['ignore', 'ignore', 'pipe'] })
  let progressAt = performance.now()
  const lastOutput = listen(child.stderr, (text) => {
    if (progress.test(text)) progressAt = performance.now()
    log(text)
  })
  const isGone = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    const finish = () => resolve(`${lastOutput()} (ended with ${child.signalCode ?? child.exitCode})`.trim())
    child.once('close', finish)
    // After a kill, its child processes may hold the pipe a little longer.
    child.once('exit', () => void setTimeout(orphanedPipeMs).then(finish))
  })
  const stop = async () => {
    if (child.pid !== undefined) await endPostgres(child.pid, isGone)
  }
  const watch = async () => {
    let wasReady = false
    for (; !isGone(); await setTimeout(wasReady ? pollMs.ready : pollMs.starting)) {
      if (isReady(paths, child.pid, before)) {
        progressAt = performance.now()
        if (!wasReady) onReady()
        wasReady = true
      }
      const limitMs = wasReady ? limits.stoppingMs : limits.startingMs
      if (performance.now() - progressAt < limitMs) continue
      log(`daemon: PostgreSQL has accepted no connections for ${limitMs / 1_000} s and is stopped.\n`)
      return stop()
    }
  }
  watch().catch((error: Error) => log(`daemon: ${error.message}\n`))
  return { ended, stop }
}

const complaint = /(FATAL|PANIC|DETAIL|HINT|error):? /
const withoutTime = (line: string) => line.replace(/^.*? \[\d+\] /, '')

/** Returns a function that returns the last lines, those that complain if there are any. */
function listen(output: Readable, log: (text: string) => void): () => string {
  let tail = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    tail = `${tail}${text}`.slice(-4_000)
    log(text)
  })
  return () => {
    const lines = tail.split('\n').filter((line) => line.trim() !== '')
    const complaints = lines.filter((line) => complaint.test(line))
    // Before PostgreSQL has read its settings, its messages have no level.
    return (complaints.length > 0 ? complaints : lines).slice(-3).map(withoutTime).join(' ')
  }
}

const logBytesMax = 10_000_000

/** Opens a log of up to two files, the current and the previous one. */
export function openLog(path: string): (text: string) => void {
  appendFileSync(path, '', { mode: 0o600 })
  return (text) => {
    try {
      if (statSync(path).size > logBytesMax) renameSync(path, `${path}.1`)
      appendFileSync(path, text, { mode: 0o600 })
    } catch {
      // A full disk must not stop the process through its log: PostgreSQL survives it.
    }
  }
}
