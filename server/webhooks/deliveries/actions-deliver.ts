import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { isUnreachable } from '../../platform/database/unreachable.ts'
import { logOutage } from '../../platform/observability/outage-log.ts'
import { runInContext } from '../../platform/observability/request-context.ts'
import { OutgoingFailed } from '../../platform/outgoing-http/failure.ts'
import { createOutgoing, type Outgoing } from '../../platform/outgoing-http/outgoing-http.ts'
import { headersOf, type ObservedAttempt, observeAttempt, recordEnd } from './actions-observe-attempt.ts'
import { noResponse, post } from './actions-post.ts'
import { type Attempt, crowdedSeconds, inFlightMax, leaseSeconds } from './delivery.ts'
import { decideRetry } from './retry.ts'
import {
  type Claim,
  claimAttempts,
  endAttempts,
  type FinishedAttempt,
  lockDue,
  releaseAttempts,
  type UnsentAttempt,
} from './sql-attempts.ts'

/** Maximum number of concurrent attempts per process. */
const attemptsMax = 256
/** Maximum number of attempts recorded in one batch. */
const batchMax = 100
/** How long a stopping worker waits for running attempts; below, the pause before it retries to record them. In milliseconds. */
const stopMs = 4000
const pauseMs = 200
/** How long finished attempts are collected into a batch, in milliseconds. Recorded at once if no attempt is running. */
const batchMs = 3
const randomShare = (): number => randomInt(1_000_000) / 1_000_000
/** Delay in seconds after an internal error, so that it can be fixed or another process can take over. */
const internalErrorSeconds = 60

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
  readonly attemptsMax?: number
  /** For tests: the HTTP client, and the random number from 0 to 1 used for jitter. */
  readonly outgoing?: Outgoing
  readonly random?: () => number
}

type Finished = FinishedAttempt & { readonly elapsedMs: () => number }
type Work = {
  readonly ctx: Pick<Ctx, 'db' | 'config' | 'secretKey'>
  readonly options: DeliveryWorkerOptions
  readonly outgoing: Outgoing
  readonly stopped: AbortController
  /** Cancels the running attempts. */
  readonly cancelled: AbortController
  readonly running: Map<Attempt, Promise<void>>
  /** Deliveries claimed by this worker whose result is not recorded yet. */
  readonly open: Set<Attempt['delivery']>
  readonly finished: Finished[]
  readonly unsent: UnsentAttempt[]
  writing: Promise<void> | undefined
  /** The latest claim, and the one queued behind it. */
  claiming: Promise<number>
  next: Promise<number> | undefined
}

