import type { Units } from '../../values/money.ts'
import {
  bodyError,
  conflict,
  invalid,
  queryError,
  unavailable,
  ValidationError,
} from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'

/** Stripe counts these currencies in whole units and the next list in thousandths; all others in hundredths. */
const wholeCurrencies = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const thousandthCurrencies = 'BHD JOD KWD OMR TND'.split(' ')
/** Counted in hundredths, but only multiples of 100 are accepted. */
const evenCurrencies = ['ISK', 'UGX']
/** Stripe accepts amounts of up to eight digits. */
const minorMax = 99_999_999n

/** Returns how many of our units make one Stripe unit, and the smallest accepted step in our units. */
export function minorOf(currency: string): { readonly units: Units; readonly step: Units } {
  if (wholeCurrencies.includes(currency)) return { units: 10_000n, step: 10_000n }
  if (thousandthCurrencies.includes(currency)) return { units: 10n, step: 100n }
  return { units: 100n, step: evenCurrencies.includes(currency) ? 10_000n : 100n }
}

/** Returns the exact amount in Stripe's units. Throws ValidationError if Stripe cannot accept it. */
export function minorAmount(units: Units, currency: string): number {
  const minor = minorOf(currency)
  const wrong = (detail: Sentence) => ValidationError([bodyError('amount', 'range', detail)])
  if (units % minor.step !== 0n)
    throw wrong({
      en: `must be a multiple of ${Number(minor.step) / 10_000} to be paid by card.`,
      ru: `для оплаты картой должно делиться на ${Number(minor.step) / 10_000}.`,
    })
  if (units / minor.units > minorMax)
    throw wrong({
      en: 'is more than can be paid by card at once.',
      ru: 'больше, чем можно заплатить картой за один раз.',
    })
  return Number(units / minor.units)
}

export const unitsOfMinor = (amount: number, currency: string): Units => BigInt(amount) * minorOf(currency).units

export const StripeNotConfigured = conflict(
  'stripe_not_configured',
  'Card payments not set up',
  'Stripe is not set up here; operators book deposits manually. Ask the operator how to pay.',
)
export const StripeUnavailable = unavailable(
  'stripe_unavailable',
  'Stripe unavailable',
  'Stripe could not be reached or returned an error. Nothing was paid; try again in a moment.',
)

export const StripeSignatureInvalid = invalid('stripe_signature_invalid', 'Not signed by Stripe')
export const invalidSignature = () =>
  StripeSignatureInvalid([
    queryError('Stripe-Signature', 'signature', {
      en: 'must be one that Stripe made with our secret in the last five minutes.',
      ru: 'должна быть сделана Stripe с нашим секретом за последние пять минут.',
    }),
  ])

/** The members of a payment page that we read. */
export type Session = {
  readonly id: string
  /**
   * Our reference in the page's metadata, which only we can set. `client_reference_id` could come from the URL of any payment link
   * of the same Stripe account.
   */
  readonly reference: string | null
  readonly paymentIntent: string | null
  readonly isPaid: boolean
  readonly amount: number
  readonly currency: string
}

/** A refund at Stripe. `reversal`: our reversal that it carries out. */
export type StripeRefund = {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly isFailed: boolean
  readonly reversal: string | null
}

export type StripeEvent = { readonly event: string } & (
  | { readonly kind: 'session'; readonly session: Session; readonly outcome: 'open' | 'failed' | 'expired' }
  | { readonly kind: 'refunds'; readonly paymentIntent: string; readonly charge: string }
  | { readonly kind: 'refund'; readonly paymentIntent: string; readonly refund: StripeRefund }
  | { readonly kind: 'dispute'; readonly paymentIntent: string; readonly dispute: Dispute }
)

/** A dispute by the payer's bank. `isBack`: the money was returned to us. */
export type Dispute = {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly isBack: boolean
}

type Members = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Members => typeof value === 'object' && value !== null

const kinds = {
  'an id': 'номером',
  text: 'текстом',
  'a whole number': 'целым числом',
  'an object': 'объектом',
} as const

