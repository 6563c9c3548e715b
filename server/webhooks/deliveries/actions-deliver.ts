import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { isUnreachable } from '../../platform/database/db.ts'
import { logOutage } from '../../platform/observability/outage-log.ts'
import { runInContext } from '../../platform/observability/request-context.ts'
import { OutgoingFailed } from '../../platform/outgoing-http/failure.ts'
import { createOutgoing, type Outgoing } from '../../platform/outgoing-http/outgoing-http.ts'
import { headersOf, noteEnd, type ObservedAttempt, watchAttempt } from './actions-observe-attempt.ts'
import { type Attempt, complaintOf, inFlightMax, leaseSeconds, type Outcome } from './delivery.ts'
import { decideRetry } from './retry.ts'
import {
  type Claim,
  claimAttempts,
  endAttempts,
  type FinishedAttempt,
  giveBack,
  type LeasedAttempt,
  lockDue,
} from './sql-attempts.ts'

/** Maximum number of concurrent attempts per process. */
const underWayMax = 256
/** Maximum number of attempts recorded in one batch. */
const setMax = 100
/** How long a stopping worker waits for running attempts; below, the pause before it retries to record them. In milliseconds. */
const stopMs = 4000
const pauseMs = 200
/** How long finished attempts are collected into a batch, in milliseconds. Recorded at once if no attempt is running. */
const batchMs = 3
const randomShare = (): number => randomInt(1_000_000) / 1_000_000
/** Delay in seconds after an internal error, so that it can be fixed or another process can take over. */
const faultSeconds = 60

/** Sends deliveries to their endpoints. Several workers may run concurrently, in one or many processes. */
export type DeliveryWorker = {
  /** Starts due deliveries as far as there is capacity. Returns how many. */
  deliver(): Promise<number>
  /** Waits until no attempt is running and all results are recorded. */
  idle(): Promise<void>
  /** Waits up to `stopMs` for running attempts, then cancels them; cancelled deliveries are due again. */
  stop(): Promise<void>
}

export type DeliveryWorkerOptions = {
  readonly log: Pick<FastifyBaseLogger, 'debug' | 'warn' | 'error'>
  /** Called after results were recorded: there may be capacity or due deliveries again. */
  readonly onEnded?: () => void
  readonly underWayMax?: number
  /** For tests: the HTTP client, and the random number from 0 to 1 used for jitter. */
  readonly outgoing?: Outgoing
  readonly random?: () => number
}

type Late = FinishedAttempt & { readonly sinceMs: () => number }
type Work = {
  readonly ctx: Pick<Ctx, 'db' | 'config' | 'secretKey'>
  readonly options: DeliveryWorkerOptions
  readonly outgoing: Outgoing
  readonly stopped: AbortController
  readonly cut: AbortController
  readonly underWay: Map<Attempt, Promise<void>>
  /** Deliveries claimed by this worker whose result is not recorded yet. */
  readonly open: Set<Attempt['delivery']>
  readonly ended: Late[]
  readonly given: LeasedAttempt[]
  writing: Promise<void> | undefined
  /** The latest claim, and the one queued behind it. */
  claiming: Promise<number>
  next: Promise<number> | undefined
}

export function createDeliveryWorker(ctx: Work['ctx'], options: DeliveryWorkerOptions): DeliveryWorker {
  const outgoing = options.outgoing ?? createOutgoing({ allowPrivate: ctx.config.webhookAllowPrivate })
  const [stopped, cut] = [new AbortController(), new AbortController()]
  const work: Work = {
    ctx,
    options,
    outgoing,
    stopped,
    cut,
    underWay: new Map(),
    ended: [],
    given: [],
    open: new Set(),
    writing: undefined,
    claiming: Promise.resolve(0),
    next: undefined,
  }
  return { deliver: () => deliver(work), idle: () => idle(work), stop: () => stop(work) }
}

/** Runs one claim at a time, so that two cannot use the same capacity. Calls made while one is queued share its result. */
function deliver(work: Work): Promise<number> {
  work.next ??= work.claiming.then(() => {
    work.next = undefined
    const claimed = claim(work)
    work.claiming = claimed.catch(() => 0)
    return claimed
  })
  return work.next
}

async function claim(work: Work): Promise<number> {
  const { ctx, underWay, stopped } = work
  const room = freeSlots(work)
  if (room.most <= 0 || stopped.signal.aborted) return 0
  const attempts = await ctx.db.transaction(async (db) => {
    const due = await lockDue(db)
    return due.length === 0
      ? []
      : claimAttempts(
          db,
          due.map(({ id }) => id),
          room,
        )
  })
  for (const attempt of attempts) {
    work.open.add(attempt.delivery)
    const watched = watchAttempt(attempt)
    const sending = runInContext(watched.context, () => send(work, watched)).finally(() => underWay.delete(attempt))
    underWay.set(attempt, sending)
  }
  return attempts.length
}

/** Above half of its capacity a worker sends one attempt per endpoint at a time, so slow endpoints leave capacity for the others. */
function freeSlots({ underWay, ended, open, options }: Work): Claim {
  const all = options.underWayMax ?? underWayMax
  const taken = underWay.size + ended.length
  return { most: all - taken, each: taken > all / 2 ? 1 : inFlightMax, open: [...open] }
}

