import { openOffer } from '../bare/statements.ts'
import type { Scenario } from '../scenario.ts'
import { stepOf, type World } from '../world.ts'

const few = 200

const opening = (world: World, place: number, readers: number) =>
  ({
    method: 'GET',
    path: `/api/executor/offers/available/${1 + ((place * stepOf(world)) % world.offers)}`,
    bearer: world.tokens[place % Math.min(readers, world.tokens.length)] ?? '',
  }) as const

export const openOne: Scenario = {
  name: 'detail of an offer',
  isBare: true,
  request: (world, place) => opening(world, place, few),
  read: (db) => openOffer(db),
}

export const openOneOfMany: Scenario = {
  name: 'detail of an offer, 20,000 executors',
  request: (world, place) => opening(world, place, Number.POSITIVE_INFINITY),
}

const title = 'What do you think of our opening hours, and of the way we show them?'
const details = {
  url: 'https://example.com/post/1',
  topic: 'The new opening hours',
  minLength: 100,
}

/** One request that makes an offer and submits it, which sets its money aside. */
export const submitOffer: Scenario = {
  name: 'create and submit an offer',
  stage: 'free',
  request: ({ keys, advertisers, price }, place) => ({
    method: 'POST',
    path: '/v1/tasks',
    bearer: keys[place % advertisers] ?? '',
    body: { offerPriceId: price, title, totalLimit: 10, details, sourceLanguage: 'en' },
  }),
}
