import { createAccount, createKey, issueToken } from '../../server/accounts/actions.ts'
import { deposit } from '../../server/payments/actions.ts'
import type { Client } from './client.ts'
import type { Market } from './market.ts'

let serial = 0

/** One person of a test: their account, and clients that act with their access token and, where they have one, API key. */
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
  readonly birthDate?: string
  readonly country?: number
  readonly gender?: string
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

/** An advertiser with 1,000 units of money. */
export const advertiser = (market: Market, options: PersonOptions = {}) =>
  person(market, 'advertiser', { roles: ['Advertiser'], funds: 1000, ...options })

/** A grown-up executor in the United States. */
export const executor = (market: Market, options: PersonOptions = {}) =>
  person(market, 'executor', { roles: ['Executor'], birthDate: '1990-01-31', country: 840, gender: 'Female', ...options })

export const operator = (market: Market) => person(market, 'operator', { roles: ['Operator'] })
