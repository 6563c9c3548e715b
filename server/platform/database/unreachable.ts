import { codeOf } from './db.ts'

/** Socket errors. A missing PostgreSQL socket means an unreachable server; any other missing file is our bug. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const missingSocketCodes = new Set(['ENOENT', 'EAGAIN'])
/** PostgreSQL errors: stopping, crashed, starting, standby, a lock not granted in time, and disk I/O errors. */
const unavailableCodes = new Set(['57P01', '57P02', '57P03', '57P05', '25006', '55P03', '58030'])
/** Connection failures and insufficient resources (disk, memory, connections). */
const unavailableClasses = ['08', '53']
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client has encountered a connection error|Client was closed)/

/** PostgreSQL source files that write data. Some system errors have no SQLSTATE, such as a file that may not grow. */
const diskSources = new Set(['md.c', 'fd.c', 'xlog.c'])
const isDiskError = (error: unknown): boolean =>
  codeOf(error) === 'XX000' && error instanceof Error && 'file' in error && diskSources.has(String(error.file))

/** PostgreSQL has no code for this: a backend notices that its postmaster is stopping. */
const isShutDown = (error: unknown): boolean =>
  codeOf(error) === 'XX000' && error instanceof Error && /postmaster was shut down/.test(error.message)

/** Whether the database is down, starting, stopping or full: the same request may succeed soon. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  if (
    socketCodes.has(code) ||
    unavailableCodes.has(code) ||
    unavailableClasses.includes(code.slice(0, -3)) ||
    isDiskError(error) ||
    isShutDown(error)
  )
    return true
  if (missingSocketCodes.has(code)) return (error as NodeJS.ErrnoException).syscall === 'connect'
  return error instanceof Error && unavailableMessages.test(error.message)
}
