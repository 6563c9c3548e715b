import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { asOwner, makeDatabase } from '../../../test/support/database.ts'
import { runInContext } from '../observability/request-context.ts'
import { inText, name, sql } from '../sql.ts'
import { codeOf, constraintOf, type Database, openDatabase, retryOnConflict } from './db.ts'
import { rememberAccount } from './shares.ts'
import { isUnreachable } from './unreachable.ts'

const { url: programUrl, drop } = await makeDatabase()
const url = asOwner(programUrl)
const db = openDatabase({ url })
after(async () => {
  await db.close()
  await drop()
})
await db.run(
  sql`create table things (id bigint primary key, held_units bigint, constraint held_not_negative check (held_units >= 0))`,
)
await db.run(sql`insert into things values (1, 10), (2, 20)`)

const thingsOf = (on: Pick<Database, 'many'>) =>
  on.many<{ id: number; heldUnits: bigint }>(sql`select id, held_units from things order by id`)

describe('a statement', () => {
  test('returns rows with the types of their columns', async () => {
    assert.deepEqual(await thingsOf(db), [
      { id: 1, heldUnits: 10n },
      { id: 2, heldUnits: 20n },
    ])
  })
  test('throws unless `one` finds exactly one row', async () => {
    assert.deepEqual(await db.one(sql`select 1::bigint as id`), { id: 1 })
    await assert.rejects(db.one(sql`select 1 where false`), /expected one row, got 0: select 1/)
    await assert.rejects(db.one(sql`select id from things`), /expected one row, got 2/)
  })
  test('returns the row or undefined from `maybe`', async () => {
    assert.equal(await db.maybe(sql`select 1 where false`), undefined)
    assert.deepEqual(await db.maybe(sql`select ${'x'}::text as a`), { a: 'x' })
  })
  test('returns the number of rows written', async () => {
    assert.equal(await db.run(sql`update things set held_units = held_units where id = ${1}`), 1)
    assert.equal(await db.run(sql`update things set held_units = held_units where id = ${7}`), 0)
  })
  test('names the constraint that refused it', async () => {
    const refused = await db.run(sql`update things set held_units = -1 where id = 1`).catch((error: unknown) => error)
    assert.deepEqual([codeOf(refused), constraintOf(refused)], ['23514', 'held_not_negative'])
    assert.deepEqual([codeOf(new Error('x')), constraintOf('x')], [undefined, undefined])
  })
  test('uses an index on each connection, even on an empty table', async () => {
    const beside = db.beside({ connectionsMax: 1 })
    for (const on of [db, beside]) {
      const [plan] = await on.many<Record<string, string>>(sql`explain select held_units from things where id = 1`)
      assert.match(String(Object.values(plan ?? {})[0]), /^Index Scan/)
    }
    await beside.close()
  })
  // Pruning may crash PostgreSQL 18.4 in a statement that has waited for a changed row.
  test('plans every partition, so that none is pruned at run time', async () => {
    const { count } = await db.one<{ count: number }>(
      sql`select count(*)::integer as count from pg_inherits where inhparent = 'events'::regclass`,
    )
    const plan = await db.many<Record<string, string>>(sql`explain select kind from events where id = 1`)
    assert.equal(plan.filter((row) => / on events_/.test(String(Object.values(row)[0]))).length, count)
  })
  test('gives the same result with its values in the text, whatever they contain', async () => {
    const texts = [
      '',
      "'",
      "''; drop table things; --",
      '\\',
      "\\'",
      '"',
      '{a,"b"}',
      '$1',
      'ü\n\u2028',
      'null',
      "E'\\x41'",
    ]
    for (const text of texts) {
      const piece = sql`select ${text}::text as a, ${[text, 'b']}::text[] as b, ${7}::bigint as c, ${null}::text as d`
      assert.deepEqual(await db.one(inText(piece)), { a: text, b: [text, 'b'], c: 7, d: null })
    }
    for (const value of ['a\0b', { a: 1 }]) assert.throws(() => inText(sql`select ${value}`), /not a value/)
  })
  test('works unprepared', async () => {
    const plain = openDatabase({ url, prepared: false, connectionsMax: 1 })
    try {
      for (const id of [1, 2]) assert.deepEqual(await plain.one(sql`select ${id}::bigint as id`), { id })
      assert.deepEqual(await plain.one(sql`select count(*) as held from pg_prepared_statements`), { held: 0 })
    } finally {
      await plain.close()
    }
  })
  test('is prepared once per connection, up to 500 statements', async () => {
    const single = openDatabase({ url, connectionsMax: 1 })
    try {
      for (let index = 0; index < 1000; index++) await single.run(sql`select ${index}::integer as ${name(`a${index}`)}`)
      for (let index = 0; index < 10; index++) await single.run(sql`select ${index}::integer as a1`)
      const { held } = await single.one<{ held: number }>(sql`select count(*) as held from pg_prepared_statements`)
      assert.equal(held, 500)
    } finally {
      await single.close()
    }
  })
})

