import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from '../clock.ts'

const pauseMs = 10_000

type Last = { readonly passedMs: () => number; omitted: number }
const lastByMessage = new Map<string, Last>()

/**
 * Warns that the database cannot be reached, without a stack: at most once in ten seconds for each message, with the number of lines
 * omitted since. A log that grows with each request would refill the disk that is already full. `message` must be a constant.
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
