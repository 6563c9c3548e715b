import assert from 'node:assert/strict'
import { issueToken } from '../../server/accounts/actions.ts'
import { advertiser, executor } from '../support/fixtures.ts'
import type { Attack } from './attack.ts'

const tokens = 12
const requestsOfEach = 600
/** Five times the per-minute limit of an API key, the larger of the two credential limits. */
const accountMax = 5_000
const atOnce = 8

/** Replays one account that multiplies its limit by issuing many tokens. */
export const tokenMultiplication: Attack = {
  title: 'many tokens of one account multiply its limit only up to that of the account',
  run: async ({ market }) => {
    const worker = await executor(market)
    const other = await advertiser(market)
    const issue = async () => market.as((await issueToken(market.ctx, { email: worker.email })).secret)
    const clients = await Promise.all(Array.from({ length: tokens }, issue))
    const counts = new Map<number, number>()
    let turn = 0
    const ask = async () => {
      while (turn < tokens * requestsOfEach) {
        const client = clients[turn++ % tokens]
        const status = (await client?.get('/api/executor/offers/available?pageSize=1'))?.status ?? 0
        counts.set(status, (counts.get(status) ?? 0) + 1)
        if ((counts.get(429) ?? 0) > 100) return
      }
    }
    const elapsed = performance.now()
    await Promise.all(Array.from({ length: atOnce }, ask))
    const minutes = Math.ceil((performance.now() - elapsed) / 60_000)
    const passed = counts.get(200) ?? 0
    assert.ok(passed <= accountMax * minutes, `${passed} passed in ${minutes} minutes`)
    if (minutes === 1) assert.ok((counts.get(429) ?? 0) > 0, 'the limit of the account is met')
    assert.equal((await other.b.get('/v1/balance')).status, 200, 'another account is not meant')
  },
}
