import { stopwatch } from '../../../server/platform/clock.ts'
import type { Person } from '../../model/messages.ts'
import type { OnSet } from './market.ts'

/** Writes at each node ten times a second, regardless of earlier results, and records the successes. */
export type Probe = {
  /** Starts measuring. The returned function gives the longest time without a write at a node, in milliseconds. */
  watch(): () => number
  /** Responses that must never occur, and requests without a response. */
  readonly wrong: string[]
  readonly outcomes: Record<string, number>
  stop(): void
}

const everyMs = 100
const answerMsMax = 20_000

export function openProbe({ trade: { nodes, world } }: Pick<OnSet, 'trade'>): Probe {
  const [passed, wrong, outcomes, written] = [
    stopwatch(),
    [] as string[],
    {} as Record<string, number>,
    nodes.map((): number[] => []),
  ]
  let serial = 0
  const write = async (index: number) => {
    const { key } = world.advertisers[serial++ % world.advertisers.length] as Person
    const outcome = await attempt(nodes[index]?.url ?? '', key)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (outcome === '200') written[index]?.push(passed())
    else if (outcome !== '503') wrong.push(`the probe: ${outcome}`)
  }
  const timer = setInterval(() => {
    for (const index of nodes.keys()) void write(index)
  }, everyMs)
  return {
    watch: () => {
      const since = passed()
      return () => Math.max(...written.map((instants) => longest(instants, since, passed())))
    },
    wrong,
    outcomes,
    stop: () => clearInterval(timer),
  }
}

/** A 503 must name when to retry; otherwise it counts as wrong. */
async function attempt(url: string, key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(answerMsMax)
  try {
    const answer = await fetch(`${url}/v1/balance`, {
      method: 'PATCH',
      headers,
      signal,
      body: '{"lowBalanceThreshold":1}',
    })
    const text = await answer.text()
    const mayAsk = answer.status !== 503 || answer.headers.has('retry-after')
    return answer.status < 300 || (answer.status === 503 && mayAsk) ? `${answer.status}` : `${answer.status} ${text}`
  } catch (error) {
    return `no answer: ${(error as Error).cause ?? error}`
  }
}

/** Returns the longest gap between these times, including both ends of the interval. */
function longest(instants: readonly number[], since: number, until: number): number {
  const within = [since, ...instants.filter((at) => at >= since && at <= until), until]
  return Math.round(Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? since))))
}
