import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingMax, readMatching, requestsOf } from '../../../console/executions/review/many-reports.ts'

type ListedReport = Awaited<ReturnType<typeof readMatching>>['reports'][number]
const reportsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }) as ListedReport)

test('decisions on more reports than a request takes are several requests, in order', () => {
  const items = reportsOf(1_240).map(({ id }) => ({ id, action: 'accept' as const }))
  const requests = requestsOf(items)
  assert.deepEqual(
    requests.map(({ body }) => body.items.length),
    [1_000, 240],
  )
  assert.deepEqual(
    requests.flatMap(({ body }) => body.items),
    items,
  )
  assert.deepEqual(requestsOf([]), [])
})

test('all reports that match are read page by page, up to a maximum', async () => {
  const read = async (total: number) => {
    const all = reportsOf(total)
    const counts: number[] = []
    const found = await readMatching(
      { status: 'Pending' },
      async ({ cursor = '0', pageSize = 0, status }) => {
        assert.equal(status, 'Pending')
        const end = Number(cursor) + pageSize
        return { items: all.slice(Number(cursor), end), nextCursor: end < total ? String(end) : null }
      },
      (count) => counts.push(count),
    )
    return { ids: found.reports.map(({ id }) => id), hasMore: found.hasMore, counts }
  }
  const few = await read(240)
  assert.deepEqual([few.ids.length, few.ids.at(-1), few.hasMore, few.counts], [240, 240, false, [100, 200, 240]])
  assert.deepEqual([(await read(matchingMax)).hasMore, (await read(matchingMax + 1)).hasMore], [false, true])
})
