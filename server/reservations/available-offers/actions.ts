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
import { readExecutor, readLimitedOffers } from './actions-eligibility-facts.ts'
import { callerFilter, isPersonalFilter, needsOf, type ShownOffers } from './actions-eligibility-filter.ts'
import { textOfItems } from './actions-response.ts'
import type { Filter } from './filter.ts'
import { asMissingProfile, asQualified, executorOf, type ViewingExecutor } from './listed-eligibility.ts'

/** Returns a page of available offers as response bytes, each offer with the reasons why the caller may not reserve it. */
export async function listAvailable(ctx: Ctx, filter: Filter, page: Page, locale: string | undefined): Promise<Buffer> {
  const [caller, facts, limited, offerIndex] = await Promise.all([
    mayCall(ctx),
    readExecutor(ctx),
    readLimitedOffers(ctx),
    freshOfferIndex(syncOf(ctx.db), ctx.config.listLagMs),
  ])
  mustBeExecutor(caller)
  const executor = executorOf({ now: caller.now, rules: ctx.config, facts, limited, needs: needsOf(offerIndex) })
  const shown = { executor, sought: soughtAs(filter, executor), onlyFavourites: filter.onlyFavourites === true }
  const wanted = { ...searchOf(filter, page), shown }
  const name = `${page.list} ${page.page} ${page.pageSize}`
  const { result, isRepeated } = await searchCached(ctx, name, { ...wanted, offerIndex }, locale)
  const { positions, total: totalCount } = result
  const last = positions.length > page.pageSize ? positions[page.pageSize - 1] : undefined
  const place = last && { key: keyOf(last), id: String(last.id) }
  const rest = { totalCount, totalCountIsExact: true, ...pageEnd(page, place, caller, ctx.secretKey) }
  const items = result.items.filter((item) => item !== undefined)
  return pageBytes(textOfItems(items, executor, isRepeated), rest)
}

/** Returns the executor as whom to search if not all offers are wanted. */
function soughtAs({ onlyEligible, onlyQualified, onlyMissingProfile }: Filter, executor: ViewingExecutor) {
  if (onlyMissingProfile) return asMissingProfile(executor)
  if (onlyQualified) return asQualified(executor)
  return onlyEligible ? executor : undefined
}

type Search = RewardSearch &
  Pick<Filter, 'search' | 'sort'> & {
    readonly pageSize: number
    readonly shown: ShownOffers
  }

/** Returns the position that a cursor encodes; its key has the format of `keyOf`. Throws InvalidCursor. */
function positionBehind({ after, parameter = 'cursor' }: Page): MatchPosition | undefined {
  const [at = Number.NaN, rewardUnits = Number.NaN] = (after?.key ?? '').split(' ').map(Number)
  if (after && Number.isNaN(at + rewardUnits)) throw InvalidCursor(parameter)
  return after && { at, rewardUnits, id: Number(after.id) }
}

const keyOf = ({ at, rewardUnits }: MatchPosition): string => `${at} ${rewardUnits}`

export function searchOf(filter: Filter, page: Page): Omit<Search, 'shown'> {
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

/** The index as it was read for this request. */
type Read = { readonly offerIndex: OfferIndex }

/** First pages are requested often: requests within `listLagMs` share one result. */
async function searchCached(
  ctx: Ctx,
  page: string,
  { offerIndex, ...wanted }: Search & Read,
  locale: string | undefined,
): Promise<{ readonly result: SearchPage; readonly isRepeated: boolean }> {
  const { listLagMs } = ctx.config
  if (listLagMs === 0 || wanted.after || wanted.search !== undefined)
    return { result: await searchAndRead(ctx, { ...wanted, offerIndex }, locale), isRepeated: false }
  const sync = syncOf(ctx.db)
  const known = cachedSearches(sync)
  const { shown } = wanted
  const executor = isPersonalFilter(callerFilter(offerIndex, shown)) ? shown.executor : undefined
  const key = `${page} ${locale} ${shown.sought?.key} ${executor?.facts.executor}`
  const last = known.get(key)
  const isSame =
    last?.offerIndex === offerIndex &&
    last.readsCompleted === sync.readsCompleted &&
    isSameExecutor(last.executor, executor)
  if (isSame && isWithin(sync, last.readAt, listLagMs)) return { result: last.result, isRepeated: true }
  const { readsCompleted } = sync
  const result = await searchAndRead(ctx, { ...wanted, offerIndex }, locale)
  const readAt = Math.min(...result.items.map((item) => item?.readAt ?? Number.NEGATIVE_INFINITY), sync.syncedAt)
  known.set(key, { result, offerIndex, readsCompleted, readAt, executor })
  return { result, isRepeated: false }
}

/** Whether neither the executor's facts nor the limits of offers were read again. */
const isSameExecutor = (one: ViewingExecutor | undefined, other: ViewingExecutor | undefined): boolean =>
  one?.facts === other?.facts && one?.limited === other?.limited

const searchesMax = 3

/**
 * Searches the index and reads the offers found. Removes offers that can no longer be reserved from the index and searches again, to fill
 * the page. After `searchesMax` attempts the page may be shorter.
 */
async function searchAndRead(
  ctx: Ctx,
  { offerIndex: read, ...wanted }: Search & Read,
  locale: string | undefined,
): Promise<SearchPage> {
  const sync = syncOf(ctx.db)
  const { listLagMs } = ctx.config
  for (let attempt = 1; ; attempt++) {
    const offerIndex = attempt === 1 ? read : await freshOfferIndex(sync, listLagMs)
    const result = await searchIndex(sync, offerIndex, wanted)
    const places = result.positions.slice(0, wanted.pageSize)
    const { readsStarted, currentRead } = sync
    const items = await itemsAt(sync, places, { lagMs: listLagMs, locale, secretKey: ctx.secretKey })
    const gone = places.filter((_, index) => !items[index])
    if (gone.length === 0 || attempt === searchesMax) return { ...result, items }
    // Only if no index read ran meanwhile: a concurrent read may have found the offer reservable again.
    if (!currentRead && sync.readsStarted === readsStarted) for (const place of gone) remove(offerIndex, place)
  }
}

export async function searchIndex(
  sync: IndexSync,
  offerIndex: OfferIndex,
  { search, sort, shown, ...wanted }: Search,
): Promise<SearchResult> {
  const run = sort === '-reward' ? findPageByReward : findPage
  const forCaller = () => ({ ...wanted, filter: { ...wanted.filter, ...callerFilter(offerIndex, shown) } })
  const text = foldText(search ?? '')
  if (text === '') return run(offerIndex, forCaller())
  const query = textQueryFor(offerIndex, text)
  if (!isCached(offerIndex, query)) await searchCooperatively(sync, offerIndex, query)
  // Eligibility is computed after the search, which yields: by now the index may have more audiences.
  const current = forCaller()
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
