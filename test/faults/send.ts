import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Rng } from '../properties/rng.ts'
import type { Answer as Heard } from '../support/client.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { NodeAddress } from './components.ts'

export type Answer = Pick<Heard, 'status' | 'body' | 'raw'>
export type Request = {
  readonly bearer: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly form?: () => FormData
}

/** Repeats the same request with the same key at either node until the outcome is known. */
export type Send = (request: Request) => Promise<Answer>

type Attempt = {
  readonly nodeAddress: NodeAddress
  readonly request: Request
  readonly key: string
  readonly acknowledged: Acknowledged
}

const pauseMs = 60
/** Maximum time for a response over a healthy connection; below, for the outcome. */
const answerMsMax = 20_000
const outcomeMsMax = 180_000

/** `ended`: aborts requests whose outcomes are no longer needed. */
export function sendTo(
  nodeAddresses: readonly NodeAddress[],
  acknowledged: Acknowledged,
  rng: Rng,
  ended: AbortSignal,
): Send {
  return async (request) => {
    const [key, late] = [randomUUID(), AbortSignal.timeout(outcomeMsMax)]
    while (!late.aborted && !ended.aborted) {
      const answer = await attempt({ nodeAddress: rng.one(nodeAddresses) as NodeAddress, request, key, acknowledged })
      if (answer) return answer
      await setTimeout(pauseMs)
    }
    throw new Error(`${request.method} ${request.path} has no outcome: ${acknowledged.wrong.join('; ')}`)
  }
}

/** Returns a response; undefined without one, or for one that asks to retry. */
async function attempt({ nodeAddress, request, key, acknowledged }: Attempt): Promise<Answer | undefined> {
  const [isWhole, what, since] = [
    nodeAddress.disturbances.watch(),
    `${request.method} ${request.path}`,
    performance.now(),
  ]
  try {
    const response = await fetch(nodeAddress.url + request.path, {
      method: request.method,
      signal: AbortSignal.timeout(answerMsMax),
      ...sent(request, key),
    })
    const raw = await response.text()
    const { status } = response
    count(acknowledged, status < 300 ? `${status}` : `${status} ${parsed(raw)?.code}`)
    const mayAsk = status === 503 && response.headers.has('retry-after')
    if (status >= 500 && !mayAsk) acknowledged.wrong.push(`${what}: ${status} ${raw}`)
    if (status >= 500 || parsed(raw)?.code === 'idempotency_key_in_progress') return undefined
    return { status, raw, body: parsed(raw) }
  } catch (error) {
    const reason = `${(error as Error).cause ?? error} after ${Math.round(performance.now() - since)} ms`
    count(acknowledged, 'no answer')
    if (isWhole()) acknowledged.wrong.push(`${what}: no answer, though everything was whole: ${reason}`)
    return undefined
  }
}

function sent(
  { bearer, method, body, form }: Request,
  key: string,
): { headers: Record<string, string>; body?: FormData | string } {
  const headers = { authorization: `Bearer ${bearer}`, ...(method === 'GET' ? {} : { 'idempotency-key': key }) }
  if (form) return { headers, body: form() }
  if (!body) return { headers }
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function count({ outcomes }: Acknowledged, outcome: string): void {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
}

function parsed(raw: string): Heard['body'] {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
