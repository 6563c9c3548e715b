import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Db } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Rng } from '../properties/rng.ts'
import { type FaultInjector, injectorOf, type Plan } from './faults.ts'

/** Concurrent requests of which one runs at a time; a random one continues at each point. */
export type ConcurrentCalls = {
  /** Returns the fault injector of one request, which waits at each point until it is selected. `injected`: the fault injected into any of them. */
  injectorFor(
    index: number,
  ): (plan: Plan | undefined) => FaultInjector & { readonly injected: () => string | undefined }
  /** Marks a request as done. */
  leave(index: number): void
  /** Runs them until all are done. Returns their order. */
  run(done: Promise<unknown>): Promise<string>
}

type PausedStatement = { readonly place: number; readonly resume: () => void }

/** Event loop turns without activity after which a request counts as blocked by another. */
const stepsMax = 25
const lookMs = 5
/** Longer than any delay before a retry (server/platform/database/db.ts). The event loop runs timers in the order in which they are due. */
const returnMs = 250
/** Error codes after which a transaction is retried with a delay. */
const givenUp = ['40P01', '40001', '25P02']
/** The code of statements that follow another error in a transaction. */
const aborted = '25P02'

export function concurrentCallsOf(rng: Rng, owner: Db): ConcurrentCalls {
  const waiting: PausedStatement[] = []
  const injectedFaults: (() => string | undefined)[] = []
  const state: State = { asking: 0, returning: new Set(), changes: 0, isOver: false }
  const arrive = (index: number) =>
    new Promise<void>((resume) => {
      waiting.push({ place: index, resume })
      state.returning.delete(index)
      state.changes++
    })
  const wrapQuery = async <T>(work: () => Promise<T>): Promise<T> => {
    state.asking++
    try {
      return await work()
    } finally {
      state.asking--
      state.changes++
    }
  }
  const injectorFor = (index: number) => (plan: Plan | undefined) => {
    const own = injectorOf(plan)
    injectedFaults.push(own.injected)
    const faultAt: FaultInjector['faultAt'] = async (point) => {
      if (!state.isOver) await arrive(index)
      return own.faultAt(point)
    }
    const injected = () => own.injected() ?? injectedFaults.map((each) => each()).find((each) => each !== undefined)
    return { ...own, faultAt, wrapQuery, onErrorCode: noticesRetries(state, index), injected }
  }
  const leave = (index: number) => {
    state.returning.delete(index)
    state.changes++
  }
  return { injectorFor, leave, run: (done) => interleaved({ rng, owner, waiting, state }, done) }
}

/** Notices whether a request retries its transaction. Statements after a refused one are refused, too: the first error decides. */
function noticesRetries({ returning }: State, index: number) {
  let first: string | undefined = aborted
  return (code: string | undefined) => {
    if (code !== aborted) first = code
    if (givenUp.includes(first ?? '')) returning.add(index)
  }
}

type Interleaving = {
  readonly rng: Rng
  readonly owner: Db
  readonly waiting: PausedStatement[]
  readonly state: State
}

async function interleaved({ rng, owner, waiting, state }: Interleaving, done: Promise<unknown>): Promise<string> {
  const order: string[] = []
  done.finally(() => (state.isOver = true)).catch(() => {})
  while (!state.isOver) {
    await quiet(state, owner)
    // With none waiting there is no choice; how often this loop runs depends on the machine.
    if (state.isOver || waiting.length === 0) continue
    const next = rng.one([...waiting].sort((a, b) => a.place - b.place)) as PausedStatement
    waiting.splice(waiting.indexOf(next), 1)
    order.push(letters[next.place] ?? '?')
    next.resume()
  }
  return order.join('')
}

const letters = 'abcdefgh'
type State = {
  asking: number
  /**
   * Requests that may retry after a delay; they and the ones they yielded to reach a point in either order. One that shares its transaction
   * does not retry it, and waits for the others.
   */
  readonly returning: Set<number>
  changes: number
  isOver: boolean
}

/** Resolves when none can continue: each waits for its turn, for another, or for a lock in PostgreSQL. */
async function quiet(state: State, owner: Db): Promise<void> {
  for (;;) {
    const { changes } = state
    for (let turn = 0; turn < stepsMax && state.changes === changes; turn++) await setImmediate()
    if (state.isOver) return
    if (state.changes !== changes) continue
    if (state.asking === 0 && state.returning.size === 0) return
    for (let waitedMs = 0; waitedMs < lookMs && state.changes === changes; waitedMs++) await setTimeout(1)
    if (state.changes !== changes) continue
    if (state.returning.size > 0) await forgetReturning(state)
    else if (await areBlocked(owner, state.asking)) return
  }
}

/** Stops waiting for requests whose retry would have begun by now. */
async function forgetReturning(state: State): Promise<void> {
  const { changes } = state
  await setTimeout(returnMs)
  if (state.changes === changes) state.returning.clear()
}

/** Whether that many wait for locks without a deadlock, which PostgreSQL would resolve. */
async function areBlocked(owner: Db, asking: number): Promise<boolean> {
  const blocked = await owner.many<{ pid: number; blockers: string }>(sql`
    select pid, array_to_string(pg_blocking_pids(pid), ' ') as blockers from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock' order by pid`)
  return (
    blocked.length >= asking &&
    !hasCircle(new Map(blocked.map(({ pid, blockers }) => [pid, blockers.split(' ').map(Number)])))
  )
}

function hasCircle(blockers: ReadonlyMap<number, readonly number[]>): boolean {
  const leadsTo = (from: number, to: number, seen: Set<number>): boolean =>
    (blockers.get(from) ?? []).some((next) => next === to || (!seen.has(next) && leadsTo(next, to, seen.add(next))))
  return [...blockers.keys()].some((pid) => leadsTo(pid, pid, new Set()))
}
