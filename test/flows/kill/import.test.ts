import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { leaseSeconds } from '../../../server/items/imports/import.ts'
import { sql } from '../../../server/platform/sql.ts'
import { clientOf } from '../../support/client.ts'
import { makeDatabase } from '../../support/database.ts'
import { activeOffer, expectOk } from '../../support/fixtures.ts'
import { openMarket } from '../../support/market.ts'
import { freePort } from '../../support/ports.ts'
import { newInstallation } from '../../support/program.ts'
import { waitForBlockedStatements } from '../../support/scenarios/blocked-request.ts'

test('an import killed in the middle leaves nothing, and ends when the service is back', async (t) => {
  const database = await makeDatabase()
  const market = await openMarket({ databaseUrl: database.url })
  after(database.drop)
  const installation = newInstallation(t, { DATABASE_URL: database.url })
  const { id, advertiser: owner } = await activeOffer(market, {
    members: { totalLimit: undefined, itemsPerSlot: 50, items: [{ data: { n: 'first' } }] },
  })
  const lines = Array.from({ length: 2_000 }, (_, index) => `row-${index},${index}`)
  const port = await freePort()
  const program = await installation.serve(port)
  const send = () =>
    clientOf(program.url, owner.key).send('POST', `/v1/tasks/${id}/imports`, ['externalId,n', ...lines].join('\n'), {
      'content-type': 'text/csv',
      'idempotency-key': 'killed',
    })
  let sent = 0
  // A row that another transaction has inserted stops the import at its line, when it has inserted 1,500 others.
  await market.ctx.db
    .transaction(async (db) => {
      await db.run(sql`
        insert into items (offer, suite, external_id, data, created_at) values (${id}::bigint, 0, 'row-1500', '{}', ${db.now()})`)
      sent = expectOk(await send()).id
      await waitForBlockedStatements(market.ctx.db)
      await program.end('SIGKILL')
      throw new Error('rolled back')
    })
    .catch((error) => assert.equal(error.message, 'rolled back'))
  const read = async () => expectOk(await owner.b.get(`/v1/tasks/${id}/imports/${sent}`))
  const itemCounts = async () => expectOk(await owner.b.get(`/v1/tasks/${id}`)).itemCounts.open
  assert.deepEqual([(await read()).status, await itemCounts()], ['Processing', 1])
  const worker = await installation.work(leaseSeconds + 1)
  for (let status = ''; status !== 'Completed'; { status } = await read()) assert.notEqual(status, 'Failed')
  assert.equal(await itemCounts(), 2_001)
  await worker.end('SIGTERM')
  const next = await installation.serve(port)
  assert.equal(expectOk(await send()).id, sent)
  await next.end('SIGTERM')
})
