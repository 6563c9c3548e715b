import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { columnNames, forms } from '../report-export/report-export.ts'
import { importColumns, type Line, readLines } from './csv-import.ts'

function linesOf(csv: string): Line[] {
  const reading = readLines(csv)
  for (let step = reading.next(); ; step = reading.next()) if (step.done) return step.value
}

const refusal = (csv: string): string => {
  try {
    linesOf(csv)
  } catch (error) {
    return (error as { errors: { detail: string }[] }).errors.map(({ detail }) => detail).join(' | ')
  }
  return ''
}

describe('decisions by CSV', () => {
  test('are read by column names, with their lines', () => {
    const csv =
      'action,id,reason,failedCriteria,version,blockExecutor,rating\r\naccept,7,,,2,,5\n\nreject,8,"No, ""not""\nthis",c1 c2,,true,\n'
    assert.deepEqual(linesOf(csv), [
      { line: 2, item: { action: 'accept', id: 7, version: 2, rating: 5 } },
      {
        line: 4,
        item: { action: 'reject', id: 8, reason: 'No, "not"\nthis', failedCriteria: ['c1', 'c2'], blockExecutor: true },
      },
    ])
  })

  test('may be in an export, whose other lines and columns are skipped', () => {
    const heading = `${forms.csv.heading.trim()},action`
    const row = columnNames.map((name) => ({ id: '7', reason: 'Late', status: 'Pending' })[name] ?? '')
    const csv = [heading, [...row, 'rework'].join(','), [...row.map((cell) => cell.replace('7', '8')), ''].join(',')]
    assert.deepEqual(linesOf(csv.join('\n')), [{ line: 2, item: { id: 7, reason: 'Late', action: 'rework' } }])
  })

  test('are refused if invalid, with the line of each error', () => {
    assert.match(refusal(''), /line 1: the heading must name the column id/)
    assert.match(refusal('id\n1'), /line 1: the heading must name the column action/)
    assert.match(refusal('id,action,resonCode\n1,accept,'), /no column "resonCode"/)
    assert.match(refusal('id,action,id\n1,accept,1'), /no column "id", or it is named twice/)
    assert.match(refusal('id,action'), /must have a line with an action/)
    assert.match(
      refusal('id,action\n1,accept\nx,accept\n3,sing'),
      /line 3: id must be .* \| line 4: action must be one of/,
    )
    assert.match(refusal('id,action\n1,accept,5'), /line 2: must have 2 cells/)
    assert.match(refusal('id,action\n1,accept\n2,accept\n1,accept'), /line 4: the report 1 stands on line 2, too/)
    assert.match(refusal('id,action\n"1,accept'), /line 2: a quote/)
    assert.match(refusal(`id,action,reason\n1,reject,${'x'.repeat(2_001)}`), /line 2: reason must have at most 2000/)
    assert.match(refusal('id,action,rating\n1,accept,6'), /line 2: rating must be a whole number from 1 to 5/)
    assert.match(refusal('id,action,blockExecutor\n1,reject,yes'), /true or false/)
    const many = Array.from({ length: 1_001 }, (_, index) => `${index + 1},accept`)
    assert.match(refusal(`id,action\n${many.join('\n')}`), /at most 1000 lines/)
  })

  test('are read or refused for any text', () => {
    const name = fc.constantFrom(...Object.keys(importColumns), ...columnNames, 'x', '')
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('1', 'accept', 'reject', '__proto__', 'constructor', '"', 'true'),
    )
    const csv = fc
      .tuple(fc.array(name), fc.array(fc.array(cell)))
      .map(([heading, rows]) => [['id', 'action', ...heading], ...rows].map((row) => row.join(',')).join('\n'))
    fc.assert(
      fc.property(csv, (text) => {
        try {
          for (const { item } of linesOf(text)) assert.ok(Number.isSafeInteger(item.id) && item.action)
        } catch (error) {
          assert.equal((error as { type?: { code: string } }).type?.code, 'validation_error', String(error))
        }
      }),
    )
  })
})
