import pg from 'pg'
import { countedMax, offsetOf, type Page, pageSizeMax } from '../values/requests/page.ts'

/** A fragment of SQL with bound parameters. Fragments nest; calls with the same shape produce the same text. */
export type Sql = {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]
  readonly isSql: true
  /** The text depends on client input: there are too many variants to prepare each on first use. */
  readonly isVaried: boolean
  /** The text contains values, so it is hardly ever repeated. */
  readonly isSingle?: boolean
}

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && 'isSql' in value

/** Tagged template: each `${value}` becomes a parameter, each `${sql}` is inserted. */
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

/** Returns a tag like `sql` whose result is wrapped by `around`. */
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

/** Joins fragments by a separator without values. */
export const join = (pieces: readonly Sql[], separator: Sql): Sql =>
  pieces.reduce((all, piece, index) => (index === 0 ? piece : sql`${all}${separator}${piece}`), nothing)

/** Joins conditions by `and`; `true` if there are none. */
export const every = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, sql` and `)

/** Checks and inserts a column name or direction: the only way for non-literal text to become SQL. */
export function name(text: string): Sql {
  if (!/^[a-z_][a-z0-9_.]*$/.test(text)) throw new Error(`not a name in SQL: ${text}`)
  return { parts: [text], values: [], isSql: true, isVaried: false }
}

/**
 * Writes the values into the text, for a statement whose best plan depends on them: a generic plan may scan a table where the
 * right index finds ten rows. The context of each value must determine its type.
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

/** Returns the condition if the value is given; otherwise no condition. */
export const when = (value: unknown, condition: Sql): Sql[] =>
  value === undefined ? [] : [{ ...condition, isVaried: true }]

/** The order of a list: by a column that is never null, or only by `id`; `id` breaks ties. */
export type Order = { readonly key?: Sql; readonly id: Sql; readonly isBackwards: boolean }

/** The columns and tables of a list. `from` ends in a condition, so that more can be appended. */
export type List = { readonly columns: Sql; readonly from: Sql; readonly order: Order; readonly countedFrom?: Sql }

/** One more than the largest page, to detect whether the list continues. */
const pageRowsMax: Sql = { parts: [String(pageSizeMax + 1)], values: [], isSql: true, isVaried: false }

/**
 * Selects the rows of one page in order, and one more. The largest page size is a literal, because the plan is generic: for a
 * parameter the planner would expect a tenth of the table and choose other joins.
 */
export const rowsOfPage = ({ columns, from, order }: List, page: Page): Sql => sql`
  select * from (
    select ${columns}, ${cursorColumns(order)} ${from} ${limitedTo(order, page)}) page
  limit ${page.pageSize + 1}::bigint`

/**
 * Selects the ids of these rows with their cursor columns, which become text only here: PostgreSQL computes the columns of a
 * skipped row too, and on page 1,000 that took three quarters of the time.
 */
export const idsOfPage = ({ from, order }: Pick<List, 'from' | 'order'>, page: Page): Sql => sql`
  select page.id, ${order.key ? sql`page.key::text as place_key, ` : nothing}page.id::text as place_id from (
    select ${order.id} as id ${order.key ? sql`, ${order.key} as key` : nothing} ${from} ${limitedTo(order, page)}) page
  limit ${page.pageSize + 1}::bigint`

const limitedTo = (order: Order, page: Page): Sql => sql`
  ${afterCursor(order, page)} order by ${orderColumns(order)} limit ${pageRowsMax}
  ${skipsRows(page) ? sql`offset ${offsetOf(page)}::bigint` : nothing}`

/** Whether the page is found by counting the rows before it. */
export const skipsRows = ({ after, page }: Page): boolean => !after && page > 1

const cursorColumns = ({ key, id }: Order): Sql =>
  sql`${key ? sql`(${key})::text as place_key, ` : nothing}(${id})::text as place_id`

/** The columns of an order, each with its direction. */
export const orderColumns = ({ key, id, isBackwards }: Order): Sql => {
  const way = isBackwards ? sql` desc` : nothing
  return key ? sql`${key}${way}, ${id}${way}` : sql`${id}${way}`
}

/**
 * Condition for the rows after the cursor. Compares whole rows, which an index on both columns answers in one descent. No
 * casts: parameters take the types of the columns.
 */
export function afterCursor({ key, id, isBackwards }: Order, { after }: Page): Sql {
  if (!after) return nothing
  const than = isBackwards ? sql`<` : sql`>`
  return key ? sql`and (${key}, ${id}) ${than} (${after.key}, ${after.id})` : sql`and ${id} ${than} ${after.id}`
}

/** One more than the highest exact total, to detect that there are more. */
const countedRowsMax: Sql = { parts: [String(countedMax + 1)], values: [], isSql: true, isVaried: false }

/** The number of rows, counted up to one more than `countedMax`. */
export const boundedCount = (from: Sql): Sql => sql`
  (select count(*) from (select ${from} limit ${countedRowsMax}) counted)`

/** Selects a page of a list with the total in `total_count`. An empty page is one row whose other columns are null. */
export const pageOfList = (list: List, page: Page): Sql => sql`
  select total.total_count, item.* from (select ${boundedCount(list.countedFrom ?? list.from)} as total_count) total
  left join (${rowsOfPage(list, page)}) item on true`

/** Returns the order for a named column; a leading minus reverses it. */
export function orderBy(columns: Readonly<Record<string, string>>, sort: string, id: Sql): Order {
  const key = name(columns[sort.replace(/^-/, '')] ?? '')
  return { ...(textOf(key) === textOf(id) ? {} : { key }), id, isBackwards: sort.startsWith('-') }
}

/** Newest first, for ids that increase over time. */
export const newestFirst = (id: Sql): Order => ({ id, isBackwards: true })

/** Returns all values that `orderBy` accepts. */
export const sortsBy = (columns: Readonly<Record<string, string>>): string[] =>
  Object.keys(columns).flatMap((name) => [name, `-${name}`])
