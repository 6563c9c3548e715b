import { Type } from 'typebox'
import { amount, arrayOf, id, instant, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { proseText, titleText } from '../../values/requests/texts.ts'
import { availableSorts } from '../available-offers/filter.ts'
import { nameLengthMax, type SavedSearch } from './saved-search.ts'

const maybe = Type.Optional

const members = {
  search: maybe(proseText({ maxLength: 500, description: 'Part of the title in any language' })),
  offerCategoryId: maybe(id),
  offerPlatformId: maybe(id),
  minReward: maybe(amount({ minimum: 0 })),
  maxReward: maybe(amount({ minimum: 0 })),
  onlyFavourites: maybe(Type.Boolean()),
  onlyQualified: maybe(Type.Boolean({ description: 'For the list; alerts tell only of what you could reserve' })),
  sort: maybe(Type.Enum(availableSorts)),
}
const description = 'As the parameters of `GET /api/executor/offers/available`'
const shownFilters = Type.Object(members, { title: 'SavedFilters', description })

export const searchBody = Type.Object({
  name: titleText({ minLength: 1, maxLength: nameLengthMax }),
  filters: Type.Object(members, { description }),
  alerts: Type.Optional(Type.Boolean({ description: 'Whether to tell of new offers. Default true' })),
})

export const savedSearchJson = serializer<SavedSearch>({ title: 'SavedSearch' })({
  id,
  name: text,
  filters: [shownFilters, (search: SavedSearch) => search.filters as Type.Static<typeof shownFilters>],
  alerts: [Type.Boolean({ description: 'Whether new offers are told' }), 'hasAlerts'],
  savedAtUtc: instant,
  allowedActions: [arrayOf(text), () => ['Change', 'Delete']],
})
export const savedSearchesSchema = Type.Object(
  { items: Type.Array(savedSearchJson.schema) },
  { title: 'SavedSearches' },
)
export const serializeSearches = (searches: readonly SavedSearch[]) => ({
  items: searches.map((search) => savedSearchJson.serialize(search)),
})
