import type { Ctx } from '../platform/ctx.ts'
import { codeOf } from '../platform/db.ts'
import type { Answered, Once } from '../platform/http-once.ts'
import { seal, unseal } from '../platform/secret.ts'
import { admit, needOf } from './caller.ts'
import { KeyInProgress, KeyReused, requestHash } from './repeat.ts'
import { claimAnswer, deleteOldAnswers, readAnswer, writeAnswer } from './sql-repeat.ts'

const deletedMax = 1000
const lockTimedOut = '55P03'

/**
 * Does the work of a request with an Idempotency-Key, once in a day: effect and answer are committed together, so neither
 * can be there without the other. The same request again gets the same answer, and nothing happens.
 */
export const once: Once = async (ctx, { key, method, path, fingerprint }, work) => {
  const asked = { request: requestHash(method, path, key), fingerprint }
  return ctx.db
    .transaction(async (db) => {
      const claim = await claimAnswer(db, ctx.by, asked)
      const { callerAccount } = admit(needOf(ctx.by), claim)
      if (!claim.claimed) return repeated({ ...ctx, db }, callerAccount, asked)
      const answered = await work({ ...ctx, db })
      await writeAnswer(db, callerAccount, asked.request, seal(ctx.secretKey, JSON.stringify(answered)))
      return { ...answered, isReplayed: false }
    })
    .catch((error: unknown) => {
      throw codeOf(error) === lockTimedOut ? KeyInProgress({}) : error
    })
}

async function repeated(ctx: Ctx, account: number, asked: { request: Buffer; fingerprint: Buffer }) {
  const { fingerprint, answer } = await readAnswer(ctx.db, account, asked.request)
  if (!fingerprint.equals(asked.fingerprint)) throw KeyReused({})
  return { ...(JSON.parse(unseal(ctx.secretKey, answer)) as Answered), isReplayed: true }
}

export async function forgetOldAnswers({ db }: Pick<Ctx, 'db'>): Promise<number> {
  for (let forgotten = 0; ; ) {
    const deleted = await deleteOldAnswers(db, deletedMax)
    forgotten += deleted
    if (deleted < deletedMax) return forgotten
  }
}
