import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { schedule } from '../../server/worker.ts'
import { isSettled, mustBeSettled } from '../model/checker.ts'
import { openTrade, steady, tradeOnce } from '../model/trade.ts'
import { count } from '../model/world.ts'
import { openMarket } from '../support/market.ts'
import { createMany } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { rngOf, times } from './rng.ts'

const clients = 32
const operations = Number(process.env.OPERATIONS ?? times(400, 10_000))
/** A run needs this many accepted reports. It goes on until it has them, because few may come by chance. */
const acceptedMin = operations / 400

const market = await openMarket({ activeReservationsMax: 2 })

test('random requests of 32 concurrent clients keep all invariants without internal errors', async (t) => {
  const rng = rngOf(t)
  const nodes = [steady(market.url)]
  const trade = await openTrade({
    ctx: market.ctx,
    owner: market.owner,
    nodes,
    seed: rng.whole(2 ** 30),
    counts: [4, 24, 2],
  })
  const seen = new Map<string, number>()
  const accepted = () => seen.get('accept: 200') ?? 0
  let done = 0
  await createMany(
    clients,
    async () => {
      const own = rng.fork()
      for (; done < operations || (accepted() < acceptedMin && done < 20 * operations); done++) {
        const one = await tradeOnce(trade, own)
        if (one) count(seen, `${one.verb}: ${one.answer.status}`)
      }
    },
    clients,
  )
  t.diagnostic([...seen].map(([what, often]) => `${what} × ${often}`).join(', '))
  assert.deepEqual(trade.wrong, [])
  await assertInvariants(market)
  assert.ok(accepted() >= acceptedMin, `only ${accepted()} reports were accepted`)
  market.pass(3600)
  for (let round = 0; round < roundsMax && !(await isSettled(trade.world)); round++)
    for (const { run } of jobs) await run(market.ctx, market.logger)
  const outside = {
    filesAt: join(market.ctx.config.dataDir, 'uploads'),
    isDoubtful: () => true,
    events: new Set<number>(),
  }
  await mustBeSettled(trade.world, outside)
})

const roundsMax = 40
/** There is no endpoint. */
const jobs = schedule.filter(({ name }) => name !== 'send deliveries')
