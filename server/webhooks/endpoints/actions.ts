import { AccountRoleMissing } from '../../accounts/account.ts'
import { findAccount } from '../../accounts/actions.ts'
import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import { countWithin } from '../../accounts/sign-in/actions-attempts.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import { seal, unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { checkTarget, limitedHostOf } from '../../platform/outgoing-http/address.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import type { Sentence } from '../../values/sentences.ts'
import { apiVersion, challengeKind, eventKinds, type TrialKind, trialPayload } from '../events/event.ts'
import { makeWebhookSecret } from '../signature.ts'
import {
  changed,
  checkEndpointInput,
  type Endpoint,
  type EndpointInput,
  endpointsMax,
  type LimitedSend,
  SecretRotationUnderWay,
  TooManyWebhooks,
  WebhookLimitReached,
  WebhookNotFound,
  type WithSecret,
} from './endpoint.ts'
import {
  deleteOldSecrets,
  deleteEndpoint as deleteRow,
  disableFailing,
  drawEventId,
  insertEndpoint,
  insertTrial,
  listEndpoints,
  lockEndpoint,
  lockEndpointCount,
  readEndpoint,
  readSecret,
  rotateSecret,
  saveEndpoint,
} from './sql.ts'

/** Maximum number of secrets that one statement erases. */
const secretsErasedMax = 1_000

/**
 * Returns why a URL or its target cannot be used. Called before anything is locked, because it does DNS lookups, and only for
 * callers who may have endpoints.
 */
export async function urlProblemOf(ctx: Ctx, url: string | undefined): Promise<Sentence | undefined> {
  if (url === undefined) return undefined
  await mayCall(ctx)
  return checkTarget(url, ctx.config.webhookAllowPrivate)
}

export type NewEndpointInput = EndpointInput & { readonly url: string }

/** The owner of the installation names the account, and may vouch for the receiver: it is then not challenged. */
export type OwnerChoice = { readonly email: string; readonly isTrusted: boolean }

/** Creates an endpoint for the caller or, on the command line, for the named account, and challenges it. */
export async function createEndpoint(
  ctx: Ctx,
  input: NewEndpointInput,
  urlProblem: Sentence | undefined,
  { email, isTrusted = false }: Partial<OwnerChoice> = {},
): Promise<WithSecret> {
  const { callerAccount } = await mayCall(ctx)
  const account = email === undefined ? callerAccount : await advertiserBy(ctx, email)
  checkEndpointInput(input, urlProblem)
  const secret = makeWebhookSecret()
  const made = await ctx.db.transaction(async (db) => {
    await lockEndpointCount(db, account)
    const endpoint = await insertEndpoint(db, {
      account,
      url: input.url,
      host: limitedHostOf(input.url),
      kinds: [...new Set(input.events ?? eventKinds)],
      description: input.description ?? null,
      status: input.enabled === false ? 'Disabled' : 'Enabled',
      apiVersion,
      secret: seal(ctx.secretKey, secret),
      isVerified: isTrusted || !ctx.config.webhookChallenge,
    })
    if (!endpoint) throw TooManyWebhooks({ most: endpointsMax })
    return challengeUnverified({ ...ctx, db }, endpoint)
  })
  return { ...made, secret }
}

async function advertiserBy(ctx: Ctx, email: string): Promise<Id<'account'>> {
  const { id, roles } = await findAccount(ctx, email)
  if (!roles.includes('Advertiser')) throw AccountRoleMissing({ role: 'Advertiser' })
  return id
}

export async function listWebhooks(ctx: Ctx, page: Page, email?: string): Promise<PageOf<Endpoint>> {
  const account = email === undefined ? undefined : (await findAccount(ctx, email)).id
  return listedFor(ctx, page, listEndpoints(ctx.db, ctx.by, account, page))
}

export async function openEndpoint(ctx: Ctx, id: Id<'endpoint'>): Promise<Endpoint> {
  return foundFor(ctx, readEndpoint(ctx.db, ctx.by, id), WebhookNotFound)
}

/** Runs a change of one of the caller's endpoints with the endpoint locked. */
export const withEndpoint = <T>(
  ctx: Ctx,
  id: Id<'endpoint'>,
  work: (db: Ctx['db'], endpoint: Endpoint, now: Date) => Promise<T>,
): Promise<T> =>
  ctx.db.transaction(async (db) => {
    const endpoint = await foundFor(ctx, lockEndpoint(db, ctx.by, id), WebhookNotFound)
    return work(db, endpoint, endpoint.now)
  })