describe('a transaction', () => {
  test('commits as a whole', async () => {
    await db.transaction(async (tx) => {
      await tx.run(sql`insert into things values (3, 30)`)
      assert.equal((await thingsOf(tx)).length, 3)
      assert.equal((await thingsOf(db)).length, 2)
    })
    assert.equal((await thingsOf(db)).length, 3)
    await db.run(sql`delete from things where id = 3`)
  })
  test('rolls back as a whole on any error, and its connection stays usable', async () => {
    const single = openDatabase({ url, connectionsMax: 1 })
    try {
      for (const failing of [sql`select 1 / 0`, sql`insert into things values (1, 1)`])
        await assert.rejects(
          single.transaction(async (tx) => {
            await tx.run(sql`insert into things values (3, 30)`)
            await tx.run(failing)
          }),
        )
      await assert.rejects(
        single.transaction(async (tx) => {
          await tx.run(sql`insert into things values (3, 30)`)
          throw new Error('a change of mind')
        }),
        /a change of mind/,
      )
      assert.equal((await thingsOf(single)).length, 2)
    } finally {
      await single.close()
    }
  })
  test('inside another one fails alone or commits with it', async () => {
    const wrong = new Error('refused')
    await db.transaction(async (tx) => {
      await tx.transaction((part) => part.run(sql`insert into things values (3, 30)`))
      const failed = tx.transaction(async (part) => {
        await part.transaction((inner) => inner.run(sql`insert into things values (4, 40)`))
        throw wrong
      })
      await assert.rejects(failed, wrong)
      await assert.rejects(tx.transaction((part) => part.run(sql`insert into things values (1, 1)`)))
      assert.equal((await thingsOf(tx)).length, 3)
    })
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.transaction((part) => part.run(sql`insert into things values (5, 50)`))
        throw wrong
      }),
      wrong,
    )
    const shown = (await thingsOf(db)).map(({ id }) => id)
    assert.deepEqual(shown, [1, 2, 3])
    await db.run(sql`delete from things where id = 3`)
  })
  test('is retried from the start if it continues after a refused statement', async () => {
    let attempts = 0
    const result = await db.transaction(async (tx) => {
      attempts++
      const [id] = [attempts === 1 ? 1 : 3]
      await tx.run(sql`insert into things values (${id}, 30)`).catch(() => 0)
      return (await thingsOf(tx)).length
    })
    assert.deepEqual([attempts, result], [2, 3])
    await db.run(sql`delete from things where id = 3`)
  })
  test('is not reported as committed if its last statement was refused', async () => {
    let attempts = 0
    await db.transaction(async (tx) => {
      attempts++
      await tx.run(sql`insert into things values (3, 30)`)
      if (attempts === 1) await tx.run(sql`insert into things values (1, 1)`).catch(() => 0)
    })
    assert.deepEqual([attempts, (await thingsOf(db)).length], [2, 3])
    await db.run(sql`delete from things where id = 3`)
    const never = db.transaction((tx) => tx.run(sql`insert into things values (1, 1)`).catch(() => 0))
    await assert.rejects(never, { code: '25P02' })
  })
  test('is retried after a deadlock', async () => {
    let attempts = 0
    const met = Promise.withResolvers<void>()
    let waiting = 0
    const cross = (first: number, second: number) =>
      db.transaction(async (tx) => {
        attempts++
        await tx.run(sql`update things set held_units = held_units + 1 where id = ${first}`)
        if (++waiting === 2) met.resolve()
        await met.promise
        await tx.run(sql`update things set held_units = held_units + 1 where id = ${second}`)
      })
    await Promise.all([cross(1, 2), cross(2, 1)])
    assert.ok(attempts > 2)
    const shown = (await thingsOf(db)).map(({ heldUnits }) => heldUnits)
    assert.deepEqual(shown, [12n, 22n])
  })
})

test('time is the database’s, in milliseconds, plus the offset set by a test', async () => {
  const read = () =>
    db.one<{ moved: number; digits: number }>(sql`
      select extract(epoch from ${db.now()} - now())::float8 as moved, (extract(microseconds from ${db.now()})::bigint % 1000)::integer as digits`)
  assert.ok(Math.abs((await read()).moved) < 0.002)
  db.clock.offsetMs += 86_400_000
  const { moved, digits } = await read()
  db.clock.offsetMs = 0
  assert.ok(Math.abs(moved - 86_400) < 0.002)
  assert.equal(digits, 0)
})