export function createDeliveryWorker(ctx: Work['ctx'], options: DeliveryWorkerOptions): DeliveryWorker {
  const work: Work = {
    ctx,
    options,
    outgoing: options.outgoing ?? createOutgoing({ allowPrivate: ctx.config.webhookAllowPrivate }),
    stopped: new AbortController(),
    cancelled: new AbortController(),
    running: new Map(),
    finished: [],
    unsent: [],
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
  const { ctx, running, stopped } = work
  const capacity = freeCapacity(work)
  if (capacity.limit <= 0 || stopped.signal.aborted) return 0
  const attempts = await ctx.db.transaction(async (db) => {
    const due = (await lockDue(db)).map(({ id }) => id)
    return due.length === 0 ? [] : claimAttempts(db, due, capacity)
  })
  for (const attempt of attempts) {
    work.open.add(attempt.delivery)
    const observed = observeAttempt(attempt)
    const sending = runInContext(observed.context, () => send(work, observed)).finally(() => running.delete(attempt))
    running.set(attempt, sending)
  }
  return attempts.length
}

/** Above half of its capacity a worker sends one attempt per endpoint at a time, so slow endpoints leave capacity for the others. */
function freeCapacity({ running, finished, open, options }: Work): Claim {
  const all = options.attemptsMax ?? attemptsMax
  const used = running.size + finished.length
  return { limit: all - used, perEndpoint: used > all / 2 ? 1 : inFlightMax, open: [...open] }
}

/** Never rejects: an error becomes the result of the attempt. */
async function send(work: Work, observed: ObservedAttempt): Promise<void> {
  const { options, ctx } = work
  const elapsedMs = stopwatch()
  const { attempt } = observed
  const result = await attemptOnce(work, observed)
  if ('outcome' in result) {
    const { random = randomShare } = options
    const decision = decideRetry(attempt, result.outcome, ctx.config.webhookRetrySeconds, random())
    work.finished.push({ ...result, attempt, decision, elapsedMs })
    recordEnd(observed, options.log, { outcome: result.outcome, decision })
  } else {
    work.unsent.push({ ...result, attempt })
    recordEnd(observed, options.log)
  }
  write(work)
}

type Sent = Pick<FinishedAttempt, 'headers' | 'outcome'>
/** Not sent, because it was cancelled or failed internally; the endpoint is not to blame. */
type Unsent = Pick<UnsentAttempt, 'waitSeconds'>

async function attemptOnce(work: Work, observed: ObservedAttempt): Promise<Sent | Unsent> {
  const { delivery, body } = observed.attempt
  if (body === null)
    return { headers: {}, outcome: { ...noResponse, error: 'The event is no longer kept', isFinal: true } }
  try {
    const headers = headersOf(work.ctx, observed, body)
    const outcome = await post(work.outgoing, observed.attempt, { body, headers, signal: work.cancelled.signal })
    return outcome ? { headers, outcome } : { waitSeconds: 0 }
  } catch (error) {
    if (error instanceof OutgoingFailed && error.isCrowded) return { waitSeconds: crowdedSeconds }
    work.options.log.error({ err: error, delivery }, 'delivery failed with an internal error; retrying later')
    return { waitSeconds: internalErrorSeconds }
  }
}

/** Records results in batches, one batch at a time. */
function write(work: Work): void {
  work.writing ??= writeAll(work).finally(() => {
    work.writing = undefined
    if (work.finished.length + work.unsent.length > 0) write(work)
  })
}

async function writeAll(work: Work): Promise<void> {
  const { ctx, options, finished, unsent, running } = work
  while (finished.length + unsent.length > 0) {
    for (let waitedMs = 0; waitedMs < batchMs && running.size > finished.length; waitedMs++) await setTimeout(1)
    const [batch, released] = [finished.splice(0, batchMax), unsent.splice(0, batchMax)]
    try {
      if (batch.length > 0) await endAttempts(ctx.db, batch)
      if (released.length > 0) await releaseAttempts(ctx.db, released)
      forget(work, [...batch, ...released])
    } catch (error) {
      if (isUnreachable(error)) logOutage(options.log, error, 'cannot record finished deliveries')
      else options.log.error({ err: error }, 'cannot record finished deliveries')
      forget(work, released)
      await (isUnreachable(error) ? writeLater(work, batch) : writeOneByOne(work, batch))
    }
    options.onEnded?.()
  }
}

/** Database unreachable: retries until the lease ends, after which another worker repeats the attempt. */
async function writeLater(work: Work, batch: readonly Finished[]): Promise<void> {
  await setTimeout(pauseMs)
  const isExpired = ({ elapsedMs }: Finished) => elapsedMs() >= leaseSeconds * 1000
  work.finished.unshift(...batch.filter((one) => !isExpired(one)))
  forget(work, batch.filter(isExpired))
}

/** So that a result that cannot be recorded does not affect the others. */
async function writeOneByOne(work: Work, batch: readonly Finished[]): Promise<void> {
  for (const one of batch)
    await endAttempts(work.ctx.db, [one]).catch((error: unknown) =>
      work.options.log.error({ err: error, delivery: one.attempt.delivery }, 'cannot record a finished delivery'),
    )
  forget(work, batch)
}

function forget({ open }: Work, done: readonly Pick<UnsentAttempt, 'attempt'>[]): void {
  for (const { attempt } of done) open.delete(attempt.delivery)
}

async function idle(work: Work): Promise<void> {
  while (work.running.size > 0 || work.writing) {
    await Promise.all(work.running.values())
    await work.writing
  }
}

async function stop(work: Work): Promise<void> {
  work.stopped.abort()
  const timer = new AbortController()
  await Promise.race([idle(work), setTimeout(stopMs, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
  work.cancelled.abort()
  await Promise.race([idle(work), setTimeout(pauseMs * 5)])
  await work.outgoing.close()
}
