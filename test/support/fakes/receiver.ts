import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createDeliveryWorker, type DeliveryWorker } from '../../../server/webhooks/deliveries/actions-deliver.ts'
import { expectOk, type Person } from '../fixtures.ts'
import type { Market } from '../market.ts'

/** A received request. */
export type Received = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
  /** The event in the body. */
  readonly event: any
}
/** The reply to a request: a status, or a function that writes the response. */
export type Reply = number | ((response: ServerResponse, received: Received) => void)

export type Receiver = {
  readonly url: string
  readonly received: Received[]
  /** Sets the reply for subsequent requests; initially 204. */
  reply(reply: Reply): void
  /** Number of unanswered requests, and its maximum so far. */
  readonly open: { now: number; most: number }
  /** Answers every pending request with this status. */
  release(status: number): void
}

/** Opens a webhook receiver on loopback, which answers challenges and does not list them. Ends with the test file. */
export async function openReceiver({ answersChallenges = true } = {}): Promise<Receiver> {
  const received: Received[] = []
  const open = { now: 0, most: 0 }
  const waiting = new Set<ServerResponse>()
  let reply: Reply = 204
  const server = createServer(async (request, response) => {
    const one = await read(request)
    if (!one) return
    if (one.event.type === 'webhook.verification' && answersChallenges) {
      const { challenge } = one.event.data
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ challenge }))
    }
    open.most = Math.max(open.most, ++open.now)
    response.once('close', () => {
      open.now--
      waiting.delete(response)
    })
    waiting.add(response)
    received.push(one)
    if (typeof reply === 'number') response.writeHead(reply).end()
    else reply(response, one)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    open,
    reply: (next) => {
      reply = next
    },
    release: (status) => {
      for (const response of waiting) response.writeHead(status).end()
    },
  }
}

/** Returns undefined if the request is aborted. */
async function read(request: IncomingMessage): Promise<Received | undefined> {
  const body = await text(request).catch(() => undefined)
  if (body === undefined) return undefined
  const headers = request.headers as Record<string, string>
  return { path: request.url ?? '', headers, body, event: JSON.parse(body) }
}

/** Leaves the request pending until the receiver releases it. */
export const silence: Reply = () => {}

/** Replies with headers. */
export const answering =
  (status: number, headers: Record<string, string>, body = ''): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** Whether the public package verifies a request with the secret. */
export function isVerified(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

export type Hook = { readonly id: number; readonly secret: string }

/** Creates a webhook of the person for this receiver. */
export const webhookTo = async ({ b }: Person, url: string, members: object = {}): Promise<Hook> =>
  expectOk(await b.post('/v1/webhooks', { url, ...members }))

/** A delivery worker that the test drives by hand; it stops with the test file. */
export function deliveryWorkerFor({ ctx, logger }: Market, attemptsMax?: number): DeliveryWorker {
  const worker = createDeliveryWorker(ctx, { log: logger, ...(attemptsMax ? { attemptsMax } : {}) })
  after(() => worker.stop())
  return worker
}

/** Delivers until nothing is due. */
export async function deliverAll(worker: DeliveryWorker): Promise<number> {
  let all = 0
  for (let count = await worker.deliver(); count > 0; count = await worker.deliver()) {
    all += count
    await worker.idle()
  }
  return all
}
