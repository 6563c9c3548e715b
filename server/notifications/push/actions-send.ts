import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { counter } from '../../platform/observability/metrics.ts'
import { OutgoingFailed } from '../../platform/outgoing-http/failure.ts'
import { createOutgoing, type Outgoing } from '../../platform/outgoing-http/outgoing-http.ts'
import { wordsFor } from '../mail.ts'
import { pathOf } from '../notification.ts'
import { pushKeys } from './actions-keys.ts'
import { attemptsMax, endOf, keptSeconds, type PushEnd, type PushSubscription, payloadOf } from './push.ts'
import { bringForward, claimPushes, endPush, endSubscription, type PushMessage } from './sql.ts'

/** Messages sent at once: fewer than one address may get at the same time. */
const batchMax = 50
/** Limits of one request, in milliseconds: push services answer at once, and their answers say nothing. */
const limits = { totalMs: 5_000, bodyMs: 500 }

const ended = counter(
  'market_pushes_total',
  'Attempts to send push messages by result; Waiting means that another follows, Gone that the browser has left.',
  ['status'],
  (['Sent', 'Waiting', 'Failed', 'Gone'] as const).map((status) => ({ status })),
)

type Sender = Pick<Ctx, 'db' | 'config' | 'secretKey'>
type Log = Pick<FastifyBaseLogger, 'debug' | 'error'>

const clients = new WeakMap<Sender, Outgoing>()

function clientOf(ctx: Sender): Outgoing {
  const client = clients.get(ctx) ?? createOutgoing({ allowPrivate: ctx.config.webhookAllowPrivate, ...limits })
  clients.set(ctx, client)
  return client
}

/** Sends due push messages. If a process dies after sending one, it is sent once more, and the browser shows it once. */
export async function sendPushes(ctx: Sender, log: Log): Promise<number> {
  const messages = await claimPushes(ctx.db, batchMax)
  await Promise.all(
    messages.map((message) =>
      sendOne(ctx, log, message).catch((error: unknown) =>
        log.error({ err: error, notification: message.notification }, 'push message failed; retrying later'),
      ),
    ),
  )
  return messages.length
}

/** Closes the connections of this process to push services. */
export async function endPushes(ctx: Sender): Promise<void> {
  await clients.get(ctx)?.close()
  clients.delete(ctx)
}

export const bringPushesForward = ({ db }: Pick<Ctx, 'db'>, seconds: number): Promise<number> =>
  bringForward(db, seconds)

async function sendOne(ctx: Sender, log: Log, message: PushMessage): Promise<void> {
  if (message.isOver || message.attempts > attemptsMax) return void (await endPush(ctx.db, message.id))
  const subscription = opened(ctx.secretKey, message.sealed)
  const end = subscription ? await attempt(ctx, log, message, subscription) : 'Gone'
  ended({ status: end })
  if (end === 'Gone') await endSubscription(ctx.db, message)
  else if (end !== 'Waiting') await endPush(ctx.db, message.id)
}

/** Returns undefined if the secret key is another one by now: a push service would refuse its signature, too. */
function opened(secretKey: string, sealed: Buffer): PushSubscription | undefined {
  try {
    return JSON.parse(unseal(secretKey, sealed))
  } catch {
    return undefined
  }
}

async function attempt(ctx: Sender, log: Log, message: PushMessage, subscription: PushSubscription): Promise<PushEnd> {
  const { endpoint } = subscription
  const { status, why } = await statusOf(clientOf(ctx), endpoint, await requestOf(ctx, message, subscription))
  const end = endOf(status, message.attempts)
  if (end === 'Waiting' || end === 'Failed')
    log.debug({ notification: message.notification, host: new URL(endpoint).host, why, end }, 'push message not sent')
  return end
}

async function statusOf(client: Outgoing, url: string, request: Parameters<Outgoing['post']>[1]) {
  try {
    const { status } = await client.post(url, request)
    return { status, why: `status ${status}` }
  } catch (error) {
    if (error instanceof OutgoingFailed) return { status: null, why: error.reason }
    throw error
  }
}

/** Signs and encrypts what the bell shows (RFC 8291, RFC 8292). The library is loaded with the first message. */
async function requestOf({ secretKey, config }: Sender, message: PushMessage, subscription: PushSubscription) {
  const { default: library } = await import('web-push')
  const { kind, data, notification } = message
  const { subject: title } = wordsFor(message, message, config)
  const { headers, body } = library.generateRequestDetails(
    subscription,
    payloadOf(notification, title, pathOf(kind, data)),
    { TTL: keptSeconds, vapidDetails: { subject: contactOf(config), ...pushKeys(secretKey) } },
  )
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return { headers: Object.fromEntries(texts) as Readonly<Record<string, string>>, body }
}

/** Where a push service reads who sends. A marketplace without TLS is on this machine only, where nobody reads it. */
const contactOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost'
