import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  membersOf,
  outcome,
  type Person,
  reserved,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { notify } from '../../notifications/actions-notify.ts'
import { sql } from '../../platform/sql.ts'
import { sendToMany } from '../bulk/actions.ts'
import { reportsPerDayMax } from './message-report.ts'

const market = await openMarket()
const { db } = market.ctx
const staff = await theOperator(market)
const queue = '/api/operator/message-reports'
const reason = 'It was looked at.'

async function written(texts: readonly string[]) {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const worker = await executor(market)
  const conversation = await reserved(worker, offer)
  const messages: number[] = []
  for (const text of texts)
    messages.push(expectOk(await owner.b.post(`/v1/conversations/${conversation}/messages`, { text })).id)
  return { owner, worker, conversation, messages }
}
const report = ({ a }: Person, id: number | undefined, body: object = { code: 'Phishing' }) =>
  a.post(`/api/executor/messages/${id}/report`, body)

describe('a message is reported', () => {
  test('once, by the side that received it', async () => {
    const { worker, owner, messages } = await written(['Send me your password'])
    const first = expectOk(await report(worker, messages[0], { code: 'Phishing', comment: ' He asks for it. ' }))
    assert.equal(first.alreadyExists, false)
    const again = await Promise.all([report(worker, messages[0]), report(worker, messages[0])])
    for (const answer of again) assert.deepEqual(expectOk(answer), { id: first.id, alreadyExists: true })
    const refused = [
      await report(await executor(market), messages[0]),
      await report(worker, 999_999),
      await owner.b.post(`/v1/messages/${messages[0]}/report`, { code: 'Other' }),
    ]
    for (const answer of refused) assert.equal(outcome(answer), '404 message_not_found')
    const shown = expectOk(await staff.a.get(`${queue}/${messages[0]}`))
    assert.deepEqual([shown.comment, shown.from, shown.authorId], ['He asks for it.', 'Advertiser', owner.id])
  })

  test('up to the limit of a day', async () => {
    const { worker, messages } = await written(['Hello'])
    await db.run(sql`
      insert into messages (conversation, side, author, body, sent_at)
      select conversation, side, author, body, sent_at from messages, generate_series(1, ${reportsPerDayMax}::integer)
      where id = ${messages[0]}::bigint`)
    const ids = await db.many<{ id: number }>(sql`select id from messages where conversation = (
      select conversation from messages where id = ${messages[0]}::bigint) order by id`)
    const answers = await Promise.all(ids.map(({ id }) => report(worker, id)))
    assert.equal(answers.filter(({ status }) => status === 200).length, reportsPerDayMax)
    assert.equal(answers.filter((answer) => outcome(answer) === '409 too_many_message_reports').length, 1)
  })

  test('and operators see it with the conversation around it, and are notified', async () => {
    const { worker, messages } = await written(['One', 'Two', 'Three'])
    expectOk(await report(worker, messages[1]))
    const { around } = expectOk(await staff.a.get(`${queue}/${messages[1]}`))
    assert.deepEqual(
      around.map(({ text }: { text: string }) => text),
      ['One', 'Two', 'Three'],
    )
    await notify(market.ctx)
    const { items } = expectOk(await staff.a.get('/api/account/notifications?pageSize=100'))
    const of = items.filter(({ kind }: { kind: string }) => kind === 'MessageReported')
    assert.deepEqual([of.length, of[0].path], [1, '/operator/reported-messages'])
  })
})

describe('an operator decides on it', () => {
  test('upheld, the text is gone for both sides and for exports, and the log has the decision only', async () => {
    const { worker, owner, conversation, messages } = await written(['Send me your password'])
    expectOk(await report(worker, messages[0]))
    assert.equal(expectOk(await staff.a.post(`${queue}/${messages[0]}/uphold`, { reason })).text, null)
    const seen = [
      await worker.a.get(`/api/executor/conversations/${conversation}/messages`),
      await owner.b.get(`/v1/conversations/${conversation}/messages`),
    ]
    for (const { body, raw } of seen) {
      assert.deepEqual([body.items[0].text, body.items[0].state], [null, 'Removed'])
      assert.ok(!raw.includes('password'))
    }
    const log = await db.many<{ action: string; data: object }>(
      sql`select action, data from audit_log where subject = 'message' and subject_id = ${messages[0]}::bigint order by id`,
    )
    assert.deepEqual(
      log.map(({ action }) => action),
      ['message_report.make', 'message_report.uphold'],
    )
    assert.ok(!JSON.stringify(log).includes('password'))
    assert.equal(
      outcome(await staff.a.post(`${queue}/${messages[0]}/dismiss`, { reason })),
      '404 message_report_not_found',
    )
  })

  test('upheld on one to many, the text is gone for all who got it, and no one else gets it', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 60 })
    const workers = await Promise.all(Array.from({ length: 3 }, () => executor(market)))
    const talks: number[] = []
    for (const worker of workers) talks.push(await reserved(worker, offer))
    const body = { text: 'Send me your password', statuses: ['Reserved'] }
    const { id: bulk } = expectOk(await owner.b.post(`/v1/tasks/${offer}/messages`, body))
    await sendToMany(market.ctx)
    await db.run(
      sql`update bulk_messages set sent = 0, ended_at = null, recipients = recipients[3:3] where id = ${bulk}::bigint`,
    )
    await db.run(sql`delete from messages where bulk = ${bulk}::bigint and conversation = ${talks[2]}::bigint`)
    const got = await db.many<{ id: number }>(sql`select id from messages where bulk = ${bulk}::bigint order by id`)
    for (const [index, { id }] of got.entries()) expectOk(await report(workers[index] as Person, id))
    expectOk(await staff.a.post(`${queue}/${got[0]?.id}/uphold`, { reason }))
    await sendToMany(market.ctx)
    for (const [index, worker] of workers.entries()) {
      const { items } = expectOk(await worker.a.get(`/api/executor/conversations/${talks[index]}/messages`))
      assert.deepEqual(membersOf(items, 'state'), index < 2 ? ['Removed'] : [])
    }
    assert.equal(expectOk(await owner.b.get(`/v1/bulk-messages/${bulk}`)).text, null)
    assert.equal(
      outcome(await staff.a.post(`${queue}/${got[1]?.id}/dismiss`, { reason })),
      '404 message_report_not_found',
    )
  })

  test('dismissed, the text stays; of two at once, one decides', async () => {
    const { worker, conversation, messages } = await written(['Good day'])
    expectOk(await report(worker, messages[0]))
    const both = await Promise.all([1, 2].map(() => staff.a.post(`${queue}/${messages[0]}/dismiss`, { reason })))
    assert.deepEqual(both.map(outcome).sort(), ['200', '404 message_report_not_found'])
    const { body } = await worker.a.get(`/api/executor/conversations/${conversation}/messages`)
    assert.deepEqual([body.items[0].text, body.items[0].state], ['Good day', 'Sent'])
  })
})
