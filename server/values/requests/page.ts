import { type CursorPosition, cursorOf, NoCursor, positionOf } from './cursor.ts'

/** Which part of a list is asked for: a page, or what comes after a place. */
export type Page = {
  readonly page: number
  readonly pageSize: number
  /** What a cursor is bound to: the list, its sort and its filters. */
  readonly list?: string
  readonly after?: CursorPosition
  /** What the query calls its cursor. */
  readonly parameter?: string
}

export type PageOf<Item> = {
  readonly items: Item[]
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly nextCursor: string | null
}

const pageMax = 2_147_483_647
export const pageSizeMax = 100
const pageSizeDefault = 20

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Out-of-range values are brought into range, and the answer echoes what was used. */
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

/** The name of a list with all that narrows and orders it; no replacer, which is called for every member there is. */
function listNamed(name: string, filter: object): string {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined)
  return JSON.stringify([name, ...asked.map(([key, value]) => [key, typeof value === 'bigint' ? `${value}` : value])])
}

/** The part of a list that a query asks for. `filter` has all that decides what is in the list and in which order. */
export function requestedPage(secretKey: string, asked: PageQuery, name: string, filter: object = {}): Page {
  const { page, pageSize, cursor, parameter = 'cursor' } = asked
  const list = listNamed(name, filter)
  if (cursor === undefined) return { ...pageOf(page, pageSize), list }
  const after = positionOf(secretKey, list, cursor)
  if (!after) throw NoCursor(parameter)
  // A cursor wins: how many pages lie before it, nobody counts.
  return { ...pageOf(1, pageSize), list, after, parameter }
}

/** A row as a statement of a list gives it: one more of them than the page has, and one with id null where there is none. */
export type Placed = {
  readonly id: unknown
  readonly totalCount: number
  readonly placeKey?: string | null
  readonly placeId: string | null
}
type Walker = { readonly callerAccount: number }

/** The page that the rows are, and the cursor that goes on behind it. */
export function listed<Row extends Placed>(
  rows: readonly Row[],
  page: Page,
  walker: Walker,
  secretKey: string,
): PageOf<Row> {
  const account = walker.callerAccount
  if (page.after && page.after.account !== account) throw NoCursor(page.parameter ?? 'cursor')
  const found = rows.filter(({ id }) => id !== null)
  const items = found.slice(0, page.pageSize)
  const last = found.length > items.length ? items.at(-1) : undefined
  const place = last && { account, key: last.placeKey ?? null, id: String(last.placeId) }
  return {
    items,
    totalCount: rows[0]?.totalCount ?? 0,
    page: page.page,
    pageSize: page.pageSize,
    nextCursor: place ? cursorOf(secretKey, page.list ?? '', place) : null,
  }
}

/** Returns the page with its items mapped. */
export const mapItems = <List extends { readonly items: readonly unknown[] }, Shown>(
  list: List,
  show: (item: List['items'][number]) => Shown,
): Omit<List, 'items'> & { items: Shown[] } => ({ ...list, items: list.items.map((item) => show(item)) })
