import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { processorMsOf } from '../../test/support/processor-time.ts'
import { CsvBroken, csvLine, csvRecords } from './csv.ts'

const cellsOf = (text: string) => csvRecords(text).map(({ cells }) => cells)

describe('a line of CSV', () => {
  test('has cells separated by commas, texts in quotes, and ends in CRLF', () => {
    assert.equal(csvLine(['a', 'b c', 1, -2.5, 3n, null, '']), '"a","b c",1,-2.5,3,,""\r\n')
    assert.equal(csvLine(['a,b', 'say "no"', 'two\nlines']), '"a,b","say ""no""","two\nlines"\r\n')
  })

  for (const text of ['=1+1', '+1', '-1', '@sum', '\tx', '\rx', ' =1', '"=1', "'=1"])
    test(`has no formula: ${JSON.stringify(text)}`, () => assert.match(csvLine([text]), /^"'/))

  /** Returns the cells that a spreadsheet sees if it splits at `separator`: it heeds quotes only at the start of a cell. */
  const split = (line: string, separator: string) => line.split(separator).flatMap((cell) => cell.split(/[\r\n]/))
  const isFormula = (cell: string) => /^[ "]*[=+\-@]/.test(cell)

  for (const separator of [';', '\t'])
    test(`has no formula if split at ${JSON.stringify(separator)}`, () => {
      const part = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', '"', "'", ' ', 'a')
      const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
      const cells = fc.array(text, { minLength: 1, maxLength: 4 })
      fc.assert(
        fc.property(cells, (all) => {
          assert.deepEqual(split(csvLine(['id', ...all]), separator).filter(isFormula), [])
        }),
      )
    })
})

describe('records of CSV', () => {
  test('are read with line numbers and any line ending, without empty lines', () => {
    assert.deepEqual(csvRecords('\ufeffid,why\r\n1,"a\nb"\n\n2,"say ""no"""\r3,'), [
      { line: 1, cells: ['id', 'why'] },
      { line: 2, cells: ['1', 'a\nb'] },
      { line: 5, cells: ['2', 'say "no"'] },
      { line: 6, cells: ['3', ''] },
    ])
  })

  test('may have semicolons between cells, like their heading', () => {
    assert.deepEqual(cellsOf('\ufeffid;action;reason\r\n7;rework;"Again; please, all"\r\n8;accept;a,b\r\n'), [
      ['id', 'action', 'reason'],
      ['7', 'rework', 'Again; please, all'],
      ['8', 'accept', 'a,b'],
    ])
    assert.deepEqual(cellsOf('id,why;how\n1;2,3'), [
      ['id', 'why;how'],
      ['1;2', '3'],
    ])
  })

  for (const text of ['"a', 'a"b', '"a"b', 'x,"', 'ok\n"'])
    test(`are refused if quotes are invalid: ${JSON.stringify(text)}`, () =>
      assert.throws(() => csvRecords(text), CsvBroken))

  test('read back any text that was written', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', "'", ' '))
    const cell = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
    const lines = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 8 })
    fc.assert(fc.property(lines, (all) => void assert.deepEqual(cellsOf(all.map(csvLine).join('')), all)))
  })

  const mebibytes = 4 * 1024 * 1024
  const longest: Record<string, readonly [string, number | RegExp]> = {
    'line ends': ['\n'.repeat(mebibytes), 0],
    'empty cells': [','.repeat(mebibytes), /more than 1000 cells/],
    'quotes in one cell': [`"${'""'.repeat(mebibytes / 2)}"`, /a cell is too long/],
    'a quote that is never closed': [`"${'""'.repeat(mebibytes / 2)}`, /a cell is too long/],
    'line ends in one cell': [`"${'\n'.repeat(mebibytes / 8)}"`, 1],
  }
  for (const [what, [text, told]] of Object.entries(longest))
    test(`of up to four mebibytes of ${what} take less than 250 ms of processor time`, () => {
      const milliseconds = processorMsOf(() => {
        if (told instanceof RegExp) assert.throws(() => csvRecords(text), told)
        else assert.equal(csvRecords(text).length, told)
      })
      assert.ok(milliseconds < 250, `${milliseconds} ms`)
    })

  test('are parsed in linear time', () => {
    assert.equal(cellsOf(`${'x,"y""z"\n'.repeat(50_000)}`).length, 50_000)
  })
})
