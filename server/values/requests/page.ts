import { type CursorPosition, cursorOf, InvalidCursor, positionOf } from './cursor.ts'

/** The requested part of a list: a page, or the items after a cursor. */
export type Page = {
  readonly page: number
  readonly pageSize: number
  /** The list that a cursor is valid for: its name, sort and filters. */
  readonly list?: string
  readonly after?: CursorPosition
  /** The name of the cursor parameter in the query. */
  readonly parameter?: string
}

export type PageOf<Item> = {
  readonly items: Item[]
  /** At most `countedMax`. */
  readonly totalCount: number
  /** False if there are more than `totalCount`. */
  readonly totalCountIsExact: boolean
  readonly page: number
  readonly pageSize: number
  readonly nextCursor: string | null
}

/** Counting stops at this number of records, enough for an overview. */
export const countedMax = 10_000

const pageMax = 2_147_483_647
export const pageSizeMax = 100
const pageSizeDefault = 20

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Clamps out-of-range values; the response shows the values used. */
export const pageOf = (page = 1, pageSize = pageSizeDefault): Page => ({
  page: clamp(page, 1, pageMax),
  pageSize: clamp(pageSize, 1, pageSizeMax),
})

export const offsetOf = ({ page, pageSize }: Page): number => (page - 1) * pageSize

type PageQuery = {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly cursor?: string | undefined
  readonly parameter?: string
}

/** Returns a key for a list with its filters and order. No JSON replacer, which would be called for every member. */
function listNamed(name: string, filter: object): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return JSON.stringify([name, ...given.map(([key, value]) => [key, typeof value === 'bigint' ? `${value}` : value])])
}

/** Returns the requested part of a list. `filter` must contain everything that decides which items it has, and their order. */
export function requestedPage(secretKey: string, query: PageQuery, name: string, filter: object = {}): Page {
  const { page, pageSize, cursor, parameter = 'cursor' } = query
  const list = listNamed(name, filter)
  if (cursor === undefined) return { ...pageOf(page, pageSize), list }
  const after = positionOf(secretKey, list, cursor)
  if (!after) throw InvalidCursor(parameter)
  // A cursor overrides the page number: the pages before it are not counted.
  return { ...pageOf(1, pageSize), list, after, parameter }
}

/** A row of a list statement: one row more than the page, and one with id null if there are none. */
export type PagedRow = {
  readonly id: unknown
  /** At most one more than `countedMax`. */
  readonly totalCount: number
  readonly placeKey?: string | null
  readonly placeId: string | null
}
type Reader = { readonly callerAccount: number }

/** Returns the page with its items, and the cursor of the next one. */
export function listed<Row extends PagedRow>(
  rows: readonly Row[],
  page: Page,
  reader: Reader,
  secretKey: string,
): PageOf<Row> {
  const existing = rows.filter(({ id }) => id !== null)
  const items = existing.slice(0, page.pageSize)
  const last = existing.length > items.length ? items.at(-1) : undefined
  const place = last && { key: last.placeKey ?? null, id: String(last.placeId) }
  const counted = rows[0]?.totalCount ?? 0
  const total = { totalCount: Math.min(counted, countedMax), totalCountIsExact: counted <= countedMax }
  return { items, ...total, ...pageEnd(page, place, reader, secretKey) }
}

/**
 * Returns the members of a page that name it, and the cursor of the next one. `last` is the position of the last item if more items follow.
 * Throws InvalidCursor if the page was requested with another account's cursor.
 */
export function pageEnd(
  { page, pageSize, list = '', after, parameter = 'cursor' }: Page,
  last: Omit<CursorPosition, 'account'> | undefined,
  { callerAccount: account }: Reader,
  secretKey: string,
): Pick<PageOf<unknown>, 'page' | 'pageSize' | 'nextCursor'> {
  if (after && after.account !== account) throw InvalidCursor(parameter)
  return { page, pageSize, nextCursor: last ? cursorOf(secretKey, list, { account, ...last }) : null }
}

/** Returns the page with its items as they are shown, and nothing else that was read with it. */
export const mapItems = <Item, Shown>(
  { items, totalCount, totalCountIsExact, page, pageSize, nextCursor }: PageOf<Item>,
  show: (item: Item) => Shown,
): PageOf<Shown> => ({ items: items.map(show), totalCount, totalCountIsExact, page, pageSize, nextCursor })
