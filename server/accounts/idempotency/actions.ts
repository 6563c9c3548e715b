import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { drainInBatches } from '../../platform/batching/drain.ts'
import { batchLimit } from '../../platform/batching/join-batch.ts'
import { createBatchQueue } from '../../platform/batching/queue.ts'
import { seal, unseal } from '../../platform/config/secret.ts'
import type { Ctx, Requirement } from '../../platform/database/ctx.ts'
import { codeOf, type Database } from '../../platform/database/db.ts'
import { isUnreachable } from '../../platform/database/unreachable.ts'
import type { IdempotentRequest, RunOnce, StoredResponse } from '../../platform/http/idempotency.ts'
import { getOrInsert, memoizePerObject } from '../../values/bounded-map.ts'
import { Problem } from '../../values/problems/problem.ts'
import { admit, memberOf, presentedHash, requirementOf } from '../caller.ts'
import { AnswerNotStored, KeyInProgress, KeyReused, requestHash, storedBytesMax, waitMsMax } from './idempotency.ts'
import {
  type Claim,
  type ClaimRow,
  claimRequests,
  deleteOldResponses,
  readResponse,
  type Settled,
  writeResponses,
} from './sql.ts'

const deletedMax = 1000
const lockTimedOut = '55P03'
/** A shared transaction that waits longer for a lock, in milliseconds, is rolled back, so that one record cannot stop the others. */
const sharedLockMsMax = 200

/**
 * Runs a request once in 24 hours; the effect and the response commit together. A repeated request gets the stored response.
 * Concurrent requests of a route that allows it share a transaction.
 */
export const once: RunOnce = (ctx, asked, work) => {
  const { key, method, path, fingerprint } = asked
  const [hash, requirement] = [presentedHash(ctx.by), requirementOf(ctx.by) as Requirement]
  const claim = { hash, request: requestHash(method, ownPath(ctx, path, hash), key), fingerprint }
  const task = { ctx, claim, requirement, work, inContext: AsyncLocalStorage.snapshot() }
  return serially(hash.toString('hex') + claim.request.toString('hex'), () =>
    asked.sharedBy ? joinOthers(asked.sharedBy, task) : alone(task),
  )
}

/** Each member of a workspace has keys of their own: another must not get an answer that was not for them. */
const ownPath = ({ by }: Ctx, path: string, hash: Buffer): string =>
  memberOf(by) === undefined ? path : `${path}\nmember ${hash.toString('base64')}`

/** A request to run once. `inContext` runs a function in the asynchronous context of the request. */
type Task = {
  readonly ctx: Ctx
  readonly claim: Claim
  readonly requirement: Requirement
  readonly work: (ctx: Ctx) => Promise<StoredResponse>
  readonly inContext: <T>(run: () => T) => T
}
type Result = StoredResponse & { readonly isReplayed: boolean }

const running = new Map<string, Promise<unknown>>()

/** Serializes requests with the same key in this process: waiting in the database would hold a connection each. */
async function serially<T>(name: string, work: () => Promise<T>): Promise<T> {
  let timeout: Promise<'timeout'> | undefined
  for (let previous = running.get(name); previous; previous = running.get(name)) {
    timeout ??= setTimeout(waitMsMax, 'timeout', { ref: false })
    const ended = previous.catch(() => undefined)
    if ((await Promise.race([ended, timeout])) === 'timeout') throw KeyInProgress({})
  }
  const result = work().finally(() => running.delete(name))
  running.set(name, result)
  return result
}

/** Runs a request in a transaction of its own. */
async function alone(task: Task): Promise<Result> {
  const { ctx, claim, requirement } = task
  let isClaimed = false
  return ctx.db
    .transaction(async (db) => {
      isClaimed = false
      const [claimed] = await claimRequests(db, requirement, [claim])
      isClaimed = true
      const result = await resultOf({ ...ctx, db }, task, claimed)
      await writeResponses(db, settledBy(task, claimed, result))
      return result
    })
    .catch((error: unknown) => {
      throw codeOf(error) === lockTimedOut && !isClaimed ? KeyInProgress({}) : error
    })
}

