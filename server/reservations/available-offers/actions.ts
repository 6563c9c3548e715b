import { mayCall } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { freshOfferIndex, type IndexSync, isWithin, syncOf } from '../../offers/offer-index/actions.ts'
import { type Item, itemsAt } from '../../offers/offer-index/actions-items.ts'
import {
  findPage,
  isCached,
  type MatchPosition,
  type OfferIndex,
  remove,
  type SearchResult,
  textQueryFor,
} from '../../offers/offer-index/offer-index.ts'
import { everything } from '../../offers/offer-index/query.ts'
import { matchingRows, type TextQuery } from '../../offers/offer-index/search.ts'
import { findPageByReward, type RewardSearch } from '../../offers/offer-index/sort-by-reward.ts'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { InvalidCursor } from '../../values/requests/cursor.ts'
import { offsetOf, type Page, pageEnd } from '../../values/requests/page.ts'
import { pageBytes } from '../../values/requests/page-text.ts'
import { foldText } from '../../values/requests/texts.ts'
import { readExecutor, readRateLimitedOffers } from './actions-eligibility-facts.ts'
import { eligibilityFilter, isPersonalFilter } from './actions-eligibility-filter.ts'
import { textOfItems } from './actions-response.ts'
import type { Filter } from './filter.ts'
import { asMissingProfile, executorOf, type ViewingExecutor } from './listed-eligibility.ts'

/** Returns a page of available offers as response bytes, each offer with the reasons why the caller may not reserve it. */
export async function listAvailable(ctx: Ctx, filter: Filter, page: Page, locale: string | undefined): Promise<Buffer> {
  const [caller, facts, rateLimited] = await Promise.all([mayCall(ctx), readExecutor(ctx), readRateLimitedOffers(ctx)])
  mustBeExecutor(caller)
  const executor = executorOf({ now: caller.now, rules: ctx.config, facts, rateLimited })
  const wanted = { ...searchOf(filter, page), executor: searchedAs(filter, executor) }
  const { result, isRepeated } = await searchCached(ctx, `${page.list} ${page.page} ${page.pageSize}`, wanted, locale)
  const { positions, total: totalCount } = result
  const last = positions.length > page.pageSize ? positions[page.pageSize - 1] : undefined
  const place = last && { key: keyOf(last), id: String(last.id) }
  const rest = { totalCount, totalCountIsExact: true, ...pageEnd(page, place, caller, ctx.secretKey) }
  const shown = result.items.filter((item) => item !== undefined)
  return pageBytes(textOfItems(shown, executor, isRepeated), rest)
}

const searchedAs = ({ onlyEligible, onlyMissingProfile }: Filter, executor: ViewingExecutor) =>
  onlyMissingProfile ? asMissingProfile(executor) : onlyEligible ? executor : undefined

type Search = RewardSearch &
  Pick<Filter, 'search' | 'sort'> & {
    readonly pageSize: number
    /** Set if only offers that this executor can reserve, or could with a complete profile, are requested. */
    readonly executor: ViewingExecutor | undefined
  }

/** Returns the position that a cursor encodes; its key has the format of `keyOf`. Throws InvalidCursor. */
function positionBehind({ after, parameter = 'cursor' }: Page): MatchPosition | undefined {
  const [at = Number.NaN, rewardUnits = Number.NaN] = (after?.key ?? '').split(' ').map(Number)
  if (after && Number.isNaN(at + rewardUnits)) throw InvalidCursor(parameter)
  return after && { at, rewardUnits, id: Number(after.id) }
}

const keyOf = ({ at, rewardUnits }: MatchPosition): string => `${at} ${rewardUnits}`

function searchOf(filter: Filter, page: Page): Omit<Search, 'executor'> {
  const { search, sort, category, platform, minUnits, maxUnits, activatedFrom, activatedTo } = filter
  const narrowing = {
    ...everything,
    category,
    platform,
    minUnits: minUnits === undefined ? everything.minUnits : Number(minUnits),
    maxUnits: maxUnits === undefined ? everything.maxUnits : Number(maxUnits),
    from: activatedFrom === undefined ? everything.from : Date.parse(activatedFrom),
    to: activatedTo === undefined ? everything.to : Date.parse(activatedTo),
  }
  const { pageSize } = page
  // One more than the page size shows whether there is a next page.
  return {
    filter: narrowing,
    after: positionBehind(page),
    offset: offsetOf(page),
    limit: pageSize + 1,
    pageSize,
    search,
    sort,
  }
}

type SearchPage = SearchResult & { readonly items: readonly (Item | undefined)[] }

