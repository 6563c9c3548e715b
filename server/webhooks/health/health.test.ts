import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser, expectOk, outcome, submittedOffer, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { dispatchEvents } from '../events/actions-dispatch.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { a } = await theOperator(market)
const watch = async (query = '') => expectOk(await a.get(`/api/operator/webhooks${query}`))
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)

test('operators see failing endpoints first, and pending deliveries', async () => {
  const owner = await advertiser(market)
  const add = async (): Promise<number> =>
    expectOk(await owner.b.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['task.created'] })).id
  const [well, off, failing] = [await add(), await add(), await add()]
  expectOk(await owner.b.patch(`/v1/webhooks/${off}`, { enabled: false }))
  await market.ctx.db.run(sql`update endpoints set failing_since = created_at where id = ${failing}::bigint`)
  await submittedOffer(market, { advertiser: owner })
  await dispatchEvents(market.ctx, market.logger)

  const all = await watch()
  assert.deepEqual(idsOf(all), [failing, off, well])
  assert.deepEqual(all.totals, {
    failing: 1,
    disabled: 1,
    enabled: 1,
    waitingDeliveries: 2,
    deliveredIn24Hours: 0,
    failedIn24Hours: 0,
  })
  const [first] = all.items
  assert.deepEqual([first.email, first.accountId, first.waitingDeliveries], [owner.email, owner.id, 1])
  assert.ok(first.failingSinceUtc && first.oldestWaitingAtUtc)
  assert.deepEqual(idsOf(await watch('?status=Disabled')), [off])
  assert.deepEqual(idsOf(await watch('?status=Enabled,Failing')), [failing, well])
  assert.equal(outcome(await a.get('/api/operator/webhooks?status=None')), '400 validation_error')
  assert.equal(outcome(await owner.a.get('/api/operator/webhooks')), '403 role_required')
})
