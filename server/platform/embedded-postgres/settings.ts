import { port } from './paths.ts'

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

/**
 * The daemon restarts PostgreSQL after a crash. PostgreSQL 18.4 can hang forever when it restarts itself: while it
 * re-initialises, it ignores the death of its startup process or checkpointer (`process_pm_child_exit`, `HandleChildCrash`).
 */
const restarts = { restart_after_crash: 'off' }

/** Returns PostgreSQL's command line options. Settings that expose it to the network or could make it hang cannot be overridden. */
export function settingArgs(sockets: string, settings: Record<string, string>): string[] {
  const all = {
    ...defaults,
    ...settings,
    ...restarts,
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
