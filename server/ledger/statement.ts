import type { RecordFile } from '../values/csv/file.ts'
import type { Cell } from '../values/csv/write.ts'
import { decimalOf, type Units } from '../values/money.ts'
import type { Book, Transaction } from './ledger.ts'

/** Bounds of a period; null: from the beginning. Entries posted after the request are excluded. */
export type Period = { readonly from: string | null; readonly to: string | null }

/** Balances of an account's books before the period, parsed from JSON. */
export type Opening = Readonly<Partial<Record<Book, string>>>

export type Form = {
  readonly books: readonly Book[]
  readonly currency: string
  /** Column names of the offer and execution ids in this group. */
  readonly idNames: readonly [offer: string, execution: string]
  /** Whether the book column includes the owner, for statements over both roles. */
  readonly isWhole?: boolean
  readonly file: RecordFile
}
type Bounds = { readonly from: Date | null; readonly until: Date }

/** Formats a statement in parts. Each line has the running balance of its book and of the account. */
export function statementText({ books, currency, idNames, isWhole, file }: Form, opening: Opening) {
  const names = [...heading, 'currency', ...idNames, 'description', 'transactionId']
  const balances = new Map<Book, Units>(books.map((book) => [book, BigInt(opening[book] ?? 0)]))
  const total = () => [...balances.values()].reduce((sum, units) => sum + units, 0n)
  const nameOf = (book: Book) => (isWhole ? book : book.slice(book.indexOf('.') + 1))
  const stands = (type: string, time: Date | null): string =>
    books.map((book) => file.line(names, [...line(time, type, book, null), currency, null, null, null, null])).join('')
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
    return file.line(names, [...line(createdAt, kind, book, units), currency, offer, execution, description, id])
  }
  return {
    opening: ({ from }: Bounds): string => file.heading(names) + stands('Opening', from),
    entries: (entries: readonly Transaction[]): string => entries.map(entry).join(''),
    closing: ({ until }: Bounds): string => stands('Closing', until),
  }
}

const heading: readonly string[] = ['time', 'type', 'account', 'amount', 'balance', 'total']
