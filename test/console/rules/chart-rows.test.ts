import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromFirstValue } from '../../../console/ui/charts/chart-rows.ts'

const day = (date: string, opened: number | null, decided: number | null = 0) => ({ day: date, opened, decided })
const series = [{ name: 'opened' }, { name: 'decided' }]

test('a chart starts at the first day with a value of one of its series, and keeps the empty days after it', () => {
  const rows = [day('1', 0, null), day('2', 0, 3), day('3', 0), day('4', 2)]
  assert.deepEqual(fromFirstValue(rows, series), rows.slice(1))
  assert.deepEqual(fromFirstValue(rows, [{ name: 'opened' }]), rows.slice(3))
  assert.deepEqual(fromFirstValue([day('1', 0)], series), [day('1', 0)])
})
