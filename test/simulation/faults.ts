import { AsyncLocalStorage } from 'node:async_hooks'
import type { Rng } from '../properties/rng.ts'

/** A point at which the process communicates: with the database or the disk. */
export type Point = 'connect' | 'statement' | 'commit' | 'put' | 'open' | 'size' | 'remove'

/** Possible faults. After a lost one the process cannot know whether the operation took effect. */
export type Fault = 'LostBefore' | 'LostAfter' | 'Serialization' | 'Deadlock' | 'ReadOnly' | 'DiskFull' | 'Shutdown'

/** An operation that passes through fault points. */
export type FaultInjector = {
  /** Resolves with the fault to inject, if any. */
  faultAt(point: Point): Promise<Fault | undefined>
  /** Calls back once a fault is injected. */
  onInjected?(callback: () => void): void
  /** Called with each error code from PostgreSQL. */
  onErrorCode?(code: string | undefined): void
  /** Wraps each query to PostgreSQL. */
  wrapQuery?<T>(work: () => Promise<T>): Promise<T>
}

/** The passage of the current asynchronous context; background work has none and gets no faults. */
export const faultInjectors = new AsyncLocalStorage<FaultInjector>()

/** The fault planned for a step: at which point, and whether everything after it fails too, as after a crash. */
export type Plan = {
  readonly at: number
  readonly fault: Fault
  readonly isLasting: boolean
  readonly ofFiles: boolean
}

const ofDatabase: readonly Fault[] = [
  'LostBefore',
  'LostAfter',
  'LostAfter',
  'Serialization',
  'Deadlock',
  'ReadOnly',
  'DiskFull',
  'Shutdown',
]
const ofFiles: readonly Fault[] = ['LostBefore', 'LostAfter', 'DiskFull']
/** Most steps have fewer points; a plan for a later point has no effect. */
const pointsMax = 7

export function planOf(rng: Rng, share: number): Plan | undefined {
  if (!rng.happens(share)) return undefined
  const isOfFiles = rng.happens(0.25)
  return {
    at: rng.whole(isOfFiles ? 3 : pointsMax),
    fault: rng.one(isOfFiles ? ofFiles : ofDatabase) as Fault,
    isLasting: rng.happens(0.25),
    ofFiles: isOfFiles,
  }
}

const files: readonly Point[] = ['put', 'open', 'size', 'remove']

/** Counts points and injects the planned fault. `injected` describes the injected fault. */
export function injectorOf(plan: Plan | undefined): FaultInjector & { readonly injected: () => string | undefined } {
  let passed = 0
  let injected: string | undefined
  const waiting: (() => void)[] = []
  const faultAt = async (point: Point): Promise<Fault | undefined> => {
    if (!plan) return undefined
    if (injected !== undefined && plan.isLasting) return 'LostBefore'
    if (injected !== undefined || files.includes(point) !== plan.ofFiles || passed++ < plan.at) return undefined
    injected = `${plan.fault} at ${point} ${plan.at}${plan.isLasting ? ' and after it' : ''}`
    for (const callback of waiting) callback()
    return plan.fault
  }
  const onInjected = (callback: () => void) => {
    if (injected === undefined) waiting.push(callback)
    else callback()
  }
  return { faultAt, onInjected, injected: () => injected }
}
