import { createHmac, randomBytes } from 'node:crypto'
import type { Event } from './follow.ts'

const answerMsMax = 15_000
const secretBytes = 24

export const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

/** Returns the key of a secret as Standard Webhooks writes them, or undefined. */
function keyOf(secret: string): Buffer | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(secret) ?? []
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}

export const isSecret = (secret: string): boolean => keyOf(secret) !== undefined

/** Returns the headers of a delivery, signed by Standard Webhooks 1.0. `seconds` is the Unix time. */
export function signedHeaders(secret: string, id: string, body: string, seconds: number): Record<string, string> {
  const signature = createHmac('sha256', keyOf(secret) as Buffer)
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}

/** Sends an event to the endpoint, once. Returns its status, or why there is none. */
export async function forward(event: Event, to: string, secret: string): Promise<string> {
  const body = JSON.stringify(event)
  const headers = signedHeaders(secret, event.id, body, Math.floor(Date.now() / 1000))
  try {
    const signal = AbortSignal.timeout(answerMsMax)
    const response = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { cause } = error as Error
    return cause instanceof Error ? cause.message : (error as Error).message
  }
}
