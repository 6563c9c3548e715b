import type { FastifyBaseLogger } from 'fastify'
import { createBatchQueue } from '../batching/queue.ts'
import { stopwatch } from '../clock.ts'
import { gauge } from '../observability/metrics.ts'
import { newUnsyncedUsage, type UnsyncedRequests, type UnsyncedUsage } from './unsynced-usage.ts'

/** The requests of one credential in a batch. An upload also counts as a request and must fit both limits. */
export type CounterUpdate = {
  readonly hash: Buffer
  readonly requests: number
  readonly uploads: number
  /** Requests already granted without asking: counted even beyond the limit. */
  readonly requestsOwed: number
  readonly uploadsOwed: number
  readonly requestsMax: number
  readonly uploadsMax: number
  /** The limit for all credentials of the account together. */
  readonly accountMax: number
}

/** Requests counted in the previous minute, and the time until the earliest leaves the window, if known. */
export type Usage = { readonly used: number; readonly freeInMs: number | null }
/** The requests granted: uploads first, then as many of the others as fit. */
export type CounterResult = {
  readonly isKnown: boolean
  readonly requestsGranted: number
  readonly uploadsGranted: number
  readonly requests: Usage
  readonly uploads: Usage
  /** The account of a known credential: its usage, and the requests that this batch granted to all its credentials. */
  readonly account?: Usage & { readonly id: number; readonly granted: number }
}

/** A counter that several processes share. */
export type SharedCounter = {
  /** Opens the connection in advance. */
  ready(): Promise<void>
  /** Returns a result for each element of `wanted`, in order; no credential may appear twice. A trial follows a failure. */
  grant(wanted: readonly CounterUpdate[], isTrial: boolean): Promise<readonly CounterResult[]>
  close(): Promise<void>
}

export type LimitCheck = {
  readonly key: string
  readonly hash: Buffer
  readonly isUpload: boolean
  /** Counts nothing: only asks whether the credential is known and how much is left. */
  readonly isReadOnly: boolean
  readonly requestsMax: number
  readonly uploadsMax: number
  readonly accountMax: number
  /** Called with the counter's state when it is known. */
  readonly onState: (state: CounterState) => void
}

/** Requests that remain after this batch, and the time until one more becomes free. */
export type RemainingQuota = { readonly remaining: number; readonly freeInMs: number | null }
export type CounterState = {
  readonly isKnown: boolean
  readonly isGranted: boolean
  readonly requests: RemainingQuota
  readonly uploads: RemainingQuota
  readonly account: (RemainingQuota & { readonly id: number }) | undefined
}

/** No answer came in time: the process decides locally, and reports here whether it granted the request. */
export type LocalDecision = { readonly decided: (isGranted: boolean) => void }
export const isState = (answer: CounterState | LocalDecision): answer is CounterState => 'isKnown' in answer

const batchMax = 256
/** A counter that takes longer, and longer than a request waits, is considered down: requests no longer wait for it. */
const slowMs = 1000
/** How long the counter is not asked after a failure. */
const pauseMs = 500
/** How soon requests granted ahead are reported to the shared counter. */
const aheadMs = 250
/** Limits the requests of one credential granted ahead: 8, and 1/128 of its limit. Small limits get none. */
const aheadMax = 8
const aheadShare = 128

const isShared = gauge(
  'market_limits_shared',
  'Whether this process counts requests together with the others (1) or alone (0).',
  { ofAll: 'min' },
)

/** A request in progress. `isAbandoned`: it no longer waits for the answer. */
type PendingCheck = {
  readonly check: LimitCheck
  isSent: boolean
  isAbandoned: boolean
  isGrantedLocally: boolean
  state?: CounterState
}

export type CounterClient = {
  /** Asks the shared counter and waits up to `patienceMs` for its answer. */
  ask(check: LimitCheck): Promise<CounterState | LocalDecision>
  /** Grants a request that is counted up to 250 ms later. Returns false if too many of the credential are uncounted. */
  grantAhead(check: LimitCheck): boolean
  /** Stops asking: the counter is about to close. */
  stop(): void
}

/**
 * Asks the shared counter for concurrent requests in batches. If it is slow, a request waits for a limited time; if it is down,
 * not at all. Requests granted locally are reported with the next batch, so that a slow answer does not weaken the limits.
 */
export function createCounterClient(shared: SharedCounter, log: FastifyBaseLogger, patienceMs: number): CounterClient {
  const unsynced = newUnsyncedUsage<LimitCheck>()
  const { send, isDown, stop } = batchSender(shared, log, unsynced, Math.max(slowMs, patienceMs))
  let isReporting = false
  const report = (check: LimitCheck) => {
    isReporting = false
    if (!isDown()) void send({ check, isSent: false, isAbandoned: true, isGrantedLocally: false })
  }
  return {
    ask: async (check) => {
      const item: PendingCheck = { check, isSent: false, isAbandoned: false, isGrantedLocally: false }
      if (!isDown()) await waitBriefly(send(item), patienceMs)
      item.isAbandoned = true
      return item.state ?? { decided: (isGranted) => recordDecision(item, isGranted, unsynced) }
    },
    grantAhead: (check) => {
      const most = Math.min(aheadMax, Math.floor(check.requestsMax / aheadShare))
      if (isDown() || unsynced.of(check.key) >= most) return false
      unsynced.record(check)
      if (!isReporting) setTimeout(report, aheadMs, check).unref()
      isReporting = true
      return true
    },
    stop,
  }
}

