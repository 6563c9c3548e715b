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

const pollMs = 1_000
const pageMax = 100

type Feed = {
  readonly items: readonly Event[]
  readonly nextAfter: number
  readonly hasMore: boolean
  readonly newestSequence: number
}

/** Returns the sequence number of the last event: later ones are new. */
export const newestSequence = async (market: Marketplace): Promise<number> =>
  (await feedOf(market, { limit: 1 })).newestSequence

/** Yields events as they happen, until `signal` aborts. Goes on where it was after the connection was lost. */
export async function* follow(market: Marketplace, { after, types, signal }: Following): AsyncGenerator<Event> {
  let from = after
  while (!signal.aborted) {
    const { items, nextAfter, hasMore } = await orNothing(from, () =>
      feedOf(market, { after: from, limit: pageMax, ...(types && { types }) }),
    )
    yield* items
    from = nextAfter
    if (!hasMore) await setTimeout(pollMs, undefined, { signal }).catch(() => {})
  }
}

/** Reads the feed as text, because the client turns amounts into decimals. */
async function feedOf(market: Marketplace, query: Readonly<Record<string, unknown>>): Promise<Feed> {
  const { response } = await market.request('get', '/v1/events', { query, isFile: true }).withResponse()
  return (await response.json()) as Feed
}

/** Whether the marketplace may answer later: it is restarted, or busy. */
const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ProblemError && (error.status >= 500 || error.status === 429))

async function orNothing(from: number, read: () => Promise<Feed>): Promise<Feed> {
  try {
    return await read()
  } catch (error) {
    if (!mayPass(error)) throw error
    printError('The marketplace cannot be reached. Trying again …')
    return { items: [], nextAfter: from, hasMore: false, newestSequence: from }
  }
}

/** Returns a signal that Ctrl-C aborts. */
export function interrupted(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return stop.signal
}
