import type { FastifyRequest } from 'fastify'
import { stopwatch } from '../../platform/clock.ts'
import { ValidationError } from '../../values/problems/problem.ts'
import type { FeedPart } from './actions.ts'
import { streamSecondsMax, waitSecondsMax } from './event.ts'

/*
 * The feed as Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html): one message for each event, whose id
 * is its sequence number and whose data is its body. Browsers and libraries connect again by themselves, with the last id.
 */

export const streamType = 'text/event-stream'
/** How long a client waits before it connects again, in milliseconds. */
const retryMs = 5_000

export const wantsStream = ({ headers, method }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes(streamType)

/** Returns the number in the header Last-Event-ID; undefined without the header. Throws ValidationError if it is no number. */
export function lastEventId({ headers }: FastifyRequest): number | undefined {
  const text = headers['last-event-id']
  if (text === undefined || text === '') return undefined
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw ValidationError([
    {
      field: 'Last-Event-ID',
      code: 'format',
      detail: { en: 'must be the sequence number of an event.', ru: 'должен быть порядковым номером события.' },
    },
  ])
}

/**
 * Yields the text of a stream that begins with `first`. `next` returns what follows a number, and waits for it. Ends after
 * `streamSecondsMax`, and when `next` does not wait: the account has too many streams, the client is gone, or the server stops.
 */
export async function* eventStream(
  first: FeedPart,
  next: (after: number) => Promise<FeedPart>,
): AsyncGenerator<string, void> {
  const passed = stopwatch()
  yield `retry: ${retryMs}\n\n`
  for (let part = first; ; ) {
    if (part.events.length > 0) yield part.events.map(messageOf).join('')
    if (passed() >= streamSecondsMax * 1000) return
    const waited = stopwatch()
    part = await next(part.nextAfter)
    if (part.events.length > 0) continue
    if (waited() < waitSecondsMax * 1000) return
    // Keeps the connection open.
    yield ': no event\n\n'
  }
}

const messageOf = ({ sequence, body }: FeedPart['events'][number]): string => `id: ${sequence}\ndata: ${body}\n\n`
