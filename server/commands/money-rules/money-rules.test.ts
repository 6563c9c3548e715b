import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandsOn } from '../../../test/support/commands.ts'
import { expectOk, operator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'

type Values = { readonly items: readonly { readonly id: number; readonly status: string; readonly value: number }[] }

const market = await openMarket()
const { call, ask, refused } = commandsOn(market)
const { db } = market.ctx

async function inAnHour(): Promise<string> {
  const { later } = await db.one<{ later: Date }>(sql`select ${db.now()} + interval '1 hour' as later`)
  return later.toISOString()
}

test('a fee is planned, listed with who set it, and cancelled', async () => {
  const holdsFrom = await inAnHour()
  const planned = await ask('money-rule', 'set', 'feePercent', '12.5', '--holds-from', holdsFrom)
  assert.deepEqual(
    [planned['status'], planned['value'], planned['holdsFromUtc'], planned['setById']],
    ['Planned', 12.5, holdsFrom, null],
  )
  const { out } = await call('money-rule', 'list')
  assert.match(out, /^rule +value +default .*lastValueId\nfeePercent +10 +10 +FEE_PERCENT /)
  assert.match(
    await refused('money-rule', 'set', 'feePercent', '11', '--holds-from', holdsFrom),
    /^Another value is planned for this time/,
  )
  const id = String(planned['id'])
  assert.equal((await ask('money-rule', 'cancel', id))['status'], 'Cancelled')
  const values = await ask<Values>('money-rule', 'values', '--rule', 'feePercent')
  assert.deepEqual(
    values.items.map(({ status, value }) => [status, value]),
    [['Cancelled', 12.5]],
  )
})

test('a limit is changed at once, and only by who has read the value that was set last', async () => {
  const { id } = await ask('money-rule', 'set', 'withdrawalMinimum', '25')
  const { items } = expectOk(await (await operator(market)).a.get('/api/operator/money-rules'))
  assert.equal(items.find(({ rule }: { rule: string }) => rule === 'withdrawalMinimum').value, 25)
  const seen = (value: string, last: unknown) =>
    ['money-rule', 'set', 'withdrawalMinimum', value, '--last-value', String(last)] as const
  const next = await ask(...seen('30', id))
  assert.match(await refused(...seen('35', id)), /^Changed by another operator/)
  assert.match(await refused('money-rule', 'cancel', String(next['id'])), /^The value is not planned any more/)
  assert.match(await refused('money-rule', 'set', 'fee', '10'), /rule/)
  assert.match(await refused('money-rule', 'set', 'feePercent', '101'), /value/)
  assert.match(await refused('money-rule', 'set', 'feePercent', '9', '--holds-from', 'tomorrow'), /holdsFromUtc/)
  assert.match(await refused('money-rule', 'cancel', '4711000'), /^Value not found/)
  assert.equal((await call('money-rule', 'set', 'feePercent', '1,500')).code, 2)
})
