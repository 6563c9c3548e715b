import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { idOf } from '../values/id.ts'
import { readAge } from './sql-sandboxes.ts'

test('a sandbox that does not exist has no age', async () => {
  const market = await openMarket()
  const { id } = await advertiser(market)
  assert.equal(await readAge(market.ctx.db, idOf<'sandbox'>(id)), undefined)
})
