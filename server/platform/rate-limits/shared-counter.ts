import type { FastifyBaseLogger } from 'fastify'
import { createBatchQueue } from '../batching/queue.ts'
import { stopwatch } from '../clock.ts'
import { gauge } from '../observability/metrics.ts'
import { type Caller, confirm, type FindAccounts } from './callers.ts'

/** Requests of one caller, and how many more may pass. Each needs room in all of these limits. */
export type Demand = {
  readonly limits: readonly { readonly subject: string; readonly most: number }[]
  readonly wanted: number
  /** Requests that passed without asking: counted even beyond the limits. */
  readonly owed: number
}
/** By limit: requests counted in the last minute, with those of this demand, and the time until the earliest leaves it. */
export type Grant = {
  readonly granted: number
  readonly usages: readonly { readonly used: number; readonly freeInMs: number | null }[]
}

/** A counter that several processes share. */
export type SharedCounter = {
  /** Opens the connection in advance. */
  ready(): Promise<void>
  /** Returns a grant for each demand, in order. */
  grant(demands: readonly Demand[]): Promise<readonly Grant[]>
  close(): Promise<void>
}

/** A request that asks whether it may pass. */
export type Check = {
  readonly hash: Buffer
  readonly caller: Caller
  /** Requests with the same name have the same limits. */
  readonly name: string
  /** One more once the account is known. */
  readonly limits: () => Demand['limits']
  /** Counts nothing: only asks whether the credential is valid. */
  readonly isReadOnly: boolean
  readonly onGrant: (grant: Grant) => void
  /** Decides without the shared counter. */
  readonly passesAlone: () => boolean
}
export type Outcome = 'Granted' | 'Refused' | 'Unknown'

const batchMax = 64
/** A counter that takes longer, and longer than a request waits, is considered down: requests no longer wait for it. */
const slowMs = 1000
/** How long the counter is not asked after a failure. */
const pauseMs = 500
/** How soon requests that passed ahead are counted. */
const aheadMs = 250
/** Limits the requests of one kind that passed ahead: 8, and 1/128 of each limit. Small limits get none. */
const aheadMax = 8
const aheadShare = 128
/** Older requests that passed alone are not reported: they would count for the wrong minute. */
const owedMsMax = 2000
/** Maximum number of names in memory. */
const owedMax = 10_000

const isShared = gauge(
  'market_limits_shared',
  'Whether this process counts requests together with the others (1) or alone (0).',
  { ofAll: 'min' },
)

type CounterClientOptions = {
  readonly shared: SharedCounter
  readonly findAccounts: FindAccounts
  readonly patienceMs: number
  readonly log: FastifyBaseLogger
  readonly time: () => number
}
export type CounterClient = {
  /** Asks the shared counter, or after `patienceMs` this process. */
  ask(check: Check): Promise<Outcome>
  /** Lets a request pass that is counted up to 250 ms later. Returns false if too many of its kind are uncounted. */
  passAhead(check: Check): boolean
  /** Stops asking: the counter is about to close. */
  stop(): void
}

/** A request in progress. `isAbandoned`: it no longer waits for the answer. */
type PendingCheck = {
  readonly check: Check
  isSent: boolean
  isAbandoned: boolean
  hasPassed: boolean
  outcome?: Outcome
}

/**
 * Asks the shared counter for concurrent requests in batches. If it is slow, a request waits for a limited time; if it is down, not at
 * all. Requests that passed meanwhile are reported with the next batch, so that a slow answer does not weaken the limits.
 */
export function createCounterClient(options: CounterClientOptions): CounterClient {
  const owed = createOwed()
  const { send, isDown, stop } = batchSender(options, owed)
  let isReporting = false
  const report = (check: Check) => {
    isReporting = false
    if (!isDown()) void send({ check, isSent: false, isAbandoned: true, hasPassed: false })
  }
  return {
    ask: async (check) => {
      const item: PendingCheck = { check, isSent: false, isAbandoned: false, hasPassed: false }
      if (!isDown()) await waitBriefly(send(item), options.patienceMs)
      if (item.outcome) return item.outcome
      item.isAbandoned = true
      item.hasPassed = check.passesAlone()
      // A request that was sent may have been counted; only its answer says so.
      if (item.hasPassed && !item.isSent) owed.add(check)
      return item.hasPassed ? 'Granted' : 'Refused'
    },
    passAhead: (check) => {
      const most = Math.min(aheadMax, ...check.limits().map((limit) => Math.floor(limit.most / aheadShare)))
      if (isDown() || owed.of(check.name) >= most) return false
      owed.add(check)
      if (!isReporting) setTimeout(report, aheadMs, check).unref()
      isReporting = true
      return true
    },
    stop,
  }
}

