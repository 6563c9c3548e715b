import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { erasedDomain } from '../accounts/account.ts'
import { sql } from '../platform/sql.ts'
import { deleteSandboxRow, findSandbox, forgetOldSandboxes, sandboxIds } from './actions-sandboxes.ts'

const market = await openMarket({ sandboxesMax: 2, sandboxKeptDays: 30 })
const { ctx } = market
const day = 86_400
const account = async () => (await advertiser(market)).id
const existing = async () => [...(await sandboxIds(ctx))]

test('an account has one sandbox, also if it is asked for concurrently, and a new one after its removal', async () => {
  const owner = await account()
  const found = await Promise.all([1, 2, 3].map(() => findSandbox(ctx, owner)))
  assert.equal(new Set(found.map(({ id }) => id)).size, 1)
  const id = found[0]?.id ?? 0
  await deleteSandboxRow(ctx, id)
  const { id: next } = await findSandbox(ctx, owner)
  assert.notEqual(next, id)
  await deleteSandboxRow(ctx, next)
})

test('at the maximum, one that was unused for a day makes room; otherwise a new one is refused', async () => {
  const [first, second] = [await findSandbox(ctx, await account()), await findSandbox(ctx, await account())]
  const third = await account()
  await assert.rejects(findSandbox(ctx, third), /^Error: sandbox_unavailable/)
  market.pass(day)
  await findSandbox(ctx, second.account)
  const { id } = await findSandbox(ctx, third)
  assert.deepEqual(await existing(), [second.id, id])
  assert.ok(!(await existing()).includes(first.id))
  for (const each of await existing()) await deleteSandboxRow(ctx, each)
})

test('sandboxes unused for thirty days are forgotten, and those of erased accounts', async () => {
  const [used, unused] = [await findSandbox(ctx, await account()), await findSandbox(ctx, await account())]
  market.pass(20 * day)
  await findSandbox(ctx, used.account)
  market.pass(11 * day)
  assert.equal(await forgetOldSandboxes(ctx), 1)
  assert.deepEqual(await existing(), [used.id])
  assert.notEqual(used.id, unused.id)
  await ctx.db.run(sql`update accounts set email = ${`gone@${erasedDomain}`} where id = ${used.account}`)
  assert.equal(await forgetOldSandboxes(ctx), 1)
  assert.deepEqual(await existing(), [])
})
