import type { Answer } from '../connection.ts'
import { hours } from './mix.ts'
import type { Acknowledged, ResponseBody, Step, VisitRequest, VisitResponse } from './visit-state.ts'

/** Milliseconds from the time a request was due to its response. */
export type Latency = { readonly count: number; readonly p50: number; readonly p95: number; readonly p99: number }

export type DayResult = {
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
export function createResponseCollector(dayMs: number) {
  const times: Timed[] = []
  const refused: Record<string, number> = {}
  const unexpected: Record<string, { count: number; example: string }> = {}
  const acknowledged: Acknowledged = { submitted: [], accepted: [], rejected: [], created: [], deposits: 0 }
  let shed = 0
  const countUnexpected = (what: string, example: string) => {
    unexpected[what] = { count: (unexpected[what]?.count ?? 0) + 1, example: unexpected[what]?.example ?? example }
  }
  /** Records a response. Returns what the visit continues with, or undefined if it ends. */
  const note = ({ step, refusals = [] }: VisitRequest, due: number, now: number, answer: Answer | undefined) => {
    times.push({ step, due, ms: now - due })
    const { status = 'no answer' } = answer ?? {}
    if (status.startsWith('2')) return { isRefused: false, body: parsedBody(answer) } satisfies VisitResponse
    const response = parsedBody(answer)
    if (status === '503') shed++
    else if (response.code === undefined || !refusals.includes(response.code)) {
      countUnexpected(`${step}: ${status} ${response.code ?? ''}`, answer?.body().slice(0, 500) ?? '')
    } else {
      refused[response.code] = (refused[response.code] ?? 0) + 1
      return { isRefused: true, body: response } satisfies VisitResponse
    }
    return undefined
  }
  const result = (ended: Pick<DayResult, 'visits' | 'unfinished' | 'seconds'>): DayResult => ({
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
  return { note, countUnexpected, result, acknowledged }
}

function parsedBody(answer: Answer | undefined): ResponseBody {
  try {
    return JSON.parse(answer?.body() ?? '{}') as ResponseBody
  } catch {
    return {} as ResponseBody
  }
}

function latencyOf(times: readonly Timed[]): Latency {
  const sorted = Float64Array.from(times, ({ ms }) => ms).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
