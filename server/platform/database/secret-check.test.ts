import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../sql.ts'
import { adoptSecretKey, checkSecretKey, SecretKeyWrong } from './secret-check.ts'

const { db } = (await openMarket()).ctx
const keys = ['one key of at least 32 characters', 'two keys of at least 32 characters'] as const
const check = (key: string) => checkSecretKey(db, key)

test('the first key of a database is the one that it must be from then on', async () => {
  await check(keys[0])
  await check(keys[0])
  await assert.rejects(check(keys[1]), (error) => {
    assert.ok(error instanceof SecretKeyWrong)
    assert.match(error.message, /^SECRET_KEY is not the one .*first used with.*adopt-secret-key.*docs\/secret-key\.md/)
    assert.ok(!error.message.includes(keys[0]) && !error.message.includes(keys[1]))
    return true
  })
  await check(keys[0])
})

test('another key is accepted once it is adopted, and the old one no more', async () => {
  await adoptSecretKey(db, keys[1])
  await check(keys[1])
  await assert.rejects(check(keys[0]), SecretKeyWrong)
  await db.run(sql`update installation set sealed_check = 'broken'`)
  await assert.rejects(check(keys[1]), SecretKeyWrong)
  await adoptSecretKey(db, keys[0])
  await check(keys[0])
})

test('of programs that start at once with different keys, those of one key go on', async () => {
  for (let turn = 0; turn < 5; turn++) {
    await db.run(sql`delete from installation`)
    const started = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => check(keys[index % 2 ? 1 : 0])))
    assert.equal(started.filter(({ status }) => status === 'fulfilled').length, 4)
  }
  await assert.rejects(db.run(sql`insert into installation values (false, '')`), /installation_only_one/)
})
