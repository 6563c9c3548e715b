import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../../server/platform/clock.ts'
import { runTrade } from '../../model/trade.ts'
import { rngFrom } from '../../properties/rng.ts'
import { seedOfRun } from '../../properties/seed.ts'
import { type Fault, faults } from './faults.ts'
import { openOnSet } from './market.ts'
import { openProbe, type Probe } from './probe.ts'
import { openSet, type PatroniSet } from './set.ts'

/*
 * npm run engines -- failover                 each fault once
 * TIMES=5 npm run engines -- failover         each fault five times, in an order of chance
 * FAULT=hangs npm run engines -- failover     those faults whose names have the word
 * SEED=12345 npm run engines -- failover      the same order, and the same choices of clients
 */
const times = Number(process.env.TIMES ?? 1)
const seed = seedOfRun()
const word = process.env.FAULT ?? ''

const clients = 12
const calmMs = 3_000
/** Length of the output that is kept per program, in characters. */
const outputMax = 6_000

test('whatever becomes of a machine of the database, nothing that was acknowledged is lost, and work goes on', async (t) => {
  console.log(`SEED=${seed}`)
  assert.ok(times > 0 && wanted().length > 0, `no fault has the word ${word} in its name`)
  const rng = rngFrom(seed)
  const set = await openSet(t)
  const market = await openOnSet(t, set, rng)
  const [probe, passed] = [openProbe(market), stopwatch()]
  t.after(probe.stop)
  let isOver = false
  const trading = runTrade(market.trade, rng.fork(), clients, () => isOver)
  const striking = strikeAll(set, probe, rng.shuffled(Array.from({ length: times }, () => wanted()).flat()))
  try {
    const rows = await Promise.race([striking, trading.then(() => [])]).finally(() => {
      isOver = true
    })
    await trading
    probe.stop()
    const wrong = await market.examine()
    console.table(rows.map(({ gapMsMax: _, ...row }) => row))
    assert.deepEqual([...wrong, ...probe.wrong], [])
    assert.deepEqual(rows.filter(isTooLong), [])
  } catch (error) {
    for (const { output } of market.programs) console.log(output().slice(-outputMax))
    throw error
  } finally {
    console.log(`${Math.round(passed() / 1000)} s: ${JSON.stringify(Object.fromEntries(market.trade.outcomes))}`)
    console.log(`the probe: ${JSON.stringify(probe.outcomes)}`)
  }
})

const wanted = (): Fault[] => faults.filter(({ name }) => name.includes(word))

type Row = {
  readonly fault: string
  readonly machine: string
  readonly gapMs: number
  readonly gapMsMax: number
  readonly wholeAfterMs: number
  /** The machine's load average over the last minute. Above the number of processors, gaps may have other causes. */
  readonly load: number
}

const isTooLong = ({ gapMs, gapMsMax }: Row): boolean => gapMs > gapMsMax

async function strikeAll(set: PatroniSet, probe: Probe, all: readonly Fault[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const fault of all) {
    await setTimeout(calmMs)
    rows.push(await strikeOne(set, probe, fault))
    console.log(JSON.stringify(rows.at(-1)))
  }
  return rows
}

async function strikeOne(set: PatroniSet, probe: Probe, fault: Fault): Promise<Row> {
  const before = await Promise.all(set.machines.map((machine) => set.leadsEtcd(machine)))
  const [gap, since] = [probe.watch(), stopwatch()]
  const { victim, mend } = await fault.strike(set)
  await mend()
  await set.whole()
  const wholeAfterMs = Math.round(since())
  await setTimeout(calmMs)
  const load = Math.round(loadavg()[0] ?? 0)
  const machine = `${victim.name}${before[set.machines.indexOf(victim)] ? ', which led etcd' : ''}`
  return { fault: fault.name, machine, gapMs: gap(), gapMsMax: fault.gapMsMax, wholeAfterMs, load }
}
