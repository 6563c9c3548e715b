import { hashOf } from '../../server/accounts/credential.ts'
import { insertOffers, readOrders } from '../../server/offers/drafts/sql.ts'
import { offerInputOf } from '../../server/offers/input.ts'
import type { PricedOffer } from '../../server/offers/priced-offer.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Id } from '../../server/values/id.ts'
import { type DatasetFacts, firstNew, stepOf } from '../dataset-facts.ts'
import { openOffer } from '../minimal-server/statements.ts'
import { asOrderer, marks, money, type Scenario } from '../scenario.ts'

const few = 200

const opening = (facts: DatasetFacts, index: number, readers: number) =>
  ({
    method: 'GET',
    path: `/api/executor/offers/available/${1 + ((index * stepOf(facts)) % facts.offers)}`,
    bearer: facts.tokens[index % Math.min(readers, facts.tokens.length)] ?? '',
  }) as const

export const openOne: Scenario = {
  name: 'detail of an offer',
  isBare: true,
  request: (facts, index) => opening(facts, index, few),
  read: (db) => openOffer(db),
}

export const openOneOfMany: Scenario = {
  name: 'detail of an offer, 20,000 executors',
  request: (facts, index) => opening(facts, index, Number.POSITIVE_INFINITY),
}

const totalLimit = 10
const title = 'What do you think of our opening hours, and of the way we show them?'
const details = {
  url: 'https://example.com/post/1',
  topic: 'The new opening hours',
  minLength: 100,
}

const offerBody = (facts: DatasetFacts) => ({
  price: facts.price as Id<'price'>,
  addOns: [],
  externalId: null,
  requirements: null,
  quotas: null,
  rules: null,
  allowList: null,
  blockList: null,
})

/** The priced offer that the server derives from the request. */
const planned = (facts: DatasetFacts): PricedOffer => {
  const price = facts.price as Id<'price'>
  return {
    ...offerInputOf({ offerPriceId: price, title, totalLimit, details }),
    price,
    category: (facts.categories[0]?.id ?? 0) as Id<'category'>,
    platform: (facts.categories[0]?.platforms[0] ?? 0) as Id<'platform'>,
    type: 'social.feedback',
    sourceLanguage: 'en',
    attemptsMax: 2,
    warnings: [],
    rewardUnits: 7_500n,
    feeUnits: 750n,
    addOnUnits: 0n,
    flatUnits: 0n,
    screenOutFeeUnits: null,
    currency: 'USD',
    reservationSeconds: 3_600,
    reviewSeconds: 259_200,
    reworkSeconds: 86_400,
    totalUnits: 8_250n * BigInt(totalLimit),
  }
}

/** One request that creates and submits an offer, which places its hold. */
export const submitOffer: Scenario = {
  name: 'create and submit an offer',
  setup: 'free',
  request: ({ keys, advertisers, price }, index) => ({
    method: 'POST',
    path: '/v1/tasks',
    bearer: keys[index % advertisers] ?? '',
    body: { offerPriceId: price, title, totalLimit, details, sourceLanguage: 'en' },
  }),
  read: (db, facts) =>
    readOrders(db, asOrderer, [{ hash: hashOf(marks.key), input: offerBody(facts), reservesId: true }]),
  write: (db, facts) => {
    const pricedOffer = planned(facts)
    const keyHash = hashOf(marks.key)
    const made = { id: marks.newOffer, advertiser: marks.advertiser, pricedOffer, items: 0, source: 'GroupB', keyHash }
    return insertOffers(db, [made], { submitted: true, money })
  },
  effect: sql`select count(*) from offers where id >= ${firstNew}::bigint`,
}
