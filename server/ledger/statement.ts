import { type Cell, csvLine } from '../values/csv.ts'
import { decimalOf, type Units } from '../values/money.ts'
import type { Book, Transaction } from './ledger.ts'

/** From when to when; null: from the beginning. What was posted later than the statement is asked for is not in it. */
export type Period = { readonly from: string | null; readonly to: string | null }

/** What was on each book of an account before the period, as it came from JSON. */
export type Opening = Readonly<Partial<Record<Book, string>>>

export type Form = {
  readonly books: readonly Book[]
  readonly currency: string
  /** What an offer and an execution are called in this group. */
  readonly idNames: readonly [offer: string, execution: string]
  /** Whether a book says whose side it is on, where both are told of. */
  readonly isWhole?: boolean
}
type Bounds = { readonly from: Date | null; readonly until: Date }

/** The text of a statement, part by part: each line carries on what is on its account, and on all of them. */
export function statementText({ books, currency, idNames, isWhole }: Form, opening: Opening) {
  const balances = new Map<Book, Units>(books.map((book) => [book, BigInt(opening[book] ?? 0)]))
  const total = () => [...balances.values()].reduce((sum, units) => sum + units, 0n)
  const nameOf = (book: Book) => (isWhole ? book : book.slice(book.indexOf('.') + 1))
  const stands = (type: string, time: Date | null): string =>
    books.map((book) => csvLine([...line(time, type, book, null), currency, null, null, null, null])).join('')
  const line = (time: Date | null, type: string, book: Book, units: Units | null): Cell[] => [
    time?.toISOString() ?? null,
    type,
    nameOf(book),
    units === null ? null : decimalOf(units),
    decimalOf(balances.get(book) ?? 0n),
    decimalOf(total()),
  ]
  const entry = ({ createdAt, kind, book, units, offer, execution, description, id }: Transaction): string => {
    balances.set(book, (balances.get(book) ?? 0n) + units)
    return csvLine([...line(createdAt, kind, book, units), currency, offer, execution, description, id])
  }
  return {
    opening: ({ from }: Bounds): string =>
      csvLine([...heading, 'currency', ...idNames, 'description', 'transactionId']) + stands('Opening', from),
    entries: (entries: readonly Transaction[]): string => entries.map(entry).join(''),
    closing: ({ until }: Bounds): string => stands('Closing', until),
  }
}

const heading: readonly string[] = ['time', 'type', 'account', 'amount', 'balance', 'total']
