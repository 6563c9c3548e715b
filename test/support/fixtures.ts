import assert from 'node:assert/strict'
import { createAccount, createKey, issueToken } from '../../server/accounts/actions.ts'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Answer, Client } from './client.ts'
import { pdfWith } from './inputs/pdf.ts'
import type { Market } from './market.ts'

let serial = 0

/** A person of a test: their account, and clients with their access token and, if they have one, API key. */
export type Person = {
  readonly id: number
  readonly email: string
  readonly token: string
  readonly a: Client
  readonly key: string
  readonly b: Client
}

export type PersonOptions = {
  readonly roles?: readonly string[]
  readonly funds?: number
  readonly birthDate?: string | undefined
  readonly country?: number | undefined
  readonly gender?: string | undefined
}

async function person(market: Market, name: string, options: PersonOptions): Promise<Person> {
  const { ctx } = market
  const roles = options.roles ?? []
  const { birthDate, country, gender } = options
  const email = `${name}${++serial}@example.com`
  const account = await createAccount(ctx, { email, roles, language: 'en', birthDate, country, gender })
  const { secret: token } = await issueToken(ctx, { email })
  const key = roles.includes('Advertiser') ? (await createKey(ctx, { email })).secret : ''
  if (options.funds) await deposit(ctx, { email, amount: options.funds })
  return { id: account.id, email, token, a: market.as(token), key, b: market.as(key) }
}

/** Creates an advertiser with 1,000 units of money. */
export const advertiser = (market: Market, options: PersonOptions = {}) =>
  person(market, 'advertiser', { roles: ['Advertiser'], funds: 1000, ...options })

/** Creates an adult executor in the United States. */
export const executor = (market: Market, options: PersonOptions = {}) =>
  person(market, 'executor', {
    roles: ['Executor'],
    birthDate: '1990-01-31',
    country: 840,
    gender: 'Female',
    ...options,
  })

export const operator = (market: Market) => person(market, 'operator', { roles: ['Operator'] })

/** Returns the body of a response that must be successful. */
export function expectOk(answer: Answer): any {
  assert.ok(answer.status < 300, `${answer.status} ${answer.raw}`)
  return answer.body
}

const operators = new WeakMap<Market, Promise<Person>>()

/** Returns the operator who approves the offers created below. */
export function theOperator(market: Market): Promise<Person> {
  const known = operators.get(market) ?? operator(market)
  operators.set(market, known)
  return known
}

/** Returns the body of an untargeted task for 1 USD plus a fee of 0.10 with two slots, and the given members. */
export async function taskBody(market: Market, members: Readonly<Record<string, unknown>> = {}) {
  const { id } = await market.ctx.db.one<{ id: number }>(sql`select id from prices where code = 'survey.external'`)
  return { offerPriceId: id, title: 'A short survey', totalLimit: 2, ...members }
}

export type OfferOptions = {
  readonly advertiser?: Person
  readonly slots?: number
  /** Additional members of TaskCreate. */
  readonly members?: Readonly<Record<string, unknown>>
}
export type Offered = { readonly id: number; readonly advertiser: Person }

/** Creates an offer that awaits moderation. */
export async function submittedOffer(market: Market, options: OfferOptions = {}): Promise<Offered> {
  const owner = options.advertiser ?? (await advertiser(market))
  const body = await taskBody(market, { totalLimit: options.slots ?? 2, ...options.members })
  return { id: expectOk(await owner.b.post('/v1/tasks', body)).id, advertiser: owner }
}

/** Creates an active offer. */
export async function activeOffer(market: Market, options: OfferOptions = {}): Promise<Offered> {
  const [offer, { a }] = await Promise.all([submittedOffer(market, options), theOperator(market)])
  if (market.ctx.config.moderation === 'auto') return offer
  expectOk(await a.post(`/api/operator/offers/${offer.id}/approve`, { version: 1 }))
  return offer
}

/** An operator moderates an offer, or its pending change (`change/approve`), in the version just read. */
export async function moderate(market: Market, offer: number, decision: string, body: object = {}): Promise<Answer> {
  const { a } = await theOperator(market)
  const path = `/api/operator/offers/${offer}`
  if (!/(approve|reject)$/.test(decision)) return a.post(`${path}/${decision}`, body)
  const { version = 1 } = (await a.get(path)).body
  return a.post(`${path}/${decision}`, { version, ...body })
}

/** The path at which an executor works on an offer. */
export const workPath = (offer: number): string => `/api/executor/offers/${offer}`

/** Reserves a slot. Returns the id of the reservation. */
export const reserved = async (worker: Person, offer: number): Promise<number> =>
  expectOk(await worker.a.post(`${workPath(offer)}/reserve`)).id

/** Uploads a small file for an offer that the executor has reserved. */
export function sendProof(worker: Person, offer: number): Promise<Answer> {
  const form = new FormData()
  form.append('files', new Blob([pdfWith(String(++serial))], { type: 'application/pdf' }), 'proof.pdf')
  return worker.a.send('POST', `${workPath(offer)}/proof/uploads`, form)
}

/** Uploads a proof. Returns its URL. */
export const proof = async (worker: Person, offer: number): Promise<string> =>
  expectOk(await sendProof(worker, offer)).items[0].url

/** Reserves and uploads a proof. Returns the body of OfferSubmitDto. */
export async function readyWork(worker: Person, offer: number) {
  const reservationId = await reserved(worker, offer)
  return { reservationId, proofUrls: [await proof(worker, offer)] }
}

export type Work = {
  readonly id: number
  readonly executor: Person
  readonly offer: number
  readonly reservation: number
}

/** Submits work on the offer by this executor or a new one. */
export async function submittedWork(market: Market, offer: number, by?: Person): Promise<Work> {
  const worker = by ?? (await executor(market))
  const body = await readyWork(worker, offer)
  const { id } = expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body))
  return { id, executor: worker, offer, reservation: body.reservationId }
}

/** Returns an advertiser's available and held money. */
export async function moneyOf({ b }: Person): Promise<{ available: number; held: number }> {
  const { available, held } = expectOk(await b.get('/v1/balance'))
  return { available, held }
}

export type Happened = {
  readonly kind: string
  readonly offer: number | null
  readonly execution: number | null
  readonly data: any
}

/** Returns the account's events in the order in which they happened. */
export const eventsOf = ({ ctx }: Market, { id }: Person): Promise<Happened[]> =>
  ctx.db.many<Happened>(
    sql`select kind, offer, execution, data from events where account = ${id}::bigint order by events.id`,
  )

export const kindsOf = async (market: Market, person: Person): Promise<string[]> =>
  (await eventsOf(market, person)).map(({ kind }) => kind)

/** Returns a response in short: `200`, or `409 no_slots_available`. */
export const outcome = ({ status, body }: Answer): string => (status < 300 ? `${status}` : `${status} ${body?.code}`)

/** Returns this member of each item. */
export const membersOf = <Items extends readonly any[], Name extends keyof Items[number]>(
  items: Items,
  name: Name,
): Items[number][Name][] => items.map((item) => item[name])

/** Removes the links from a report, which are signed anew for each response. */
export const withoutLinks = ({ proofs, ...report }: { proofs: { downloadUrl: string }[] }) => ({
  ...report,
  proofs: proofs.map(({ downloadUrl, ...rest }) => rest),
})
