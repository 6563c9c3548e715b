import type { FastifyBaseLogger } from 'fastify'
import { type Clock, stopwatch } from '../clock.ts'
import { type Caller, type FindAccounts, refusalTrustMs, trustMs } from './callers.ts'
import { count, freeInMs, newWindow, rotatingCache, uncount, usedIn, type Window } from './local-window.ts'
import { giveBack, returnedIn, takeReturned, type WithReturned } from './returned-requests.ts'
import {
  type Check,
  type CounterClient,
  createCounterClient,
  type Grant,
  type SharedCounter,
} from './shared-counter.ts'

/** `most` requests in any minute. */
export type Quota = { readonly policy: string; readonly most: number }
/** The remaining requests, and the time until one more becomes available. */
export type RateLimitStatus = Quota & { readonly remaining: number; readonly resetMs: number }
export type RateLimitResult = {
  readonly isGranted: boolean
  readonly statuses: readonly RateLimitStatus[]
  /** Uncounts a request that was not served. Returns the new state. Call it once. */
  readonly giveBack?: () => RateLimitResult
}

/** A credential recognized by its format; it may not exist. */
export type PresentedCredential = { readonly hash: Buffer; readonly key: string; readonly most: number }

export type Limits = {
  /** Counts or refuses a request. Returns undefined if the credential is unknown. */
  ofCredential(presented: PresentedCredential, isUpload: boolean): Promise<RateLimitResult | undefined>
  /** Counts requests without a credential by address, in this process only. */
  ofAddress(address: string, quota: Quota): RateLimitResult
  /** Counts locally from now on, because the shared counter is about to close. */
  stop(): void
}

