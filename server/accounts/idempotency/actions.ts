import { setTimeout } from 'node:timers/promises'
import { drainInBatches } from '../../platform/batching/drain.ts'
import { seal, unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { codeOf } from '../../platform/database/db.ts'
import type { RunOnce, StoredResponse } from '../../platform/http/idempotency.ts'
import { admit, presentedHash } from '../caller.ts'
import { KeyInProgress, KeyReused, requestHash, waitMsMax } from './idempotency.ts'
import { claimAnswer, deleteOldAnswers, type RequestKey, readAnswer, writeAnswer } from './sql.ts'

const deletedMax = 1000
const lockTimedOut = '55P03'

/**
 * Runs a request with an Idempotency-Key once in 24 hours. Commits the effect and the response in one transaction. A repeated
 * request gets the stored response and has no effect.
 */
export const once: RunOnce = (ctx, { key, method, path, fingerprint }, work) => {
  const asked = { request: requestHash(method, path, key), fingerprint }
  const name = presentedHash(ctx.by).toString('hex') + asked.request.toString('hex')
  return inTurn(name, () => onceInDatabase(ctx, asked, work))
}

const underWay = new Map<string, Promise<unknown>>()

/**
 * Serializes requests with the same key and credential in this process. Otherwise each request that waits for the first would hold
 * a database connection and could exhaust the pool.
 */
async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  let late: Promise<boolean> | undefined
  for (let before = underWay.get(name); before; before = underWay.get(name)) {
    late ??= setTimeout(waitMsMax, true, { ref: false })
    const over = before.then(
      () => false,
      () => false,
    )
    if (await Promise.race([over, late])) throw KeyInProgress({})
  }
  const working = work().finally(() => underWay.delete(name))
  underWay.set(name, working)
  return working
}

async function onceInDatabase(ctx: Ctx, request: RequestKey, work: (ctx: Ctx) => Promise<StoredResponse>) {
  let isClaimed = false
  return ctx.db
    .transaction(async (db) => {
      isClaimed = false
      const claim = await claimAnswer(db, ctx.by, request)
      isClaimed = true
      const { callerAccount } = admit(ctx.by, claim)
      if (!claim.claimed) return repeated({ ...ctx, db }, callerAccount, request)
      const answered = await work({ ...ctx, db })
      await writeAnswer(db, callerAccount, request.request, seal(ctx.secretKey, JSON.stringify(answered)))
      return { ...answered, isReplayed: false }
    })
    .catch((error: unknown) => {
      throw codeOf(error) === lockTimedOut && !isClaimed ? KeyInProgress({}) : error
    })
}

async function repeated(ctx: Ctx, account: number, request: RequestKey) {
  const { fingerprint, answer } = await readAnswer(ctx.db, account, request.request)
  if (!fingerprint.equals(request.fingerprint)) throw KeyReused({})
  return { ...(JSON.parse(unseal(ctx.secretKey, answer)) as StoredResponse), isReplayed: true }
}

export const forgetOldAnswers = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (most) => deleteOldAnswers(db, most))
