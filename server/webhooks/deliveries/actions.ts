import { foundFor } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { countSend, sendTrial, withEndpoint } from '../endpoints/actions.ts'
import {
  type Endpoint,
  mustBeEnabled,
  mustBeVerified,
  WebhookNotFound,
  WebhookVerified,
} from '../endpoints/endpoint.ts'
import { challengeKind, isTrialKind, type TrialKind, testKind } from '../events/event.ts'
import { type Delivery, DeliveryNotFound, type DeliveryWithLog } from './delivery.ts'
import {
  type DeliveryFilter,
  listDeliveries,
  makeDue,
  type Range,
  readAttempts,
  readDelivery,
  replayEvents,
  resendDelivery,
} from './sql.ts'

type Named = { readonly endpoint: Id<'endpoint'>; readonly delivery: Id<'delivery'> }

export async function deliveriesOf(
  ctx: Ctx,
  endpoint: Id<'endpoint'>,
  filter: DeliveryFilter,
  page: Page,
): Promise<PageOf<Delivery>> {
  const { caller, rows } = admitted(ctx.by, await listDeliveries(ctx.db.reads, ctx.by, endpoint, filter, page))
  if (!rows[0]) throw WebhookNotFound({})
  return listed(rows, page, caller, ctx.secretKey)
}

export const openDelivery = (ctx: Ctx, named: Named): Promise<DeliveryWithLog> => deliveryWithLog(ctx, ctx.db, named)

async function deliveryWithLog({ by }: Ctx, db: Db, { endpoint, delivery }: Named): Promise<DeliveryWithLog> {
  const found = await foundFor({ by }, readDelivery(db, by, endpoint, delivery), WebhookNotFound)
  if (found.id === null) throw DeliveryNotFound({})
  return { ...found, log: await readAttempts(db, delivery) }
}

/**
 * Resends a delivery, whatever its status: with the same id and a new retry schedule. An endpoint that is not verified gets only
 * test events and challenges. Throws WebhookLimitReached.
 */
export const resend = (ctx: Ctx, named: Named): Promise<DeliveryWithLog> =>
  withEndpoint(ctx, named.endpoint, async (db, endpoint) => {
    const { kind } = await deliveryWithLog(ctx, db, named)
    const isTrial = isTrialKind(kind)
    if (isTrial) mustBeEnabled(endpoint)
    else mustBeVerified(endpoint)
    await countSend({ ...ctx, db }, endpoint, isTrial ? 'tests' : 'resends')
    await resendDelivery(db, named.delivery)
    await makeDue(db, named.endpoint)
    return deliveryWithLog(ctx, db, named)
  })

/** Sends a test event through the usual path, to this endpoint only, whatever events it subscribes to. */
export const sendTest = (ctx: Ctx, id: Id<'endpoint'>): Promise<DeliveryWithLog> => sendTrialTo(ctx, id, testKind)

/** Challenges an endpoint again. Throws WebhookVerified and WebhookLimitReached. */
export const sendChallenge = (ctx: Ctx, id: Id<'endpoint'>): Promise<DeliveryWithLog> =>
  sendTrialTo(ctx, id, challengeKind, ({ verifiedAt }) => {
    if (verifiedAt) throw WebhookVerified({})
  })

const sendTrialTo = (
  ctx: Ctx,
  id: Id<'endpoint'>,
  kind: TrialKind,
  check: (endpoint: Endpoint) => void = () => {},
): Promise<DeliveryWithLog> =>
  withEndpoint(ctx, id, async (db, endpoint) => {
    mustBeEnabled(endpoint)
    check(endpoint)
    const delivery = await sendTrial({ ...ctx, db }, endpoint, kind)
    return deliveryWithLog(ctx, db, { endpoint: id, delivery })
  })

export type ReplayInput = Omit<Range, 'kinds'> & { readonly kinds?: readonly string[] | undefined }
export type ReplayResult = { readonly count: number; readonly nextFromSequence: number | null }

/** Resends the events of a range that the endpoint subscribes to, in batches small enough for one response. */
export const replay = (ctx: Ctx, id: Id<'endpoint'>, input: ReplayInput): Promise<ReplayResult> =>
  withEndpoint(ctx, id, async (db, endpoint) => {
    mustBeVerified(endpoint)
    await countSend({ ...ctx, db }, endpoint, 'replays')
    const range = { ...input, kinds: input.kinds ?? endpoint.kinds }
    const { count, lastSequence, hasMore } = await replayEvents(db, id, endpoint.account, range)
    await makeDue(db, id)
    return { count, nextFromSequence: hasMore && lastSequence !== null ? lastSequence + 1 : null }
  })