export type LimitsOptions = {
  readonly shared: SharedCounter
  readonly findAccounts: FindAccounts
  readonly uploadsMax: number
  /** For all credentials of an account together. */
  readonly accountMax: number
  /** How long a request waits for the shared counter before it is decided locally. */
  readonly patienceMs: number
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

/** Maximum number of subjects in memory. */
const subjectsMax = 100_000

/** What this process knows of one limit: the requests that it let pass, and the last answer of the shared counter, until `freeAt`. */
type Tally = WithReturned & { readonly own: Window; remaining: number; freeAt: number }
type Limit = Quota & { readonly subject: string; readonly tally: Tally }

/** Tests may set the time of a new process below zero, so 0 is not early enough. */
const never = Number.NEGATIVE_INFINITY
const newTally = (): Tally => ({ own: newWindow(), remaining: 0, freeAt: never, returned: undefined })
const newCaller = (): Caller => ({ account: undefined, confirmedAt: never })

function talliesBy(clock: Clock) {
  const passed = stopwatch()
  const time = () => passed() + clock.offsetMs
  const tallies = rotatingCache(newTally, subjectsMax)
  const limitOf = (subject: string, quota: Quota) => ({ ...quota, subject, tally: tallies(subject, time()) })
  const ofAddress: Limits['ofAddress'] = (address, quota) =>
    countAddress(limitOf(`${quota.policy} ${address}`, quota), time)
  return { time, limitOf, ofAddress }
}

/** Counts by address only, for an origin that takes no credentials. */
export const limitsOfAddresses = (clock: Clock): Limits => ({
  ofCredential: async () => undefined,
  ofAddress: talliesBy(clock).ofAddress,
  stop: () => {},
})

export function createLimits({ uploadsMax, accountMax, clock, ...options }: LimitsOptions): Limits {
  const { time, limitOf, ofAddress } = talliesBy(clock)
  const client = createCounterClient({ ...options, time })
  const callers = rotatingCache(newCaller, subjectsMax)
  return {
    ofCredential: ({ hash, key, most }, isUpload) => {
      const caller = callers(key, time())
      const ofKey = limitOf(key, { policy: 'default', most })
      const uploads = isUpload ? [limitOf(`uploads:${key}`, { policy: 'uploads', most: uploadsMax })] : []
      const ofAccount = (account: number) => limitOf(`account:${account}`, { policy: 'account', most: accountMax })
      const limits = () => [ofKey, ...uploads, ...(caller.account === undefined ? [] : [ofAccount(caller.account)])]
      return countCredential({ hash, caller, kind: uploads[0] ?? ofKey, limits, client, time })
    },
    ofAddress,
    stop: client.stop,
  }
}

type Counting = {
  readonly hash: Buffer
  readonly caller: Caller
  /** The limit of this kind of request: a request that is given back makes room for the next one of its kind. */
  readonly kind: Limit
  readonly limits: () => readonly Limit[]
  readonly client: CounterClient
  readonly time: () => number
}

/** Reuses a request that was given back, if there is one; otherwise counts a new one. */
async function countCredential(counting: Counting): Promise<RateLimitResult | undefined> {
  const { kind, limits, time } = counting
  const at = time()
  const returnedAt = takeReturned(kind.tally, at)
  const isGranted = returnedAt !== undefined || (await countShared(counting))
  return isGranted === undefined ? undefined : resultOf(isGranted, { kind, limits, at: returnedAt ?? at, time })
}

function countAddress(limit: Limit, time: () => number): RateLimitResult {
  const at = time()
  const returnedAt = takeReturned(limit.tally, at)
  const isGranted = returnedAt !== undefined || !isExhausted(limit, at)
  if (isGranted && returnedAt === undefined) count(limit.tally.own, at)
  return resultOf(isGranted, { kind: limit, limits: () => [limit], at: returnedAt ?? at, time })
}

/** Whether a request of a credential passes; undefined if the credential is unknown. */
async function countShared({ hash, caller, kind, limits, client, time }: Counting): Promise<boolean | undefined> {
  const now = time()
  const isReadOnly = limits().some((limit) => isExhausted(limit, now))
  if (isReadOnly && now - caller.confirmedAt < refusalTrustMs) return false
  // Counted before the answer arrives: concurrent requests must not use the same remaining request.
  const counted = isReadOnly ? [] : limits().map(({ tally: { own } }) => [own, count(own, now)] as const)
  const check: Check = {
    hash,
    caller,
    name: kind.subject,
    limits,
    isReadOnly,
    onGrant: (grant) => store(limits(), grant, time()),
    passesAlone: () => !isReadOnly && grantLocally(limits(), time()),
  }
  const mayPass = now - caller.confirmedAt < trustMs && limits().every((limit) => isHalfLeft(limit, now))
  if (mayPass && client.passAhead(check)) return grantLocally(limits(), now)
  const outcome = await client.ask(check)
  if (outcome !== 'Granted') for (const [own, at] of counted) uncount(own, at)
  return outcome === 'Unknown' ? undefined : outcome === 'Granted'
}

/** Whether no request is left, by the last answer or because this process alone let all pass. */
const isExhausted = ({ most, tally: { own, remaining, freeAt } }: Limit, now: number): boolean =>
  (now < freeAt && remaining === 0) || usedIn(own, now) >= most

/**
 * With more than half of all limits left, a request need not wait for the shared counter. A limit can only be exceeded if other
 * processes grant the other half meanwhile, and by no more than the requests that passed ahead.
 */
const isHalfLeft = ({ most, tally: { remaining, freeAt } }: Limit, now: number): boolean =>
  now < freeAt && remaining > most / 2

/** Grants from the remaining requests of the last answer, or without a limit once that answer has expired. */
function grantLocally(limits: readonly Limit[], now: number): boolean {
  const isLeft = limits.every(({ tally: { freeAt, remaining } }) => now >= freeAt || remaining > 0)
  if (isLeft) for (const { tally } of limits) tally.remaining = Math.max(0, tally.remaining - 1)
  return isLeft
}

function store(limits: readonly Limit[], { usages }: Grant, now: number): void {
  for (const [index, { most, tally }] of limits.entries()) {
    const { used, freeInMs } = usages[index] as Grant['usages'][number]
    tally.remaining = Math.max(0, most - used)
    tally.freeAt = now + (freeInMs ?? 0)
  }
}

type Counted = Pick<Counting, 'kind' | 'limits' | 'time'> & { readonly at: number }

/** Requests of the same kind that were given back are added to the remaining ones: the next requests use them. */
function resultOf(isGranted: boolean, { kind, limits, at, time }: Counted): RateLimitResult {
  const state = () => {
    const more = returnedIn(kind.tally, time())
    return limits().map((limit) => statusOf(limit, more, time()))
  }
  if (!isGranted) return { isGranted, statuses: state() }
  const back = () => {
    giveBack(kind.tally, at, kind.most, time())
    return { isGranted, statuses: state() }
  }
  return { isGranted, statuses: state(), giveBack: back }
}

function statusOf({ policy, most, tally }: Limit, returned: number, now: number): RateLimitStatus {
  const alone = Math.max(0, most - usedIn(tally.own, now))
  const isShared = now < tally.freeAt && tally.remaining <= alone
  const remaining = Math.min(most, (isShared ? tally.remaining : alone) + returned)
  return { policy, most, remaining, resetMs: isShared ? tally.freeAt - now : freeInMs(tally.own, now) }
}