/** Never rejects: an error becomes the result of the attempt. */
async function send(work: Work, watched: ObservedAttempt): Promise<void> {
  const sinceMs = stopwatch()
  const { attempt } = watched
  const sent = await tried(work, watched)
  if ('outcome' in sent) {
    const { random = randomShare } = work.options
    const decision = decideRetry(attempt, sent.outcome, work.ctx.config.webhookRetrySeconds, random())
    work.ended.push({ ...sent, attempt, decision, sinceMs })
    noteEnd(watched, work.options.log, { outcome: sent.outcome, decision })
  } else {
    work.given.push({ ...sent, attempt })
    noteEnd(watched, work.options.log)
  }
  write(work)
}

type SendResult = Pick<FinishedAttempt, 'headers' | 'outcome'>
/** Not sent, because it was cancelled or failed internally; the endpoint is not to blame. */
type Unsent = Pick<LeasedAttempt, 'waitSeconds'>

async function tried(work: Work, watched: ObservedAttempt): Promise<SendResult | Unsent> {
  const { delivery, body, url } = watched.attempt
  if (body === null)
    return { headers: {}, outcome: { ...noAnswer, error: 'The event is no longer kept', isFinal: true } }
  try {
    const headers = headersOf(work.ctx.secretKey, watched, body)
    const outcome = work.cut.signal.aborted ? undefined : await outcomeOf(work, url, body, headers)
    return outcome ? { headers, outcome } : { waitSeconds: 0 }
  } catch (error) {
    work.options.log.error({ err: error, delivery }, 'delivery failed with an internal error; retrying later')
    return { waitSeconds: faultSeconds }
  }
}

const noAnswer = { statusCode: null, durationMs: 0, excerpt: null }

type Headers = Readonly<Record<string, string>>

async function outcomeOf(work: Work, url: string, body: string, headers: Headers): Promise<Outcome | undefined> {
  try {
    const answer = await work.outgoing.post(url, { headers, body, signal: work.cut.signal })
    const { status, durationMs, excerpt } = answer
    const retryAfter = answer.headers['retry-after']
    return { statusCode: status, error: complaintOf(status), durationMs, excerpt, retryAfter }
  } catch (error) {
    if (work.cut.signal.aborted) return undefined
    if (!(error instanceof OutgoingFailed)) throw error
    return { ...noAnswer, error: error.reason, durationMs: error.durationMs }
  }
}

/** Records results in batches, one batch at a time. */
function write(work: Work): void {
  work.writing ??= writeAll(work).finally(() => {
    work.writing = undefined
    if (work.ended.length + work.given.length > 0) write(work)
  })
}

async function writeAll(work: Work): Promise<void> {
  const { ctx, options, ended, given, underWay } = work
  while (ended.length + given.length > 0) {
    for (let waitedMs = 0; waitedMs < batchMs && underWay.size > ended.length; waitedMs++) await setTimeout(1)
    const [set, back] = [ended.splice(0, setMax), given.splice(0, setMax)]
    try {
      if (set.length > 0) await endAttempts(ctx.db, set)
      if (back.length > 0) await giveBack(ctx.db, back)
      forget(work, [...set, ...back])
    } catch (error) {
      if (isUnreachable(error)) logOutage(options.log, error, 'cannot record finished deliveries')
      else options.log.error({ err: error }, 'cannot record finished deliveries')
      forget(work, back)
      await (isUnreachable(error) ? writeLater(work, set) : writeAlone(work, set))
    }
    options.onEnded?.()
  }
}

/** Database unreachable: retries until the lease ends, after which another worker repeats the attempt. */
async function writeLater(work: Work, set: readonly Late[]): Promise<void> {
  await setTimeout(pauseMs)
  const isLate = ({ sinceMs }: Late) => sinceMs() >= leaseSeconds * 1000
  work.ended.unshift(...set.filter((one) => !isLate(one)))
  forget(work, set.filter(isLate))
}

/** Records results one by one, so a failing one does not affect the others. */
async function writeAlone(work: Work, set: readonly Late[]): Promise<void> {
  for (const one of set)
    await endAttempts(work.ctx.db, [one]).catch((error: unknown) =>
      work.options.log.error({ err: error, delivery: one.attempt.delivery }, 'cannot record a finished delivery'),
    )
  forget(work, set)
}

function forget({ open }: Work, done: readonly Pick<LeasedAttempt, 'attempt'>[]): void {
  for (const { attempt } of done) open.delete(attempt.delivery)
}

async function idle(work: Work): Promise<void> {
  while (work.underWay.size > 0 || work.writing) {
    await Promise.all(work.underWay.values())
    await work.writing
  }
}

async function stop(work: Work): Promise<void> {
  work.stopped.abort()
  const late = new AbortController()
  await Promise.race([idle(work), setTimeout(stopMs, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
  work.cut.abort()
  await Promise.race([idle(work), setTimeout(pauseMs * 5)])
  await work.outgoing.close()
}
