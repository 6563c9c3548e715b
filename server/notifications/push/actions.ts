import { mayCall } from '../../accounts/actions-callers.ts'
import { sessionHash } from '../../accounts/caller.ts'
import { keyedHash, seal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { checkTarget } from '../../platform/outgoing-http/address.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import { isPoint, pushKeys } from './actions-keys.ts'
import type { PushState, PushSubscription } from './push.ts'
import { endElsewhere, endOldest, endOwn, readState, saveSubscription } from './sql.ts'

/** Returns where push messages of the caller are on: in the browser of this session, and in how many others. */
export async function pushState(ctx: Ctx): Promise<PushState> {
  const { callerAccount } = await mayCall(ctx)
  return stateOf(ctx, ctx.db, callerAccount)
}

async function stateOf({ by, secretKey }: Ctx, db: Db, account: Id<'account'>): Promise<PushState> {
  return { publicKey: pushKeys(secretKey).publicKey, ...(await readState(db, account, sessionHash(by))) }
}

/** Switches push messages on for the browser of this session. Throws ValidationError for an address that must not be called. */
export async function subscribe(ctx: Ctx, subscription: PushSubscription): Promise<PushState> {
  const { callerAccount } = await mayCall(ctx)
  await mustBeUsable(subscription, ctx.config.webhookAllowPrivate)
  const { secretKey } = ctx
  const hash = keyedHash(secretKey, 'push endpoint', subscription.endpoint)
  const sealed = seal(secretKey, JSON.stringify(subscription))
  const session = sessionHash(ctx.by)
  return ctx.db.transaction(async (db) => {
    await endElsewhere(db, hash, session)
    await saveSubscription(db, session, hash, sealed)
    await endOldest(db, callerAccount)
    return stateOf(ctx, db, callerAccount)
  })
}

async function mustBeUsable({ endpoint, keys }: PushSubscription, allowPrivate: boolean): Promise<void> {
  const problem = await checkTarget(endpoint, allowPrivate)
  const errors = [
    ...(problem === undefined ? [] : [bodyError('endpoint', 'invalid_url', problem)]),
    ...(isPoint(keys.p256dh) ? [] : [bodyError('keys.p256dh', 'invalid_key', notAPoint)]),
  ]
  if (errors.length > 0) throw ValidationError(errors)
}

const notAPoint = { en: 'must be a point of the curve P-256.', ru: 'должно быть точкой кривой P-256.' }

/** Switches push messages off for the browser of this session. */
export async function unsubscribe(ctx: Ctx): Promise<PushState> {
  const { callerAccount } = await mayCall(ctx)
  await endOwn(ctx.db, sessionHash(ctx.by))
  return stateOf(ctx, ctx.db, callerAccount)
}
