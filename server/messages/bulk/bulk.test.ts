import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  reserved,
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { suspendAccount } from '../../accounts/sanctions/actions.ts'
import { sql } from '../../platform/sql.ts'
import { sendToMany, sweepBulk } from './actions.ts'
import { perOfferDayMax, recipientsMax } from './bulk-message.ts'

const market = await openMarket()
const { db } = market.ctx
const write = ({ b }: Person, offer: number, statuses: readonly string[], text = 'The address has changed.') =>
  b.post(`/v1/tasks/${offer}/messages`, { text, statuses })
const received = async (worker: Person, id: number): Promise<string[]> =>
  expectOk(await worker.a.get(`/api/executor/conversations/${id}/messages`)).items.map(
    ({ text }: { text: string }) => text,
  )

describe('a message to many', () => {
  test('reaches each executor whose work has one of the statuses, once, as a message of their own', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 9 })
    const [holding, pending, accepted] = [
      await executor(market),
      await submittedWork(market, offer),
      await submittedWork(market, offer),
    ]
    expectOk(await owner.b.post(`/v1/reports/${accepted.id}/accept`))
    const held = await reserved(holding, offer)
    const made = await write(owner, offer, ['Reserved', 'Pending'])
    assert.equal(made.status, 201)
    assert.deepEqual([made.body.recipientCount, made.body.sentCount, made.body.endedAtUtc], [2, 0, null])
    assert.equal(made.headers.get('location'), `${market.ctx.config.apiUrl}/bulk-messages/${made.body.id}`)
    await Promise.all([sendToMany(market.ctx), sendToMany(market.ctx)])
    const done = expectOk(await owner.b.get(`/v1/bulk-messages/${made.body.id}`))
    assert.deepEqual([done.sentCount, done.skippedCount], [2, 0])
    assert.ok(done.endedAtUtc)
    assert.deepEqual(await received(holding, held), ['The address has changed.'])
    const ofPending = expectOk(await owner.b.get(`/v1/reports/${pending.id}`)).reservationId
    assert.deepEqual(await received(pending.executor, ofPending), ['The address has changed.'])
    assert.equal(expectOk(await accepted.executor.a.get('/api/executor/conversations')).totalCount, 0)
    assert.equal(await sendToMany(market.ctx), 0)
  })

  test('about corrected work goes to the conversation about its first submission', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 9, members: { maxReworks: 1 } })
    const { id: report, executor: worker, reservation } = await submittedWork(market, offer)
    expectOk(await owner.b.post(`/v1/reports/${report}/rework`, { reason: 'The last page is missing.' }))
    expectOk(await write(owner, offer, ['ReworkRequested']))
    await sendToMany(market.ctx)
    assert.deepEqual(await received(worker, reservation), ['The address has changed.'])
  })

  test('skips conversations that have closed since, and counts them', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 9 })
    const [one, two] = [await executor(market), await executor(market)]
    await reserved(one, offer)
    await reserved(two, offer)
    const { id } = expectOk(await write(owner, offer, ['Reserved']))
    expectOk(await one.a.put(`${workPath(offer)}/advertiser-mark`, { mark: 'Blocked' }))
    await sendToMany(market.ctx)
    const done = expectOk(await owner.b.get(`/v1/bulk-messages/${id}`))
    assert.deepEqual([done.sentCount, done.skippedCount], [1, 1])
  })

  test('reaches no one once its advertiser is suspended', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 9 })
    const worker = await executor(market)
    const talk = await reserved(worker, offer)
    expectOk(await write(owner, offer, ['Reserved']))
    await suspendAccount(market.ctx, owner.email, 'a test')
    await sendToMany(market.ctx)
    assert.deepEqual(await received(worker, talk), [])
  })

  test('is refused without recipients, for others’ tasks, above the limits, and with unknown statuses', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 9 })
    assert.equal(outcome(await write(owner, offer, ['Pending'])), '409 no_recipients')
    const stranger = await activeOffer(market)
    assert.equal(outcome(await write(stranger.advertiser, offer, ['Pending'])), '404 task_not_found')
    for (const statuses of [[], ['Nobody'], ['Pending', 'Pending']])
      assert.equal(outcome(await write(owner, offer, statuses)), '400 validation_error')
    await reserved(await executor(market), offer)
    assert.equal(outcome(await write(owner, offer, ['Reserved'], ' \n')), '400 validation_error')
    const answers = await Promise.all(
      Array.from({ length: perOfferDayMax + 2 }, () => write(owner, offer, ['Reserved'])),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, perOfferDayMax)
    assert.equal(answers.filter((answer) => outcome(answer) === '409 too_many_bulk_messages').length, 2)
    assert.equal(
      outcome(await stranger.advertiser.b.get(`/v1/bulk-messages/${answers[0]?.body.id ?? 1}`)),
      '404 bulk_message_not_found',
    )
    market.pass(86_401)
    await db.run(sql`
      insert into reservations (offer, executor, reward_units, fee_units, add_on_units, currency, review_seconds, offer_version, created_at, expires_at)
      select ${offer}::bigint, 1000000 + n, 1, 0, 0, 'USD', 60, 1, ${db.now()}, ${db.now()} + interval '1 hour'
      from generate_series(1, ${recipientsMax + 1}::integer) n`)
    const tooMany = await write(owner, offer, ['Reserved'])
    assert.deepEqual([outcome(tooMany), tooMany.body.limit], ['409 too_many_recipients', recipientsMax])
    await db.run(sql`delete from reservations where executor > 1000000`)
  })

  test('is deleted after a year', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market)
    await reserved(await executor(market), offer)
    const { id } = expectOk(await write(owner, offer, ['Reserved']))
    market.pass(366 * 86_400)
    assert.ok((await sweepBulk(market.ctx)) > 0)
    assert.equal(outcome(await owner.b.get(`/v1/bulk-messages/${id}`)), '404 bulk_message_not_found')
  })
})
