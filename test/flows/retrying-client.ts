import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../server/platform/clock.ts'
import type { Answer } from '../support/client.ts'

/** Outcomes of a test's requests; `wrong`: those that must never occur. */
export type RequestOutcomes = {
  readonly outcomes: Record<string, number>
  readonly wrong: string[]
  slowestMs: number
  asked: number
}

/** Whether the program may be down; a request may then fail without a response. */
export type Presence = { kills: number; isUp: boolean }

/** Sends requests, whatever their outcome. */
export type RetryingClient = {
  readonly met: RequestOutcomes
  /** Sends once. Undefined if there was no response or the database was unavailable: the outcome is unknown. */
  once(what: string, send: () => Promise<Answer>): Promise<Answer | undefined>
  /** Retries until the outcome is known. */
  retry(what: string, send: () => Promise<Answer>): Promise<{ answer: Answer; isFirst: boolean }>
}

const pauseMs = 50
const patienceMs = 30_000
/** While the database is down, requests must be answered within this time, on a busy machine too. */
const slowestMsMax = 12_000

export function retryingClientIn(presence: Presence, onAsk: () => void = () => {}): RetryingClient {
  const met: RequestOutcomes = { outcomes: {}, wrong: [], slowestMs: 0, asked: 0 }
  async function once(what: string, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const [kills, wasUp, passed] = [presence.kills, presence.isUp, stopwatch()]
    met.asked++
    onAsk()
    const answer = await send().catch((error: Error) => error)
    const isExcused = !wasUp || kills !== presence.kills
    const outcome = outcomeOf(answer)
    met.outcomes[outcome] = (met.outcomes[outcome] ?? 0) + 1
    met.slowestMs = Math.max(met.slowestMs, passed())
    if (passed() > slowestMsMax) met.wrong.push(`${what}: ${outcome} after ${Math.round(passed())} ms`)
    if (answer instanceof Error) {
      if (!isExcused) met.wrong.push(`${what}: no answer, though the program ran: ${answer.cause ?? answer}`)
      return undefined
    }
    if (answer.status >= 500 && outcome !== away) met.wrong.push(`${what}: ${answer.status} ${answer.raw}`)
    return answer.status >= 500 ? undefined : answer
  }
  return {
    met,
    once,
    retry: async (what, send) => {
      const passed = stopwatch()
      for (let isFirst = true; passed() < patienceMs; isFirst = false) {
        const answer = await once(what, send)
        if (answer) return { answer, isFirst }
        await setTimeout(pauseMs)
      }
      throw new Error(`${what}: no outcome in ${patienceMs} ms. ${met.wrong.join('; ')}`)
    },
  }
}

export const away = '503 temporarily_unavailable'

function outcomeOf(answer: Answer | Error): string {
  if (answer instanceof Error) return 'no answer'
  return answer.status < 300 ? `${answer.status}` : `${answer.status} ${answer.body?.code}`
}
