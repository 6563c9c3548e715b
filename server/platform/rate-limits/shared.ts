import type { FastifyBaseLogger } from 'fastify'
import { createBatcher } from '../batcher.ts'
import { stopwatch } from '../clock.ts'
import { gauge } from '../observability/metrics.ts'
import { newUnsyncedUsage, type UnsyncedRequests, type UnsyncedUsage } from './unsynced-usage.ts'

/** What requests with one credential ask for together. An upload counts as a request too, and needs room in both. */
export type CounterUpdate = {
  readonly hash: Buffer
  readonly requests: number
  readonly uploads: number
  /** What was let pass already, without asking: it is counted whether or not there is room. */
  readonly requestsOwed: number
  readonly uploadsOwed: number
  readonly requestsMax: number
  readonly uploadsMax: number
  /** What all credentials of the account may ask for together. */
  readonly accountMax: number
}

/** How many were counted in the minute before, and how long until the earliest of them leaves it, where that is known. */
export type Usage = { readonly used: number; readonly freeInMs: number | null }
/** What they get: uploads first, then as many of the other requests as there is room for. */
export type Tally = {
  readonly isKnown: boolean
  readonly requestsGranted: number
  readonly uploadsGranted: number
  readonly requests: Usage
  readonly uploads: Usage
  /** The account of a credential that is known: its usage, and what this set was granted with all its credentials. */
  readonly account?: Usage & { readonly id: number; readonly granted: number }
}

/** Where several processes count together. */
export type SharedCounter = {
  /** Makes the connection, so that the first request need not wait for it. */
  ready(): Promise<void>
  /** In the order of what is wanted, which names each credential once. A trial follows a failure, and may be more careful. */
  grant(wanted: readonly CounterUpdate[], isTrial: boolean): Promise<readonly Tally[]>
  close(): Promise<void>
}

export type LimitCheck = {
  readonly key: string
  readonly hash: Buffer
  readonly isUpload: boolean
  /** Only looks: whether the credential is known, and how much is left. */
  readonly isLook: boolean
  readonly requestsMax: number
  readonly uploadsMax: number
  readonly accountMax: number
  /** What is to be known of the credential once it is told, beside what is answered. */
  readonly learn: (told: CounterState) => void
}

/** How many more there may be after this set, and how long until there may be one more. */
export type RemainingQuota = { readonly remaining: number; readonly freeInMs: number | null }
export type CounterState = {
  readonly isKnown: boolean
  readonly isGranted: boolean
  readonly requests: RemainingQuota
  readonly uploads: RemainingQuota
  readonly account: (RemainingQuota & { readonly id: number }) | undefined
}

/** There was no answer in time: the process decides alone, and says here whether it let the request pass. */
export type Alone = { readonly decided: (isLetPass: boolean) => void }
export const isTold = (answer: CounterState | Alone): answer is CounterState => 'isKnown' in answer

const setMax = 256
/** So long a request waits for the shared counter; then its process counts it alone. */
const patienceMs = 150
/** Whoever has not answered for so long is away: nobody waits for the answer any more. */
const awayMs = 1000
/** After a failure nobody is asked for so long. */
const pauseMs = 500
/** What was let pass ahead of the others is told to them within so long. */
const aheadMs = 50
/** Of one credential no more than so many, and no more than this share of its limit, 1/128: of a small one, none. */
const aheadMost = 8
const aheadShare = 128

const isShared = gauge(
  'market_limits_shared',
  'Whether this process counts requests together with the others (1) or alone (0).',
  {
    ofAll: 'min',
  },
)

/** A request on its way. Late is an answer that comes when it was decided without it. */
type PendingCheck = {
  readonly asked: LimitCheck
  isSent: boolean
  isGivenUp: boolean
  isLetPass: boolean
  told?: CounterState
}

export type Asking = {
  /** Asks the shared counter, and waits for it. */
  ask(asked: LimitCheck): Promise<CounterState | Alone>
  /** Lets a request pass that is counted a moment later, with others; not too many of one credential at once. */
  goAhead(asked: LimitCheck): boolean
  /** Asks nobody any more: the counter is about to be closed. */
  stop(): void
}

/**
 * Asks the shared counter for the requests that arrive together. Where it is slow, each waits as long as its patience lasts;
 * where it is away, nobody does. What was then let pass alone is told with the next set, so that a slow answer costs no
 * exactness.
 */
export function askPatiently(shared: SharedCounter, log: FastifyBaseLogger): Asking {
  const debts = newUnsyncedUsage<LimitCheck>()
  const { send, isAway, stop } = sending(shared, log, debts)
  let isTelling = false
  const tell = (asked: LimitCheck) => {
    isTelling = false
    if (!isAway()) void send({ asked, isSent: false, isGivenUp: true, isLetPass: false })
  }
  return {
    ask: async (asked) => {
      const item: PendingCheck = { asked, isSent: false, isGivenUp: false, isLetPass: false }
      if (!isAway()) await withPatience(send(item))
      item.isGivenUp = true
      return item.told ?? { decided: (isLetPass) => decide(item, isLetPass, debts) }
    },
    goAhead: (asked) => {
      const most = Math.min(aheadMost, Math.floor(asked.requestsMax / aheadShare))
      if (isAway() || debts.of(asked.key) >= most) return false
      debts.record(asked)
      if (!isTelling) setTimeout(tell, aheadMs, asked).unref()
      isTelling = true
      return true
    },
    stop,
  }
}

