import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { stopwatch } from '../clock.ts'

/** How long new requests are begun in one turn of the event loop, in milliseconds. */
const sliceMsMax = 20

type Arrived = { readonly raw: IncomingMessage; readonly response: ServerResponse; readonly waitedMs: () => number }

/**
 * Begins requests in the order of arrival, only for a short time in each turn of the event loop, so that requests in progress
 * continue: one with several round trips to the database needs many turns. Requests that would wait longer than `waitMsMax`
 * are refused: then they arrive faster than they are answered.
 */
export function inShortTurns(begin: RequestListener, refuse: RequestListener, waitMsMax: number): RequestListener {
  const waiting: Arrived[] = []
  const sliceMs = Math.min(sliceMsMax, waitMsMax)
  const turnMs = createTurns()
  const isLate = () => waiting[0] !== undefined && waiting[0].waitedMs() > waitMsMax
  const answer = (listener: RequestListener) => {
    const next = waiting.shift()
    if (next && !next.response.destroyed) listener(next.raw, next.response)
  }
  const beginNext = () => {
    if (turnMs() >= sliceMs) return void setImmediate(beginNext)
    while (isLate()) answer(refuse)
    answer(begin)
    // What the request does without waiting comes first: it is part of this turn.
    if (waiting.length > 0) queueMicrotask(() => process.nextTick(beginNext))
  }
  return (raw, response) => {
    if (isLate()) return refuse(raw, response)
    if (waiting.length === 0 && turnMs() < sliceMs) return begin(raw, response)
    if (waiting.push({ raw, response, waitedMs: stopwatch() }) === 1) setImmediate(beginNext)
  }
}

/** Returns a function that returns the milliseconds since its first call in this turn of the event loop. */
function createTurns(): () => number {
  let passed: (() => number) | undefined
  return () => {
    if (passed) return passed()
    passed = stopwatch()
    setImmediate(() => {
      passed = undefined
    })
    return 0
  }
}