export async function changeEndpoint(
  ctx: Ctx,
  id: Id<'endpoint'>,
  input: EndpointInput,
  urlProblem?: Sentence | undefined,
): Promise<Endpoint> {
  checkEndpointInput(input, urlProblem)
  return withEndpoint(ctx, id, async (db, before, now) => {
    const change = changed(before, input, now)
    const verifiedAt = ctx.config.webhookChallenge ? change.verifiedAt : (change.verifiedAt ?? now)
    const endpoint = await saveEndpoint(db, id, { ...change, verifiedAt }, limitedHostOf(change.url))
    return !change.isFresh ? endpoint : challengeUnverified({ ...ctx, db }, endpoint)
  })
}

/** Deletes an endpoint. Its log is deleted at the end of the retention period. */
export const removeEndpoint = (ctx: Ctx, id: Id<'endpoint'>): Promise<Endpoint> =>
  withEndpoint(ctx, id, (db) => deleteRow(db, id))

/**
 * Creates a new secret. The old one also signs for a day, during which no further rotation is possible; if it leaked, it is
 * erased at once, with the one before.
 */
export async function rotate(ctx: Ctx, id: Id<'endpoint'>, isLeaked: boolean): Promise<WithSecret> {
  const secret = makeWebhookSecret()
  const endpoint = await withEndpoint(ctx, id, async (db, { previousSecretUntil }) => {
    if (!isLeaked && previousSecretUntil && (await signs(ctx, db, id)))
      throw SecretRotationUnderWay({ previousSecretExpiresAtUtc: previousSecretUntil.toISOString() })
    return rotateSecret(db, id, seal(ctx.secretKey, secret), isLeaked)
  })
  return { ...endpoint, secret }
}

/** False if the key that sealed the secret is lost. */
async function signs({ secretKey }: Ctx, db: Db, id: Id<'endpoint'>): Promise<boolean> {
  const { secret } = await readSecret(db, id)
  try {
    unseal(secretKey, secret)
    return true
  } catch {
    return false
  }
}

/** Erases replaced secrets that no longer sign. Returns how many. */
export const sweepSecrets = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(secretsErasedMax, (limit) => deleteOldSecrets(db, limit))

/** Disables endpoints that have failed for days and notifies their accounts. Returns how many. */
export const disableFailingEndpoints = ({ db }: Pick<Ctx, 'db'>): Promise<number> => disableFailing(db)

const hourSeconds = 3_600
/** Multiple of the limit of one account that all accounts may use for one host. */
const hostFactor = 4
/** Deliveries that can be resent in an hour, as a multiple of the replays. */
const resendFactor = 10

/** Counts a test, replay or resent delivery. Throws WebhookLimitReached. `db` may belong to a transaction. */
export async function countSend(ctx: Ctx, { account, url }: Endpoint, what: LimitedSend): Promise<void> {
  const { webhookTestsPerHour, webhookReplaysPerHour } = ctx.config
  const max = {
    tests: webhookTestsPerHour,
    replays: webhookReplaysPerHour,
    resends: webhookReplaysPerHour * resendFactor,
  }
  const limits = [
    { subject: `webhook ${what} of ${account}`, max: max[what], seconds: hourSeconds },
    ...(what === 'tests'
      ? [{ subject: `webhook tests at ${limitedHostOf(url)}`, max: max.tests * hostFactor, seconds: hourSeconds }]
      : []),
  ]
  for (const limit of limits) {
    const freeAt = await countWithin(ctx, limit)
    if (freeAt) throw WebhookLimitReached({ what, max: limit.max, retryAtUtc: freeAt.toISOString() })
  }
}

/** Queues a test event or challenge for a locked endpoint, whatever it subscribes to. Throws WebhookLimitReached. */
export async function sendTrial(ctx: Ctx, endpoint: Endpoint, kind: TrialKind): Promise<Id<'delivery'>> {
  await countSend(ctx, endpoint, 'tests')
  const { id, account } = endpoint
  const { id: event, now } = await drawEventId(ctx.db)
  const body = trialPayload({ kind, event, account, endpoint: id, happenedAt: now, livemode: ctx.config.livemode })
  const made = await insertTrial(ctx.db, { id: event, kind, account, endpoint: id, body })
  return made.id
}

/** Challenges a locked endpoint if it is enabled and not verified. Throws WebhookLimitReached. */
export async function challengeUnverified(ctx: Ctx, endpoint: Endpoint): Promise<Endpoint> {
  if (endpoint.status !== 'Enabled' || endpoint.verifiedAt) return endpoint
  await sendTrial(ctx, endpoint, challengeKind)
  return { ...endpoint, pending: endpoint.pending + 1 }
}