describe('retryOnConflict', () => {
  test('retries until the first result', async () => {
    const results = [undefined, undefined, 'done', 'again']
    assert.equal(await retryOnConflict(async () => results.shift()), 'done')
    assert.deepEqual(results, ['again'])
  })
  test('runs under the lock from the fifth attempt on', async () => {
    const calls: string[] = []
    const late = async () => void calls.push('late')
    const inTurn = async () => calls.push('in turn')
    assert.equal(await retryOnConflict<number | undefined>(late as () => Promise<undefined>, inTurn), 5)
    assert.deepEqual(calls, ['late', 'late', 'late', 'late', 'in turn'])
  })
  test('throws after the last attempt, and passes refusals on', async () => {
    await assert.rejects(
      retryOnConflict(async () => undefined),
      /nothing was written in 8 attempts/,
    )
    await assert.rejects(
      retryOnConflict(async () => {
        throw new Error('refused')
      }),
      /refused/,
    )
  })
})

describe('an unreachable database', () => {
  test('is recognized by its errors', async () => {
    const nowhere = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/nothing' })
    const error = await nowhere.run(sql`select 1`).catch((failure: unknown) => failure)
    assert.ok(isUnreachable(error), String(error))
    await nowhere.close()
  })
  test('is recognized when PostgreSQL shuts down during a statement', () => {
    const error = (message: string) => Object.assign(new Error(message), { code: 'XX000' })
    assert.ok(isUnreachable(error('postmaster was shut down')))
    assert.ok(!isUnreachable(error('cache lookup failed for type 0')))
  })
  test('is not reported for other errors', async () => {
    for (const statement of [sql`select 1 / 0`, sql`insert into things values (1, 1)`, sql`select nothing`])
      assert.ok(!isUnreachable(await db.run(statement).catch((error: unknown) => error)))
    for (const error of [new TypeError('x'), 'text', undefined]) assert.ok(!isUnreachable(error))
  })
})

describe('the same database over connections of its own', () => {
  test('has the same time, and answers while all connections of the pool are taken', async () => {
    const narrow = openDatabase({ url, connectionsMax: 1 })
    const beside = narrow.beside({ connectionsMax: 1 })
    narrow.clock.offsetMs = 3_600_000
    await narrow.transaction(async () => {
      const { ahead } = await beside.one<{ ahead: boolean }>(
        sql`select ${beside.now()} > now() + interval '59 minutes' as ahead`,
      )
      assert.ok(ahead)
    })
    await Promise.all([narrow.close(), beside.close()])
  })
  test('gives up an answer after the set time, then continues on another connection', async () => {
    const impatient = db.beside({ connectionsMax: 1, answerMsMax: 50 })
    await db.transaction(async (holder) => {
      await holder.run(sql`select id from things where id = 1 for update`)
      await assert.rejects(impatient.run(sql`select id from things where id = 1 for update`), /timeout/)
      assert.deepEqual(await impatient.one(sql`select 1::bigint as id`), { id: 1 })
    })
    await impatient.close()
  })
})

describe('the transactions of one account', () => {
  const asBearer = <T>(bearer: string, work: () => Promise<T>) => runInContext({ requestId: 'r', bearer }, work)
  const credentialOf = (bearer: string) => hash('sha256', bearer, 'buffer')

  test('hold at most a quarter of the connections; others and nested ones do not wait', async () => {
    for (const bearer of ['one', 'two']) rememberAccount(credentialOf(bearer), 1)
    let [running, most, ended] = [0, 0, 0]
    const hold = () =>
      db.transaction(async (within) => {
        most = Math.max(most, ++running)
        await within.transaction((nested) => nested.run(sql`select pg_sleep(0.01)`))
        await db.transaction((second) => second.run(sql`select 1`))
        running--
        ended++
      })
    const attack = Array.from({ length: 24 }, (_, index) => asBearer(index % 2 === 0 ? 'one' : 'two', hold))
    const others = [asBearer('three', () => db.transaction(async () => ended)), db.transaction(async () => ended)]
    assert.ok(Math.max(...(await Promise.all(others))) < 24, 'others did not wait for all')
    await Promise.all(attack)
    assert.deepEqual([most, ended], [4, 24])
  })

  test('go on after one of them failed', async () => {
    const failing = Array.from({ length: 8 }, () =>
      asBearer('four', () => db.transaction(() => Promise.reject(new Error('no')))),
    )
    assert.equal((await Promise.allSettled(failing)).filter(({ status }) => status === 'rejected').length, 8)
    assert.equal(await asBearer('four', () => db.transaction(async () => 'done')), 'done')
  })
})
