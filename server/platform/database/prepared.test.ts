import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { asOwner, makeDatabase } from '../../../test/support/database.ts'
import { sql } from '../sql.ts'
import { openDatabase } from './db.ts'

const { directUrl: url, drop } = await makeDatabase()
/** The owner's connection: the program's role may not change the schema. */
const owner = openDatabase({ url: asOwner(url), connectionsMax: 1 })
await owner.run(sql`create table changing (id bigint primary key, count integer not null)`)
await owner.run(sql`insert into changing values (1, 10), (2, 20)`)
await owner.run(sql`create table still (id bigint primary key)`)
await owner.run(sql`grant all on changing, still to public`)
const two = openDatabase({ url, connectionsMax: 2 })
after(async () => {
  await Promise.all([owner.close(), two.close()])
  await drop()
})

type Row = Readonly<Record<string, unknown>>
const all = (on: Pick<typeof two, 'many'>) =>
  on.many<Row>(sql`select changing.*, 'end' as last from changing order by id`)
const changed = (on: Pick<typeof two, 'one'>, by: number) =>
  on.one<Row>(sql`update changing set count = count + ${by}::integer where id = 1 returning *`)

/** Runs the work on both connections of the pool at once, so that each prepares the statement. */
const onBoth = async <T>(work: (db: typeof two) => Promise<T>): Promise<T[]> => {
  const started = Promise.withResolvers<void>()
  let begun = 0
  const one = () =>
    two.transaction(async (db) => {
      if (++begun === 2) started.resolve()
      const result = await work(db)
      await started.promise
      return result
    })
  return Promise.all([one(), one()])
}

test('a prepared statement survives a change of its columns, alone and in transactions', async () => {
  await onBoth(all)
  await onBoth((db) => changed(db, 0))
  await owner.run(
    sql`alter table changing add column added text not null default 'new', alter column count type bigint`,
  )
  const [first] = await all(two)
  assert.deepEqual(first, { id: 1, count: 10, added: 'new', last: 'end' })
  assert.equal((await onBoth(all)).length, 2)
  assert.deepEqual(await changed(two, 1), { id: 1, count: 11, added: 'new' })
  const inside = await two.transaction(async (db) => {
    await db.run(sql`insert into still select max(id) + 1 from changing`)
    return changed(db, 1)
  })
  assert.equal(inside['count'], 12)
  assert.equal((await two.many(sql`select id from still`)).length, 1, 'the transaction was done once')
})

test('a transaction that meets the change midway is applied exactly once, repeatedly', async () => {
  for (const name of ['second', 'third']) {
    await onBoth((db) => changed(db, 0))
    await owner.run(sql`truncate still`)
    await owner.run({ ...sql``, parts: [`alter table changing add column ${name} integer default 7`] })
    const before = Number((await changed(owner, 0))['count'])
    await onBoth(async (db) => {
      await db
        .transaction((part) => part.run(sql`insert into still select coalesce(max(id), 0) + 1 from still`))
        .catch(() => {})
      return changed(db, 1)
    })
    assert.equal(Number((await changed(two, 0))['count']), before + 2)
    assert.equal((await changed(two, 0))[name], 7)
  }
})

test('rows are read by the columns of their own connection, made before or after the change', async () => {
  const one = openDatabase({ url, connectionsMax: 1 })
  const read = (on: Pick<typeof one, 'many'>) =>
    on.many<Row>(sql`select changing.*, 'end' as last from changing where id = 2`)
  await read(one)
  await owner.run(sql`alter table changing add column late integer default 3`)
  const client = await one.pool.connect()
  client.release(true)
  const shown = (await read(one)).map((row) => [row['late'], row['last']])
  assert.deepEqual(shown, [[3, 'end']])
  await one.close()
})
