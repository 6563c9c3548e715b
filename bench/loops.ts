import { setTimeout } from 'node:timers/promises'
import { type Answer, type Connection, openConnection } from './connection.ts'

/** The bytes of the next request of a connection; nothing where there is no more to ask. */
export type Next = (connection: number, before: Answer | undefined) => string | undefined
export type OnAnswer = (answer: Answer | undefined, milliseconds: number) => void
type Exchange = { readonly next: Next; readonly done: OnAnswer }

/** So many connections, each of which asks when its last request is answered. */
export async function closedLoop(port: number, clients: number, exchange: Exchange): Promise<void> {
  await Promise.all(Array.from({ length: clients }, (_, connection) => keepBusy(port, connection, exchange)))
}

async function keepBusy(port: number, index: number, { next, done }: Exchange): Promise<void> {
  const connection = await openConnection(port)
  let answer: Answer | undefined
  for (let bytes = next(index, answer); bytes !== undefined; bytes = next(index, answer)) {
    const start = performance.now()
    answer = await connection.ask(bytes)
    done(answer, performance.now() - start)
    if (!answer) return
  }
  connection.close()
}

/**
 * A pace, until a time by `performance.now()`. Where the lanes are named, there are no more connections: what is due while
 * each of them waits for its answer is not asked. Otherwise it waits for one.
 */
export type LoadRate = { readonly perSecond: number; readonly until: number; readonly connections?: number | undefined }

const connectionsDefault = 256
const patienceMs = 5_000

/**
 * Requests at a fixed pace, whatever became of those before. Each is timed from the moment at which it was due: waiting for a
 * connection, because the server is behind, is in it; so is up to a millisecond of our own timer. Answers what was not asked.
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
      done(answer, performance.now() - at)
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
  // What is still not answered took at least so long.
  for (const at of due) done(undefined, performance.now() - at)
  await connections.close()
  return { unasked }
}

/** At which moments requests have become due since it was asked before. */
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

/** Connections by their places, each opened when it is needed, as the server cuts one on which nothing comes; and anew when it broke. */
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
