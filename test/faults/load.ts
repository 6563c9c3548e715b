import { setTimeout } from 'node:timers/promises'
import type { Rng } from '../properties/rng.ts'
import type { Person } from '../support/fixtures.ts'
import { expectOk, post, type Trader } from './trader.ts'
import { type TakenTask, workOn } from './work.ts'

const [traders, slotsMax] = [5, 3]

/** Runs many clients concurrently; resolves when each has finished its current work. */
export async function load(trade: Trader, rng: Rng): Promise<void> {
  const trading = Array.from({ length: traders }, () => untilOver(trade, rng.fork(), deal))
  const cashing = trade.participants.executors.map((executor) =>
    untilOver(trade, rng.fork(), (_, own) => cash(trade, own, executor)),
  )
  await Promise.all([...trading, ...cashing, untilOver(trade, rng.fork(), payIn)])
}

async function untilOver(trade: Trader, rng: Rng, work: (trade: Trader, rng: Rng) => Promise<void>) {
  while (!trade.isOver()) await work(trade, rng)
}

let serial = 0
const nextName = (what: string) => `${what}-${++serial}`

/** Takes one task from creation to completion, with several executors working on it. */
async function deal(trade: Trader, rng: Rng): Promise<void> {
  const { participants, acknowledged } = trade
  const owner = rng.one(participants.advertisers) as Person
  const slots = 1 + rng.whole(slotsMax)
  const externalId = nextName('task')
  const order = { offerPriceId: participants.price, title: externalId, totalLimit: slots, externalId, maxReworks: 1 }
  const { id } = await post(trade, owner.key, '/v1/tasks', order)
  const task = { externalId, advertiser: owner.id, slots, pauses: 0, status: 'PendingModeration' }
  acknowledged.tasks.set(id, task)
  task.status = (
    await post(trade, participants.operator.token, `/api/operator/offers/${id}/approve`, { version: 1 })
  ).status
  if (rng.happens(0.2)) {
    for (const verb of ['pause', 'resume'])
      task.status = (await post(trade, owner.token, `/api/advertiser/offers/${id}/${verb}`)).status
    task.pauses++
  }
  const taken = rng.shuffled(participants.executors).slice(0, slots)
  const works = taken.map((executor): TakenTask => ({ task: id, owner, executor }))
  const ended = await Promise.all(works.map((each) => workOn(trade, rng.fork(), each)))
  const isComplete = ended.filter((status) => status === 'Accepted').length === slots
  if (isComplete) task.status = 'Completed'
  else if (rng.happens(0.6))
    task.status = (await expectOk(trade, { bearer: owner.key, method: 'DELETE', path: `/v1/tasks/${id}` })).status
}

const bank = { type: 'Bank', holder: 'Maria Muster', iban: 'GB82 WEST 1234 5698 7654 32' }
const restMs = 500

/** An executor requests a payout or cancels one. */
async function cash(trade: Trader, rng: Rng, { id: executor, token }: Person): Promise<void> {
  await setTimeout(restMs + rng.whole(restMs))
  const { available } = await expectOk(trade, { bearer: token, method: 'GET', path: '/api/executor/balance' })
  const amount = Math.min(Math.floor(available), 1 + rng.whole(3))
  if (amount < 1) return
  const own = '/api/executor/withdrawals'
  const { id } = await post(trade, token, own, { amount, method: bank })
  const withdrawal = { executor, units: amount * 10_000, status: 'Requested' }
  trade.acknowledged.withdrawals.set(id, withdrawal)
  const asOperator = async (verb: string, body?: object) => {
    const path = `/api/operator/withdrawals/${id}/${verb}`
    withdrawal.status = (await post(trade, trade.participants.operator.token, path, body)).status
  }
  if (rng.happens(0.2)) withdrawal.status = (await post(trade, token, `${own}/${id}/cancel`)).status
  else {
    await asOperator('approve', { reason: 'They share an account in this test.' })
    if (rng.happens(0.2)) await asOperator('failed', { reason: 'The bank knows no such account.' })
    else await asOperator('paid', { reference: nextName('bank') })
  }
}

/** An operator books a payment by an advertiser. */
async function payIn(trade: Trader, rng: Rng): Promise<void> {
  await setTimeout(restMs + rng.whole(restMs))
  const { id: advertiser, email } = rng.one(trade.participants.advertisers) as Person
  const amount = 1 + rng.whole(20)
  const booking = { email, amount, method: 'Bank', reference: nextName('invoice') }
  const { id } = await post(trade, trade.participants.operator.token, '/api/operator/deposits', booking)
  trade.acknowledged.deposits.set(id, { advertiser, units: amount * 10_000 })
}
