import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { pino } from 'pino'
import { deliverAll, deliveryWorkerFor, openReceiver, webhookTo } from '../../../test/support/fakes/receiver.ts'
import { activeOffer, advertiser, expectOk, submittedWork } from '../../../test/support/fixtures.ts'
import { jobNamed } from '../../../test/support/jobs.ts'
import { openMarket } from '../../../test/support/market.ts'
import { claimCheck } from '../../audit/ledger-check/sql.ts'
import { claimAttempts, lockDue } from '../../webhooks/deliveries/sql-attempts.ts'
import { claimMail, recordMails } from '../mail/mail.ts'
import { sql } from '../sql.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { ctx } = market
const { db } = ctx
const worker = deliveryWorkerFor(market)
const log = pino({ level: 'silent' })
const hour = 3_600
const run = () => jobNamed('bring due times forward').run(ctx, log)

/** Sets the clock back by an hour, which the next run notices. */
async function setBack() {
  await run()
  market.pass(-hour)
  return run()
}
/** Longer than the first retry and pause, and by how much a jump is measured too short. */
const retrySeconds = 20

/** An endpoint with pending deliveries. */
async function waiting(count = 1) {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id } = await webhookTo(owner, receiver.url)
  for (let each = 0; each < count; each++) expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
  return { owner, receiver, id }
}

beforeEach(async () => {
  await db.run(sql`update endpoints set status = 'Deleted', due_at = null`)
  await db.run(sql`delete from mails`)
  await run()
})

describe('after the clock was set back by an hour', () => {
  test('a delivery is retried when it would have been', async () => {
    const { receiver } = await waiting()
    receiver.reply(500)
    await deliverAll(worker)
    receiver.reply(200)
    assert.equal(await setBack(), 1)
    assert.equal(await deliverAll(worker), 0)
    market.pass(retrySeconds)
    assert.equal(await deliverAll(worker), 1)
    assert.equal(await run(), 0, 'it is noticed once')
  })

  test('the pause of an overloaded endpoint lasts as long as it would have', async () => {
    const { receiver } = await waiting()
    receiver.reply(503)
    await deliverAll(worker)
    receiver.reply(200)
    await setBack()
    market.pass(retrySeconds)
    assert.equal(await deliverAll(worker), 1)
  })

  test('what a killed process had claimed is claimed again when its lease would have ended', async () => {
    const { owner, receiver, id } = await waiting(8)
    const claim = { limit: 100, perEndpoint: 8, open: [] }
    const claimed = await db.transaction(async (within) => {
      const due = (await lockDue(within)).map((endpoint) => endpoint.id)
      return claimAttempts(within, due, claim)
    })
    assert.equal(claimed.length, 8)
    await setBack()
    expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
    assert.equal(await deliverAll(worker), 0, 'all eight may still be sent')
    market.pass(31)
    assert.equal(await deliverAll(worker), 9)
    assert.equal(receiver.received.length, 9)
  })

  test('a mail is sent again when it would have been', async () => {
    await recordMails(db, [{ recipient: 'late@example.com', subject: 'A', body: 'B' }])
    assert.ok(await claimMail(db))
    await setBack()
    assert.equal(await claimMail(db), undefined)
    market.pass(60 + retrySeconds)
    assert.ok(await claimMail(db))
  })

  test('leases of work to check, the sweep of files and the check of the books are due as usual', async () => {
    const { id: offer } = await activeOffer(market)
    await submittedWork(market, offer)
    await db.run(sql`update unexamined set leased_until = ${db.now()} + interval '1 minute'`)
    await db.run(sql`update file_sweeps set due_at = ${db.now()} + interval '1 hour'`)
    assert.ok(await claimCheck(db, hour))
    await setBack()
    assert.ok(await claimCheck(db, hour))
    const { leases } = await db.one<{ leases: boolean[] }>(sql`
      select array_agg(leased_until <= ${db.now()} + interval '1 minute') as leases from unexamined`)
    assert.deepEqual(leases, [true])
    const { seconds } = await db.one<{ seconds: number }>(sql`
      select extract(epoch from due_at - ${db.now()})::float8 as seconds from file_sweeps`)
    assert.ok(seconds > hour - 60 && seconds < hour + 60, `${seconds} s`)
  })
})

test('a clock that jumps forward and back again leaves nothing behind', async () => {
  const { receiver } = await waiting()
  receiver.reply(500)
  market.pass(hour)
  await run()
  await deliverAll(worker)
  receiver.reply(200)
  await setBack()
  market.pass(retrySeconds)
  assert.equal(await deliverAll(worker), 1)
})

test('a clock that is slewed by a second moves nothing', async () => {
  const { receiver } = await waiting()
  receiver.reply(500)
  await deliverAll(worker)
  market.pass(-1)
  assert.equal(await run(), 0)
})
