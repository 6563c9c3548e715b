import type { FastifyBaseLogger } from 'fastify'
import { type Clock, stopwatch } from '../clock.ts'
import { count, freeInMs, newWindow, rotatingCache, uncount, usedIn, type Window, windowMs } from './local-window.ts'
import { giveBack, returnedIn, takeReturned, type WithReturned } from './returned-requests.ts'
import {
  type CounterClient,
  type CounterState,
  createCounterClient,
  isState,
  type LimitCheck,
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
  readonly uploadsMax: number
  /** For all credentials of an account together. */
  readonly accountMax: number
  /** How long a request waits for the shared counter before it is decided locally. */
  readonly patienceMs: number
  readonly clock: Clock
  readonly log: FastifyBaseLogger
}

/** Maximum number of credentials, and of addresses, in memory. */
const subjectsMax = 50_000
/**
 * How long an answer of the shared counter is trusted, for refusals and for optimistic grants. Kept short: the credential may
 * have been revoked since.
 */
const trustMs = 1000

export function createLimits({ shared, uploadsMax, accountMax, patienceMs, clock, log }: LimitsOptions): Limits {
  const passed = stopwatch()
  const time = () => passed() + clock.offsetMs
  const asking = createCounterClient(shared, log, patienceMs)
  const subjects = rotatingCache(newSubject, subjectsMax)
  const accounts = rotatingCache(newPolicyState, subjectsMax)
  const addresses = rotatingCache(() => ({ window: newWindow(), returned: undefined }) as Address, subjectsMax)
  return {
    ofCredential: ({ hash, key, most }, isUpload) => {
      const asked = { key, hash, isUpload, requestsMax: most, uploadsMax, accountMax }
      return countCredential(subjects(key, time()), asked, { client: asking, time, accounts })
    },
    ofAddress: (address, quota) => countAddress(addresses(`${quota.policy} ${address}`, time()), quota, time),
    stop: asking.stop,
  }
}

/** What this process knows about one policy of a credential: its own grants and the last answer of the shared counter. */
type PolicyState = WithReturned & { readonly own: Window; remaining: number; freeAt: number; exhaustedUntil: number }
type Address = WithReturned & { readonly window: Window }
type Subject = {
  readonly requests: PolicyState
  readonly uploads: PolicyState
  /** Shared by all credentials of the account; undefined until the shared counter has named the account. */
  account: PolicyState | undefined
  confirmedAt: number
}

/** Tests may set the time of a new process below zero, so 0 is not early enough. */
const never = Number.NEGATIVE_INFINITY
const newPolicyState = (): PolicyState => ({
  own: newWindow(),
  remaining: 0,
  freeAt: never,
  exhaustedUntil: never,
  returned: undefined,
})
const newSubject = (): Subject => ({
  requests: newPolicyState(),
  uploads: newPolicyState(),
  account: undefined,
  confirmedAt: never,
})

type CountingContext = {
  readonly client: CounterClient
  readonly time: () => number
  readonly accounts: (key: string, now: number) => PolicyState
}
type LimitRequest = Omit<LimitCheck, 'isReadOnly' | 'onState'>

/** Reuses a request that was given back, if there is one; otherwise counts a new one. */
async function countCredential(
  subject: Subject,
  request: LimitRequest,
  context: CountingContext,
): Promise<RateLimitResult | undefined> {
  const { time } = context
  const at = time()
  const [caller, most] = request.isUpload
    ? [subject.uploads, request.uploadsMax]
    : [subject.requests, request.requestsMax]
  const current = () => withReturned(resultOf(true, policiesOf(subject, request), time()), caller, time())
  const returnedAt = takeReturned(caller, at)
  const result = returnedAt === undefined ? await countBatched(subject, request, context) : current()
  if (!result?.isGranted) return result
  const back = () => {
    giveBack(caller, returnedAt ?? at, most, time())
    return current()
  }
  return { ...result, giveBack: back }
}

/** Adds the requests given back to the remaining ones: the caller's next requests of the same kind use them. */
function withReturned(result: RateLimitResult, caller: WithReturned, now: number): RateLimitResult {
  const more = returnedIn(caller, now)
  const add = (each: RateLimitStatus) => ({ ...each, remaining: Math.min(each.most, each.remaining + more) })
  return more === 0 ? result : { ...result, statuses: result.statuses.map(add) }
}

