import { bonusMin } from '../executions/bonus/bonus.ts'
import { reworkSecondsMax, reworkSecondsMin } from '../executions/decisions/decide.ts'
import { reasonCodes } from '../executions/execution.ts'
import { answerColumnStart, columnNames } from '../executions/reports/report-export.ts'
import {
  amountFrom,
  type CellKind,
  oneOfWords,
  readCell,
  requiredCell,
  textUpTo,
  wholeNumber,
  yesOrNo,
} from '../values/csv/cells.ts'
import { type CsvColumns, CsvErrors, type CsvRow, csvError, readCsv } from '../values/csv/table.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { type BulkItem, bulkActions, itemsMax } from './bulk-review.ts'

const words = textUpTo(2_000)
const criteriaMax = 20
const criterionMax = 64

export type Line = { readonly line: number; readonly item: BulkItem }

const criteria: CellKind<string[]> = {
  read: (text) => {
    const ids = text.split(/\s+/)
    return ids.length <= criteriaMax && ids.every((id) => id.length <= criterionMax) ? ids : undefined
  },
  expected: {
    en: `must be at most ${criteriaMax} ids with spaces between.`,
    ru: `должно быть не больше ${criteriaMax} обозначений через пробел.`,
  },
}

/** The cells of an import's columns. Columns of an export that are not listed here are ignored. */
const cells = {
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  action: oneOfWords(bulkActions),
  reason: words,
  reasonCode: oneOfWords(reasonCodes),
  failedCriteria: criteria,
  comment: words,
  rating: wholeNumber(1, 5),
  overrideRejection: yesOrNo,
  bonus: amountFrom(bonusMin),
  blockExecutor: yesOrNo,
  deadlineSeconds: wholeNumber(reworkSecondsMin, reworkSecondsMax),
  version: wholeNumber(1, 2_147_483_647),
} as const satisfies { readonly [Member in keyof BulkItem]-?: CellKind<NonNullable<BulkItem[Member]>> }

export const importColumns: CsvColumns = {
  required: ['id', 'action'],
  read: Object.keys(cells),
  ignored: columnNames,
  ignoredStart: answerColumnStart,
}

/** Reads the decisions of a CSV with a heading. Skips lines without an action; throws ValidationError if any line is invalid. */
export async function readLines(csv: string): Promise<Line[]> {
  const errors = new CsvErrors()
  const lines: Line[] = []
  await readCsv(csv, importColumns, errors, (row) => {
    if (row.cell('action') === '') return
    if (lines.length === itemsMax)
      throw ValidationError([
        bodyError('csv', 'max_items', {
          en: `must have at most ${itemsMax} lines with an action.`,
          ru: `должно быть не больше ${itemsMax} строк с действием.`,
        }),
      ])
    lines.push({ line: row.line, item: itemOf(row, errors) })
  })
  errors.throwAny()
  if (lines.length === 0)
    throw ValidationError([
      bodyError('csv', 'min_items', {
        en: 'must have a line with an action.',
        ru: 'нужна хотя бы одна строка с действием.',
      }),
    ])
  mustNameOnce(lines)
  return lines
}

function itemOf(row: CsvRow, errors: CsvErrors): BulkItem {
  const members = Object.entries(cells).flatMap(([name, kind]) => {
    const value = (name === 'id' ? requiredCell : readCell)<unknown>(row, name, kind, errors)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(members) as BulkItem
}

function mustNameOnce(lines: readonly Line[]): void {
  const firsts = new Map<number, number>()
  const errors = lines.flatMap(({ line, item: { id } }) => {
    const first = firsts.get(id)
    if (first === undefined) firsts.set(id, line)
    return first === undefined
      ? []
      : [
          csvError(
            line,
            { en: `the report ${id} stands on line ${first}, too.`, ru: `работа ${id} указана и в строке ${first}.` },
            'id',
          ),
        ]
  })
  if (errors.length > 0) throw ValidationError(errors.slice(0, 20))
}
