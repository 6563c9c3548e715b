import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { faults as all, type Fault } from './faults.ts'
import type { Rows } from './rows.ts'
import type { PatroniSet } from './set.ts'

/** An injected fault: when it began and when the set had recovered, by the machine's clock. */
type FaultRecord = {
  readonly fault: string
  readonly machine: string
  readonly gapMs: number
  readonly gapMsMax: number
  /** The machine's load average over the last minute. Above the number of processors, gaps may have other causes. */
  readonly load: number
  readonly startedAt: number
  readonly endedAt: number
}

/** Injects the four faults in turn until stopped. */
export type Conductor = {
  readonly made: readonly FaultRecord[]
  /** Stops and resolves once the set has recovered; no more faults follow. Rejects if it does not recover. */
  rest(): Promise<void>
}

/** The faults of promise O3 in docs/reliability.md; a hanging machine is tested by `npm run engines -- failover`. */
const four: readonly Fault[] = all.filter(({ name }) => !name.includes('hangs'))
/** Programs notice a switchover of the database with a short delay. */
const afterMs = 3_000

const now = (): number => performance.timeOrigin + performance.now()

/** `calmMs`: milliseconds from recovery until the next fault. */
export function conduct(set: PatroniSet, rows: Rows, calmMs: number): Conductor {
  const [made, over] = [[] as FaultRecord[], new AbortController()]
  const ended = (async () => {
    for (let turn = 0; await isCalm(calmMs, over.signal); turn++) {
      made.push(await makeOne(set, rows, four[turn % four.length] as Fault))
      console.log(`fault   ${toldOf(made.at(-1) as FaultRecord)}`)
    }
  })()
  // The error is reported to callers of `rest`.
  ended.catch(() => {})
  return {
    made,
    rest: () => {
      over.abort()
      return ended
    },
  }
}

const isCalm = (calmMs: number, signal: AbortSignal): Promise<boolean> =>
  setTimeout(calmMs, true, { signal }).catch(() => false)

async function makeOne(set: PatroniSet, rows: Rows, fault: Fault): Promise<FaultRecord> {
  const [gap, startedAt] = [rows.watch(), now()]
  const { victim, mend } = await fault.strike(set)
  await mend()
  await set.whole()
  await setTimeout(afterMs)
  const { name, gapMsMax } = fault
  return {
    fault: name,
    machine: victim.name,
    gapMs: gap(),
    gapMsMax,
    load: Math.round(loadavg()[0] ?? 0),
    startedAt,
    endedAt: now(),
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

export const isTooLong = ({ gapMs, gapMsMax }: FaultRecord): boolean => gapMs > gapMsMax

const toldOf = (one: FaultRecord): string =>
  `${one.fault} (${one.machine}): nobody wrote for ${seconds(one.gapMs)} s${isTooLong(one) ? ', TOO LONG' : ''}, whole after ${seconds(one.endedAt - one.startedAt - afterMs)} s, load ${one.load}`

/** Returns one line per kind of fault: how many there were, and their gaps. */
export const summaryOf = (made: readonly FaultRecord[]): string[] =>
  [...Map.groupBy(made, ({ fault }) => fault)].map(
    ([fault, those]) =>
      `faults  ${fault}: ${those.length}, gaps of ${those.map(({ gapMs }) => seconds(gapMs)).join(', ')} s, at most ${seconds(those[0]?.gapMsMax ?? 0)}`,
  )
