import { Type } from 'typebox'
import { availableSchema } from '../../offers/serialize-available.ts'
import { type Api, sendJson } from '../../platform/http/api.ts'
import { requestedLocale } from '../../values/problems/locale.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { instantOf } from '../../values/requests/query.ts'
import { amount, from, idFilter, pageQuery, to } from '../../values/requests/schema.ts'
import { listAvailable } from './actions.ts'
import { availableSorts, rewardUnits } from './filter.ts'

const maybe = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(schema)

const query = Type.Object({
  Search: maybe(Type.String({ maxLength: 500, description: 'Part of the title in any language' })),
  OfferCategoryId: idFilter(),
  OfferPlatformId: idFilter(),
  MinReward: maybe(amount()),
  MaxReward: maybe(amount()),
  ActivatedFrom: from,
  ActivatedTo: to,
  OnlyEligible: maybe(
    Type.Boolean({ description: 'true omits offers that this executor cannot reserve now, from items and totalCount' }),
  ),
  OnlyQualified: maybe(
    Type.Boolean({
      description:
        'true: as OnlyEligible, with the offers that this executor cannot reserve only because they hold the maximum of reservations or are cooling down. Overrides OnlyEligible',
    }),
  ),
  OnlyMissingProfile: maybe(
    Type.Boolean({
      description:
        'true: only offers that this executor could reserve now with a complete profile. Overrides the others',
    }),
  ),
  OnlyFavourites: maybe(
    Type.Boolean({
      description: 'true: only offers of the favourite advertisers of this executor, besides other filters',
    }),
  ),
  Sort: maybe(
    Type.Enum(availableSorts, { default: '-activatedAt', description: '-reward: equal rewards newest first' }),
  ),
  Page: pageQuery.page,
  PageSize: pageQuery.pageSize,
  Cursor: pageQuery.cursor,
  Locale: maybe(Type.String({ maxLength: 35, description: 'BCP 47' })),
})

export async function availableRoutes(api: Api) {
  const schema = { querystring: query, response: { 200: availableSchema } }
  api.get('/offers/available', { schema }, async ({ ctx, query }, reply) => {
    const sort = query.Sort as (typeof availableSorts)[number] | undefined
    const filter = {
      // The default order, named or not, is one list with the same cursors.
      sort: sort === '-activatedAt' ? undefined : sort,
      search: query.Search,
      category: query.OfferCategoryId,
      platform: query.OfferPlatformId,
      minUnits: rewardUnits(query.MinReward, 'up'),
      maxUnits: rewardUnits(query.MaxReward, 'down'),
      activatedFrom: instantOf('ActivatedFrom', query.ActivatedFrom, false),
      activatedTo: instantOf('ActivatedTo', query.ActivatedTo, true),
      onlyEligible: query.OnlyEligible || undefined,
      onlyQualified: query.OnlyQualified || undefined,
      onlyMissingProfile: query.OnlyMissingProfile || undefined,
      onlyFavourites: query.OnlyFavourites || undefined,
    }
    const locale = requestedLocale('Locale', query.Locale)
    const pageRequest = { page: query.Page, pageSize: query.PageSize, cursor: query.Cursor, parameter: 'Cursor' }
    const page = requestedPage(ctx.secretKey, pageRequest, 'available offers', filter)
    return sendJson(reply, await listAvailable(ctx, filter, page, locale))
  })
}
