import { withDecimals } from './decimal.ts'
import { SignatureError } from './errors.ts'
import type { EventBodies } from './generated/events.ts'

/** A webhook's body, told apart by `type`. */
export type WebhookEvent = {
  [Type in keyof EventBodies]: EventBodies[Type] & { readonly type: Type }
}[keyof EventBodies]

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const toleranceSeconds = 300
const encoder = new TextEncoder()

/**
 * Verifies a webhook by Standard Webhooks 1.0 and returns its event. `body` is the text or the bytes as received. Throws a
 * SignatureError if the marketplace did not sign it with `secret`, or more than five minutes ago. Throws a TypeError for a body that
 * was parsed, for a missing secret, and for one that is not base64.
 */
async function verify(headers: HeaderSource, body: string | Uint8Array, secret: string): Promise<WebhookEvent> {
  const text = textOf(body)
  const key = await keyOf(secret)
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new SignatureError('The headers of a webhook are missing.')
  const age = Date.now() / 1000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSeconds)
    throw new SignatureError('The webhook was not signed within the last five minutes.')
  const subtle = await webCrypto()
  const signed = encoder.encode(`${id}.${timestamp}.${text}`)
  for (const signature of signatures.split(' ')) {
    const [version, value] = signature.split(',')
    const bytes = version === 'v1' && value ? bytesOf(value) : undefined
    if (bytes && (await subtle.verify('HMAC', key, bytes, signed)))
      return withDecimals(JSON.parse(text)) as WebhookEvent
  }
  throw new SignatureError('The signature of the webhook is wrong.')
}

/** The headers of a webhook. */
export type SignedHeaders = {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * Signs a body as the marketplace does, for tests of a receiver. Returns the headers to send with it. `id` is that of the event in the
 * body unless given, and `at` is now. Throws a TypeError as `verify` does, and a SyntaxError if the body is not JSON.
 */
async function sign(
  body: string | Uint8Array,
  secret: string,
  { id, at = new Date() }: { readonly id?: string; readonly at?: Date } = {},
): Promise<SignedHeaders> {
  const text = textOf(body)
  const key = await keyOf(secret)
  const eventId = id ?? String(JSON.parse(text).id ?? 'evt_test')
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = await (await webCrypto()).sign('HMAC', key, encoder.encode(`${eventId}.${timestamp}.${text}`))
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  }
}

/**
 * Returns what to answer to a verified event: for a challenge, `{ challenge }` as JSON with status 200; undefined for every other
 * event. A webhook gets no events until it answers its challenge.
 */
const challengeOf = (event: WebhookEvent): { readonly challenge: string } | undefined =>
  event.type === 'webhook.verification' ? { challenge: event.data.challenge } : undefined

export const webhooks = { verify, sign, challengeOf }

/** Returns the text that was signed. Programs without types often pass the object that their framework made of it. */
function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  throw new TypeError(
    `The body must be the text or bytes as received, because they were signed, but it is ${kindOf(body)}. Read it before it is parsed: \`await request.text()\`, or \`express.raw({ type: 'application/json' })\` for this route.`,
  )
}

const kindOf = (value: unknown): string =>
  value === undefined || value === null ? String(value) : Array.isArray(value) ? 'an array' : `of type ${typeof value}`

const hmac = { name: 'HMAC', hash: 'SHA-256' }

async function keyOf(secret: string) {
  const encoded = typeof secret === 'string' ? secret.trim().replace(/^whsec_/, '') : ''
  if (!encoded) throw new TypeError('The secret is missing. It was shown when the webhook was created: `whsec_…`.')
  const bytes = bytesOf(encoded)
  if (!bytes) throw new TypeError('The secret is not base64. Pass it as it was shown: `whsec_…`.')
  return (await webCrypto()).importKey('raw', bytes, hmac, false, ['sign', 'verify'])
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

/** Returns undefined for what is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The module's name is a variable, so that bundlers for browsers do not look for it. */
async function webCrypto(): Promise<typeof globalThis.crypto.subtle> {
  if (globalThis.crypto?.subtle) return globalThis.crypto.subtle
  const node18 = 'node:crypto'
  return (await import(/* @vite-ignore */ node18)).webcrypto.subtle
}
