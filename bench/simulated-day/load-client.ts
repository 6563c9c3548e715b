import { setTimeout } from 'node:timers/promises'
import { pictureOf } from '../../server/commands/demo/picture.ts'
import { rngOf } from '../rng.ts'
import { type Day, visitsOf } from './arrivals.ts'
import { type Connections, openConnections } from './connections.ts'
import type { DayDataset } from './dataset.ts'
import { habits } from './mix.ts'
import type { People } from './people.ts'
import { bytesOf } from './request-bytes.ts'
import { createResponseCollector, type DayResult } from './response-collector.ts'
import type { DayState, Visitor, VisitRequest, VisitResponse } from './visit-state.ts'
import { visiting } from './visits.ts'

/*
 * All users of the simulated marketplace, in one process. A visit starts when it is due, independently of earlier ones; each of
 * its requests is due a moment after the previous one was due, whenever that was answered.
 */

/** The setup, sent first; then days follow. */
export type LoadSettings = {
  readonly publicUrl: string
  readonly port: number
  readonly people: People
  readonly dataset: DayDataset
  readonly pictures: number
}
export type LoadClientMessage = 'ready' | DayResult

type Setup = { readonly setting: LoadSettings; readonly state: DayState; readonly connections: Connections }
let setup: Setup | undefined

process.on('message', async (message: LoadSettings | Day) => {
  if ('port' in message) {
    setup = await openSetup(message)
    process.send?.('ready' satisfies LoadClientMessage)
  } else if (setup) process.send?.((await playDay(setup, message)) satisfies LoadClientMessage)
})

async function openSetup(setting: LoadSettings): Promise<Setup> {
  const { people, dataset, port } = setting
  const pictures: string[] = []
  for (let index = 0; index < setting.pictures; index++) {
    pictures.push(Buffer.from(await pictureOf(index)).toString('latin1'))
  }
  const codes = new Map([...dataset.offers, ...dataset.hot].map(({ id, code }) => [id, code]))
  const [open, hot] = [dataset.offers, dataset.hot].map((offers) => offers.map(({ id }) => id))
  const begun = { codes, open: open ?? [], hot: hot ?? [], readUpTo: new Map<number, number>() }
  return {
    setting,
    state: { people, dataset, pictures, ...begun, executorsStarted: 0, picturesTaken: 0 },
    connections: await openConnections(port),
  }
}

const tickMs = 1
/** Time after the end of the day in which started visits must finish. */
const patienceMs = 30_000

async function playDay(at: Setup, day: Day): Promise<DayResult> {
  const start = performance.now()
  const collector = createResponseCollector(day.seconds * 1000)
  const since = () => performance.now() - start
  let underWay = 0
  const begin = ({ kind, at: due, place: index }: ReturnType<typeof visitsOf>[number]) => {
    underWay++
    const visitor = turnAt({ ...at, day, collector, since }, due, rngOf(day.seed, 1_000 + index))
    void visiting[kind](visitor)
      .catch((error) => error !== over && collector.countUnexpected(`${kind}: ${error}`, ''))
      .finally(() => underWay--)
  }
  const coming = visitsOf(day)
  for (let next = 0; next < coming.length; await setTimeout(tickMs)) {
    for (let visit = coming[next]; visit && visit.at <= since(); visit = coming[++next]) begin(visit)
  }
  const until = Math.max(since(), day.seconds * 1000) + patienceMs
  while (underWay > 0 && since() < until) await setTimeout(10)
  return collector.result({ visits: coming.length, unfinished: underWay, seconds: since() / 1000 })
}

type At = Setup & {
  readonly day: Day
  readonly collector: ReturnType<typeof createResponseCollector>
  readonly since: () => number
}

/** Thrown for a response that ends the visit. */
const over = new Error('the visit is over')

function turnAt(at: At, begun: number, rng: () => number): Visitor {
  const { state, collector, since } = at
  let due = begun
  const send = async (request: VisitRequest): Promise<VisitResponse> => {
    if (due > since()) await setTimeout(due - since())
    const answer = await at.connections.ask(bytesOf(at.setting.publicUrl, request))
    const reply = collector.note(request, due, since(), answer)
    due += habits.thinkMs.value * (0.5 + rng())
    if (!reply) throw over
    return reply
  }
  const startVisits: Visitor['startVisits'] = async (count, withinMs, visit) => {
    const others = Array.from({ length: count }, () => turnAt(at, begun + rng() * withinMs, rng))
    await Promise.all(others.map((visitor) => visit(visitor).catch((error) => error !== over && Promise.reject(error))))
  }
  return {
    state,
    rng,
    acknowledged: collector.acknowledged,
    send,
    startVisits,
    reportUnexpected: (what) => collector.countUnexpected(what, ''),
  }
}
