import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { asOwner, makeDatabase } from '../../../test/support/database.ts'
import { sql } from '../sql.ts'
import { codeOf, isOvertaken, openDatabase } from './db.ts'

const { url: programUrl, drop } = await makeDatabase()
const url = asOwner(programUrl)
const owner = openDatabase({ url })
await owner.run(sql`create table things (id bigint primary key check (id < 100), note jsonb)`)
after(async () => {
  await owner.close()
  await drop()
})
beforeEach(() => owner.run(sql`truncate things`))

const insert = (id: number, note: unknown = null) => sql`insert into things values (${id}::bigint, ${note}::jsonb)`
const ids = async () => (await owner.many<{ id: number }>(sql`select id from things order by id`)).map(({ id }) => id)
const refusal = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'accepted', codeOf)
const circular: Record<string, unknown> = {}
circular['self'] = circular

for (const prepared of [true, false])
  describe(prepared ? 'a flight' : 'a flight of statements that are not prepared', () => {
    const db = openDatabase({ url, prepared, connectionsMax: 1 })
    after(() => db.close())

    test('takes one round trip, and each statement sees what those before it wrote', async () => {
      const before = db.sent()
      const rows = await db.flight<{ id: number }>([insert(1), insert(2), sql`select id from things order by id desc`])
      assert.deepEqual([rows, db.sent() - before], [[{ id: 2 }, { id: 1 }], 1])
    })
    test('is rolled back as a whole if one statement is refused, or a value cannot be sent', async () => {
      assert.equal(await refusal(db.flight([insert(1), insert(100), insert(2)])), '23514')
      await assert.rejects(db.flight([insert(1), insert(2, circular), insert(3)]), /circular/)
      assert.deepEqual(await ids(), [])
    })
    test('prepares again what a refused flight skipped or had prepared', async () => {
      const [known, later] = [
        sql`insert into things select ${3}::bigint`,
        sql`insert into things select ${4}::bigint + 1`,
      ]
      assert.equal(await refusal(db.flight([known, insert(100), later])), '23514')
      await db.flight([known, insert(6), later])
      await db.run(known).catch(() => {})
      assert.deepEqual(await ids(), [3, 5, 6])
    })
    test('is refused by its guard unless the condition is true', async () => {
      const connection = () => db.one(sql`select pg_backend_pid() as pid`)
      const before = await connection()
      for (const condition of [sql`false`, sql`null`]) {
        const refused = db.flight([insert(1), sql`select must_hold(${condition})`])
        assert.ok(isOvertaken(await refused.catch((error: unknown) => error)))
      }
      await db.flight([insert(1), sql`select must_hold(true)`])
      assert.deepEqual([await ids(), await connection()], [[1], before])
    })
    test('within a transaction is undone alone, and the transaction goes on', async () => {
      await db.transaction(async (within) => {
        await within.run(insert(1))
        assert.equal(await refusal(within.flight([insert(2), insert(100)])), '23514')
        const rows = await within.flight([insert(3), sql`select count(*) from things`])
        assert.deepEqual(rows, [{ count: 2 }])
        await assert.rejects(
          within.transaction(async (part) => {
            await part.flight([insert(4), insert(5)])
            throw new Error('undone')
          }),
          /undone/,
        )
      })
      assert.deepEqual(await ids(), [1, 3])
    })
  })

test('a flight that was chosen in a deadlock is sent again', async () => {
  await Promise.all([owner.run(insert(1)), owner.run(insert(2))])
  const lock = (id: number) => sql`select from things where id = ${id}::bigint for update`
  const gate = sql`select pg_advisory_xact_lock_shared(9)`
  const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
  const crossing = await owner.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(9)`)
    const both = [owner.flight([lock(1), gate, lock(2)]), owner.flight([lock(2), gate, lock(1)])]
    // Each holds its row before either asks for the other's.
    while ((await db.many(waiting)).length < 2);
    return { both }
  })
  await Promise.all(crossing.both)
})

test('a cancelled flight changes nothing', async () => {
  const waiting = owner.flight([insert(1), sql`select pg_sleep(600)`])
  const cancel = sql`
    select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid() and state = 'active'`
  let isOver = false
  const refused = refusal(waiting).finally(() => {
    isOver = true
  })
  // PostgreSQL ignores a request between two messages of a flight, so it is repeated.
  while (!isOver) await owner.many(cancel)
  assert.equal(await refused, '57014')
  assert.deepEqual(await ids(), [])
})
