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
 * Verifies a webhook by Standard Webhooks 1.0 and returns its event. `body` is the text as it was received. Throws a
 * SignatureError if the marketplace did not sign it with `secret`, or more than five minutes ago.
 */
async function verify(headers: HeaderSource, body: string, secret: string): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new SignatureError('The headers of a webhook are missing.')
  const age = Date.now() / 1000 - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSeconds)
    throw new SignatureError('The webhook was not signed within the last five minutes.')
  const subtle = await webCrypto()
  const key = await subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), hmac, false, ['verify'])
  const signed = encoder.encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    const [version, value] = signature.split(',')
    if (version !== 'v1' || !value || !/^[A-Za-z0-9+/]+=*$/.test(value)) continue
    if (await subtle.verify('HMAC', key, bytesOf(value), signed)) return withDecimals(JSON.parse(body)) as WebhookEvent
  }
  throw new SignatureError('The signature of the webhook is wrong.')
}

/**
 * Returns what to answer to a verified event: for a challenge, `{ challenge }` as JSON with status 200; undefined for every other
 * event. A webhook gets no events until it answers its challenge.
 */
const challengeOf = (event: WebhookEvent): { readonly challenge: string } | undefined =>
  event.type === 'webhook.verification' ? { challenge: event.data.challenge } : undefined

export const webhooks = { verify, challengeOf }

const hmac = { name: 'HMAC', hash: 'SHA-256' }

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value?.[0]
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw new SignatureError('The secret or a signature is not base64.')
  }
}

/** The module's name is a variable, so that bundlers for browsers do not look for it. */
async function webCrypto(): Promise<typeof globalThis.crypto.subtle> {
  if (globalThis.crypto?.subtle) return globalThis.crypto.subtle
  const node18 = 'node:crypto'
  return (await import(/* @vite-ignore */ node18)).webcrypto.subtle
}
