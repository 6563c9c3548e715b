import { randomUUID } from 'node:crypto'
import { type Call, callsTo, forEach } from '../../server/commands/demo/client.ts'
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
  const call = callsTo(address)
  await forEach([...people.advertisers.keys()], (index) => deposit(call, people.operator, index + 1))
  const catalog = async <One>(of: string): Promise<One[]> =>
    (await call('GET', `/api/executor/offers/${of}`, people.executors[0] ?? '')) as unknown as One[]
  const known = await catalog<Price>('prices')
  const categories = (await catalog<{ readonly id: number }>('categories')).map(({ id }) => id)
  const prices = codes.flatMap((code) => known.find((price) => price.code === code) ?? [])
  const open = (count: number, totalLimit: number, first: number) =>
    forEach(
      Array.from({ length: count }, (_, index) => first + index),
      (index) => openOne(call, people, { prices, place: index, seed, totalLimit }),
    )
  const many = await open(offers, slots, 0)
  return { prices, categories, offers: many, hot: await open(hot, habits.racedSlots.value, offers) }
}

const deposit = (call: Call, operator: string, accountId: number) =>
  call('POST', '/api/operator/deposits', operator, { accountId, amount: fundsEach, reference: randomUUID() })

type OfferWanted = { prices: readonly Price[]; place: number; seed: number; totalLimit: number }

async function openOne(
  call: Call,
  people: People,
  { prices, place: index, seed, totalLimit }: OfferWanted,
): Promise<Open> {
  const rng = rngOf(seed, index)
  const { code, body } = offerBodyOf(prices, rng, totalLimit)
  const key = people.advertisers[advertiserAt(people.advertisers.length, rng())] ?? ''
  const { id } = await call('POST', '/v1/tasks', key, body)
  await call('POST', `/api/operator/offers/${id}/approve`, people.operator, { version: 1 })
  return { id, code }
}
