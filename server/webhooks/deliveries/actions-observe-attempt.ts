import type { KeyObject } from 'node:crypto'
import type { Span } from '@opentelemetry/api'
import type { FastifyBaseLogger } from 'fastify'
import { unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { counter, histogram } from '../../platform/observability/metrics.ts'
import { type RequestContext, runInContext } from '../../platform/observability/request-context.ts'
import { endSpan, kinds, startTrace, traceparentOf } from '../../platform/observability/traces.ts'
import { boundedMap } from '../../values/bounded-map.ts'
import { publicEventId } from '../events/event.ts'
import { signingKeyOf, webhookHeaders } from '../signature.ts'
import type { Attempt, Outcome } from './delivery.ts'
import type { RetryDecision } from './retry.ts'

const attempts = counter(
  'market_delivery_attempts_total',
  'Delivery attempts by the resulting status.',
  ['status'],
  (['Retrying', 'Delivered', 'Failed'] as const).map((status) => ({ status })),
)
const durations = histogram('market_delivery_attempt_duration_seconds', 'Duration of delivery attempts.', {
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
})
const delays = histogram(
  'market_delivery_delay_seconds',
  "Time from an event's dispatch to its delivery, without manual resends.",
  { buckets: [0.1, 0.5, 1, 2, 5, 10, 60, 600, 3_600, 43_200] },
)

/** An attempt in progress with its span and request context. */
export type ObservedAttempt = {
  readonly attempt: Attempt
  readonly span: Span | undefined
  readonly context: RequestContext
}

export function observeAttempt(attempt: Attempt): ObservedAttempt {
  const { delivery, event, number } = attempt
  const requestId = attempt.requestId ?? undefined
  const request = requestId === undefined ? {} : { 'market.request_id': requestId }
  const named = { 'market.delivery': delivery, 'market.event': event, 'market.attempt': number }
  const span = startTrace('POST webhook', { kind: kinds.client, attributes: { ...named, ...request } })
  return { attempt, span, context: { requestId, spans: span ? [span] : [] } }
}

/** Records how an attempt ended in metrics, log and trace; without an outcome it was cancelled or never sent. */
export function recordEnd(
  { attempt, span, context }: ObservedAttempt,
  log: Pick<FastifyBaseLogger, 'debug'>,
  ended?: { readonly outcome: Outcome; readonly decision: RetryDecision },
): void {
  if (!ended) {
    if (span) endSpan(span, { 'market.status': 'Unsent' }, true)
    return
  }
  const { statusCode, durationMs } = ended.outcome
  const { status } = ended.decision
  attempts({ status })
  durations({}, durationMs / 1_000)
  const isFirstRound = attempt.roundNumber === attempt.number
  const delayMs = attempt.startedAt.getTime() - attempt.createdAt.getTime() + durationMs
  if (status === 'Delivered' && isFirstRound) delays({}, delayMs / 1_000)
  const code = statusCode === null ? {} : { 'http.response.status_code': statusCode }
  if (span) endSpan(span, { 'market.status': status, ...code }, status !== 'Delivered')
  const { delivery, endpoint, event, number } = attempt
  runInContext(context, () =>
    log.debug({ delivery, endpoint, event, number, statusCode, durationMs, status }, 'delivery attempt finished'),
  )
}

/** Receivers compare the time of a signature with their own clock, so a sandbox signs with the real time. */
const signedAt = ({ config, db }: Pick<Ctx, 'config' | 'db'>, startedAt: Date): Date =>
  config.livemode ? startedAt : new Date(startedAt.getTime() - db.clock.offsetMs)

/** Returns the headers of an attempt, signed with the endpoint's secrets. The request id links it to our log. */
export function headersOf(
  ctx: Pick<Ctx, 'secretKey' | 'config' | 'db'>,
  { attempt, span }: ObservedAttempt,
  body: string,
) {
  const { secretKey } = ctx
  const { event, startedAt, secret, previousSecret, requestId } = attempt
  const keys = [keyOf(secretKey, secret), ...previousKey(secretKey, previousSecret)]
  return {
    ...webhookHeaders(keys, { id: publicEventId(event), at: signedAt(ctx, startedAt), body }),
    ...(requestId === null ? {} : { 'x-request-id': requestId }),
    ...(span && { traceparent: traceparentOf(span) }),
  }
}

const keysMax = 2_000
/** Keys of endpoints, by sealed secret. Opening a secret and making its key takes several times as long as signing. */
const keys = boundedMap<string, KeyObject>(keysMax)

function keyOf(secretKey: string, sealed: Buffer): KeyObject {
  const name = secretKey + sealed.toString('latin1')
  const known = keys.get(name)
  if (known) return known
  const key = signingKeyOf(unseal(secretKey, sealed))
  keys.set(name, key)
  return key
}

/** If the current secret can be unsealed but the previous one cannot, the previous one belongs to a lost key and no longer signs. */
function previousKey(secretKey: string, sealed: Buffer | null): KeyObject[] {
  try {
    return sealed ? [keyOf(secretKey, sealed)] : []
  } catch {
    return []
  }
}
