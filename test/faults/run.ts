import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../server/platform/clock.ts'
import { ask, runTrade } from '../model/trade.ts'
import type { Rng } from '../properties/rng.ts'
import type { Ends } from '../support/embedded-postgres/fixtures.ts'
import { type Bench, openBench } from './bench.ts'
import type { Components } from './components.ts'
import { injectFault } from './faults.ts'
import { type Step, scheduleFrom, shown } from './schedule.ts'

/** A market under faults. */
export type Run = Bench & {
  readonly components: Components
  readonly rng: Rng
  readonly schedule: Iterator<Step>
  readonly say: (line: string) => void
}

const clients = 12
/** Pause of each client between requests: a moderate load suffices to expose faults. */
const thinkMs = 60

export async function openRun(t: Ends, components: Components, rng: Rng, say: (line: string) => void): Promise<Run> {
  // The first node migrates. The schedule depends only on the seed, not on the clients' use of it.
  await components.nodes[0]?.start()
  await Promise.all([...components.nodes.slice(1), ...components.workers].map((component) => component.start()))
  const { nodeAddresses, settings, receiver, hooks, dataDir } = components
  const schedule = scheduleFrom(rng.fork())
  const nodes = nodeAddresses.map(({ url, disturbances }) => ({ url, watch: disturbances.watch }))
  const bench = await openBench(t, { nodes, settings, receiver, hooks, dataDir, seed: rng.whole(2 ** 30), thinkMs })
  return { ...bench, components, rng, schedule, say }
}

/** Injects faults under load for `seconds`. Afterwards everything must be available and match what was acknowledged. */
export async function round(run: Run, seconds: number): Promise<void> {
  const { components, trade, rng, say } = run
  let isOver = false
  const end = () => {
    isOver = true
  }
  const trading = runTrade(trade, rng.fork(), clients, () => isOver).finally(end)
  const breaking = breakAll(run, seconds, () => isOver).finally(end)
  await Promise.all([breaking.then(() => mustBeReady(run)), trading])
  const wrong = await run.examine()
  say(`${components.receiver.received.length} deliveries; ${JSON.stringify(Object.fromEntries(trade.outcomes))}`)
  if (wrong.length > 0)
    for (const { output } of [...components.nodes, ...components.workers]) say(output().slice(-outputMax))
  assert.deepEqual(wrong.slice(0, shownMax), [])
}

/** Length of the output that is kept per program, in characters. */
const outputMax = 6_000
const shownMax = 20

async function breakAll(run: Run, seconds: number, isOver: () => boolean): Promise<void> {
  const { schedule, say, components, clock } = run
  const passed = stopwatch()
  while (passed() < seconds * 1000 && !isOver()) {
    const step: Step = schedule.next().value
    await setTimeout(step.pauseMs)
    const since = stopwatch()
    const skipped = await Promise.all(step.faults.map((fault) => breakOne(components, fault)))
    clock.offsetMs = Number(components.settings()['CLOCK_OFFSET_MS'])
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
async function mustBeReady({ trade, say }: Run): Promise<void> {
  const passed = stopwatch()
  const [person] = trade.world.advertisers
  assert.ok(person)
  const asked = { person, credential: 'key', path: '/v1/balance' } as const
  const body = { lowBalanceThreshold: 1 }
  const requests = [{ ...asked, method: 'GET' } as const, { ...asked, method: 'PATCH', body } as const]
  const isReady = async (url: string) => {
    for (const request of requests) if ((await ask(url, request).catch(() => undefined))?.status !== 200) return false
    return true
  }
  for (const { url } of trade.nodes)
    while (!(await isReady(url))) {
      assert.ok(passed() < readyMsMax, 'the nodes are not ready again')
      await setTimeout(pauseMs)
    }
  say(`ready again after ${Math.round(passed())} ms`)
}