async function resultOf(ctx: Ctx, { claim, work }: Task, claimed: ClaimRow | undefined): Promise<Result> {
  const { callerAccount } = admit(ctx.by, claimed)
  if (!claimed?.claimed) return storedResponse(ctx, callerAccount, claim)
  return { ...(await work(ctx)), isReplayed: false }
}

/** Returns what is to be stored: nothing unless the request was claimed. */
function settledBy({ ctx, claim }: Task, claimed: ClaimRow | undefined, result: Result | undefined): Settled[] {
  if (!claimed?.claimed || claimed.callerAccount === null) return []
  const answer = result ? seal(ctx.secretKey, JSON.stringify(storable(result))) : null
  return [{ account: claimed.callerAccount, request: claim.request, answer }]
}

type Stored = Omit<StoredResponse, 'body'> & { readonly body: string | null }

/** A response as it is stored: without its body if that is too large. */
const storable = ({ status, headers, body }: StoredResponse): Stored => ({
  status,
  headers,
  body: Buffer.byteLength(body) <= storedBytesMax ? body : null,
})

type Join = (task: Task) => Promise<Result>
const queuesOf = memoizePerObject((_db: Database) => new Map<string, Join>())

/** Requests share a transaction if they have the same route and required credential: their statements are the same. */
function joinOthers(
  { route, perCredentialMax }: NonNullable<IdempotentRequest['sharedBy']>,
  task: Task,
): Promise<Result> {
  const { ctx, requirement } = task
  const name = `${route} ${requirement.credential} ${requirement.role} ${requirement.scope ?? ''}`
  return getOrInsert(queuesOf(ctx.db), name, () =>
    createBatchQueue<Task, Result>(
      (tasks) => together(ctx.db, tasks),
      batchLimit,
      perCredentialMax === undefined ? undefined : ({ claim }) => claim.hash.toString('hex'),
      perCredentialMax,
    ),
  )(task)
}

/** Runs requests in one transaction. If anything but a refusal prevents it, nothing has happened, and each runs alone. */
async function together(db: Database, tasks: readonly Task[]): Promise<Promise<Result>[]> {
  const runAlone = (task: Task) => task.inContext(() => alone(task))
  if (tasks.length === 1) return tasks.map(runAlone)
  try {
    const results = await db.shareTransaction((within) => settleAll(within, tasks))
    return results.map(async (result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  } catch (error) {
    if (isUnreachable(error) && codeOf(error) !== lockTimedOut) throw error
    return tasks.map(runAlone)
  }
}

async function settleAll(db: Database, tasks: readonly Task[]) {
  const asked = tasks.map(({ claim }) => claim)
  const claims = await claimRequests(db, (tasks[0] as Task).requirement, asked, sharedLockMsMax)
  const results = await Promise.allSettled(
    tasks.map((task, index) => task.inContext(() => resultOf({ ...task.ctx, db }, task, claims[index]))),
  )
  const settled = results.flatMap((result, index) => {
    if (result.status === 'rejected' && !(result.reason instanceof Problem)) throw result.reason
    return settledBy(tasks[index] as Task, claims[index], result.status === 'fulfilled' ? result.value : undefined)
  })
  await writeResponses(db, settled)
  return results
}

async function storedResponse(ctx: Ctx, account: number, request: Claim) {
  const { fingerprint, answer } = await readResponse(ctx.db, account, request.request)
  if (!fingerprint.equals(request.fingerprint)) throw KeyReused({})
  const { body, ...stored } = JSON.parse(unseal(ctx.secretKey, answer)) as Stored
  if (body === null) throw AnswerNotStored({ status: stored.status })
  return { ...stored, body, isReplayed: true }
}

export const deleteExpiredResponses = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOldResponses(db, limit))
