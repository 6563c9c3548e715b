import { amountFrom, type CellKind, readCell, requiredCell } from '../../values/csv/cells.ts'
import { type CsvColumns, CsvErrors, type CsvRow, readCsv } from '../../values/csv/table.ts'
import { type Units, unitsOf } from '../../values/money.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import { linesMax, type Said, saidText, wholeDigitsMax } from './statement-line.ts'
import { dayOf } from './statement-values.ts'

const columns: CsvColumns = {
  required: ['date', 'amount', 'text'],
  read: ['date', 'amount', 'text', 'currency', 'name', 'endToEndId', 'bankReference'],
}

const day: CellKind<string> = {
  read: dayOf,
  expected: {
    en: 'must be a date such as 2026-03-31 or 31.03.2026.',
    ru: 'должно быть датой, например 2026-03-31 или 31.03.2026.',
  },
}
const anyAmount = amountFrom(0)
const signedAmount: CellKind<Units> = {
  read: (text, row) => {
    const isMinus = /^[-−]/.test(text)
    const amount = anyAmount.read(text.replace(/^[-−+]\s*/, ''), row)
    if (amount === undefined || amount >= 10 ** wholeDigitsMax) return undefined
    return isMinus ? -unitsOf(amount) : unitsOf(amount)
  },
  expected: {
    en: 'must be an amount such as 1500.25, or -1500.25 for money that left the account, with at most four decimals.',
    ru: 'должно быть суммой, например 1500.25, или -1500.25 для списания, не больше четырёх знаков после запятой.',
  },
}
const currencyCode: CellKind<string> = {
  read: (text) => (/^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : undefined),
  expected: { en: 'must be a currency such as EUR.', ru: 'должно быть валютой, например EUR.' },
}

/** Longer texts are cut: what people write to a bank is no mistake of the file. */
const anyText: CellKind<string> = {
  read: (text) => text,
  expected: { en: 'must be a text.', ru: 'должно быть текстом.' },
}

/** Reads a bank statement as CSV; lines without a currency are in that of the marketplace. Throws ValidationError by line. */
export async function linesOfCsv(csv: string, currency: string): Promise<Said[]> {
  const errors = new CsvErrors()
  const lines: Said[] = []
  await readCsv(csv, columns, errors, (row) => {
    if (lines.length <= linesMax) lines.push(lineOf(row, currency, errors))
  })
  errors.throwAny()
  if (lines.length > linesMax)
    throw ValidationError([
      bodyError('csv', 'range', {
        en: `must have at most ${linesMax} lines.`,
        ru: `должно быть не больше ${linesMax} строк.`,
      }),
    ])
  return lines
}

function lineOf(row: CsvRow, currency: string, errors: CsvErrors): Said {
  const units = requiredCell(row, 'amount', signedAmount, errors) ?? 0n
  const said = (member: Parameters<typeof saidText>[0]) => saidText(member, readCell(row, member, anyText, errors))
  return {
    line: row.line,
    account: null,
    bookedOn: requiredCell(row, 'date', day, errors) ?? '',
    direction: units < 0n ? 'Debit' : 'Credit',
    units: units < 0n ? -units : units,
    currency: readCell(row, 'currency', currencyCode, errors) ?? currency,
    name: said('name'),
    text: said('text'),
    endToEndId: said('endToEndId'),
    bankReference: said('bankReference'),
    part: 0,
    obstacle: null,
  }
}
