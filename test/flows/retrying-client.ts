import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../server/platform/clock.ts'
import type { Answer } from '../support/client.ts'

/** Outcomes of a test's requests; `wrong`: those that must never occur. */
export type RequestOutcomes = {
  readonly outcomes: Record<string, number>
  readonly wrong: string[]
  slowestMs: number
  requestCount: number
}

/** Whether the program may be down; a request may then fail without a response. */
export type Availability = { isUp: boolean }

/** Sends requests, whatever their outcome. */
export type RetryingClient = {
  readonly results: RequestOutcomes
  /** Sends once. Undefined if there was no response or the database was unavailable: the outcome is unknown. */
  once(what: string, send: () => Promise<Answer>): Promise<Answer | undefined>
  /** Retries until the outcome is known. */
  retry(what: string, send: () => Promise<Answer>): Promise<{ answer: Answer; isFirst: boolean }>
}

const pauseMs = 50
const retryMsMax = 180_000
/** While the database is down, requests must be answered within this time, on a busy machine too. */
const slowestMsMax = 60_000

export function retryingClientIn(availability: Availability, onRequest: () => void = () => {}): RetryingClient {
  const results: RequestOutcomes = { outcomes: {}, wrong: [], slowestMs: 0, requestCount: 0 }
  async function once(what: string, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const [wasUp, passed] = [availability.isUp, stopwatch()]
    results.requestCount++
    onRequest()
    const answer = await send().catch((error: Error) => error)
    const outcome = outcomeOf(answer)
    results.outcomes[outcome] = (results.outcomes[outcome] ?? 0) + 1
    results.slowestMs = Math.max(results.slowestMs, passed())
    if (passed() > slowestMsMax) results.wrong.push(`${what}: ${outcome} after ${Math.round(passed())} ms`)
    if (answer instanceof Error) {
      if (wasUp) results.wrong.push(`${what}: no answer, though the program ran: ${answer.cause ?? answer}`)
      return undefined
    }
    if (answer.status >= 500 && outcome !== unavailable) results.wrong.push(`${what}: ${answer.status} ${answer.raw}`)
    return answer.status >= 500 ? undefined : answer
  }
  return {
    results,
    once,
    retry: async (what, send) => {
      const passed = stopwatch()
      for (let isFirst = true; passed() < retryMsMax; isFirst = false) {
        const answer = await once(what, send)
        if (answer) return { answer, isFirst }
        await setTimeout(pauseMs)
      }
      throw new Error(`${what}: no outcome in ${retryMsMax} ms. ${results.wrong.join('; ')}`)
    },
  }
}

export const unavailable = '503 temporarily_unavailable'

function outcomeOf(answer: Answer | Error): string {
  if (answer instanceof Error) return 'no answer'
  return answer.status < 300 ? `${answer.status}` : `${answer.status} ${answer.body?.code}`
}
