import { port } from './paths.ts'

/** Durability keeps its default, which is on; who starts PostgreSQL may say otherwise, for example for tests. */
const defaults = {
  shared_buffers: '256MB',
  max_connections: '200',
  wal_compression: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // An error goes to the program that caused it; the log keeps what only the log can tell. Statements may hold personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/**
 * The keeper restarts PostgreSQL after a crash. PostgreSQL 18.4 can hang for ever when it does that itself: while it re-initialises, it
 * ignores the death of its startup process or checkpointer (`process_pm_child_exit`, `HandleChildCrash`).
 */
const restarts = { restart_after_crash: 'off' }

/** The settings as PostgreSQL's command line; what keeps it off the network, or could make it hang, cannot be changed. */
export function settingWords(sockets: string, settings: Record<string, string>): string[] {
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
