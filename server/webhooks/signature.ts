import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/** Returns a secret in the format of Standard Webhooks 1.0.0. */
export const makeWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/** The signed content: the id is the same in every attempt, the time is that of the attempt. */
export type Signed = { readonly id: string; readonly at: Date; readonly body: string }

const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** Returns the key that a secret stands for. Making a key takes longer than signing with it, so callers keep it. */
export const signingKeyOf = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'))

function signatureOf(key: KeyObject, { id, at, body }: Signed): string {
  return `v1,${createHmac('sha256', key)
    .update(`${id}.${unixSeconds(at)}.${body}`)
    .digest('base64')}`
}

/** Returns the headers of an attempt. During a rotation several keys sign, so receivers can switch when they are ready. */
export const webhookHeaders = (keys: readonly KeyObject[], signed: Signed): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'TaskMarket-Webhooks/1',
  'webhook-id': signed.id,
  'webhook-timestamp': String(unixSeconds(signed.at)),
  'webhook-signature': keys.map((key) => signatureOf(key, signed)).join(' '),
})
