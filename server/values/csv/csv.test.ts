import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { cellsOf } from '../../../test/support/csv.ts'
import { CsvBroken, csvRecords, separatorOf } from './records.ts'
import { csvLine } from './write.ts'

async function recordsOf(text: string) {
  const { separator, body, firstLine } = separatorOf(text)
  return Array.fromAsync(csvRecords(body, separator, firstLine))
}

describe('a line of CSV', () => {
  test('has cells separated by commas, texts in quotes, and ends in CRLF', () => {
    assert.equal(csvLine(['a', 'b c', 1, -2.5, 3n, null, '']), '"a","b c",1,-2.5,3,,""\r\n')
    assert.equal(csvLine(['a,b', 'say "no"', 'two\nlines']), '"a,b","say ""no""","two\nlines"\r\n')
  })

  for (const text of ['=1+1', '+1', '-1', '@sum', '\tx', '\rx', ' =1', '"=1', "'=1"])
    test(`has no formula: ${JSON.stringify(text)}`, () => assert.match(csvLine([text]), /^"'/))

  test('has the separator and the decimal sign that were asked for', () => {
    assert.equal(csvLine(['a;b', 1.5, -2.25, 3n], { separator: ';', decimal: ',' }), '"a;b";1,5;-2,25;3\r\n')
    assert.match(csvLine(['a,=1'], { separator: ';', decimal: '.' }), /^"a,'=1"/)
  })

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
  test('are read with line numbers and any line ending, without empty lines', async () => {
    assert.deepEqual(await recordsOf('\ufeffid,why\r\n1,"a\r\nb"\n\n , \n2, "say ""no"""\r3,'), [
      { line: 1, cells: ['id', 'why'] },
      { line: 2, cells: ['1', 'a\r\nb'] },
      { line: 6, cells: ['2', 'say "no"'] },
      { line: 7, cells: ['3', ''] },
    ])
  })

  test('have the separator of their heading, or of a line before it', async () => {
    const told = [
      ['7', 'Again; please, all'],
      ['8', 'a,b'],
    ]
    assert.deepEqual(await cellsOf('\ufeffid;reason\r\n7;"Again; please, all"\r\n8;a,b\r\n'), [
      ['id', 'reason'],
      ...told,
    ])
    assert.deepEqual(await cellsOf('id\treason\n7\tAgain; please, all\n8\ta,b'), [['id', 'reason'], ...told])
    assert.deepEqual(await recordsOf('sep=;\r\n"a,b"\r\n7;8'), [
      { line: 2, cells: ['a,b'] },
      { line: 3, cells: ['7', '8'] },
    ])
    assert.deepEqual(await cellsOf('"x;y",why;how\n1;2,3'), [
      ['x;y', 'why;how'],
      ['1;2', '3'],
    ])
  })

  for (const text of ['"a', 'a"b', '"a"b', 'x,"', 'ok\n"'])
    test(`are refused if quotes are invalid: ${JSON.stringify(text)}`, () =>
      assert.rejects(() => recordsOf(text), CsvBroken))

  for (const separator of [',', ';', '\t'] as const)
    test(`read back any text that was written between ${JSON.stringify(separator)}, without spaces around it`, async () => {
      const part = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', "'", ' '),
      )
      const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('').toWellFormed())
      const lines = fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(lines, async (all) => {
          const written = [['a', 'b'], ...all]
          const read = written.map((cells) => cells.map((cell) => cell.trim()))
          assert.deepEqual(
            await cellsOf(
              `sep=${separator}\n${written.map((cells) => csvLine(cells, { separator, decimal: '.' })).join('')}`,
            ),
            read.filter((cells) => cells.some((cell) => cell !== '')),
          )
        }),
      )
    })

  test('of several parts are read as one', async () => {
    const text = 'я"😀'.repeat(20_000)
    assert.deepEqual(await cellsOf(csvLine(['id', text])), [['id', text]])
  })

  const mebibytes = 4 * 1024 * 1024
  const longest: Record<string, readonly [string, number | RegExp]> = {
    'line ends': ['\n'.repeat(mebibytes), 0],
    'empty cells': [`a${','.repeat(mebibytes)}`, /more than 1000 cells/],
    'quotes in one cell': [`"${'""'.repeat(mebibytes / 2)}"`, /a line is too long/],
    'a quote that is never closed': [`"${'""'.repeat(mebibytes / 2)}`, /a line is too long/],
    'line ends in one cell': [`"${'\n'.repeat(mebibytes / 8)}a"`, 1],
    'short lines': ['x,"y""z"\n'.repeat(50_000), 50_000],
  }
  for (const [what, [text, told]] of Object.entries(longest))
    test(`of up to four mebibytes of ${what} are read in linear time`, async () => {
      if (told instanceof RegExp) await assert.rejects(recordsOf(text), told)
      else assert.equal((await recordsOf(text)).length, told)
    })
})
