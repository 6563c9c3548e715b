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
import { type Attempt, complaintOf, inFlightMax, leaseSeconds, type Outcome, verdictOf } from '../delivery.ts'
import { headersOf, noteEnd, type ObservedAttempt, watchAttempt } from './actions-attempt.ts'
import {
  type Claim,
  claimAttempts,
  endAttempts,
  type FinishedAttempt,
  giveBack,
  type LeasedAttempt,
  lockDue,
} from './sql-attempts.ts'

/** Attempts that one process has under way at once. */
const underWayMax = 256
/** Ends of attempts that are written down together. */
const setMax = 100
/** How long a courier that stops waits for what is under way, and between two tries to write down ends. */
const stopMs = 4000
const pauseMs = 200
/** Ends that come within so short a time are written together; nobody waits for more where nothing is under way. */
const batchMs = 3
const anyChance = (): number => randomInt(1_000_000) / 1_000_000
/** What cannot be sent through our own fault waits so long, until somebody has mended that or another process has it. */
const faultSeconds = 60

/** Brings deliveries to their endpoints. Several may work beside each other, in one process or in many. */
export type DeliveryWorker = {
  /** Begins with what is due, as much as there is room for; answers how much that was. */
  deliver(): Promise<number>
  /** Waits until nothing is under way and every end is written down. */
  idle(): Promise<void>
  /** Waits for what is under way, for a while; what was cut short then is due again. */
  stop(): Promise<void>
}

export type DeliveryWorkerOptions = {
  readonly log: Pick<FastifyBaseLogger, 'debug' | 'warn' | 'error'>
  /** An end is written down, so that there may be room or something due. */
  readonly onEnded?: () => void
  readonly underWayMax?: number
  /** For tests: how messages go out, and from 0 to 1 where a pause lies within its jitter. */
  readonly outgoing?: Outgoing
  readonly chance?: () => number
}

type Late = FinishedAttempt & { readonly sinceMs: () => number }
type Work = {
  readonly ctx: Pick<Ctx, 'db' | 'config' | 'secretKey'>
  readonly options: DeliveryWorkerOptions
  readonly outgoing: Outgoing
  readonly stopped: AbortController
  readonly cut: AbortController
  readonly underWay: Map<Attempt, Promise<void>>
  /** Claimed here, and the end not written down yet. */
  readonly open: Set<Attempt['delivery']>
  readonly ended: Late[]
  readonly given: LeasedAttempt[]
  writing: Promise<void> | undefined
  /** The claim that was made last, and the one that waits for it to end. */
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

/** One claim at a time, so that no two take the same room; whoever asks while one waits for its turn is answered by that. */
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

/** When half of our own room is taken, somebody is slow: then each endpoint gets one place, so that all of them find one. */
function freeSlots({ underWay, ended, open, options }: Work): Claim {
  const all = options.underWayMax ?? underWayMax
  const taken = underWay.size + ended.length
  return { most: all - taken, each: taken > all / 2 ? 1 : inFlightMax, open: [...open] }
}

/** Never fails: what goes wrong is how the attempt ended. */
async function send(work: Work, watched: ObservedAttempt): Promise<void> {
  const sinceMs = stopwatch()
  const { attempt } = watched
  const sent = await tried(work, watched)
  if ('outcome' in sent) {
    const { chance = anyChance } = work.options
    const verdict = verdictOf(attempt, sent.outcome, work.ctx.config.webhookRetrySeconds, chance())
    work.ended.push({ ...sent, attempt, verdict, sinceMs })
    noteEnd(watched, work.options.log, { outcome: sent.outcome, verdict })
  } else {
    work.given.push({ ...sent, attempt })
    noteEnd(watched, work.options.log)
  }
  write(work)
}

type SendResult = Pick<FinishedAttempt, 'headers' | 'outcome'>
/** What we cut ourselves, or could not do, is no fault of the endpoint's. */
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
    work.options.log.error({ err: error, delivery }, 'a delivery could not be sent, which is our fault: it waits')
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

/** While one set is being written, the next one gathers. */
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
      if (isUnreachable(error)) logOutage(options.log, error, 'ends of deliveries were not written')
      else options.log.error({ err: error }, 'ends of deliveries were not written')
      forget(work, back)
      await (isUnreachable(error) ? writeLater(work, set) : writeAlone(work, set))
    }
    options.onEnded?.()
  }
}

/** The database will be back. Once the lease is over somebody else makes the attempt again, and our end of it is forgotten. */
async function writeLater(work: Work, set: readonly Late[]): Promise<void> {
  await setTimeout(pauseMs)
  const isLate = ({ sinceMs }: Late) => sinceMs() >= leaseSeconds * 1000
  work.ended.unshift(...set.filter((one) => !isLate(one)))
  forget(work, set.filter(isLate))
}

/** One of them cannot be written: the others are. */
async function writeAlone(work: Work, set: readonly Late[]): Promise<void> {
  for (const one of set)
    await endAttempts(work.ctx.db, [one]).catch((error: unknown) =>
      work.options.log.error({ err: error, delivery: one.attempt.delivery }, 'the end of a delivery cannot be written'),
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
