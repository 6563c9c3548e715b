import { Type } from 'typebox'
import type { Api } from '../platform/http.ts'
import { localeAsked } from '../values/locale.ts'
import { pageOf } from '../values/page.ts'
import { instantOf } from '../values/query.ts'
import { listAvailable } from './actions-list.ts'
import { rewardUnits } from './available.ts'
import { availableSchema, showAvailablePage } from './show-available.ts'

const maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(schema)

const query = Type.Object({
  Search: maybe(Type.String({ maxLength: 500, description: 'Part of the title, in any of its languages' })),
  OfferCategoryId: maybe(Type.Integer()),
  OfferPlatformId: maybe(Type.Integer()),
  MinReward: maybe(Type.Number()),
  MaxReward: maybe(Type.Number()),
  ActivatedFrom: maybe(Type.String({ description: 'ISO 8601 date or date-time, inclusive' })),
  ActivatedTo: maybe(Type.String({ description: 'The same; a date means its end, in UTC' })),
  Page: maybe(Type.Integer({ description: '1 by default; brought into range' })),
  PageSize: maybe(Type.Integer({ description: '20 by default, 100 at most; brought into range' })),
  Locale: maybe(Type.String({ maxLength: 35, description: 'BCP 47' })),
})

/** Group A: what an executor may reserve. */
export async function availableRoutes(api: Api) {
  const schema = { querystring: query, response: { 200: availableSchema } }
  api.get('/offers/available', { schema }, async ({ ctx, query }) => {
    const filter = {
      search: query.Search,
      category: query.OfferCategoryId,
      platform: query.OfferPlatformId,
      minUnits: rewardUnits(query.MinReward, 'up'),
      maxUnits: rewardUnits(query.MaxReward, 'down'),
      activatedFrom: instantOf('ActivatedFrom', query.ActivatedFrom, false),
      activatedTo: instantOf('ActivatedTo', query.ActivatedTo, true),
    }
    const locale = localeAsked('Locale', query.Locale)
    return showAvailablePage(await listAvailable(ctx, filter, pageOf(query.Page, query.PageSize)), locale)
  })
}
