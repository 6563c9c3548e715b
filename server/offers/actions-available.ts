import { ageOn } from '../accounts/account.ts'
import { mayCall } from '../accounts/actions-callers.ts'
import { type Admitted, mustBeExecutor, type Own } from '../accounts/caller.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db.ts'
import { inTurns } from '../platform/turns.ts'
import { NoCursor } from '../values/cursor.ts'
import { listed, offsetOf, type Page, type Placed } from '../values/page.ts'
import { boardWithin, type Follower, followerOf } from './actions-board.ts'
import { type Item, itemsAt } from './actions-items.ts'
import type { Profile } from './audience.ts'
import { type Filter, foldCase, ineligibleReasons } from './available.ts'
import { type Answered, ask, type Board, isFound, needleFor, take, type Wanted } from './board.ts'
import { everything } from './board-narrow.ts'
import { type Needle, seatsFound } from './board-search.ts'
import { eligibilityText, pageText } from './show-available.ts'

/** A page of the offers that executors may reserve, each with the reasons why this one may not; as the text that is sent. */
export async function listAvailable(ctx: Ctx, filter: Filter, page: Page, locale: string | undefined): Promise<string> {
  const caller = await mayCall(ctx)
  mustBeExecutor(caller)
  const wanted = wantedOf(filter, page)
  const found = await look(ctx, wanted, locale)
  const asker = askerOf(caller, ctx.config.ageFloor)
  const { items, ...rest } = listed(rowsOf(found, wanted.most), page, caller, ctx.secretKey)
  const texts = items.flatMap(({ item }) => (item ? [textOf(item, asker)] : []))
  return pageText({ items: texts, ...rest })
}

type Search = Wanted & { readonly search: string | undefined; readonly pageSize: number }

function wantedOf(filter: Filter, page: Page): Search {
  const { search, category, platform, minUnits, maxUnits, activatedFrom, activatedTo } = filter
  const at = page.after && Number(page.after.key ?? Number.NaN)
  if (Number.isNaN(at)) throw NoCursor(page.parameter ?? 'cursor')
  const narrowing = {
    ...{ category, platform, needle: undefined },
    minUnits: minUnits === undefined ? everything.minUnits : Number(minUnits),
    maxUnits: maxUnits === undefined ? everything.maxUnits : Number(maxUnits),
    from: activatedFrom === undefined ? everything.from : Date.parse(activatedFrom),
    to: activatedTo === undefined ? everything.to : Date.parse(activatedTo),
  }
  const after = at === undefined ? undefined : { at, id: Number(page.after?.id) }
  // One more than the page has says whether the list goes on.
  return { narrowing, after, offset: offsetOf(page), most: page.pageSize + 1, pageSize: page.pageSize, search }
}

type Found = Answered & { readonly items: readonly (Item | undefined)[] }

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
    if (gone.length === 0 || attempt === looksMax) return { ...answered, items }
    // Whoever reads the board at the same time may know better: an offer that is gone may have come back.
    if (!reading && follower.begun === begun) for (const place of gone) take(board, place)
  }
}

async function answer(follower: Follower, board: Board, { search, ...wanted }: Search): Promise<Answered> {
  if (search === undefined) return ask(board, wanted)
  const needle = needleFor(board, foldCase(search))
  if (!isFound(board, needle)) await searchInTurn(follower, board, needle)
  return ask(board, { ...wanted, narrowing: { ...wanted.narrowing, needle } })
}

const searching = new WeakMap<Database, Promise<void>>()

/** Searches that are new go one behind the other: side by side each of them would take as long as all. */
async function searchInTurn({ db }: Follower, board: Board, needle: Needle): Promise<void> {
  const before = searching.get(db) ?? Promise.resolve()
  const done = before.then(() => inTurns(searchAll(board, needle)))
  searching.set(
    db,
    done.catch(() => {}),
  )
  return done
}

function* searchAll(board: Board, needle: Needle) {
  for (const block of [...board.blocks]) yield seatsFound(block, needle)
}

/** Who asks, as far as it decides on what they may take. Two with the same key may take the same. */
type Asker = {
  readonly account: number
  readonly profile: Profile
  readonly now: Date
  readonly ageFloor: number
  readonly known: Map<string, string>
}

/** What was found out about an audience and those who are alike; all of it is forgotten when it is too much. */
const alikeMax = 2_000
const alike = new Map<string, Map<string, string>>()

function askerOf(caller: Admitted & Own, ageFloor: number): Asker {
  const {
    callerAccount: account,
    now,
    callerBirthDate: birthDate,
    callerCountry: country,
    callerGender: gender,
  } = caller
  const profile = { birthDate, country, gender }
  const age = birthDate === null ? null : ageOn(birthDate, now)
  const key = `${age} ${country} ${gender} ${ageFloor}`
  const known = alike.get(key) ?? new Map<string, string>()
  if (alike.size > alikeMax || known.size > alikeMax) alike.clear()
  alike.set(key, known)
  return { account, profile, now, ageFloor, known }
}

function textOf(item: Item, asker: Asker): string {
  const [before, after] = item.texts
  return `${before}${eligibilityOf(item, asker)}${after}`
}

function eligibilityOf(item: Item, { account, profile, now, ageFloor, known }: Asker): string {
  const isOwn = item.advertiser === account
  const told = isOwn ? undefined : known.get(item.audienceKey)
  if (told !== undefined) return told
  const text = eligibilityText(
    ineligibleReasons({ ...item.audience, advertiser: item.advertiser }, { ...profile, account }, now, ageFloor),
  )
  if (!isOwn) known.set(item.audienceKey, text)
  return text
}

type Row = Placed & { readonly item: Item | undefined }

/** The rows that a list is made of; where there are none, one that tells the count. */
function rowsOf({ places, items, total }: Found, most: number): Row[] {
  const none = { id: null, item: undefined, totalCount: total, placeId: null }
  if (places.length === 0) return [none]
  return places.slice(0, most).map(({ id, at }, index) => ({
    ...{ id, item: items[index], totalCount: total },
    ...{ placeKey: String(at), placeId: String(id) },
  }))
}
