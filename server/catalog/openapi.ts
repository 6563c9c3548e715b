import { idOf } from '../values/id.ts'
import type { Docs, OperationDocs } from '../values/requests/operation.ts'
import type { AddOnRow, CategoryRow, PlatformRow, PriceRow } from './catalog.ts'
import {
  serializeAddOns,
  serializeCategories,
  serializeCountries,
  serializePlatforms,
  serializePrices,
} from './serialize.ts'

const category: CategoryRow = {
  id: idOf(2),
  code: 'web',
  names: { en: 'On the web', ru: 'В сети' },
  isActive: true,
  sortOrder: 20,
}
const platform: PlatformRow = {
  id: idOf(5),
  code: 'web.any',
  names: { en: 'Any website', ru: 'Любой сайт' },
  isActive: true,
  category: idOf(2),
  isOffered: true,
}
const price: PriceRow = {
  id: idOf(7),
  code: 'web.lookup',
  platform: idOf(5),
  platformCode: 'web.any',
  category: idOf(2),
  names: { en: 'Find a fact', ru: 'Найти сведение' },
  rewardUnits: 5_000n,
  rewardMinUnits: null,
  rewardMaxUnits: null,
  isActive: true,
  isOffered: true,
  reservationDurationSeconds: null,
  detailsMode: 'lenient',
  offerDetailsSchema: {
    type: 'object',
    properties: { question: { type: 'string' }, answerFormat: { enum: ['Text', 'Url', 'Number', 'Date'] } },
    required: ['question'],
  },
  executionDetailsSchema: {
    type: 'object',
    properties: { answer: { type: 'string' }, sourceUrl: { type: 'string', format: 'uri' } },
    required: ['answer'],
  },
  proofs: null,
}
const addOn: AddOnRow = {
  id: idOf(1),
  code: 'priority',
  names: { en: 'Listed first', ru: 'Вверху списка' },
  costPerActionUnits: 0n,
  costFlatUnits: 20_000n,
  isActive: true,
}
const terms = { currency: 'USD', feeBasisPoints: 1_000, reservationSeconds: 3_600 }

const listOperation = (id: string, summary: string, about: string, items: unknown): OperationDocs => ({
  id,
  tag: 'Catalog',
  summary,
  about,
  answers: { 200: { catalog: items } },
})

/** Group A: the catalog. */
const ordering: Docs = {
  'GET /api/advertiser/offers/categories': listOperation(
    'listCategories',
    'List offer categories',
    'Includes inactive entries, because older offers refer to them.',
    serializeCategories([category], 'en'),
  ),
  'GET /api/advertiser/offers/platforms': listOperation(
    'listPlatforms',
    'List platforms',
    'An unknown `offerCategoryId` returns an empty list.',
    serializePlatforms([platform], 'en'),
  ),
  'GET /api/advertiser/offers/prices': listOperation(
    'listPrices',
    'List prices: types of work and their cost',
    "`offerDetailsSchema` is the schema of an offer's `details`, `executionDetailsSchema` that of its executions.",
    serializePrices({ prices: [price], terms }, 'en'),
  ),
  'GET /api/advertiser/offers/countries': listOperation(
    'listCountries',
    'List the countries for targetCountryIds',
    'Ids are ISO 3166-1 numeric codes.',
    serializeCountries([{ id: 840, code: 'US' }], 'en'),
  ),
  'GET /api/advertiser/offers/add-ons': listOperation(
    'listAddOns',
    'List the add-ons for selectedAddOnIds',
    'Some are charged per accepted execution, some once per offer.',
    serializeAddOns([addOn], 'en', terms),
  ),
}

const forExecutors = (docs: Docs): Docs =>
  Object.fromEntries(
    Object.entries(docs).map(([route, one]) => [
      route.replace('/api/advertiser/', '/api/executor/'),
      { ...one, id: `${one.id}AsExecutor` },
    ]),
  )

/** Group B: the same catalog. */
export const catalogDocsV1: Docs = Object.fromEntries(
  Object.entries(ordering).map(([route, docs]) => [route.replace('/api/advertiser/offers/', '/v1/'), docs]),
)

/** The same for advertisers and for executors. */
export const catalogDocs: Docs = { ...ordering, ...forExecutors(ordering) }
