import type { Answer } from '../connection.ts'
import { hours } from './mix.ts'
import type { Acknowledged, AnswerBody, Question, Reply, Step } from './visit-state.ts'

/** Milliseconds from the time a request was due to its response. */
export type Latency = { readonly count: number; readonly p50: number; readonly p95: number; readonly p99: number }

export type Played = {
  readonly visits: number
  /** Visits not finished half a minute after the end of the day. */
  readonly unfinished: number
  readonly seconds: number
  readonly all: Latency
  readonly steps: Readonly<Partial<Record<Step, Latency>>>
  readonly hours: readonly Latency[]
  /** Expected refusals, by code. */
  readonly refused: Readonly<Record<string, number>>
  /** 503 responses with Retry-After, from load shedding. */
  readonly shed: number
  readonly unexpected: Readonly<Record<string, { readonly count: number; readonly example: string }>>
  readonly acknowledged: Acknowledged
}

type Timed = { readonly step: Step; readonly due: number; readonly ms: number }

/** Collects the responses of a day of this length. */
export function newTally(dayMs: number) {
  const times: Timed[] = []
  const refused: Record<string, number> = {}
  const unexpected: Record<string, { count: number; example: string }> = {}
  const acknowledged: Acknowledged = { submitted: [], accepted: [], rejected: [], created: [], deposits: 0 }
  let shed = 0
  const complain = (what: string, example: string) => {
    unexpected[what] = { count: (unexpected[what]?.count ?? 0) + 1, example: unexpected[what]?.example ?? example }
  }
  /** Records a response. Returns what the visit continues with, or undefined if it ends. */
  const note = ({ step, refusals = [] }: Question, due: number, now: number, answer: Answer | undefined) => {
    times.push({ step, due, ms: now - due })
    const { status = 'no answer' } = answer ?? {}
    if (status.startsWith('2')) return { isRefused: false, told: toldBy(answer) } satisfies Reply
    const told = toldBy(answer)
    if (status === '503') shed++
    else if (told.code === undefined || !refusals.includes(told.code)) {
      complain(`${step}: ${status} ${told.code ?? ''}`, answer?.body().slice(0, 500) ?? '')
    } else {
      refused[told.code] = (refused[told.code] ?? 0) + 1
      return { isRefused: true, told } satisfies Reply
    }
    return undefined
  }
  const result = (ended: Pick<Played, 'visits' | 'unfinished' | 'seconds'>): Played => ({
    ...ended,
    all: latencyOf(times),
    steps: Object.fromEntries(
      Map.groupBy(times, ({ step }) => step)
        .entries()
        .map(([step, of]) => [step, latencyOf(of)]),
    ),
    hours: hours.map((_, hour) =>
      latencyOf(times.filter(({ due }) => Math.floor((due * hours.length) / dayMs) === hour)),
    ),
    ...{ refused, shed, unexpected, acknowledged },
  })
  return { note, complain, result, acknowledged }
}

function toldBy(answer: Answer | undefined): AnswerBody {
  try {
    return JSON.parse(answer?.body() ?? '{}') as AnswerBody
  } catch {
    return {} as AnswerBody
  }
}

function latencyOf(times: readonly Timed[]): Latency {
  const sorted = Float64Array.from(times, ({ ms }) => ms).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