/** Sends batches one after another, and tracks whether the counter is down. */
function batchSender({ shared, findAccounts, patienceMs, log, time }: CounterClientOptions, owed: Owed) {
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
      await confirm([...items.map(({ check }) => check), ...owed.checks()], findAccounts, time)
      await grantBatch(shared, items, owed)
      await confirmRefused(items, findAccounts, time)
      if (hasFailed) log.warn('requests of all processes are counted together again')
      hasFailed = false
    } catch (error) {
      if (!hasFailed && !isStopped)
        log.warn({ err: error }, 'shared request counter unavailable: this process counts alone')
      hasFailed = true
      downUntil = passed() + pauseMs
    }
    sentAt = undefined
    isShared.set({}, hasFailed ? 0 : 1)
    return []
  }
  const isSlow = () => sentAt !== undefined && passed() - sentAt > Math.max(slowMs, patienceMs)
  const isDown = () => isStopped || passed() < downUntil || isSlow()
  const stop = () => {
    isStopped = true
  }
  return { send: createBatchQueue(sendBatch, batchMax), isDown, stop }
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

type Owed = ReturnType<typeof createOwed>

/** Requests that passed in this process alone, by name. */
function createOwed() {
  const passed = stopwatch()
  const all = new Map<string, { readonly check: Check; readonly since: number; count: number }>()
  return {
    add(check: Check): void {
      const known = all.get(check.name)
      if (known && passed() - known.since < owedMsMax) known.count++
      else if (known || all.size < owedMax) all.set(check.name, { check, since: passed(), count: 1 })
    },
    of: (name: string) => all.get(name)?.count ?? 0,
    checks: () => [...all.values()].map(({ check }) => check),
    take() {
      const recent = new Map([...all].filter(([, { since }]) => passed() - since < owedMsMax))
      all.clear()
      return recent
    },
  }
}

/** A credential that was revoked within the last minute is unknown, not over its limit. */
async function confirmRefused(items: readonly PendingCheck[], findAccounts: FindAccounts, time: () => number) {
  const refused = items.filter(({ outcome }) => outcome === 'Refused')
  const checks = refused.map(({ check }) => ({ ...check, isReadOnly: true }))
  await confirm(checks, findAccounts, time)
  for (const item of refused) if (!isValid(item.check)) item.outcome = 'Unknown'
}

const isValid = ({ caller }: Check): boolean => caller.account !== undefined

async function grantBatch(shared: SharedCounter, items: readonly PendingCheck[], owed: Owed): Promise<void> {
  for (const item of items)
    if (!isValid(item.check)) item.outcome = 'Unknown'
    else if (item.check.isReadOnly) item.outcome = 'Refused'
  const asking = items.filter(({ outcome, isAbandoned }) => !outcome && !isAbandoned)
  const groups = Map.groupBy(asking, ({ check }) => check.name)
  const owing = owed.take()
  const checks = [...asking, ...owing.values()].map(({ check }) => check).filter(isValid)
  const named = [...new Map(checks.map((check) => [check.name, check])).values()]
  if (named.length === 0) return
  for (const item of asking) item.isSent = true
  const grants = await shared.grant(
    named.map(({ name, limits }) => ({
      limits: limits(),
      wanted: groups.get(name)?.length ?? 0,
      owed: owing.get(name)?.count ?? 0,
    })),
  )
  for (const [index, check] of named.entries()) {
    const grant = grants[index] as Grant
    check.onGrant(grant)
    // In the order of arrival.
    for (const [place, item] of groups.get(check.name)?.entries() ?? []) {
      item.outcome = place < grant.granted ? 'Granted' : 'Refused'
      if (item.hasPassed && item.outcome === 'Refused') owed.add(check)
    }
  }
}
