import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hourRangeOf, type ReportFilter } from '../report-filter.ts'
import { addCells, countIn, type HourlyCounts, parseCells } from './report-counts.ts'

const hourOf = (time: string): number => Date.parse(time) / 3_600_000
const countsFrom = (text: string): HourlyCounts => {
  const counts: HourlyCounts = { snapshot: '1:1:', life: 'one', statuses: new Map() }
  addCells(counts, parseCells(text))
  return counts
}
const from = '2026-01-31T10:00:00.000Z'
const to = '2026-01-31T12:59:59.999Z'
const noon = hourOf('2026-01-31T12:00:00Z')

describe('a filter by a time is split', () => {
  const parted = (filter: ReportFilter) => {
    const hours = hourRangeOf(filter)
    return hours && [hours.first - noon, hours.end - noon, hours.edges]
  }
  test('into whole hours, and the rest before and after them', () => {
    assert.deepEqual(parted({ submittedFrom: from, submittedTo: to }), [-2, 1, []])
    assert.deepEqual(parted({ submittedFrom: '2026-01-31T10:00:00.001Z', submittedTo: '2026-01-31T13:00:00.000Z' }), [
      -1,
      1,
      [
        { submittedFrom: '2026-01-31T10:00:00.001Z', submittedTo: '2026-01-31T10:59:59.999Z' },
        { submittedFrom: '2026-01-31T13:00:00.000Z', submittedTo: '2026-01-31T13:00:00.000Z' },
      ],
    ])
  })

  test('with either bound alone', () => {
    assert.deepEqual(parted({ decidedFrom: from }), [-2, Number.POSITIVE_INFINITY, []])
    assert.deepEqual(parted({ decidedTo: '2026-01-31T12:30:00.000Z' }), [
      Number.NEGATIVE_INFINITY,
      0,
      [{ decidedFrom: '2026-01-31T12:00:00.000Z', decidedTo: '2026-01-31T12:30:00.000Z' }],
    ])
    assert.deepEqual(parted({ deadlineBefore: '2026-01-31T12:00:00.001Z', status: ['Pending'] }), [
      Number.NEGATIVE_INFINITY,
      0,
      [
        {
          status: ['Pending'],
          deadlineFrom: '2026-01-31T12:00:00.000Z',
          deadlineBefore: '2026-01-31T12:00:00.001Z',
        },
      ],
    ])
  })

  test('unless it is within an hour, has two times, or includes a filter that hourly counts do not support', () => {
    assert.equal(hourRangeOf({ submittedFrom: from, submittedTo: '2026-01-31T10:30:00.000Z' }), undefined)
    assert.equal(hourRangeOf({ submittedFrom: to, submittedTo: from }), undefined)
    assert.equal(hourRangeOf({ submittedFrom: from, decidedFrom: from }), undefined)
    for (const other of [
      { tasks: [1] },
      { taskExternalId: 'x' },
      { executor: 'x' },
      { flags: [] },
      { hasDispute: true },
    ])
      assert.equal(hourRangeOf({ submittedFrom: from, ...other }), undefined)
    assert.equal(hourRangeOf({ status: ['Pending'] }), undefined)
  })
})

describe('hourly counts', () => {
  const counted = (filter: ReportFilter, text: string) => {
    const hours = hourRangeOf(filter)
    assert.ok(hours)
    return countIn(countsFrom(text), hours).count
  }
  const cells = `${noon} Pending 3,${noon - 2} Pending 4,${noon + 900} Accepted 5,${noon} Pending -1,${noon - 3} Rejected 7`

  test('sum hours, first inclusive and last exclusive, in any order of arrival', () => {
    assert.equal(counted({ submittedFrom: from, submittedTo: to }, cells), 6)
    assert.equal(counted({ submittedFrom: from }, cells), 11)
    assert.equal(counted({ submittedTo: to }, cells), 13)
    assert.equal(counted({ submittedTo: '2020-01-31T00:00:00.000Z' }, cells), 0)
    assert.equal(counted({ submittedFrom: from }, ''), 0)
  })

  test('sum the requested statuses, each once', () => {
    assert.equal(counted({ submittedTo: to, status: ['Rejected', 'Rejected', 'Unheard'] }, cells), 7)
    assert.equal(counted({ submittedFrom: from, status: ['Pending', 'Accepted'] }, cells), 11)
  })
})
