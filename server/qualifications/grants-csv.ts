import { readCell, requiredCell, textUpTo, wholeNumber } from '../values/csv/cells.ts'
import { type CsvColumns, CsvErrors, csvError, readCsv } from '../values/csv/table.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { timeOf } from '../values/requests/query.ts'
import { countRu, mustBeInstant } from '../values/sentences.ts'
import { grantsAsCsvMax, type NamedGrant, type PlacedError } from './qualification.ts'
import { scoreMax } from './requirement.ts'

const columns: CsvColumns = {
  required: ['executorId'],
  read: ['executorId', 'score', 'expiresAtUtc'],
  ignored: ['nickname', 'grantedAtUtc'],
  aliases: { executor: 'executorId', accountId: 'executorId', expires: 'expiresAtUtc' },
}

const time = { read: timeOf, expected: mustBeInstant }

/** Reads grants from a CSV text. Throws ValidationError with the wrong lines. */
export async function grantsInCsv(csv: string): Promise<NamedGrant[]> {
  const [errors, grants] = [new CsvErrors(), [] as NamedGrant[]]
  await readCsv(csv, columns, errors, (row) => {
    if (grants.length > grantsAsCsvMax) return
    grants.push({
      line: row.line,
      executor: requiredCell(row, 'executorId', textUpTo(64), errors) ?? '',
      score: readCell(row, 'score', wholeNumber(0, scoreMax), errors) ?? null,
      expiresAt: readCell(row, 'expiresAtUtc', time, errors) ?? null,
    })
  })
  errors.throwAny()
  if (grants.length > 0 && grants.length <= grantsAsCsvMax) return grants
  throw ValidationError([
    bodyError('csv', 'max_items', {
      en: `must have 1 to ${grantsAsCsvMax} lines after the heading.`,
      ru: `после заголовка должно быть не меньше одной и не больше ${countRu(grantsAsCsvMax, 'строки', 'строк')}.`,
    }),
  ])
}

/** Makes the error of a line. */
export const placedInCsv =
  (grants: readonly NamedGrant[]): PlacedError =>
  (index, member, _code, detail) =>
    csvError(grants[index]?.line ?? 0, detail, member)
