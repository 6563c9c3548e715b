import { mayCall } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { foldCase } from '../../offers/available.ts'
import { boardWithin, type Follower, followerOf, isWithin } from '../../offers/offer-index/actions.ts'
import { type Item, itemsAt } from '../../offers/offer-index/actions-items.ts'
import {
  type Answered,
  ask,
  type Board,
  type FoundPlace,
  isFound,
  needleFor,
  take,
} from '../../offers/offer-index/offer-index.ts'
import { everything } from '../../offers/offer-index/query.ts'
import { type Needle, seatsFound } from '../../offers/offer-index/search.ts'
import { askSorted, type WantedSorted } from '../../offers/offer-index/sort.ts'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { NoCursor } from '../../values/requests/cursor.ts'
import { listed, offsetOf, type Page, type Placed } from '../../values/requests/page.ts'
import { readAsker, readCappedOffers } from './actions-eligibility-facts.ts'
import { eligibleOn, isAlone } from './actions-eligible.ts'
import { itemsBytes } from './actions-items.ts'
import { type Asker, askerOf } from './eligibility.ts'
import type { Filter } from './filter.ts'
import { restText } from './serialize.ts'

/** A page of the offers that executors may reserve, each with the reasons why this one may not; as the bytes that are sent. */
export async function listAvailable(ctx: Ctx, filter: Filter, page: Page, locale: string | undefined): Promise<Buffer> {
  const [caller, facts, capped] = await Promise.all([mayCall(ctx), readAsker(ctx), readCappedOffers(ctx)])
  mustBeExecutor(caller)
  const asker = askerOf({
    account: caller.callerAccount,
    profile: {
      birthDate: caller.callerBirthDate,
      country: caller.callerCountry,
      gender: caller.callerGender,
      level: caller.callerLevel,
    },
    ...{ now: caller.now, rules: ctx.config, facts, capped },
  })
  const wanted = { ...wantedOf(filter, page), asker: filter.onlyEligible ? asker : undefined }
  const found = await lookAgain(ctx, `${page.list} ${page.page} ${page.pageSize}`, wanted, locale)
  const { items, ...rest } = listed(found.rows, page, caller, ctx.secretKey)
  const shown = items.flatMap(({ item }) => item ?? [])
  return Buffer.concat([itemsBytes(shown, asker), Buffer.from(restText(rest))])
}

type Search = WantedSorted &
  Pick<Filter, 'search' | 'sort'> & {
    readonly pageSize: number
    /** Who asks for nothing but what they can take. */
    readonly asker: Asker | undefined
  }

/** The place of a cursor, whose key is that of `keyOf`. */
function placeBehind({ after, parameter = 'cursor' }: Page): FoundPlace | undefined {
  const [at = Number.NaN, rewardUnits = Number.NaN] = (after?.key ?? '').split(' ').map(Number)
  if (after && Number.isNaN(at + rewardUnits)) throw NoCursor(parameter)
  return after && { at, rewardUnits, id: Number(after.id) }
}

const keyOf = ({ at, rewardUnits }: FoundPlace): string => `${at} ${rewardUnits}`

function wantedOf(filter: Filter, page: Page): Omit<Search, 'asker'> {
  const { search, sort, category, platform, minUnits, maxUnits, activatedFrom, activatedTo } = filter
  const narrowing = {
    ...{ ...everything, category, platform },
    minUnits: minUnits === undefined ? everything.minUnits : Number(minUnits),
    maxUnits: maxUnits === undefined ? everything.maxUnits : Number(maxUnits),
    from: activatedFrom === undefined ? everything.from : Date.parse(activatedFrom),
    to: activatedTo === undefined ? everything.to : Date.parse(activatedTo),
  }
  const { pageSize } = page
  // One more than the page has says whether the list goes on.
  return { narrowing, after: placeBehind(page), offset: offsetOf(page), most: pageSize + 1, pageSize, search, sort }
}

type Found = Answered & { readonly items: readonly (Item | undefined)[]; readonly rows: readonly Row[] }

/** What was found a moment ago, on the board as it still is, and of offers as they were read within the lag. */
type Seen = {
  readonly found: Found
  readonly board: Board
  readonly ended: number
  readonly readAt: number
  /** The asker for whom alone it was found, if it was. */
  readonly asker: Asker | undefined
}
const seenMost = 500
const seenBy = memoizePerObject((_follower: Follower) => boundedMap<string, Seen>(seenMost))

