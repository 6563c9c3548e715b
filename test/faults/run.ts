import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../server/platform/clock.ts'
import type { Rng } from '../properties/rng.ts'
import type { Ends } from '../support/embedded-postgres/fixtures.ts'
import type { Received } from '../support/fakes/receiver.ts'
import { type Acknowledged, nothingAcknowledged } from './acknowledged.ts'
import { examine, settle } from './checker.ts'
import type { Components } from './components.ts'
import type { Delivery, Evidence } from './evidence.ts'
import { injectFault } from './faults.ts'
import { load } from './load.ts'
import { type Step, scheduleFrom, shown } from './schedule.ts'
import { type Send, sendTo } from './send.ts'
import { createParticipants, type Participants } from './setup.ts'

/** A running marketplace, its clients, and what was acknowledged. */
export type Bench = {
  readonly components: Components
  readonly acknowledged: Acknowledged
  readonly ask: Send
  readonly participants: Participants
  readonly rng: Rng
  readonly schedule: Iterator<Step>
  readonly say: (line: string) => void
  readonly thinkMs: number
}

export async function openBench(
  t: Ends,
  components: Components,
  rng: Rng,
  thinkMs: number,
  say: (line: string) => void,
): Promise<Bench> {
  // The first node migrates. The schedule depends only on the seed, not on the clients' use of it.
  await components.nodes[0]?.start()
  await Promise.all([...components.nodes.slice(1), ...components.workers].map((component) => component.start()))
  const [acknowledged, schedule, trading] = [nothingAcknowledged(), scheduleFrom(rng.fork()), rng.fork()]
  const ended = new AbortController()
  t.after(() => ended.abort())
  const ask = sendTo(components.nodeAddresses, acknowledged, trading.fork(), ended.signal)
  return {
    components,
    acknowledged,
    ask,
    participants: await createParticipants(components, ask),
    rng: trading,
    schedule,
    say,
    thinkMs,
  }
}

/** Injects faults under load for `seconds`. Afterwards everything must be available and match what was acknowledged. */
export async function round(bench: Bench, seconds: number): Promise<void> {
  const { components, acknowledged, ask, participants, rng, thinkMs, say } = bench
  let isOver = false
  const end = () => {
    isOver = true
  }
  const trading = load({ participants, acknowledged, ask, thinkMs, isOver: () => isOver }, rng.fork()).finally(end)
  const breaking = breakAll(bench, seconds, () => isOver).finally(end)
  await Promise.all([breaking.then(() => mustBeReady(bench)), trading])
  await settle(components.postgres.url, settleMsMax)
  const { wrong, notes } = await examine(evidenceOf(bench))
  for (const note of notes) say(note)
  say(
    `${acknowledged.tasks.size} tasks, ${acknowledged.works.size} reports, ${components.receiver.received.length} deliveries; ${JSON.stringify(acknowledged.outcomes)}`,
  )
  if (wrong.length > 0)
    for (const { output } of [...components.nodes, ...components.workers]) say(output().slice(-outputMax))
  assert.deepEqual(wrong, [])
}

/** Length of the output that is kept per program, in characters. */
const outputMax = 6_000
/** A delivery claimed by a killed program waits for its lease of 30 seconds, then for a worker. */
const settleMsMax = 75_000

async function breakAll({ components, schedule, say }: Bench, seconds: number, isOver: () => boolean): Promise<void> {
  const passed = stopwatch()
  while (passed() < seconds * 1000 && !isOver()) {
    const step: Step = schedule.next().value
    await setTimeout(step.pauseMs)
    const since = stopwatch()
    const skipped = await Promise.all(step.faults.map((fault) => breakOne(components, fault)))
    const names = step.faults.map((fault, index) => shown(fault) + (skipped[index] ? ' (not here)' : ''))
    say(`${(passed() / 1000).toFixed(1)} s: ${names.join(', ')}; mended after ${Math.round(since())} ms`)
  }
}

/** Injects a fault and repairs it after its duration. Returns whether this machine cannot inject it. */
async function breakOne(components: Components, fault: Step['faults'][number]): Promise<boolean> {
  const mend = await injectFault(components, fault)
  if (!mend) return true
  await setTimeout(fault.ms)
  await mend()
  return false
}

const readyMsMax = 60_000
const pauseMs = 50

/** Asserts that each node can read and write soon after the last fault. */
async function mustBeReady({ components, participants, say }: Bench): Promise<void> {
  const passed = stopwatch()
  const authorization = `Bearer ${participants.advertisers[0]?.key}`
  const works = async (url: string, method: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const asked = {
      method,
      headers,
      signal: AbortSignal.timeout(readyMsMax),
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    }
    // Reads the body to its end: an unread body would keep the connection open.
    return fetch(`${url}/v1/balance`, asked).then(
      async (answer) => (await answer.text()) !== '' && answer.status === 200,
      () => false,
    )
  }
  const isReady = async () => {
    for (const { url } of components.nodeAddresses)
      if (!(await works(url, 'GET', {})) || !(await works(url, 'PATCH', { lowBalanceThreshold: 1 }))) return false
    return true
  }
  while (!(await isReady())) {
    assert.ok(passed() < readyMsMax, 'the nodes are not ready again')
    await setTimeout(pauseMs)
  }
  say(`ready again after ${Math.round(passed())} ms`)
  assert.ok(passed() < readyMsMax)
}

/** The last path segment identifies the endpoint's account. */
export const deliveryOf = ({ path, headers, body }: Received): Delivery => {
  const header = (name: string) => String(headers[`webhook-${name}`])
  const subscriber = path.split('/').at(-1) ?? ''
  return { subscriber, id: header('id'), timestamp: header('timestamp'), signature: header('signature'), body }
}

export function evidenceOf({ components, acknowledged, participants }: Bench): Evidence {
  return {
    acknowledged,
    delivered: components.receiver.received.map(deliveryOf),
    advertisers: participants.advertisers,
    executors: participants.executors,
    fundsUnits: participants.fundsUnits,
    secrets: participants.secrets,
    urls: components.nodeAddresses.map(({ url }) => url),
    databaseUrl: components.postgres.url,
    uploads: `${components.dataDir}/uploads`,
  }
}
