import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { machineSeconds } from '../../../server/platform/clock.ts'

export const stripeKey = 'sk_test_a_key_of_the_double'
export const stripeSecret = 'whsec_a_secret_of_the_double'

type Thing = Record<string, any>
type ReceivedRequest = { readonly method: string; readonly path: string; readonly form: URLSearchParams }
type Failure = { readonly status: number; readonly error: Thing } | null

/** A fake of the Stripe HTTP API that we use, with its own state. The client library is the real one. */
export type StripeDouble = {
  readonly url: string
  /** All received requests, in order. */
  readonly asked: ReceivedRequest[]
  /** Replies to the next requests with this failure; null: breaks the connection. */
  fail(answer: Failure, times?: number): void
  /** Simulates a payment on the page. */
  pay(session: string, members?: Thing): Thing
  session(id: string): Thing
  /** Simulates a refund made at Stripe. */
  refund(session: string, amount: number, members?: Thing): Thing
}

const idOf = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`
export const now = (): number => Math.floor(machineSeconds())

type StripeState = { readonly sessions: Map<string, Thing>; readonly refunds: Map<string, Thing> }

export async function startStripe(): Promise<StripeDouble> {
  const state: StripeState = { sessions: new Map(), refunds: new Map() }
  const kept = new Map<string, Thing>()
  const asked: ReceivedRequest[] = []
  const failing: Failure[] = []
  const session = (id: string): Thing => state.sessions.get(id) ?? {}
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
    const { method = '', url: path = '' } = request
    asked.push({ method, path, form })
    const send = (status: number, body: Thing) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const failure = failing.shift()
    if (failure === null) return void request.socket.destroy()
    if (failure) return void send(failure.status, { error: failure.error })
    if (!isAllowed(request)) return void send(401, { error: { type: 'invalid_request_error', message: 'no' } })
    const key = String(request.headers['idempotency-key'] ?? idOf('once'))
    const body = kept.get(key) ?? answer(state, method, new URL(path, 'http://stripe'), form)
    if (method === 'POST') kept.set(key, body)
    send(body['error'] ? 400 : 200, body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    session,
    fail: (answerNext, times = 1) => failing.push(...Array.from({ length: times }, () => answerNext)),
    pay: (id, members = {}) => {
      const paid = { payment_intent: idOf('pi'), payment_status: 'paid', status: 'complete' }
      return Object.assign(session(id), paid, members)
    },
    refund: (id, amount, members = {}) => makeRefund(state, session(id)['payment_intent'], amount, members),
  }
}

const isAllowed = ({ headers }: IncomingMessage): boolean => headers.authorization === `Bearer ${stripeKey}`

function answer(state: StripeState, method: string, { pathname, searchParams }: URL, form: URLSearchParams): Thing {
  const listed = (things: Map<string, Thing>) => {
    const of = [...things.values()].filter((thing) => thing['payment_intent'] === searchParams.get('payment_intent'))
    return { object: 'list', data: of.reverse(), has_more: false }
  }
  switch (`${method} ${pathname}`) {
    case 'POST /v1/checkout/sessions':
      return openSession(state, form)
    case 'GET /v1/checkout/sessions':
      return listed(state.sessions)
    case 'GET /v1/refunds':
      return listed(state.refunds)
    case 'POST /v1/refunds': {
      const metadata = { reversal: form.get('metadata[reversal]') }
      return makeRefund(state, String(form.get('payment_intent')), Number(form.get('amount')), { metadata })
    }
    default:
      return { error: { type: 'invalid_request_error', message: `nothing at ${method} ${pathname}` } }
  }
}

function openSession({ sessions }: StripeState, form: URLSearchParams): Thing {
  const id = idOf('cs_test')
  const session = {
    id,
    object: 'checkout.session',
    url: `https://checkout.stripe.example/c/pay/${id}`,
    expires_at: now() + 86_400,
    amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
    currency: form.get('line_items[0][price_data][currency]'),
    client_reference_id: form.get('client_reference_id'),
    metadata: { deposit: form.get('metadata[deposit]') },
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
  }
  sessions.set(id, session)
  return session
}

function makeRefund({ refunds }: StripeState, payment: string, amount: number, members: Thing): Thing {
  const made = { id: idOf('re'), object: 'refund', amount, currency: 'usd', payment_intent: payment, metadata: {} }
  const refund = { ...made, charge: payment.replace('pi', 'ch'), status: 'succeeded', ...members }
  refunds.set(refund.id, refund)
  return refund
}

/** Returns an event in Stripe's format. */
export const eventOf = (type: string, object: Thing, id = idOf('evt')): Thing => ({
  id,
  object: 'event',
  api_version: '2026-01-01',
  created: now(),
  type,
  data: { object },
})

/** Returns the signature header for a body, made by Stripe's library. */
export async function signed(payload: string, options: { secret?: string; timestamp?: number } = {}): Promise<string> {
  const { default: Stripe } = await import('stripe')
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: stripeSecret, ...options })
}

let shared: Promise<StripeDouble> | undefined

/** One instance for all markets of a process. */
export async function theStripe(): Promise<StripeDouble> {
  shared ??= startStripe()
  // Awaited here: the runner attributes a promise's continuations to the test file that created it, which may be an earlier one.
  return await shared
}
