import assert from 'node:assert/strict'
import {
  activeOffer,
  advertiser,
  expectOk,
  outcome,
  type Person,
  submittedWork,
  taskBody,
} from '../support/fixtures.ts'
import { owe } from '../support/scenarios/earnings.ts'
import type { Attack } from './attack.ts'

const balanceOf = async ({ b }: Person) => {
  const { available, debt } = expectOk(await b.get('/v1/balance'))
  return { available, debt }
}

/** All money is held when a deposit is charged back. An archived task releases money, which is spent at once, without a pause for a job. */
export const spentDebt: Attack = {
  title: 'money that a task releases settles a debt before it can be spent',
  async run({ market }) {
    const owner = await advertiser(market, { funds: 1_320 })
    const { id: large } = await activeOffer(market, { advertiser: owner, slots: 1_020 })
    const { id: small } = await activeOffer(market, { advertiser: owner, slots: 180 })
    const { id: report } = await submittedWork(market, small)
    expectOk(await owner.b.post(`/v1/reports/${report}/accept`))

    await owe(market, owner, 2_000)
    expectOk(await owner.b.delete(`/v1/tasks/${large}`))
    assert.deepEqual(await balanceOf(owner), { available: 0, debt: 878 })
    for (const answer of [
      await owner.b.post(`/v1/reports/${report}/bonus`, { amount: 5, reason: 'Spent before the debt' }),
      await owner.b.post('/v1/tasks', await taskBody(market)),
      await owner.b.patch(`/v1/tasks/${small}`, { totalLimit: 181 }),
    ])
      assert.equal(outcome(answer), '409 debt_unsettled')
    expectOk(await owner.b.delete(`/v1/tasks/${small}`))
    assert.deepEqual(await balanceOf(owner), { available: 0, debt: 681.1 })
  },
}