/** A recent result. Valid while the index is the same and the offers in it were read within `listLagMs`. */
type CachedSearch = {
  readonly result: SearchPage
  readonly offerIndex: OfferIndex
  readonly readsCompleted: number
  readonly readAt: number
  /** Set if the result applies to this executor only. */
  readonly executor: ViewingExecutor | undefined
}
const cachedSearchesMax = 500
const cachedSearches = memoizePerObject((_sync: IndexSync) => boundedMap<string, CachedSearch>(cachedSearchesMax))

/** First pages are requested often: requests within `listLagMs` share one result. */
async function searchCached(
  ctx: Ctx,
  page: string,
  wanted: Search,
  locale: string | undefined,
): Promise<{ readonly result: SearchPage; readonly isRepeated: boolean }> {
  const { listLagMs } = ctx.config
  if (listLagMs === 0 || wanted.after || wanted.search !== undefined)
    return { result: await searchAndRead(ctx, wanted, locale), isRepeated: false }
  const sync = syncOf(ctx.db)
  const offerIndex = await freshOfferIndex(sync, listLagMs)
  const known = cachedSearches(sync)
  const executor =
    wanted.executor && isPersonalFilter(eligibilityFilter(offerIndex, wanted.executor)) ? wanted.executor : undefined
  const key = `${page} ${locale} ${wanted.executor?.key} ${executor?.facts.executor}`
  const last = known.get(key)
  const isSame =
    last?.offerIndex === offerIndex &&
    last.readsCompleted === sync.readsCompleted &&
    isSameExecutor(last.executor, executor)
  if (isSame && isWithin(sync, last.readAt, listLagMs)) return { result: last.result, isRepeated: true }
  const { readsCompleted } = sync
  const result = await searchAndRead(ctx, wanted, locale)
  const readAt = Math.min(...result.items.map((item) => item?.readAt ?? Number.NEGATIVE_INFINITY), sync.syncedAt)
  known.set(key, { result, offerIndex, readsCompleted, readAt, executor })
  return { result, isRepeated: false }
}

/** Whether neither the executor's facts nor the rate limits of offers were read again. */
const isSameExecutor = (one: ViewingExecutor | undefined, other: ViewingExecutor | undefined): boolean =>
  one?.facts === other?.facts && one?.rateLimited === other?.rateLimited

const searchesMax = 3

/**
 * Searches the index and reads the offers found. Removes offers that can no longer be reserved from the index and searches again, to fill
 * the page. After `searchesMax` attempts the page may be shorter.
 */
async function searchAndRead(ctx: Ctx, wanted: Search, locale: string | undefined): Promise<SearchPage> {
  const sync = syncOf(ctx.db)
  const { listLagMs } = ctx.config
  for (let attempt = 1; ; attempt++) {
    const offerIndex = await freshOfferIndex(sync, listLagMs)
    const result = await searchIndex(sync, offerIndex, wanted)
    const places = result.positions.slice(0, wanted.pageSize)
    const { readsStarted, currentRead } = sync
    const items = await itemsAt(sync, places, { lagMs: listLagMs, locale })
    const gone = places.filter((_, index) => !items[index])
    if (gone.length === 0 || attempt === searchesMax) return { ...result, items }
    // Only if no index read ran meanwhile: a concurrent read may have found the offer reservable again.
    if (!currentRead && sync.readsStarted === readsStarted) for (const place of gone) remove(offerIndex, place)
  }
}

async function searchIndex(
  sync: IndexSync,
  offerIndex: OfferIndex,
  { search, sort, executor, ...wanted }: Search,
): Promise<SearchResult> {
  const run = sort === '-reward' ? findPageByReward : findPage
  const eligible = () => ({
    ...wanted,
    filter: executor ? { ...wanted.filter, ...eligibilityFilter(offerIndex, executor) } : wanted.filter,
  })
  const text = foldText(search ?? '')
  if (text === '') return run(offerIndex, eligible())
  const query = textQueryFor(offerIndex, text)
  if (!isCached(offerIndex, query)) await searchCooperatively(sync, offerIndex, query)
  // Eligibility is computed after the search, which yields: by now the index may have more audiences.
  const current = eligible()
  return run(offerIndex, { ...current, filter: { ...current.filter, query } })
}

const searching = new WeakMap<Database, Promise<void>>()

/** New searches run one after another: in parallel, each would take as long as all of them together. */
async function searchCooperatively({ db }: IndexSync, offerIndex: OfferIndex, query: TextQuery): Promise<void> {
  const before = searching.get(db) ?? Promise.resolve()
  const done = before.then(() => yieldToEventLoop(searchAll(offerIndex, query)))
  searching.set(
    db,
    done.catch(() => {}),
  )
  return done
}

function* searchAll(offerIndex: OfferIndex, query: TextQuery) {
  for (const block of [...offerIndex.blocks]) yield matchingRows(block, query)
}
