import { randomUUID } from 'node:crypto'
import { Marketplace } from '../../sdk/src/index.ts'
import { asOperator, forEach } from '../../server/commands/demo/clients.ts'
import { kindOf } from '../../server/commands/demo/offers.ts'
import { oneOf, rngOf } from '../rng.ts'
import { titleAt } from '../sample-texts.ts'
import { habits } from './mix.ts'
import type { People } from './people.ts'

/** A type of work with its price. */
export type Price = { readonly id: number; readonly code: string }
/** An offer that executors can reserve. */
export type Open = { readonly id: number; readonly code: string }
export type DayDataset = {
  readonly prices: readonly Price[]
  readonly categories: readonly number[]
  readonly offers: readonly Open[]
  readonly hot: readonly Open[]
}

const codes = ['web.lookup', 'photo.collect', 'text.rate', 'social.feedback', 'survey.external', 'translate.short']
const fundsEach = 1_000_000
const slots = 10

/** Returns a random offer to create. */
export function offerBodyOf(prices: readonly Price[], rng: () => number, totalLimit = slots) {
  const { id: offerPriceId, code } = oneOf(prices, rng())
  return { code, body: { offerPriceId, title: titleAt(rng), totalLimit, details: kindOf(code).details } }
}

/** Skewed: some advertisers have many more offers than others. */
export const advertiserAt = (advertisers: number, fraction: number): number =>
  Math.min(advertisers - 1, Math.floor(advertisers * fraction ** 2))

/** Funds every advertiser and creates active offers, through the API. */
export async function makeDayDataset(
  address: string,
  people: People,
  seed: number,
  { offers, hot }: { readonly offers: number; readonly hot: number },
): Promise<DayDataset> {
  const operator = new Marketplace({ baseUrl: address, accessToken: people.operator })
  await forEach([...people.advertisers.keys()], (index) => deposit(operator, index + 1))
  const { catalog } = new Marketplace({ baseUrl: address, apiKey: people.advertisers[0] })
  const known = await catalog.prices()
  const categories = (await catalog.categories()).map(({ id }) => id)
  const prices = codes.flatMap((code) => known.find((price) => price.code === code) ?? [])
  const open = (count: number, totalLimit: number, first: number) =>
    forEach(
      Array.from({ length: count }, (_, index) => first + index),
      (index) => openOne(address, people, { prices, place: index, seed, totalLimit }),
    )
  const many = await open(offers, slots, 0)
  return { prices, categories, offers: many, hot: await open(hot, habits.racedSlots.value, offers) }
}

const deposit = (operator: Marketplace, accountId: number) =>
  asOperator(operator, 'deposits', { accountId, amount: fundsEach, reference: randomUUID() })

type OfferWanted = { prices: readonly Price[]; place: number; seed: number; totalLimit: number }

async function openOne(
  address: string,
  people: People,
  { prices, place: index, seed, totalLimit }: OfferWanted,
): Promise<Open> {
  const rng = rngOf(seed, index)
  const { code, body } = offerBodyOf(prices, rng, totalLimit)
  const apiKey = people.advertisers[advertiserAt(people.advertisers.length, rng())]
  const market = new Marketplace({ baseUrl: address, apiKey, accessToken: people.operator })
  const { id } = await market.tasks.create(body)
  await asOperator(market, `offers/${id}/approve`, { version: 1 })
  return { id, code }
}