async function countBatched(
  subject: Subject,
  request: LimitRequest,
  context: CountingContext,
): Promise<RateLimitResult | undefined> {
  const now = context.time()
  const policies = policiesOf(subject, request)
  const onState = (state: CounterState) => {
    subject.confirmedAt = state.isKnown ? context.time() : never
    if (state.account) subject.account = context.accounts(String(state.account.id), context.time())
    storeState(policiesOf(subject, request), state, now, context.time())
  }
  const isReadOnly = policies.some(([quota, known]) => isExhausted(known, quota.most, now))
  if (
    !isReadOnly &&
    mayGrantAhead(subject, request, now) &&
    context.client.grantAhead({ ...request, isReadOnly: false, onState })
  ) {
    for (const [, known] of policies) {
      count(known.own, now)
      known.remaining--
    }
    return resultOf(true, policies, now)
  }
  if (isReadOnly && now - subject.confirmedAt < trustMs) return resultOf(false, policies, now)
  // Counted before the answer arrives: concurrent requests must not use the same remaining request.
  const counted = isReadOnly ? [] : policies.map(([, { own }]) => [own, count(own, now)] as const)
  const answer = await context.client.ask({ ...request, isReadOnly, onState })
  const isGranted = isState(answer)
    ? answer.isKnown && answer.isGranted
    : !isReadOnly && grantLocally(policies, context.time())
  if (!isGranted) for (const [own, at] of counted) uncount(own, at)
  if (!isState(answer)) answer.decided(isGranted)
  else {
    onState(answer)
    if (!answer.isKnown) return undefined
  }
  return resultOf(isGranted, policiesOf(subject, request), context.time())
}

/**
 * A credential that had used less than half of its limit a moment ago need not wait for the shared counter. The limit can only
 * be exceeded if other processes grant the other half meanwhile, and by no more than the requests granted ahead.
 */
const mayGrantAhead = ({ requests, account, confirmedAt }: Subject, request: LimitRequest, now: number): boolean =>
  !request.isUpload &&
  now - confirmedAt < trustMs &&
  isHalfLeft(requests, request.requestsMax, now) &&
  (account === undefined || isHalfLeft(account, request.accountMax, now))

const isHalfLeft = ({ remaining, freeAt }: PolicyState, most: number, now: number): boolean =>
  now < freeAt && remaining > most / 2

/** Grants locally: from the remaining requests of the last answer, or without a limit once that answer has expired. */
function grantLocally(policies: readonly Policy[], now: number): boolean {
  const isLeft = policies.every(([, { freeAt, remaining }]) => now >= freeAt || remaining > 0)
  if (isLeft) for (const [, known] of policies) known.remaining = Math.max(0, known.remaining - 1)
  return isLeft
}

type Policy = readonly [Quota, PolicyState]

function policiesOf({ requests, uploads, account }: Subject, request: LimitRequest): readonly Policy[] {
  const policies: Policy[] = [[{ policy: 'default', most: request.requestsMax }, requests]]
  if (request.isUpload) policies.push([{ policy: 'uploads', most: request.uploadsMax }, uploads])
  if (account) policies.push([{ policy: 'account', most: request.accountMax }, account])
  return policies
}

/** Whether the limit is exhausted: no request can become free before `exhaustedUntil`, or this process alone has granted all. */
const isExhausted = ({ own, exhaustedUntil: shutUntil }: PolicyState, most: number, now: number): boolean =>
  now < shutUntil || usedIn(own, now) >= most

/** Stores an answer. Refusals from memory are limited from the time of asking; the remaining requests, from the answer. */
function storeState(policies: readonly Policy[], state: CounterState, askedAt: number, now: number): void {
  for (const [{ policy }, known] of policies) {
    const left = policy === 'account' ? state.account : policy === 'uploads' ? state.uploads : state.requests
    if (!left) continue
    const { remaining, freeInMs } = left
    known.remaining = remaining
    known.freeAt = now + (freeInMs ?? windowMs)
    known.exhaustedUntil = remaining === 0 && freeInMs !== null ? askedAt + freeInMs : never
  }
}

const resultOf = (isGranted: boolean, policies: readonly Policy[], now: number): RateLimitResult => ({
  isGranted,
  statuses: policies.map(([quota, known]) => statusOf(quota, known, now)),
})

function statusOf(quota: Quota, { own, remaining, freeAt }: PolicyState, now: number): RateLimitStatus {
  const alone = localStatus(quota, own, now)
  return now < freeAt && remaining <= alone.remaining ? { ...quota, remaining, resetMs: freeAt - now } : alone
}

const localStatus = (quota: Quota, window: Window, now: number): RateLimitStatus => ({
  ...quota,
  remaining: Math.max(0, quota.most - usedIn(window, now)),
  resetMs: freeInMs(window, now),
})

function countAddress(address: Address, quota: Quota, time: () => number): RateLimitResult {
  const at = time()
  const returnedAt = takeReturned(address, at)
  const isGranted = returnedAt !== undefined || usedIn(address.window, at) < quota.most
  if (isGranted && returnedAt === undefined) count(address.window, at)
  const current = () =>
    withReturned({ isGranted, statuses: [localStatus(quota, address.window, time())] }, address, time())
  const back = () => {
    giveBack(address, returnedAt ?? at, quota.most, time())
    return current()
  }
  return isGranted ? { ...current(), giveBack: back } : current()
}
