import type { Circumstances, memoryOf } from '../machine.ts'
import { pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'

type Arrived = {
  readonly expected: number
  readonly arrived: number
  /** Requests for events that had arrived before. */
  readonly again: number
  /** Sampled requests with an invalid signature. */
  readonly wrong: number
}

/** The delivery of a backlog to a number of endpoints. */
export type Rate = Arrived & {
  readonly endpoints: number
  readonly verified: number
  readonly firstMs: number
  readonly perSecond: number
  readonly plainPerSecond: number
  readonly serverCpuUs: number | undefined
  readonly databaseCpuUs: number | undefined
  readonly memory: ReturnType<typeof memoryOf>
}

/** The delay of events at a steady rate, in milliseconds. */
export type Delay = Arrived & {
  readonly name: string
  readonly madePerSecond: number
  readonly p50: number
  readonly p99: number
  readonly most: number
}

type Report = {
  readonly circumstances: Circumstances
  readonly options: Readonly<Record<string, unknown>>
  readonly rates: readonly Rate[]
  readonly delays: readonly Delay[]
}

const rateHead = [
  'endpoints',
  'deliveries/s',
  'plain loop/s',
  'ratio',
  'first after ms',
  'arrived',
  'again',
  'signatures right',
  'CPU µs a delivery: server',
  'PostgreSQL',
  'MiB resident: server',
  'at most',
  'PostgreSQL',
]

export const rateCells = (rate: Rate): string[] => [
  whole(rate.endpoints),
  whole(rate.perSecond),
  whole(rate.plainPerSecond),
  (rate.perSecond / rate.plainPerSecond).toFixed(2),
  whole(rate.firstMs),
  `${whole(rate.arrived)} of ${whole(rate.expected)}`,
  whole(rate.again),
  `${rate.verified - rate.wrong} of ${rate.verified}`,
  whole(rate.serverCpuUs),
  whole(rate.databaseCpuUs),
  whole(rate.memory?.serverMiB),
  whole(rate.memory?.serverMiBMost),
  whole(rate.memory?.databaseMiB),
]

const delayHead = ['', 'events made/s', 'p50 ms', 'p99 ms', 'most ms', 'arrived', 'again']

export const delayCells = (delay: Delay): string[] => [
  delay.name,
  whole(delay.madePerSecond),
  fine(delay.p50),
  fine(delay.p99),
  fine(delay.most),
  `${whole(delay.arrived)} of ${whole(delay.expected)}`,
  whole(delay.again),
]

const about = `Deliveries by \`serve\`, in production with the embedded database, to subscribers on loopback in a process of their own,
each at a port of its own, which answer 204. Server, database and subscribers share the cores.`

const rateAbout = `**A backlog.** The events lie there all at once, by turns for as many accounts with one endpoint each. Deliveries/s counts
from their commit to the arrival of the last, telling them (\`webhooks/actions-dispatch.ts\`) included. The plain loop sends
one such body again and again to the same ports, unsigned, as many under way as deliveries may be (8 for each endpoint, 256
in all): what the subscribers alone take, in the same minute.`

const delayAbout = `**The delay.** Drafts of tasks at a steady pace through the API, each of which is an event; from the event's \`timestamp\` (the
start of the transaction that recorded it, so the commit is in it) to its first arrival, by the clock of this machine. The
accounts have one endpoint each.`

export function markdownOf(report: Report): string {
  const { rates, delays } = report
  const tables = [
    [rateHead, rates.map(rateCells), rateAbout],
    [delayHead, delays.map(delayCells), delayAbout],
  ] as const
  return pageOf(report, { of: 'webhooks', about, tables })
}
