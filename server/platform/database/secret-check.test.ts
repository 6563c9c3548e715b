import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../sql.ts'
import { adoptSecretKey, checkSecretKey, SecretKeyWrong } from './secret-check.ts'

const { db } = (await openMarket()).ctx
const keys = ['one key of at least 32 characters', 'two keys of at least 32 characters'] as const
const check = (key: string) => checkSecretKey(db, key)

test('accepts only the first key used with a database', async () => {
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

test('accepts an adopted key, and no longer the old one', async () => {
  await adoptSecretKey(db, keys[1])
  await check(keys[1])
  await assert.rejects(check(keys[0]), SecretKeyWrong)
  await db.run(sql`update installation set sealed_check = 'broken'`)
  await assert.rejects(check(keys[1]), SecretKeyWrong)
  await adoptSecretKey(db, keys[0])
  await check(keys[0])
})

test('lets only programs with the winning key continue when several start with different keys', async () => {
  for (let turn = 0; turn < 5; turn++) {
    await db.run(sql`delete from installation`)
    const started = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => check(keys[index % 2 ? 1 : 0])))
    assert.equal(started.filter(({ status }) => status === 'fulfilled').length, 4)
  }
  await assert.rejects(db.run(sql`insert into installation values (false, '')`), /installation_only_one/)
})
