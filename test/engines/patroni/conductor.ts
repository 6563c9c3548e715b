import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { faults as all, type Fault } from './faults.ts'
import type { Rows } from './rows.ts'
import type { PatroniSet } from './set.ts'

/** A fault that was made: when it began and when the set was whole again, by the clock of the whole machine. */
type Made = {
  readonly fault: string
  readonly machine: string
  readonly gapMs: number
  readonly gapMsMax: number
  /** Of this machine, in the last minute: at more than its processors the gap tells of others too. */
  readonly load: number
  readonly startedAt: number
  readonly endedAt: number
}

/** Makes the four faults in turn, again and again. */
export type Conductor = {
  readonly made: readonly Made[]
  /** Resolves when the set is whole; from then on nothing happens to it. Rejects where it did not become whole. */
  rest(): Promise<void>
}

/** Those that promise O3 of docs/reliability.md names; that a machine hangs is tried by `npm run engines -- failover`. */
const four: readonly Fault[] = all.filter(({ name }) => !name.includes('hangs'))
/** A switchover of the database is noticed by programs a moment later. */
const afterMs = 3_000

const now = (): number => performance.timeOrigin + performance.now()

/** `calmMs`: from when the set is whole until the next fault. */
export function conduct(set: PatroniSet, rows: Rows, calmMs: number): Conductor {
  const [made, over] = [[] as Made[], new AbortController()]
  const ended = (async () => {
    for (let turn = 0; await isCalm(calmMs, over.signal); turn++) {
      made.push(await makeOne(set, rows, four[turn % four.length] as Fault))
      console.log(`fault   ${toldOf(made.at(-1) as Made)}`)
    }
  })()
  // Whoever waits for its rest is told.
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

async function makeOne(set: PatroniSet, rows: Rows, fault: Fault): Promise<Made> {
  const [gap, startedAt] = [rows.watch(), now()]
  const { victim, mend } = await fault.strike(set)
  await mend()
  await set.whole()
  await setTimeout(afterMs)
  const { name, gapMsMax } = fault
  return {
    ...{ fault: name, machine: victim.name, gapMs: gap(), gapMsMax },
    ...{ load: Math.round(loadavg()[0] ?? 0), startedAt, endedAt: now() },
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

export const isTooLong = ({ gapMs, gapMsMax }: Made): boolean => gapMs > gapMsMax

const toldOf = (one: Made): string =>
  `${one.fault} (${one.machine}): nobody wrote for ${seconds(one.gapMs)} s${isTooLong(one) ? ', TOO LONG' : ''}, whole after ${seconds(one.endedAt - one.startedAt - afterMs)} s, load ${one.load}`

/** One line for each kind of fault: how many were made, and their gaps. */
export const summaryOf = (made: readonly Made[]): string[] =>
  [...Map.groupBy(made, ({ fault }) => fault)].map(
    ([fault, those]) =>
      `faults  ${fault}: ${those.length}, gaps of ${those.map(({ gapMs }) => seconds(gapMs)).join(', ')} s, at most ${seconds(those[0]?.gapMsMax ?? 0)}`,
  )