const wrong = (member: string, expected: keyof typeof kinds) =>
  ValidationError([
    bodyError(`data.object.${member}`, 'type', { en: `must be ${expected}.`, ru: `должно быть ${kinds[expected]}.` }),
  ])

/** Returns a Stripe id from an id or an expanded object. */
function idAt(object: Members, member: string): string | null {
  const value = object[member]
  const id = isRecord(value) ? value['id'] : value
  if (id === null || id === undefined) return null
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(id)) throw wrong(member, 'an id')
  return id
}

function ownId(object: Members): string {
  const id = idAt(object, 'id')
  if (id === null) throw wrong('id', 'an id')
  return id
}

function textAt(object: Members, member: string): string {
  const value = object[member]
  if (typeof value !== 'string') throw wrong(member, 'text')
  return value
}

function amountAt(object: Members, member: string): number {
  const value = object[member]
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw wrong(member, 'a whole number')
  return Number(value)
}

/** Returns our reference from an object's metadata; null if it has none. */
function metadataAt(object: Members, member: string): string | null {
  const metadata = object['metadata']
  const value = isRecord(metadata) ? metadata[member] : undefined
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value) ? value : null
}

export const sessionOf = (object: unknown): Session => {
  if (!isRecord(object)) throw wrong('', 'an object')
  return {
    id: ownId(object),
    reference: metadataAt(object, 'deposit'),
    paymentIntent: idAt(object, 'payment_intent'),
    isPaid: object['payment_status'] === 'paid',
    amount: amountAt(object, 'amount_total'),
    currency: textAt(object, 'currency').toUpperCase(),
  }
}

export const refundOf = (object: unknown): StripeRefund => {
  if (!isRecord(object)) throw wrong('', 'an object')
  return {
    id: ownId(object),
    amount: amountAt(object, 'amount'),
    currency: textAt(object, 'currency').toUpperCase(),
    isFailed: ['failed', 'canceled'].includes(textAt(object, 'status')),
    reversal: metadataAt(object, 'reversal'),
  }
}

const outcomes: Readonly<Record<string, 'open' | 'failed' | 'expired'>> = {
  'checkout.session.completed': 'open',
  'checkout.session.async_payment_succeeded': 'open',
  'checkout.session.async_payment_failed': 'failed',
  'checkout.session.expired': 'expired',
}
const refundKinds = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated']
const disputeKinds = ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
  (name) => `charge.dispute.${name}`,
)

/** Parses a Stripe event; undefined if we do not handle it. */
export function parseStripeEvent(event: unknown): StripeEvent | undefined {
  if (!isRecord(event) || !isRecord(event['data'])) throw wrong('', 'an object')
  const [id, type, object] = [ownId(event), textAt(event, 'type'), event['data']['object']]
  if (!isRecord(object)) throw wrong('', 'an object')
  const outcome = outcomes[type]
  if (outcome) return { event: id, kind: 'session', session: sessionOf(object), outcome }
  if (type !== 'charge.refunded' && !refundKinds.includes(type) && !disputeKinds.includes(type)) return undefined
  const paymentIntent = idAt(object, 'payment_intent')
  if (paymentIntent === null) return undefined
  if (type === 'charge.refunded') return { event: id, kind: 'refunds', paymentIntent, charge: ownId(object) }
  if (refundKinds.includes(type)) return { event: id, kind: 'refund', paymentIntent, refund: refundOf(object) }
  const dispute = disputeOf(type, object)
  return dispute && { event: id, kind: 'dispute', paymentIntent, dispute }
}

/** Inquiries move no money. A dispute takes it at once and returns it if won. */
function disputeOf(type: string, object: Members): Dispute | undefined {
  const status = textAt(object, 'status')
  const isWithdrawn = type.endsWith('.funds_withdrawn')
  const isBack = !isWithdrawn && (type.endsWith('.funds_reinstated') || status === 'won')
  const isInquiry = status.startsWith('warning_') || status === 'prevented'
  if (isInquiry && !isWithdrawn && !isBack) return undefined
  const [amount, currency] = [amountAt(object, 'amount'), textAt(object, 'currency').toUpperCase()]
  return { id: ownId(object), amount, currency, isBack }
}