/** The first parts of a list are asked for by many: who comes within the lag is shown what the one before was. */
async function lookAgain(ctx: Ctx, page: string, wanted: Search, locale: string | undefined): Promise<Found> {
  const { listLagMs } = ctx.config
  if (listLagMs === 0 || wanted.after || wanted.search !== undefined) return look(ctx, wanted, locale)
  const follower = followerOf(ctx.db)
  const board = await boardWithin(follower, listLagMs)
  const known = seenBy(follower)
  const asker = wanted.asker && isAlone(eligibleOn(board, wanted.asker)) ? wanted.asker : undefined
  const key = `${page} ${locale} ${wanted.asker?.key} ${asker?.account}`
  const last = known.get(key)
  const isSame = last?.board === board && last.ended === follower.ended && isSameAsker(last.asker, asker)
  if (isSame && isWithin(follower, last.readAt, listLagMs)) return last.found
  const { ended } = follower
  const found = await look(ctx, wanted, locale)
  const readAt = Math.min(...found.items.map((item) => item?.readAt ?? Number.NEGATIVE_INFINITY), follower.seenAt)
  known.set(key, { found, board, ended, readAt, asker })
  return found
}

/** Nothing was read anew about the asker, and about what decides for each offer. */
const isSameAsker = (one: Asker | undefined, other: Asker | undefined): boolean =>
  one?.facts === other?.facts && one?.capped === other?.capped

const looksMax = 3

/**
 * Looks at the board and reads the offers that it shows. One that cannot be reserved any more leaves the board at once, and
 * the page is made anew, so that it is whole; where offers vanish faster than that, it is shorter by them.
 */
async function look(ctx: Ctx, wanted: Search, locale: string | undefined): Promise<Found> {
  const follower = followerOf(ctx.db)
  const { listLagMs } = ctx.config
  for (let attempt = 1; ; attempt++) {
    const board = await boardWithin(follower, listLagMs)
    const answered = await answer(follower, board, wanted)
    const places = answered.places.slice(0, wanted.pageSize)
    const { begun, reading } = follower
    const items = await itemsAt(follower, places, { lagMs: listLagMs, locale })
    const gone = places.filter((_, index) => !items[index])
    if (gone.length === 0 || attempt === looksMax)
      return { ...answered, items, rows: rowsOf({ ...answered, items }, wanted.most) }
    // Whoever reads the board at the same time may know better: an offer that is gone may have come back.
    if (!reading && follower.begun === begun) for (const place of gone) take(board, place)
  }
}

async function answer(follower: Follower, board: Board, { search, sort, asker, ...asked }: Search): Promise<Answered> {
  const answered = sort === '-reward' ? askSorted : ask
  const eligible = () => ({
    ...asked,
    narrowing: asker ? { ...asked.narrowing, ...eligibleOn(board, asker) } : asked.narrowing,
  })
  if (search === undefined) return answered(board, eligible())
  const needle = needleFor(board, foldCase(search))
  if (!isFound(board, needle)) await searchInTurn(follower, board, needle)
  // Judged behind the search, which others have their turn in: by then more audiences may be known.
  const wanted = eligible()
  return answered(board, { ...wanted, narrowing: { ...wanted.narrowing, needle } })
}

const searching = new WeakMap<Database, Promise<void>>()

/** Searches that are new go one behind the other: side by side each of them would take as long as all. */
async function searchInTurn({ db }: Follower, board: Board, needle: Needle): Promise<void> {
  const before = searching.get(db) ?? Promise.resolve()
  const done = before.then(() => yieldToEventLoop(searchAll(board, needle)))
  searching.set(
    db,
    done.catch(() => {}),
  )
  return done
}

function* searchAll(board: Board, needle: Needle) {
  for (const block of [...board.blocks]) yield seatsFound(block, needle)
}

type Row = Placed & { readonly item: Item | undefined }

/** The rows that a list is made of; where there are none, one that tells the count. */
function rowsOf({ places, items, total }: Omit<Found, 'rows'>, most: number): Row[] {
  const none = { id: null, item: undefined, totalCount: total, placeId: null }
  if (places.length === 0) return [none]
  return places.slice(0, most).map((place, index) => ({
    id: place.id,
    item: items[index],
    totalCount: total,
    placeKey: keyOf(place),
    placeId: `${place.id}`,
  }))
}
