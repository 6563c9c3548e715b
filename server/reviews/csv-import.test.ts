import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { columnNames } from '../executions/reports/report-export.ts'
import { recordFile } from '../values/csv/file.ts'
import { importColumns, readLines } from './csv-import.ts'

const refusal = async (csv: string): Promise<string> => {
  try {
    await readLines(csv)
  } catch (error) {
    return (error as { errors: { detail: { en: string } }[] }).errors.map(({ detail }) => detail.en).join(' | ')
  }
  return ''
}

describe('decisions by CSV', async () => {
  test('are read by column names, with their lines', async () => {
    const csv =
      'action,id,reason,failedCriteria,version,blockExecutor,rating\r\naccept,7,,,2,,5\n\nreject,8,"No, ""not""\nthis",c1 c2,,true,\n'
    assert.deepEqual(await readLines(csv), [
      { line: 2, item: { action: 'accept', id: 7, version: 2, rating: 5 } },
      {
        line: 4,
        item: { action: 'reject', id: 8, reason: 'No, "not"\nthis', failedCriteria: ['c1', 'c2'], blockExecutor: true },
      },
    ])
  })

  test('are read as spreadsheets write them', async () => {
    const item = { id: 1, action: 'reject', blockExecutor: true }
    for (const csv of [
      'id,action,blockExecutor\r\n1,reject,TRUE\r\n',
      'ID;Action;Block Executor\r\n1; reject ;ИСТИНА\r\n;;\r\n',
      'id\taction\tblockExecutor\n1\treject\tда',
      '\ufeffid,action,blockExecutor,,\n1,reject,1,,',
    ])
      assert.deepEqual(await readLines(csv), [{ line: 2, item }], csv)
    const bonus = 'sep=;\nid;action;bonus\n1;accept;0,5\n2;accept;0.25\n3;accept'
    assert.deepEqual(
      (await readLines(bonus)).map(({ line, item }) => [line, item.bonus]),
      [
        [3, 0.5],
        [4, 0.25],
        [5, undefined],
      ],
    )
  })

  test('may be in an export, whose other lines and columns are skipped', async () => {
    const heading = `${recordFile().heading(columnNames).trim()},details.answer,action`
    const row = [...columnNames, 'Yes'].map((name) => ({ id: '7', reason: 'Late', status: 'Pending' })[name] ?? '')
    const csv = [heading, [...row, 'rework'].join(','), [...row.map((cell) => cell.replace('7', '8')), ''].join(',')]
    assert.deepEqual(await readLines(csv.join('\n')), [{ line: 2, item: { id: 7, reason: 'Late', action: 'rework' } }])
  })

  test('are refused if invalid, with the line of each error', async () => {
    assert.match(await refusal(''), /line 1: the first line must be a heading that names the columns id and action/)
    assert.match(await refusal('id\n1'), /line 1: the first line must be a heading/)
    assert.match(
      await refusal('id,action,resonCode\n1,accept,'),
      /line 1: the heading names "resonCode", which is no column/,
    )
    assert.match(await refusal('id,action,ID\n1,accept,1'), /line 1: the heading names the column id twice/)
    assert.match(await refusal('id,action'), /must have a line with an action/)
    assert.match(
      await refusal('id,action\n1,accept\nx,accept\n3,sing'),
      /line 3, column id: must be .* \| line 4, column action: must be one of/,
    )
    assert.match(await refusal('id,action\n1,accept,5'), /line 2: has 3 cells, and the heading 2/)
    assert.match(
      await refusal('id,action\n1,accept\n2,accept\n1,accept'),
      /line 4, column id: the report 1 stands on line 2, too/,
    )
    assert.match(await refusal('id,action\n"1,accept'), /line 2: a quote/)
    assert.match(
      await refusal(`id,action,reason\n1,reject,${'x'.repeat(2_001)}`),
      /line 2, column reason: must have at most 2000 /,
    )
    assert.match(
      await refusal('id,action,rating\n1,accept,6'),
      /line 2, column rating: must be a whole number from 1 to 5/,
    )
    assert.match(await refusal('id,action,blockExecutor\n1,reject,maybe'), /"true" or "false"/)
  })

  test('are refused if a cell is odd or was lost', async () => {
    assert.match(await refusal('id,action\n007,accept'), /line 2, column id: must be a whole number .* plain digits/)
    assert.match(
      await refusal('id,action,reason\n1,reject,\ufffd\ufffd'),
      /line 2, column reason: has characters that were lost/,
    )
    for (const bonus of ['0x10', '1e3', '"1,000"', '1.00000'])
      assert.match(
        await refusal(`id,action,bonus\n1,accept,${bonus}`),
        /line 2, column bonus: must be an amount/,
        bonus,
      )
    const many = Array.from({ length: 1_001 }, (_, index) => `${index + 1},accept`)
    assert.match(await refusal(`id,action\n${many.join('\n')}`), /at most 1000 lines/)
  })

  test('are read or refused for any text', async () => {
    const name = fc.constantFrom(...importColumns.read, ...columnNames, 'x', '')
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('1', 'accept', 'reject', '__proto__', 'constructor', '"', 'true'),
    )
    const csv = fc
      .tuple(fc.array(name), fc.array(fc.array(cell)))
      .map(([heading, rows]) => [['id', 'action', ...heading], ...rows].map((row) => row.join(',')).join('\n'))
    await fc.assert(
      fc.asyncProperty(csv, async (text) => {
        try {
          for (const { item } of await readLines(text)) assert.ok(Number.isSafeInteger(item.id) && item.action)
        } catch (error) {
          assert.equal((error as { type?: { code: string } }).type?.code, 'validation_error', String(error))
        }
      }),
    )
  })
})
