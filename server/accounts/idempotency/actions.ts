import { setTimeout } from 'node:timers/promises'
import { drainInBatches } from '../../platform/batching/drain.ts'
import { seal, unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { codeOf } from '../../platform/database/db.ts'
import type { RunOnce, StoredResponse } from '../../platform/http/idempotency.ts'
import { admit, presentedHash } from '../caller.ts'
import { KeyInProgress, KeyReused, requestHash, waitMsMax } from './idempotency.ts'
import { claimRequest, deleteOldResponses, type RequestKey, readResponse, writeResponse } from './sql.ts'

const deletedMax = 1000
const lockTimedOut = '55P03'

/** Runs a request once in 24 hours; the effect and the response commit together. A repeated request gets the stored response. */
export const once: RunOnce = (ctx, { key, method, path, fingerprint }, work) => {
  const request = requestHash(method, path, key)
  const name = presentedHash(ctx.by).toString('hex') + request.toString('hex')
  return serially(name, () => onceInDatabase(ctx, { request, fingerprint }, work))
}

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

async function onceInDatabase(ctx: Ctx, request: RequestKey, work: (ctx: Ctx) => Promise<StoredResponse>) {
  let isClaimed = false
  return ctx.db
    .transaction(async (db) => {
      isClaimed = false
      const claim = await claimRequest(db, ctx.by, request)
      isClaimed = true
      const { callerAccount } = admit(ctx.by, claim)
      if (!claim.claimed) return storedResponse({ ...ctx, db }, callerAccount, request)
      const response = await work({ ...ctx, db })
      await writeResponse(db, callerAccount, request.request, seal(ctx.secretKey, JSON.stringify(response)))
      return { ...response, isReplayed: false }
    })
    .catch((error: unknown) => {
      throw codeOf(error) === lockTimedOut && !isClaimed ? KeyInProgress({}) : error
    })
}

async function storedResponse(ctx: Ctx, account: number, request: RequestKey) {
  const { fingerprint, answer } = await readResponse(ctx.db, account, request.request)
  if (!fingerprint.equals(request.fingerprint)) throw KeyReused({})
  return { ...(JSON.parse(unseal(ctx.secretKey, answer)) as StoredResponse), isReplayed: true }
}

export const deleteExpiredResponses = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOldResponses(db, limit))