/** Sends batches one after another, and tracks whether the counter is down. */
function batchSender(
  shared: SharedCounter,
  log: FastifyBaseLogger,
  unsynced: UnsyncedUsage<LimitCheck>,
  slowMsMax: number,
) {
  const passed = stopwatch()
  let sentAt: number | undefined
  let hasFailed = false
  let downUntil = 0
  let isStopped = false

  async function sendBatch(items: readonly PendingCheck[]): Promise<readonly undefined[]> {
    // Batches queued before stop() still arrive here.
    if (isStopped) return []
    sentAt = passed()
    try {
      await grantBatch(shared, items.filter(isWanted), unsynced, hasFailed)
      if (hasFailed) log.warn('requests of all processes are counted together again')
      hasFailed = false
      isShared.set({}, 1)
    } catch (error) {
      if (!hasFailed && !isStopped)
        log.warn({ err: error }, 'shared request counter unavailable: this process counts alone')
      hasFailed = true
      isShared.set({}, 0)
      downUntil = passed() + pauseMs
    } finally {
      sentAt = undefined
    }
    return []
  }
  const isDown = () => isStopped || passed() < downUntil || (sentAt !== undefined && passed() - sentAt > slowMsMax)
  const stop = () => {
    isStopped = true
  }
  return { send: createBatchQueue(sendBatch, batchMax), isDown, stop }
}

const isWanted = ({ isAbandoned }: PendingCheck): boolean => !isAbandoned

/** A request that was sent may have been counted; only its answer says so. */
function recordDecision(item: PendingCheck, isGranted: boolean, unsynced: UnsyncedUsage<LimitCheck>): void {
  item.isGrantedLocally = isGranted
  if (isGranted && !item.isSent && !item.check.isReadOnly) unsynced.record(item.check)
}

/** setImmediate: an answer that arrived while this process was busy is still read in time. */
const waitBriefly = (answer: Promise<unknown>, patienceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(resolve), patienceMs)
    void answer.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

async function grantBatch(
  shared: SharedCounter,
  items: readonly PendingCheck[],
  unsynced: UnsyncedUsage<LimitCheck>,
  isTrial: boolean,
): Promise<void> {
  const groups = Map.groupBy(items, ({ check }) => check.key)
  const owed = unsynced.take()
  const keys = [...new Set([...groups.keys(), ...owed.keys()])]
  if (keys.length === 0) return
  for (const item of items) item.isSent = true
  const wanted = keys.map((key) => updateFor(groups.get(key) ?? [], owed.get(key)))
  const results = await shared.grant(wanted, isTrial)
  for (const [index, key] of keys.entries()) {
    const result = results[index] as CounterResult
    distribute(groups.get(key) ?? [], result)
    const check = owed.get(key)?.check
    if (check) check.onState(stateFor(result, check, true))
  }
  for (const { check, isGrantedLocally, state } of items)
    if (isGrantedLocally && state?.isKnown && !state.isGranted) unsynced.record(check)
}

function updateFor(group: readonly PendingCheck[], usage: UnsyncedRequests<LimitCheck> | undefined): CounterUpdate {
  const { hash, requestsMax, uploadsMax, accountMax } = (group[0] ?? (usage as UnsyncedRequests<LimitCheck>)).check
  const counted = group.filter(({ check }) => !check.isReadOnly)
  const uploads = counted.filter(({ check }) => check.isUpload).length
  const owed = { requestsOwed: usage?.requests ?? 0, uploadsOwed: usage?.uploads ?? 0 }
  return { hash, requests: counted.length - uploads, uploads, ...owed, requestsMax, uploadsMax, accountMax }
}

/** Grants in the order of arrival. */
function distribute(group: readonly PendingCheck[], result: CounterResult): void {
  const granted = { uploads: result.uploadsGranted, requests: result.requestsGranted }
  for (const item of group) {
    const { isReadOnly, isUpload } = item.check
    item.state = stateFor(result, item.check, !isReadOnly && granted[isUpload ? 'uploads' : 'requests']-- > 0)
  }
}

function stateFor(
  result: CounterResult,
  { requestsMax, uploadsMax, accountMax }: LimitCheck,
  isGranted: boolean,
): CounterState {
  const { isKnown, requestsGranted, uploadsGranted, account: usage } = result
  const account = usage && { id: usage.id, ...leftOf(usage, accountMax, usage.granted) }
  const requests = leftOf(result.requests, requestsMax, requestsGranted + uploadsGranted)
  return { isKnown, isGranted, requests, uploads: leftOf(result.uploads, uploadsMax, uploadsGranted), account }
}

const leftOf = ({ used, freeInMs }: Usage, most: number, granted: number): RemainingQuota => ({
  remaining: Math.max(0, most - used - granted),
  freeInMs,
})
