import type Stripe from 'stripe'
import { machineSeconds } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { memoizePerObject } from '../../values/bounded-map.ts'
import { bodyError, type Problem, ValidationError } from '../../values/problems/problem.ts'
import {
  invalidSignature,
  refundOf,
  type Session,
  StripeNotConfigured,
  type StripeRefund,
  StripeUnavailable,
  sessionOf,
} from './stripe.ts'

/** Timeout of a Stripe call in milliseconds: a user is waiting for the payment page. */
const answerMsMax = 10_000
const retriesMax = 2
/** Stripe signs each delivery anew. An older signature, in seconds, indicates a replay. */
const toleranceSeconds = 300
const refundsMax = 100

/** Loads the library on first use: most processes take no payments. */
const connect = memoizePerObject(async (config: Config): Promise<Stripe> => {
  const { default: Library } = await import('stripe')
  return new Library(config.stripeSecretKey ?? '', {
    maxNetworkRetries: retriesMax,
    timeout: answerMsMax,
    telemetry: false,
    ...elsewhere(config.stripeApiUrl),
  })
})

function elsewhere(url: string | undefined) {
  if (url === undefined) return {}
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: Number(port || (isPlain ? 80 : 443)),
  }
}

/** Whether Stripe is configured. */
export const hasStripe = (config: Config): boolean =>
  config.stripeSecretKey !== undefined && config.stripeWebhookSecret !== undefined

export function mustHaveStripe(config: Config): void {
  if (!hasStripe(config)) throw StripeNotConfigured({})
}

/** A permanent refusal by Stripe; a retry would not help. */
export class StripeRefused extends Error {
  readonly code: string
  constructor(code: string, cause: unknown) {
    super(`Stripe refused: ${code}`, { cause })
    this.code = code
  }
}

/** Refusals that are temporary: balance too low, or a concurrent request for the same object. */
const passing = new Set(['balance_insufficient', 'lock_timeout', 'idempotency_key_in_use', 'rate_limit'])

async function ask<T>(config: Config, question: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await question(await connect(config))
  } catch (error) {
    const { type, code = 'not_valid' } = error as { type?: string; code?: string }
    if (type === 'StripeInvalidRequestError' && !passing.has(code)) throw new StripeRefused(code, error)
    throw Object.assign(StripeUnavailable({}), { cause: error })
  }
}

export type Page = {
  readonly reference: string
  readonly minor: number
  readonly currency: string
  readonly email: string
  readonly successUrl: string
  readonly cancelUrl: string
}

/** Creates a payment page. Idempotent by reference. */
export async function openPage(config: Config, page: Page) {
  const made = await ask(config, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: page.reference,
        customer_email: page.email,
        line_items: [{ quantity: 1, price_data: priceOf(page) }],
        adaptive_pricing: { enabled: false },
        metadata: { deposit: page.reference },
        payment_intent_data: { metadata: { deposit: page.reference } },
        success_url: page.successUrl,
        cancel_url: page.cancelUrl,
      },
      { idempotencyKey: `deposit-${page.reference}` },
    ),
  )
  if (!made.url) throw StripeUnavailable({})
  return { session: made.id, url: made.url, expiresSeconds: made.expires_at }
}

const priceOf = ({ minor, currency }: Page) => ({
  currency: currency.toLowerCase(),
  unit_amount: minor,
  product_data: { name: 'Deposit' },
})

/** Converts a refusal for the payer: they can correct only the amount. */
export const refusedAmount = ({ code }: StripeRefused): Problem =>
  ValidationError([
    bodyError('amount', 'refused_by_stripe', {
      en: `is refused by Stripe (${code}).`,
      ru: `не принято Stripe (${code}).`,
    }),
  ])

/** Returns the page on which a payment was made; undefined if it was made elsewhere. */
export async function pageOfPayment(config: Config, paymentIntent: string): Promise<Session | undefined> {
  const { data } = await ask(config, (stripe) =>
    stripe.checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 }),
  )
  return data[0] && sessionOf(data[0])
}

export async function refundsOfPayment(config: Config, paymentIntent: string): Promise<StripeRefund[]> {
  const { data } = await ask(config, (stripe) =>
    stripe.refunds.list({ payment_intent: paymentIntent, limit: refundsMax }),
  )
  return data.map(refundOf).reverse()
}

export type StripeRefundInput = { readonly reversal: number; readonly paymentIntent: string; readonly minor: number }

/**
 * Makes a refund once, however often it is called. Stripe forgets idempotency keys after a day, so this first reads its list of
 * refunds.
 */
export async function makeRefund(config: Config, input: StripeRefundInput): Promise<StripeRefund> {
  const reversal = String(input.reversal)
  const made = (await refundsOfPayment(config, input.paymentIntent)).find((refund) => refund.reversal === reversal)
  if (made) return made
  const refund = await ask(config, (stripe) =>
    stripe.refunds.create(
      { payment_intent: input.paymentIntent, amount: input.minor, metadata: { reversal } },
      { idempotencyKey: `refund-${input.paymentIntent}-${reversal}` },
    ),
  )
  return refundOf(refund)
}

/** Returns the event that Stripe signed. Throws for forged or replayed events. */
export async function signedEvent(config: Config, body: Buffer, signature: string | undefined) {
  const { default: Library } = await import('stripe')
  try {
    // The library accepts any time in the future.
    const [, time] = /(?:^|,)\s*t=(\d+)/.exec(signature ?? '') ?? []
    if (Number(time) > machineSeconds() + toleranceSeconds) throw invalidSignature()
    return Library.webhooks.constructEvent(body, signature ?? '', config.stripeWebhookSecret ?? '', toleranceSeconds)
  } catch {
    throw invalidSignature()
  }
}
