import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCount } from './cached-counts.ts'
import type { Database, Db } from './db.ts'

test('a replica recounts small sets each time and leaves large ones to the primary, which caches its counts', async () => {
  const reads = {} as Db
  let isResting = false
  const readCounts = () => ({ answered: 0, missed: 0, isResting })
  const db = { isTransaction: false, reads, readCounts } as Database
  const asked: string[] = []
  const ask = (totalCount: number) => async (on: Db, known: unknown) => {
    asked.push(`${on === reads ? 'replica' : 'primary'}, ${typeof known}`)
    return [{ totalCount, countedIn: '1:1:', countedGeneration: 'of a test' }]
  }
  for (const _ of [1, 2]) await withCount(db, 'a few', ask(10_000))
  for (const _ of [1, 2, 3]) await withCount(db, 'many', ask(10_001))
  isResting = true
  await withCount(db, 'a few', ask(10_000))
  assert.deepEqual(asked, [
    ...Array(3).fill('replica, string'),
    'primary, undefined',
    'primary, object',
    'primary, undefined',
  ])
})
