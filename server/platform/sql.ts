import pg from 'pg'
import { offsetOf, type Page, pageSizeMax } from '../values/requests/page.ts'

/** A piece of SQL with its parameters bound; pieces nest, and the text is the same for every call with the same shape. */
export type Sql = {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
  readonly isSql: true
  /** Its shape depends on what a client asked for: there are too many such texts for each to be prepared when it comes first. */
  readonly isVaried: boolean
  /** Values stand in its text, so that it hardly ever comes again. */
  readonly isSingle?: boolean
}

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && 'isSql' in value

/** Tagged template: every `${value}` becomes a parameter, every `${sql}` is put in place. */
export function sql(strings: TemplateStringsArray, ...inputs: readonly unknown[]): Sql {
  const parts: string[] = [strings[0] ?? '']
  const values: unknown[] = []
  const isVaried = inputs.some((input) => isSql(input) && input.isVaried)
  const isSingle = inputs.some((input) => isSql(input) && input.isSingle)
  inputs.forEach((input, index) => {
    const after = strings[index + 1] ?? ''
    if (isSql(input)) append(parts, values, input, after)
    else {
      values.push(input)
      parts.push(after)
    }
  })
  return { parts, values, isSql: true, isVaried, isSingle }
}

/** Returns a tag like `sql` whose result is part of a larger statement. */
export const sqlInside =
  (around: (inner: Sql) => Sql): typeof sql =>
  (strings, ...inputs) =>
    around(sql(strings, ...inputs))

function append(parts: string[], values: unknown[], inner: Sql, after: string): void {
  parts[parts.length - 1] += inner.parts[0] ?? ''
  parts.push(...inner.parts.slice(1))
  values.push(...inner.values)
  parts[parts.length - 1] += after
}

/** A row of an outer join: each of its columns may be null. */
export type OuterRow<Row> = { readonly [Column in keyof Row]: Row[Column] | null }

export const nothing: Sql = sql``

/** Pieces in a row, with a separator that holds no values. */
export const join = (pieces: readonly Sql[], separator: Sql): Sql =>
  pieces.reduce((all, piece, index) => (index === 0 ? piece : sql`${all}${separator}${piece}`), nothing)

/** Conditions joined by `and`; `true` where there is none. */
export const every = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, sql` and `)

/** A name of a column or a direction, checked: the only way in which text that is not a literal of ours becomes SQL. */
export function name(text: string): Sql {
  if (!/^[a-z_][a-z0-9_.]*$/.test(text)) throw new Error(`not a name in SQL: ${text}`)
  return { parts: [text], values: [], isSql: true, isVaried: false }
}

/**
 * The same with its values written into the text, for a statement whose best plan depends on them: a plan made for any
 * values may read everything where the right index leaves ten rows. Each value stands where its type is known.
 */
export const inText = ({ parts, values }: Sql): Sql => ({
  parts: [parts.reduce((text, part, index) => `${text}${literal(values[index - 1])}${part}`)],
  values: [],
  isSql: true,
  isVaried: true,
  isSingle: true,
})

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return literal(`{${value.map(element).join(',')}}`)
  const text = String(value)
  if (typeof value === 'object' || text.includes('\0')) throw new Error('not a value that can stand in a text')
  return pg.escapeLiteral(text)
}

const element = (value: unknown): string => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`

export const textOf = (piece: Sql): string =>
  piece.parts.reduce((text, part, index) => (index === 0 ? part : `${text}$${index}${part}`), '')

/** The condition, where something was asked for: what was not asked for narrows nothing. */
export const when = (asked: unknown, condition: Sql): Sql[] =>
  asked === undefined ? [] : [{ ...condition, isVaried: true }]

/** The order of a list, by a column that is never null (none: by `id` alone); equals are told apart by `id`. */
export type Order = { readonly key?: Sql; readonly id: Sql; readonly isBackwards: boolean }

/** What a list shows of which tables. `from` ends in a condition, to which more may be added. */
export type List = { readonly columns: Sql; readonly from: Sql; readonly order: Order; readonly countedFrom?: Sql }

/** One row more than the largest page has says whether the list goes on. */
const mostRows: Sql = { parts: [String(pageSizeMax + 1)], values: [], isSql: true, isVaried: false }

/**
 * The rows of one page, in their order, and one more. The size of the largest page stands in the text, because the plan is
 * made once for all values: behind a parameter it would expect a tenth of the table, and join as if it had to.
 */
export const rowsOfPage = ({ columns, from, order }: List, page: Page): Sql => sql`
  select * from (
    select ${columns}, ${placeOf(order)} ${from} ${beyond(order, page)} order by ${sequence(order)} limit ${mostRows}
    ${page.after || page.page === 1 ? nothing : sql`offset ${offsetOf(page)}::bigint`}) page
  limit ${page.pageSize + 1}::bigint`

/** What the cursor of a row is made of. */
const placeOf = ({ key, id }: Order): Sql =>
  sql`${key ? sql`(${key})::text as place_key, ` : nothing}(${id})::text as place_id`

/** The columns of an order, each with its direction. */
export const sequence = ({ key, id, isBackwards }: Order): Sql => {
  const way = isBackwards ? sql` desc` : nothing
  return key ? sql`${key}${way}, ${id}${way}` : sql`${id}${way}`
}

/**
 * What comes behind the place that a page goes on from. The row is compared as a whole, which an index on both columns
 * answers by one descent. No casts: each is what its column is.
 */
export function beyond({ key, id, isBackwards }: Order, { after }: Page): Sql {
  if (!after) return nothing
  const than = isBackwards ? sql`<` : sql`>`
  return key ? sql`and (${key}, ${id}) ${than} (${after.key}, ${after.id})` : sql`and ${id} ${than} ${after.id}`
}

/** A page of a list, and in `total_count` how many there are in all; an empty page is one row whose columns are null. */
export const pageOfList = (list: List, page: Page): Sql => sql`
  select total.total_count, item.* from (select count(*) as total_count ${list.countedFrom ?? list.from}) total
  left join (${rowsOfPage(list, page)}) item on true`

/** An order by one of the named columns, backwards where the wish begins with a minus. */
export function orderBy(columns: Readonly<Record<string, string>>, wish: string, id: Sql): Order {
  const key = name(columns[wish.replace(/^-/, '')] ?? '')
  return { ...(textOf(key) === textOf(id) ? {} : { key }), id, isBackwards: wish.startsWith('-') }
}

/** The newest first, where ids say which are new. */
export const newestFirst = (id: Sql): Order => ({ id, isBackwards: true })

/** Every wish that `orderBy` understands. */
export const sortsBy = (columns: Readonly<Record<string, string>>): string[] =>
  Object.keys(columns).flatMap((name) => [name, `-${name}`])
