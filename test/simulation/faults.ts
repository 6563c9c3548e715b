import { AsyncLocalStorage } from 'node:async_hooks'
import type { Rng } from '../laws/rng.ts'

/** A place at which the process leaves itself: a statement on its way to the database, a file on its way to the disk. */
export type Point = 'connect' | 'statement' | 'commit' | 'put' | 'open' | 'size' | 'remove'

/** What may happen there. Of those that are lost, nobody on our side can tell whether they took effect. */
export type Fault = 'LostBefore' | 'LostAfter' | 'Serialization' | 'Deadlock' | 'ReadOnly' | 'DiskFull' | 'Shutdown'

/** One thing that somebody does, from its beginning to its end, as it passes through points. */
export type Passage = {
  /** Comes back when it may go on, with what happens to it there. */
  pass(point: Point): Promise<Fault | undefined>
  /** Calls back where a fault has met it, or as soon as one does. */
  ifHit?(told: () => void): void
  /** Told of each error that PostgreSQL itself answered. */
  failed?(code: string | undefined): void
  /** Around everything that PostgreSQL is asked. */
  ask?<T>(work: () => Promise<T>): Promise<T>
}

/** Whose passage the code that runs now belongs to; background work belongs to none, and nothing happens to it. */
export const passages = new AsyncLocalStorage<Passage>()

/** What is to happen in one step: at which point, and whether all after it fails too, as if the process had died there. */
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
/** Most steps pass through fewer points; a plan for a later one comes to nothing. */
const pointsMost = 7

export function planOf(rng: Rng, share: number): Plan | undefined {
  if (!rng.happens(share)) return undefined
  const isOfFiles = rng.happens(0.25)
  return {
    at: rng.whole(isOfFiles ? 3 : pointsMost),
    fault: rng.one(isOfFiles ? ofFiles : ofDatabase) as Fault,
    isLasting: rng.happens(0.25),
    ofFiles: isOfFiles,
  }
}

const files: readonly Point[] = ['put', 'open', 'size', 'remove']

/** Counts points, and does what was planned. `hit` says whether it came to that. */
export function passageOf(plan: Plan | undefined): Passage & { readonly hit: () => string | undefined } {
  let passed = 0
  let hit: string | undefined
  const waiting: (() => void)[] = []
  const pass = async (point: Point): Promise<Fault | undefined> => {
    if (!plan) return undefined
    if (hit !== undefined && plan.isLasting) return 'LostBefore'
    if (hit !== undefined || files.includes(point) !== plan.ofFiles || passed++ < plan.at) return undefined
    hit = `${plan.fault} at ${point} ${plan.at}${plan.isLasting ? ' and after it' : ''}`
    for (const told of waiting) told()
    return plan.fault
  }
  const ifHit = (told: () => void) => {
    if (hit === undefined) waiting.push(told)
    else told()
  }
  return { pass, ifHit, hit: () => hit }
}
