import { setTimeout } from 'node:timers/promises'
import { ConnectionError, type Marketplace, ProblemError, TimeoutError } from '@task-marketplace/sdk'
import { printError } from './program.ts'

/** An event as the marketplace sent it, with its amounts as numbers. */
export type Event = {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly sequence: number
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

export type Following = {
  /** Sequence number after which events are wanted. */
  readonly after: number
  readonly types?: string
  readonly signal: AbortSignal
}

const retryMs = 1_000
/** How long the marketplace waits for the next event. */
const waitSeconds = 20
const pageMax = 100

type Feed = {
  readonly items: readonly Event[]
  readonly nextAfter: number
  readonly newestSequence: number
}

/** Returns the sequence number of the last event: later ones are new. */
export const newestSequence = async (market: Marketplace): Promise<number> =>
  (await feedOf(market, { limit: 1 })).newestSequence

/** Yields events as they happen, until `signal` aborts. Goes on where it was after the connection was lost. */
export async function* follow(market: Marketplace, { after, types, signal }: Following): AsyncGenerator<Event> {
  let from = after
  while (!signal.aborted) {
    const query = { after: from, limit: pageMax, wait: waitSeconds, ...(types && { types }) }
    const part = await orUndefined(() => feedOf(market, query, signal), signal)
    if (signal.aborted) return
    if (part) yield* part.items
    from = part?.nextAfter ?? from
    // The marketplace answers at once if too many requests of the account wait already.
    if (!part?.items.length) await setTimeout(retryMs, undefined, { signal }).catch(() => {})
  }
}

/** Reads the feed as text, because the client turns amounts into decimals. */
async function feedOf(
  market: Marketplace,
  query: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Feed> {
  const { response } = await market
    .request('get', '/v1/events', { query, isFile: true, ...(signal && { signal }) })
    .withResponse()
  return (await response.json()) as Feed
}

/** Whether the marketplace may answer later: it is restarted, or busy. */
const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ProblemError && (error.status >= 500 || error.status === 429))

async function orUndefined(read: () => Promise<Feed>, signal: AbortSignal): Promise<Feed | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!signal.aborted && !mayPass(error)) throw error
    if (!signal.aborted) printError('The marketplace cannot be reached. Trying again …')
    return undefined
  }
}

/** Returns a signal that Ctrl-C aborts. */
export function interrupted(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}
