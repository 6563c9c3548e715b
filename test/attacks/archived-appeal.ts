import assert from 'node:assert/strict'
import { advertiser, expectOk, moneyOf, theOperator } from '../support/fixtures.ts'
import { decide, disputedWork, waitingPayments } from '../support/scenarios/appeals.ts'
import type { Attack } from './attack.ts'

const deposit = 1.5
const cost = 1.1
const method = { type: 'Bank', holder: 'Anna Muster', iban: 'GB82WEST12345698765432' }

/** One deposit for one slot: good work is rejected and disputed, the task archived, and the money asked back. */
export const archivedAppeal: Attack = {
  title: 'archiving a task takes no money from the executor who wins the dispute',
  async run({ market }) {
    const { a } = await theOperator(market)
    const owner = await advertiser(market, { funds: 0 })
    const booking = { email: owner.email, amount: deposit, reference: 'archived appeal' }
    const { id } = expectOk(await a.post('/api/operator/deposits', booking))
    const { offer, worker, dispute } = await disputedWork(market, { advertiser: owner, slots: 1 })

    expectOk(await owner.b.delete(`/v1/tasks/${offer}`))
    assert.equal((await moneyOf(owner)).held, cost, 'the cost stays held')
    const { amount } = expectOk(await owner.a.post(`/api/advertiser/deposits/${id}/refund`, { method }))
    assert.equal(Math.round((deposit - amount) * 10) / 10, cost)

    expectOk(await decide(market, dispute, 'Executor'))
    assert.deepEqual(await waitingPayments(market, owner), [])
    const { pending, available } = expectOk(await worker.a.get('/api/executor/balance'))
    assert.equal(pending + available, 1)
    assert.deepEqual(await moneyOf(owner), { available: 0, held: 0 })
  },
}
