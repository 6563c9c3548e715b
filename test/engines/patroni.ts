import { keepSet } from '../patroni/kept.ts'
import type { Running } from './programs.ts'

/** The set of three behind HAProxy, with the same settings as it is handed out with: who flushes, and waits for whom, is what it is about. */
export async function startPatroni(): Promise<Running> {
  const { set, stop } = await keepSet()
  return { set, env: { DATABASE_URL: set.urls.app, DATABASE_DIRECT_URL: set.adminUrl }, pids: [], stop }
}
