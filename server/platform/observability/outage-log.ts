import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from '../clock.ts'

const pauseMs = 10_000

type Last = { readonly passedMs: () => number; omitted: number }
const lastByMessage = new Map<string, Last>()

/**
 * Warns that the database is unreachable, without a stack: once in ten seconds per message, with the number of lines omitted
 * since. A log line per request would fill a disk that is already full. `message` must be a constant.
 */
export function logOutage(log: Pick<FastifyBaseLogger, 'warn'>, error: unknown, message: string): void {
  const last = lastByMessage.get(message)
  if (last && last.passedMs() < pauseMs) {
    last.omitted++
    return
  }
  lastByMessage.set(message, { passedMs: stopwatch(), omitted: 0 })
  log.warn({ reason: error instanceof Error ? error.message : String(error), omitted: last?.omitted ?? 0 }, message)
}
