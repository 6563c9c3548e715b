import { join, name, type Sql, sql } from '../platform/sql.ts'
import { foldText } from '../values/requests/texts.ts'
import { requiredText } from './audience.ts'
import { type ColumnType, columnOf, inputMembers, lifecycleColumns, pricedColumns } from './body-members.ts'
import type { Offer } from './offer.ts'
import { bonusCost, itemCountsOf, workSeconds } from './sql-fragments.ts'
import { listOf } from './sql-price-facts.ts'
import { quotasTaken } from './studies/sql-fragments.ts'

type InputColumn = Exclude<keyof typeof inputMembers, 'totalLimit' | 'screenOutMax'>
/** The members from which an offer's row is written. */
export type OfferRow = Pick<Offer, InputColumn | keyof typeof pricedColumns>
type ChangedRow = OfferRow & Pick<Offer, keyof typeof lifecycleColumns>

/** A column and the value of its parameter. Lists are written as text, because arrays of arrays cannot be unnested. */
export type Column<Row> = {
  readonly column: string
  readonly type: ColumnType
  readonly value: (row: Row) => unknown
}

const parameterOf = (type: ColumnType, value: unknown): unknown => {
  if (type === 'bigint[]') return listOf(value as readonly number[])
  return type === 'jsonb' && value !== null ? JSON.stringify(value) : value
}

const columnsOf = <Row>(types: Readonly<Partial<Record<keyof Row, ColumnType | null>>>): Column<Row>[] =>
  (Object.entries(types) as [keyof Row & string, ColumnType | null][]).flatMap(([member, type]) =>
    type === null ? [] : [{ column: columnOf(member), type, value: (row: Row) => parameterOf(type, row[member]) }],
  )

const inputTypes = Object.fromEntries(Object.entries(inputMembers).map(([member, { column }]) => [member, column]))
const storedColumns = columnsOf<OfferRow>({ ...(inputTypes as Record<InputColumn, ColumnType>), ...pricedColumns })
const lifecycle = columnsOf<ChangedRow>(lifecycleColumns)

/** Returns the searchable text: the titles in every language, folded. */
const searchableOf = ({ title, translations }: Pick<Offer, 'title' | 'translations'>): string =>
  [title, ...Object.values(translations).flatMap((words) => words.title ?? [])].map(foldText).join('\n')

/** The columns that every insert and update of an offer writes. */
const writtenColumns: readonly Column<OfferRow>[] = [
  ...storedColumns,
  { column: 'searchable', type: 'text', value: searchableOf },
  { column: 'required_qualifications', type: 'bigint[]', value: requiredText },
]

const list = (pieces: readonly Sql[]): Sql => join(pieces, sql`, `)
const typeName = (type: ColumnType): Sql => (type === 'bigint[]' ? sql`bigint[]` : name(type))

/** The column names of an insert, and the same columns read from the part `requested` of `requestedRows`. */
export const writtenNames = list(writtenColumns.map(({ column }) => name(column)))
export const writtenValues = list(
  writtenColumns.map(({ column, type }) => sql`requested.${name(column)}::${typeName(type)}`),
)

/** A table `requested` of new offers: their written columns and some more. */
export function requestedRows<Row extends { readonly pricedOffer: OfferRow }>(
  rows: readonly Row[],
  more: readonly Column<Row>[],
): Sql {
  const columns: readonly Column<Row>[] = [
    ...more,
    ...writtenColumns.map((each) => ({ ...each, value: ({ pricedOffer }: Row) => each.value(pricedOffer) })),
  ]
  const lists = columns.map(
    ({ type, value }) => sql`${rows.map(value)}::${name(type === 'bigint[]' ? 'text' : type)}[]`,
  )
  return sql`unnest(${list(lists)}) as requested (${list(columns.map(({ column }) => name(column)))})`
}

/** The assignments of an update that writes the whole offer. */
export const assignments = (offer: ChangedRow): Sql =>
  list(
    [...writtenColumns, ...lifecycle].map(
      ({ column, type, value }) => sql`${name(column)} = ${value(offer)}::${typeName(type)}`,
    ),
  )

const readColumns = [...storedColumns, ...lifecycle].map(({ column }) => column)
const read = list(readColumns.map((column) => name(`offers.${column}`)))
/** Lists leave pages out: one takes up to 300 KiB. */
const listed: Readonly<Record<string, Sql>> = {
  page: sql`null::text as page`,
  pending_change: sql`offers.pending_change #- '{content,page}' as pending_change`,
}
const readListed = list(readColumns.map((column) => listed[column] ?? name(`offers.${column}`)))

/** What work and money change of an offer. Everything else is in its row of `offers`. */
const changingMembers = [
  'status',
  'pausedBy',
  'totalLimit',
  'remaining',
  'reserved',
  'pending',
  'rework',
  'accepted',
  'acceptedByDispute',
  'rejected',
  'disputed',
  'withdrawn',
  'kept',
  'uncovered',
  'screenOutMax',
  'screenedOut',
  'heldUnits',
  'bonusCostUnits',
  'itemCounts',
  'workSeconds',
  'quotasTaken',
] as const satisfies readonly (keyof Offer)[]

/** Each of `changingMembers` in the tables offers and offer_states (named state), with the name of its column. */
const changing = (held: Sql): (readonly [column: string, value: Sql])[] => {
  const elsewhere: Readonly<Record<string, Sql>> = {
    heldUnits: held,
    bonusCostUnits: bonusCost(sql`offers`),
    itemCounts: itemCountsOf,
    workSeconds,
    quotasTaken,
  }
  return changingMembers.map((member) => {
    const column = columnOf(member)
    return [column, elsewhere[member] ?? name(`state.${column}`)]
  })
}

const changingColumns = (held: Sql): Sql =>
  list(changing(held).map(([column, value]) => sql`${value} as ${name(column)}`))

/** Selects the same as one value, which can be compared. */
export const changingRow = (held: Sql): Sql => sql`row(${list(changing(held).map(([, value]) => value))})`

/** Selects a whole offer from the tables offers and offer_states (named state), with its held units and the cost of its bonuses. */
export const offerColumns = (held: Sql, columns = read): Sql => sql`
  offers.id, offers.advertiser, ${columns}, offers.version, offers.created_at, offers.updated_at, ${changingColumns(held)}`

/** Selects the same without the page. */
export const listedColumns = (held: Sql): Sql => offerColumns(held, readListed)
