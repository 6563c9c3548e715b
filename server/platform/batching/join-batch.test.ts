import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { asOwner, makeDatabase } from '../../../test/support/database.ts'
import { codeOf, type Database, openDatabase } from '../database/db.ts'
import { sql } from '../sql.ts'
import { type BatchKind, joinBatch } from './join-batch.ts'

const { url: programUrl, drop } = await makeDatabase()
const url = asOwner(programUrl)
const db = openDatabase({ url })
after(async () => {
  await db.close()
  await drop()
})
await db.run(sql`create table halves (whole bigint primary key, half bigint)`)

/** Quotients that PostgreSQL computes; a division by zero is refused. */
const createDivision = (most = 64, keyOf?: (item: readonly [number, number]) => unknown) => {
  const sizes: number[] = []
  const kind: BatchKind<readonly [number, number], number> = {
    limit: most,
    ...(keyOf ? { keyOf } : {}),
    send: async (on, items) => {
      sizes.push(items.length)
      const rows = await on.many<{ half: number }>(sql`
        insert into halves select whole, whole / by
        from unnest(${items.map(([whole]) => whole)}::bigint[], ${items.map(([, by]) => by)}::bigint[])
          with ordinality asked (whole, by, place) order by place
        returning half`)
      return rows.map(({ half }) => half)
    },
  }
  return { sizes, kind }
}
const wholes = () => db.many<{ whole: number }>(sql`delete from halves returning whole`)

describe('concurrent items', () => {
  test('share one batch, and each gets its own answer', async () => {
    const { sizes, kind } = createDivision()
    const halves = await Promise.all([8, 6, 4].map((whole) => joinBatch(db, kind, [whole, 2])))
    assert.deepEqual([halves, sizes], [[4, 3, 2], [3]])
    await wholes()
  })
  test('a refused item fails alone; the others are processed once', async () => {
    const { sizes, kind } = createDivision()
    const asked = [8, 6, 4].map((whole) => joinBatch(db, kind, [whole, whole === 6 ? 0 : 2]))
    const outcomes = await Promise.allSettled(asked)
    const shown = outcomes.map((each) => (each.status === 'fulfilled' ? each.value : codeOf(each.reason)))
    assert.deepEqual(shown, [4, '22012', 2])
    assert.deepEqual(sizes, [3, 1, 1, 1])
    const found = (await wholes()).map(({ whole }) => whole)
    assert.deepEqual(found, [8, 4])
  })
  test('with the same key wait for the next batch', async () => {
    const { sizes, kind } = createDivision(64, ([whole]) => whole % 2)
    const halves = await Promise.all([8, 6, 5].map((whole) => joinBatch(db, kind, [whole, 2])))
    assert.deepEqual(
      [halves, sizes],
      [
        [4, 3, 2],
        [2, 1],
      ],
    )
    await wholes()
  })
  test('of a transaction run in that transaction alone', async () => {
    const { sizes, kind } = createDivision()
    const within = (work: (on: Database) => Promise<number>) =>
      db.transaction(work).catch((error: Error) => error.message)
    const outcomes = await Promise.all([
      within((on) => joinBatch(on, kind, [8, 2])),
      within(async (on) => {
        await joinBatch(on, kind, [6, 2])
        throw new Error('undone')
      }),
    ])
    assert.deepEqual(
      [outcomes, sizes],
      [
        [4, 'undone'],
        [1, 1],
      ],
    )
    const shown = (await wholes()).map(({ whole }) => whole)
    assert.deepEqual(shown, [8])
  })
})

test('a batch is not split when the database is unreachable', async () => {
  const gone = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere' })
  const { sizes, kind } = createDivision()
  const outcomes = await Promise.allSettled([8, 6].map((whole) => joinBatch(gone, kind, [whole, 2])))
  assert.deepEqual([outcomes.map(({ status }) => status), sizes], [['rejected', 'rejected'], [2]])
  await gone.close()
})
