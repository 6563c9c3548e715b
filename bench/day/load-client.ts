import { setTimeout } from 'node:timers/promises'
import { pictureOf } from '../../server/commands/demo/picture.ts'
import { rngOf } from '../rng.ts'
import { type Day, visitsOf } from './arrivals.ts'
import { type Connections, openConnections } from './connections.ts'
import type { DayDataset } from './dataset.ts'
import { habits } from './mix.ts'
import type { People } from './people.ts'
import { bytesOf } from './request-bytes.ts'
import { newTally, type Played } from './response-collector.ts'
import type { DayState, Question, Reply, Turn } from './visit-state.ts'
import { visiting } from './visits.ts'

/*
 * All users of the simulated marketplace, in one process. A visit starts when it is due, independently of earlier ones; each of
 * its requests is due a moment after the previous one was due, whenever that was answered.
 */

/** The setup, sent first; then days follow. */
export type Setting = {
  readonly publicUrl: string
  readonly port: number
  readonly people: People
  readonly dataset: DayDataset
  readonly pictures: number
}
export type Heard = 'ready' | Played

type Setup = { readonly setting: Setting; readonly scene: DayState; readonly connections: Connections }
let stage: Setup | undefined

process.on('message', async (message: Setting | Day) => {
  if ('port' in message) {
    stage = await openSetup(message)
    process.send?.('ready' satisfies Heard)
  } else if (stage) process.send?.((await playDay(stage, message)) satisfies Heard)
})

async function openSetup(setting: Setting): Promise<Setup> {
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
    scene: { people, dataset, pictures, ...begun, executorsCome: 0, picturesTaken: 0 },
    connections: await openConnections(port),
  }
}

const tickMs = 1
/** Time after the end of the day in which started visits must finish. */
const patienceMs = 30_000

async function playDay(at: Setup, day: Day): Promise<Played> {
  const start = performance.now()
  const tally = newTally(day.seconds * 1000)
  const since = () => performance.now() - start
  let underWay = 0
  const begin = ({ kind, at: due, place: index }: ReturnType<typeof visitsOf>[number]) => {
    underWay++
    const turn = turnAt({ ...at, day, tally, since }, due, rngOf(day.seed, 1_000 + index))
    void visiting[kind](turn)
      .catch((error) => error !== over && tally.complain(`${kind}: ${error}`, ''))
      .finally(() => underWay--)
  }
  const coming = visitsOf(day)
  for (let next = 0; next < coming.length; await setTimeout(tickMs)) {
    for (let visit = coming[next]; visit && visit.at <= since(); visit = coming[++next]) begin(visit)
  }
  const until = Math.max(since(), day.seconds * 1000) + patienceMs
  while (underWay > 0 && since() < until) await setTimeout(10)
  return tally.result({ visits: coming.length, unfinished: underWay, seconds: since() / 1000 })
}

type At = Setup & { readonly day: Day; readonly tally: ReturnType<typeof newTally>; readonly since: () => number }

/** Thrown for a response that ends the visit. */
const over = new Error('the visit is over')

function turnAt(at: At, begun: number, rng: () => number): Turn {
  const { scene, tally, since } = at
  let due = begun
  const ask = async (question: Question): Promise<Reply> => {
    if (due > since()) await setTimeout(due - since())
    const answer = await at.connections.ask(bytesOf(at.setting.publicUrl, question))
    const reply = tally.note(question, due, since(), answer)
    due += habits.thinkMs.value * (0.5 + rng())
    if (!reply) throw over
    return reply
  }
  const beside: Turn['beside'] = async (count, withinMs, visit) => {
    const others = Array.from({ length: count }, () => turnAt(at, begun + rng() * withinMs, rng))
    await Promise.all(others.map((turn) => visit(turn).catch((error) => error !== over && Promise.reject(error))))
  }
  return { scene, rng, acknowledged: tally.acknowledged, ask, beside, complain: (what) => tally.complain(what, '') }
}
