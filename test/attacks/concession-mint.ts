import assert from 'node:assert/strict'
import { sql } from '../../server/platform/sql.ts'
import { activeOffer, advertiser, executor, expectOk, type Person, submittedWork } from '../support/fixtures.ts'
import type { Market } from '../support/market.ts'
import type { Attack } from './attack.ts'

const reward = 1
const deposit = 1.1
/** Number of rejections that the attackers try, each of a different executor. */
const tries = 19

/** Returns what the platform has paid on behalf of an advertiser. */
const guaranteed = async ({ ctx }: Market, owner: Person): Promise<bigint> =>
  (
    await ctx.db.one<{ units: bigint }>(sql`
      select coalesce(-sum(units), 0)::bigint as units from entries
      where book = 'platform.guarantee' and owner = ${owner.id}::bigint`)
  ).units

/** Submits work and has it rejected as often as the market allows. Returns the rejected reports with their executors. */
async function rejections(market: Market, owner: Person, offer: number) {
  const rejected: { id: number; worker: Person }[] = []
  for (let tried = 0; tried < tries; tried++) {
    const { id, executor: worker } = await submittedWork(market, offer)
    const report = expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
    if (report.status === 'Rejected') rejected.push({ id, worker })
    // A rejection held for an operator occupies the only slot; the attackers free it by withdrawing.
    else expectOk(await worker.a.post(`/api/executor/executions/${id}/withdraw`))
  }
  return rejected
}

/** One deposit and many rejections on one slot, all disputed and conceded: the platform must pay for none of them. */
export const concessionMint: Attack = {
  title: 'conceding disputes that the advertiser cannot pay mints no money',
  async run({ market }) {
    const owner = await advertiser(market, { funds: deposit })
    const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 1 })
    const rejected = await rejections(market, owner, offer)
    assert.ok(rejected.length > 0 && rejected.length < tries, 'a new advertiser rejects some, and not all')

    const honest = await executor(market)
    const { id: last } = await submittedWork(market, offer, honest)
    expectOk(await owner.b.post(`/v1/reports/${last}/accept`))

    for (const { id, worker } of rejected) {
      expectOk(await worker.a.post(`/api/executor/executions/${id}/dispute`, { statement: 'Every page is there.' }))
      for (const path of [`/v1/reports/${id}/accept`, `/v1/reports/${id}/dispute/concede`]) {
        const answer = await owner.b.post(path)
        assert.equal(answer.status, 409, answer.raw)
        assert.equal(answer.body.code, 'insufficient_funds')
      }
      const override = await owner.b.post(`/v1/reports/${id}/accept`, { overrideRejection: true })
      assert.equal(override.body.code, 'insufficient_funds', override.raw)
      const { pending, available } = expectOk(await worker.a.get('/api/executor/balance'))
      assert.deepEqual([pending, available], [0, 0])
    }
    assert.equal(await guaranteed(market, owner), 0n)
    const { pending, available } = expectOk(await honest.a.get('/api/executor/balance'))
    assert.equal(pending + available, reward)
  },
}
