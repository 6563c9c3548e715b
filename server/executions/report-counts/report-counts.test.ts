import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bucketedFilterOf, bucketMs, type ReportFilter } from '../report-filter.ts'
import { addCells, cellsIn, countIn, noCounts } from './report-counts.ts'

const bucketOf = (time: string): number => Date.parse(time) / bucketMs
const from = '2026-01-31T00:00:00.000Z'
const to = '2026-01-31T23:59:59.999Z'
const noon = bucketOf('2026-01-31T12:00:00Z')

describe('a filter by times is split', () => {
  const parted = (filter: ReportFilter) => {
    const { ranges = [], edges = [] } = bucketedFilterOf(filter) ?? {}
    return [...ranges.map(({ time, first, end }) => [time, first - noon, end - noon]), edges]
  }
  test('into whole buckets, and the rest before and after them', () => {
    assert.deepEqual(parted({ submittedFrom: from, submittedTo: to }), [['submittedAt', -1, 1], []])
    assert.deepEqual(parted({ submittedFrom: '2026-01-31T00:00:00.001Z', submittedTo: '2026-02-01T00:00:00.000Z' }), [
      ['submittedAt', 0, 1],
      [
        {
          submittedFrom: '2026-01-31T00:00:00.001Z',
          submittedTo: '2026-01-31T11:59:59.999Z',
          hasDispute: undefined,
        },
        {
          submittedFrom: '2026-02-01T00:00:00.000Z',
          submittedTo: '2026-02-01T00:00:00.000Z',
          hasDispute: undefined,
        },
      ],
    ])
  })

  test('with either bound alone', () => {
    assert.deepEqual(parted({ decidedFrom: from }), [['decidedAt', -1, Number.POSITIVE_INFINITY], []])
    assert.deepEqual(parted({ deadlineBefore: '2026-01-31T12:00:00.001Z', status: ['Pending'] }), [
      ['reviewDeadline', Number.NEGATIVE_INFINITY, 0],
      [
        {
          status: ['Pending'],
          deadlineFrom: '2026-01-31T12:00:00.000Z',
          deadlineBefore: '2026-01-31T12:00:00.001Z',
          hasDispute: undefined,
        },
      ],
    ])
  })

  test('by several times so that each report is in one part', () => {
    const [, , edges] = parted({ submittedFrom: '2026-01-31T11:00:00.000Z', decidedFrom: '2026-01-31T17:00:00.000Z' })
    assert.deepEqual(edges, [
      {
        submittedFrom: '2026-01-31T11:00:00.000Z',
        submittedTo: '2026-01-31T11:59:59.999Z',
        decidedFrom: '2026-01-31T17:00:00.000Z',
        hasDispute: undefined,
      },
      {
        submittedFrom: '2026-01-31T12:00:00.000Z',
        submittedTo: undefined,
        decidedFrom: '2026-01-31T17:00:00.000Z',
        decidedTo: '2026-01-31T23:59:59.999Z',
        hasDispute: undefined,
      },
    ])
  })

  test('and leaves out disputed reports', () => {
    const filter = { submittedFrom: from, hasDispute: false }
    assert.deepEqual(bucketedFilterOf(filter)?.without, [{ ...filter, hasDispute: true }])
    assert.deepEqual(bucketedFilterOf({ submittedFrom: from })?.without, [])
  })

  test('unless it is within a bucket, or includes a filter that the counts do not support', () => {
    assert.equal(bucketedFilterOf({ submittedFrom: from, submittedTo: '2026-01-31T11:30:00.000Z' }), undefined)
    assert.equal(bucketedFilterOf({ submittedFrom: to, submittedTo: from }), undefined)
    for (const other of [
      { tasks: [1] },
      { taskExternalId: 'x' },
      { executor: 'x' },
      { flags: [] },
      { hasDispute: true },
    ])
      assert.equal(bucketedFilterOf({ submittedFrom: from, ...other }), undefined)
    assert.equal(bucketedFilterOf({ status: ['Pending'] }), undefined)
  })
})

describe('counts of reports', () => {
  const counted = (filter: ReportFilter, text: string) => {
    const counts = noCounts('one', '1:1:')
    addCells(counts, text)
    const buckets = bucketedFilterOf(filter)
    assert.ok(buckets)
    return countIn(counts, cellsIn(counts, buckets)).count
  }
  const later = noon + 900
  const cells = `${noon} -1 ${later} Pending/3,${noon - 2} -1 ${later} Pending/4,${later} ${later} ${later} Accepted/5,${noon} -1 ${later} Pending/-1,${noon - 3} ${noon} ${later} Rejected/7`

  test('sum buckets, first inclusive and last exclusive', () => {
    assert.equal(counted({ submittedFrom: from, submittedTo: to }, cells), 2)
    assert.equal(counted({ submittedFrom: from }, cells), 7)
    assert.equal(counted({ submittedTo: to }, cells), 13)
    assert.equal(counted({ submittedTo: '2020-01-31T00:00:00.000Z' }, cells), 0)
    assert.equal(counted({ submittedFrom: from }, ''), 0)
  })

  test('sum what several times have in common, without undecided reports', () => {
    assert.equal(counted({ decidedTo: '2030-01-31T00:00:00.000Z' }, cells), 12)
    assert.equal(counted({ submittedTo: to, decidedTo: '2030-01-31T00:00:00.000Z' }, cells), 7)
    assert.equal(counted({ submittedFrom: from, deadlineBefore: '2026-03-31T00:00:00.000Z' }, cells), 0)
  })

  test('sum the requested statuses, each once', () => {
    assert.equal(counted({ submittedTo: to, status: ['Rejected', 'Rejected', 'Unheard'] }, cells), 7)
    assert.equal(counted({ submittedFrom: from, status: ['Pending', 'Accepted'] }, cells), 7)
  })
})