/** Sends sets, one behind the other, and knows whether anybody answers. */
function sending(shared: SharedCounter, log: FastifyBaseLogger, debts: UnsyncedUsage<LimitCheck>) {
  const passed = stopwatch()
  let sentAt: number | undefined
  let hasFailed = false
  let awayUntil = 0
  let isStopped = false

  async function sendSet(items: readonly PendingCheck[]): Promise<readonly undefined[]> {
    // What was gathered before it stopped comes to its turn behind it.
    if (isStopped) return []
    sentAt = passed()
    try {
      await askSet(shared, items.filter(isWanted), debts, hasFailed)
      if (hasFailed) log.warn('the requests of all processes are counted together again')
      hasFailed = false
      isShared.set({}, 1)
    } catch (error) {
      if (!hasFailed && !isStopped)
        log.warn({ err: error }, 'the shared counter of requests is away: this process counts alone')
      hasFailed = true
      isShared.set({}, 0)
      awayUntil = passed() + pauseMs
    } finally {
      sentAt = undefined
    }
    return []
  }
  const isAway = () => isStopped || passed() < awayUntil || (sentAt !== undefined && passed() - sentAt > awayMs)
  const stop = () => {
    isStopped = true
  }
  return { send: createBatcher(sendSet, setMax), isAway, stop }
}

const isWanted = ({ isGivenUp }: PendingCheck): boolean => !isGivenUp

/** What was sent may have been counted: its answer tells, if one comes. */
function decide(item: PendingCheck, isLetPass: boolean, debts: UnsyncedUsage<LimitCheck>): void {
  item.isLetPass = isLetPass
  if (isLetPass && !item.isSent && !item.asked.isLook) debts.record(item.asked)
}

/** An answer that has arrived while this process was busy is read before it is called late. */
const withPatience = (answer: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(resolve), patienceMs)
    void answer.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

async function askSet(
  shared: SharedCounter,
  items: readonly PendingCheck[],
  debts: UnsyncedUsage<LimitCheck>,
  isTrial: boolean,
): Promise<void> {
  const groups = Map.groupBy(items, ({ asked }) => asked.key)
  const owed = debts.take()
  const keys = [...new Set([...groups.keys(), ...owed.keys()])]
  if (keys.length === 0) return
  for (const item of items) item.isSent = true
  const wanted = keys.map((key) => wantedBy(groups.get(key) ?? [], owed.get(key)))
  const tallies = await shared.grant(wanted, isTrial)
  for (const [index, key] of keys.entries()) {
    const tally = tallies[index] as Tally
    share(groups.get(key) ?? [], tally)
    const asked = owed.get(key)?.asked
    if (asked) asked.learn(toldBy(tally, asked, true))
  }
  for (const { asked, isLetPass, told } of items) if (isLetPass && told?.isKnown && !told.isGranted) debts.record(asked)
}

function wantedBy(group: readonly PendingCheck[], debt: UnsyncedRequests<LimitCheck> | undefined): CounterUpdate {
  const { hash, requestsMax, uploadsMax, accountMax } = (group[0] ?? (debt as UnsyncedRequests<LimitCheck>)).asked
  const counted = group.filter(({ asked }) => !asked.isLook)
  const uploads = counted.filter(({ asked }) => asked.isUpload).length
  const owed = { requestsOwed: debt?.requests ?? 0, uploadsOwed: debt?.uploads ?? 0 }
  return { hash, requests: counted.length - uploads, uploads, ...owed, requestsMax, uploadsMax, accountMax }
}

/** Gives what was granted to those who asked first. */
function share(group: readonly PendingCheck[], tally: Tally): void {
  const granted = { uploads: tally.uploadsGranted, requests: tally.requestsGranted }
  for (const item of group) {
    const { isLook, isUpload } = item.asked
    item.told = toldBy(tally, item.asked, !isLook && granted[isUpload ? 'uploads' : 'requests']-- > 0)
  }
}

function toldBy(tally: Tally, { requestsMax, uploadsMax, accountMax }: LimitCheck, isGranted: boolean): CounterState {
  const { isKnown, requestsGranted, uploadsGranted, account: usage } = tally
  const account = usage && { id: usage.id, ...leftOf(usage, accountMax, usage.granted) }
  const requests = leftOf(tally.requests, requestsMax, requestsGranted + uploadsGranted)
  return { isKnown, isGranted, requests, uploads: leftOf(tally.uploads, uploadsMax, uploadsGranted), account }
}

const leftOf = ({ used, freeInMs }: Usage, most: number, granted: number): RemainingQuota => ({
  remaining: Math.max(0, most - used - granted),
  freeInMs,
})
