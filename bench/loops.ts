import { setTimeout } from 'node:timers/promises'
import { type Answer, type Connection, openConnection } from './connection.ts'

/** Returns the bytes of a connection's next request, or undefined if there are no more. */
export type Next = (connection: number, before: Answer | undefined) => string | undefined
export type OnAnswer = (answer: Answer | undefined, milliseconds: number, connection: number) => void
type Exchange = { readonly next: Next; readonly done: OnAnswer }

/** A closed loop: each client sends its next request after the response. */
export async function closedLoop(port: number, clients: number, exchange: Exchange): Promise<void> {
  await Promise.all(Array.from({ length: clients }, (_, connection) => keepBusy(port, connection, exchange)))
}

async function keepBusy(port: number, index: number, { next, done }: Exchange): Promise<void> {
  const connection = await openConnection(port)
  let answer: Answer | undefined
  for (let bytes = next(index, answer); bytes !== undefined; bytes = next(index, answer)) {
    const start = performance.now()
    answer = await connection.ask(bytes)
    done(answer, performance.now() - start, index)
    if (!answer) return
  }
  connection.close()
}

/**
 * The rate of an open loop, until a time by `performance.now()`. With `connections`, no others are opened, and requests that
 * find none free are not sent; otherwise they wait for one.
 */
export type LoadRate = { readonly perSecond: number; readonly until: number; readonly connections?: number | undefined }

const connectionsDefault = 256
const patienceMs = 5_000

/**
 * An open loop: sends requests at a fixed rate, independently of earlier responses. Latency counts from the time a request was
 * due, so it includes waiting for a connection, and up to a millisecond of our timer. Returns the number of unsent requests.
 */
export async function openLoop(
  port: number,
  { perSecond, until, connections: most }: LoadRate,
  { next, done }: Exchange,
): Promise<{ unasked: number }> {
  const connections = connectionsTo(port)
  const free = Array.from({ length: most ?? connectionsDefault }, (_, index) => index)
  const due: number[] = []
  let underWay = 0
  let unasked = 0
  const send = (index: number, at: number) => {
    const bytes = next(index, undefined)
    if (bytes === undefined) return void free.push(index)
    underWay++
    void connections.ask(index, bytes).then((answer) => {
      underWay--
      done(answer, performance.now() - at, index)
      const later = due.shift()
      if (later === undefined) free.push(index)
      else send(index, later)
    })
  }
  const ask = (at: number) => {
    const place = free.pop()
    if (place !== undefined) send(place, at)
    else if (most === undefined) due.push(at)
    else unasked++
  }
  for (const come = rateOf(perSecond, until); performance.now() < until; await setTimeout(1))
    for (const at of come()) ask(at)
  while (underWay > 0 && performance.now() < until + patienceMs) await setTimeout(5)
  // Unanswered requests have taken at least this long.
  for (const at of due) done(undefined, performance.now() - at, 0)
  await connections.close()
  return { unasked }
}

/** Returns a generator of the times at which requests became due since the last call. */
function rateOf(perSecond: number, until: number): () => Generator<number> {
  const start = performance.now()
  let sent = 0
  return function* () {
    const now = Math.min(performance.now(), until)
    const next = () => start + (sent * 1000) / perSecond
    for (let at = next(); at <= now; at = next()) {
      sent++
      yield at
    }
  }
}

/** Opens each connection on first use, because the server closes idle ones, and again if it broke. */
function connectionsTo(port: number) {
  const connections = new Map<number, Promise<Connection>>()
  const ask = async (index: number, bytes: string): Promise<Answer | undefined> => {
    const connection = connections.get(index) ?? openConnection(port)
    connections.set(index, connection)
    const answer = await connection.then((opened) => opened.ask(bytes)).catch(() => undefined)
    if (!answer) connections.delete(index)
    return answer
  }
  const close = async () => {
    for (const connection of await Promise.all(connections.values())) connection.close()
  }
  return { ask, close }
}
