import { countWithin } from '../../accounts/sign-in/actions-attempts.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { limitedHostOf } from '../../platform/outgoing-http/address.ts'
import type { Id } from '../../values/id.ts'
import { challengeKind, type TrialKind, trialPayload } from '../events/trial-event.ts'
import { type Endpoint, type LimitedSend, WebhookLimitReached } from './endpoint.ts'
import { drawEventId, insertTrial } from './sql-trials.ts'

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
