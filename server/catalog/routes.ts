import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { requestedLanguage } from '../values/problems/locale.ts'
import { idFilter } from '../values/requests/schema.ts'
import { listAddOns, listCategories, listCountries, listPlatforms, listPricesNow } from './actions.ts'
import {
  addOnsSchema,
  categoriesSchema,
  countriesSchema,
  platformsSchema,
  pricesSchema,
  serializeAddOns,
  serializeCategories,
  serializeCountries,
  serializePlatforms,
  serializePrices,
} from './serialize.ts'

const named = { locale: Type.Optional(Type.String({ description: 'Language of the names (BCP 47)' })) }
const ofCategory = { ...named, offerCategoryId: idFilter() }
const ofPlatform = { ...ofCategory, offerPlatformId: idFilter() }

const schemas = {
  categories: { querystring: Type.Object(named), response: { 200: categoriesSchema } },
  platforms: { querystring: Type.Object(ofCategory), response: { 200: platformsSchema } },
  prices: { querystring: Type.Object(ofPlatform), response: { 200: pricesSchema } },
  countries: { querystring: Type.Object(named), response: { 200: countriesSchema } },
  addOns: { querystring: Type.Object(named), response: { 200: addOnsSchema } },
}

/** Group A: the catalog, including inactive entries, because older offers refer to them. */
export const catalogRoutes = (api: Api): Promise<void> => routesAt(api, '/offers')

/** Group B: the same catalog, so that an API key is enough to create a task. */
export const catalogRoutesV1 = (api: Api): Promise<void> => routesAt(api, '')

async function routesAt(api: Api, root: '/offers' | ''): Promise<void> {
  // The language is the second argument, so its errors are reported only to callers with permission.
  api.get(`${root}/categories`, { schema: schemas.categories }, async (request) =>
    serializeCategories(await listCategories(request.ctx), languageOf(request)),
  )
  api.get(`${root}/platforms`, { schema: schemas.platforms }, async (request) =>
    serializePlatforms(await listPlatforms(request.ctx, filterOf(request.query)), languageOf(request)),
  )
  api.get(`${root}/prices`, { schema: schemas.prices }, async (request) =>
    serializePrices(await listPricesNow(request.ctx, filterOf(request.query)), languageOf(request)),
  )
  api.get(`${root}/countries`, { schema: schemas.countries }, async (request) =>
    serializeCountries(await listCountries(request.ctx), languageOf(request)),
  )
  api.get(`${root}/add-ons`, { schema: schemas.addOns }, async (request) =>
    serializeAddOns(await listAddOns(request.ctx), languageOf(request), request.ctx.config),
  )
}

type LocaleRequest = { readonly query: { readonly locale?: string }; readonly headers: IncomingHttpHeaders }

const languageOf = ({ query, headers }: LocaleRequest): string =>
  requestedLanguage(query.locale, headers['accept-language'])

const filterOf = ({ offerCategoryId, offerPlatformId }: { offerCategoryId?: number; offerPlatformId?: number }) => ({
  category: knownOrNone(offerCategoryId),
  platform: knownOrNone(offerPlatformId),
})

/** Above 2^53 a number has lost precision and could equal another id: it becomes an id that nothing has. */
const knownOrNone = (id: number | undefined): number | null =>
  id === undefined ? null : Number.isSafeInteger(id) ? id : 0
