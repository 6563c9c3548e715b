import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  reserved,
  submittedWork,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { receivedBy } from '../../test/support/scenarios/received-events.ts'
import { mailDigests } from '../notifications/actions-digest.ts'
import { notify } from '../notifications/actions-notify.ts'
import { sql } from '../platform/sql.ts'
import { sweepConversations } from './actions.ts'
import { perHourMax } from './message.ts'

const market = await openMarket()
const { db } = market.ctx
const ofExecutor = '/api/executor/conversations'
const ofAdvertiser = '/v1/conversations'
const day = 86_400

async function talk() {
  const offer = await activeOffer(market, { slots: 9, members: { title: 'Old town' } })
  const worker = await executor(market)
  const id = await reserved(worker, offer.id)
  return { offer, worker, owner: offer.advertiser, id }
}
const byWorker = ({ a }: Person, id: number, text: string, headers = {}) =>
  a.send('POST', `${ofExecutor}/${id}/messages`, JSON.stringify({ text }), {
    'content-type': 'application/json',
    ...headers,
  })
const byOwner = ({ b }: Person, id: number, text: string) => b.post(`${ofAdvertiser}/${id}/messages`, { text })
const textsOf = ({ body }: { body: { items: { from: string; text: string | null }[] } }) =>
  body.items.map(({ from, text }) => [from, text])

describe('a conversation', () => {
  test('has the messages of both sides, who read what the other has read', async () => {
    const { worker, owner, id, offer } = await talk()
    const empty = expectOk(await worker.a.get(`${ofExecutor}/${id}`))
    assert.deepEqual([empty.messageCount, empty.unreadCount, empty.allowedActions], [0, 0, ['Send', 'Read']])
    const sent = await byWorker(worker, id, '  Which side of the door?\n ')
    assert.equal(sent.status, 201)
    assert.equal(sent.body.text, 'Which side of the door?')
    expectOk(await byOwner(owner, id, 'The left one.'))
    const shown = expectOk(await owner.b.get(`${ofAdvertiser}/${id}`))
    assert.deepEqual(
      [shown.taskId, shown.taskTitle, shown.messageCount, shown.unreadCount],
      [offer.id, 'Old town', 2, 1],
    )
    assert.match(shown.executorId, /^ex_[0-9a-f]{20}$/)
    const list = await owner.b.get(`${ofAdvertiser}/${id}/messages`)
    assert.deepEqual(textsOf(list), [
      ['Advertiser', 'The left one.'],
      ['Executor', 'Which side of the door?'],
    ])
    assert.deepEqual(expectOk(await owner.b.get(`${ofAdvertiser}/unread`)), { unreadCount: 1, conversationCount: 1 })
    const upToId = list.body.items[0].id
    assert.deepEqual(expectOk(await owner.b.post(`${ofAdvertiser}/${id}/read`, { upToId })), { unreadCount: 0 })
    const seen = expectOk(await worker.a.get(`${ofExecutor}/${id}/messages`)).items
    assert.deepEqual(
      seen.map(({ isRead }: { isRead: boolean }) => isRead),
      [false, true],
    )
  })

  test('shows neither side an address or an account of the other', async () => {
    const { worker, owner, id } = await talk()
    const answers = [
      await byWorker(worker, id, 'Hello'),
      await byOwner(owner, id, 'Hello'),
      await worker.a.get(`${ofExecutor}/${id}`),
      await worker.a.get(ofExecutor),
      await worker.a.get(`${ofExecutor}/${id}/messages`),
      await owner.b.get(ofAdvertiser),
      await owner.b.get(`${ofAdvertiser}/${id}`),
      await owner.b.get(`${ofAdvertiser}/${id}/messages`),
    ]
    for (const { raw, body } of answers) {
      assert.ok(!raw.includes('@') && !raw.includes(worker.email) && !raw.includes(owner.email), raw)
      const numbers = JSON.stringify(body).match(/"[a-zA-Z]*(account|advertiser|executor)Id":\d+/g)
      assert.equal(numbers, null, raw)
    }
  })

  test('does not exist for other accounts, and not for the other side’s path', async () => {
    const { worker, owner, id } = await talk()
    expectOk(await byWorker(worker, id, 'Hello'))
    const [stranger, other] = [await executor(market), await advertiser(market)]
    const both = await executor(market, { roles: ['Advertiser', 'Executor'], funds: 100 })
    for (const named of [id, 999_999, 'x', `0${id}`]) {
      for (const person of [stranger, both]) {
        assert.equal(outcome(await person.a.get(`${ofExecutor}/${named}`)), '404 conversation_not_found')
        assert.equal(outcome(await person.a.get(`${ofExecutor}/${named}/messages`)), '404 conversation_not_found')
        assert.equal(
          outcome(await person.a.post(`${ofExecutor}/${named}/messages`, { text: 'Hi' })),
          '404 conversation_not_found',
        )
        assert.equal(
          outcome(await person.a.post(`${ofExecutor}/${named}/read`, { upToId: 1 })),
          '404 conversation_not_found',
        )
      }
      for (const person of [other, both])
        assert.equal(
          outcome(await person.b.post(`${ofAdvertiser}/${named}/messages`, { text: 'Hi' })),
          '404 conversation_not_found',
        )
    }
    assert.equal(outcome(await owner.a.get(`${ofExecutor}/${id}`)), '403 role_required')
    assert.equal(expectOk(await other.b.get(ofAdvertiser)).totalCount, 0)
  })
})

describe('a text', () => {
  test('is stored as it is, however it looks, and refused if it hides or covers others', async () => {
    const { worker, owner, id } = await talk()
    const html = '<img src=x onerror=alert(1)>{{name}} javascript:alert(1) \u2066rtl\u2069 \u05d0'
    expectOk(await byWorker(worker, id, html))
    assert.deepEqual(textsOf(await owner.b.get(`${ofAdvertiser}/${id}/messages`)), [['Executor', html]])
    const composed = expectOk(await byWorker(worker, id, 'Cafe\u0301')).text
    assert.equal(composed, 'Café')
    const refused = [
      '',
      ' \n ',
      'a\0b',
      'a\u202eb',
      '\u200b\u2060',
      'x'.repeat(2_001),
      `a${'\u0301'.repeat(10_000)}`,
      `a${'\u0316'.repeat(9)}`,
    ]
    for (const text of refused) {
      const answer = await byWorker(worker, id, text)
      assert.equal(outcome(answer), '400 validation_error', JSON.stringify(text.slice(0, 20)))
      assert.deepEqual(
        answer.body.errors.map(({ field }: { field: string }) => field),
        ['text'],
      )
    }
    assert.equal(outcome(await byWorker(worker, id, '𝒳'.repeat(2_000))), '201')
  })

  test('is written once for each Idempotency-Key, and the key is not used for another', async () => {
    const { worker, owner, id } = await talk()
    const key = { 'idempotency-key': 'one-question' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => byWorker(worker, id, 'Where?', key)))
    const again = await byWorker(worker, id, 'Where?', key)
    assert.equal(new Set([...answers, again].filter(({ status }) => status === 201).map(({ raw }) => raw)).size, 1)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(outcome(await byWorker(worker, id, 'When?', key)), '409 idempotency_key_reused')
    assert.equal((await owner.b.get(`${ofAdvertiser}/${id}/messages`)).body.totalCount, 1)
  })
})

describe('messages are refused', () => {
  test('above the limit of an hour, even at once', async () => {
    const { worker, owner, id } = await talk()
    const answers = await Promise.all(Array.from({ length: perHourMax + 5 }, (_, n) => byWorker(worker, id, `No ${n}`)))
    assert.equal(answers.filter(({ status }) => status === 201).length, perHourMax)
    const refused = answers.find(({ status }) => status !== 201)
    assert.deepEqual([refused && outcome(refused), refused?.body.limit], ['409 too_many_messages', perHourMax])
    expectOk(await byOwner(owner, id, 'The other side may answer.'))
    const { unreadCount, messageCount } = expectOk(await owner.b.get(`${ofAdvertiser}/${id}`))
    assert.deepEqual([unreadCount, messageCount], [perHourMax, perHourMax + 1])
    market.pass(3_601)
    expectOk(await byWorker(worker, id, 'Later'))
  })

  test('some days after the work has ended, but not while it can be appealed or is open', async () => {
    const { worker, owner, id, offer } = await talk()
    expectOk(await worker.a.post(`${workPath(offer.id)}/reservation/cancel`, { reservationId: id }))
    expectOk(await byWorker(worker, id, 'I had no time.'))
    market.pass(7 * day)
    assert.equal(outcome(await byWorker(worker, id, 'Hello?')), '409 conversation_closed')
    assert.equal(outcome(await byOwner(owner, id, 'Hello?')), '409 conversation_closed')
    const shown = expectOk(await owner.b.get(`${ofAdvertiser}/${id}`))
    assert.deepEqual([shown.allowedActions, shown.writableUntilUtc], [['Read'], null])

    const work = await submittedWork(market, offer.id)
    const talkId = expectOk(await owner.b.get(`/v1/reports/${work.id}`)).reservationId
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    market.pass(6 * day)
    expectOk(await byOwner(owner, talkId, 'Thank you.'))
    market.pass(2 * day)
    assert.equal(outcome(await byOwner(owner, talkId, 'Thank you.')), '409 conversation_closed')
  })

  test('if one side has blocked the other, without saying which', async () => {
    const { worker, owner, id, offer } = await talk()
    expectOk(await worker.a.put(`${workPath(offer.id)}/advertiser-mark`, { mark: 'Blocked' }))
    const second = await talk()
    const alias = expectOk(await second.owner.b.get(`${ofAdvertiser}/${second.id}`)).executorId
    const list = expectOk(await second.owner.b.post('/v1/executor-lists', { name: 'No', isBlockList: true })).id
    await db.run(sql`
      insert into executor_list_members (list, executor, executor_alias, added_at)
      values (${list}::bigint, ${second.worker.id}::bigint, ${alias}, now())`)
    const refusals = [
      await byOwner(owner, id, 'Hi'),
      await byWorker(worker, id, 'Hi'),
      await byOwner(second.owner, second.id, 'Hi'),
      await byWorker(second.worker, second.id, 'Hi'),
    ]
    for (const refusal of refusals) assert.equal(outcome(refusal), '409 conversation_closed')
    const [first, ...rest] = refusals.map(({ body: { instance: _, requestId: __, ...body } }) => body)
    for (const body of rest) assert.deepEqual(body, first)
  })

  test('of suspended accounts, and to closed ones', async () => {
    const { worker, owner, id } = await talk()
    await db.run(
      sql`update accounts set suspended_until = 'infinity', status = 'Suspended' where id = ${worker.id}::bigint`,
    )
    assert.equal(outcome(await byWorker(worker, id, 'Hi')), '403 account_suspended')
    await db.run(sql`
      insert into account_closings (account, status, gives_up_balance, requested_at, closes_at)
      values (${worker.id}::bigint, 'Closed', false, now(), now())`)
    assert.equal(outcome(await byOwner(owner, id, 'Hi')), '409 conversation_closed')
  })
})

test('a conversation goes on while its work is corrected, and after it', async () => {
  const offer = await activeOffer(market, { slots: 9, members: { maxReworks: 1 } })
  const { id: report, executor: worker, reservation } = await submittedWork(market, offer.id)
  expectOk(await offer.advertiser.b.post(`/v1/reports/${report}/rework`, { reason: 'The last page is missing.' }))
  const states = async () => {
    const shown = expectOk(await offer.advertiser.b.get(`${ofAdvertiser}/${reservation}`))
    return [shown.reportId, shown.allowedActions.includes('Send')]
  }
  assert.deepEqual(await states(), [report, true])
  const { rework } = expectOk(await worker.a.get(`/api/executor/executions/${report}`))
  const body = { reservationId: rework.reservationId, proofUrls: [await proof(worker, offer.id)] }
  expectOk(await worker.a.post(`${workPath(offer.id)}/submit-execution`, body))
  assert.deepEqual(await states(), [report, true])
  expectOk(await byWorker(worker, reservation, 'Is it right now?'))
  const [event] = await receivedBy(market, offer.advertiser, ['message.received'])
  assert.equal(event?.data['reportId'], report)
  const listed = expectOk(await offer.advertiser.b.get(ofAdvertiser)).items
  assert.deepEqual(
    listed.map(({ reportId }: { reportId: number }) => reportId),
    [report],
  )
})

const mails = async ({ email }: Person) =>
  db.many<{ subject: string; body: string }>(
    sql`select subject, body from mails where recipient = ${email} and body like '%/messages/%' order by id`,
  )

describe('a received message', () => {
  test('is an event for advertisers, without its text', async () => {
    const { worker, owner, id, offer } = await talk()
    expectOk(await byWorker(worker, id, 'Secret words'))
    expectOk(await byOwner(owner, id, 'An answer'))
    const events = await receivedBy(market, owner, ['message.received'])
    assert.equal(events.length, 1)
    const { message, ...data } = events[0]?.data ?? {}
    assert.deepEqual(data, { taskId: offer.id, reportId: null })
    assert.equal(message.conversationId, id)
    assert.match(message.executorId, /^ex_/)
    assert.ok(message.id > 0)
    assert.ok(!JSON.stringify(events).includes('Secret'))
  })

  test('is notified once an hour for each conversation, and mailed in one digest an hour, without texts', async () => {
    const { worker, owner, id } = await talk()
    for (const n of [1, 2, 3]) expectOk(await byOwner(owner, id, `Secret ${n}`))
    expectOk(await byWorker(worker, id, 'Secret answer'))
    await notify(market.ctx)
    const inbox = async ({ a }: Person) =>
      expectOk(await a.get('/api/account/notifications')).items.filter(
        ({ kind }: { kind: string }) => kind === 'MessageReceived',
      )
    const [one] = await inbox(worker)
    assert.deepEqual([one.data.reports, one.path, one.data.title], [3, `/executor/messages/${id}`, 'Old town'])
    assert.deepEqual(one.data.sender, undefined)
    const [other] = await inbox(owner)
    assert.equal(other.path, `/advertiser/messages/${id}`)
    assert.match(other.data.sender, /^ex_/)
    assert.equal(JSON.stringify([one, other]).includes('Secret'), false)

    await mailDigests(market.ctx)
    assert.deepEqual(await mails(worker), [], 'it waits for others')
    market.pass(301)
    await Promise.all([mailDigests(market.ctx), mailDigests(market.ctx)])
    const [mail, ...none] = await mails(worker)
    assert.deepEqual([mail?.subject, none], ['Unread messages: 3', []])
    assert.match(mail?.body ?? '', /“Old town”, the advertiser: 3 unread\nhttp.*\/executor\/messages\/\d+/)
    assert.match((await mails(owner))[0]?.body ?? '', /“Old town”, ex_[0-9a-f]{20}: 1 unread/)
    assert.ok(!mail?.body.includes('Secret'))

    expectOk(await byOwner(owner, id, 'More'))
    await notify(market.ctx)
    market.pass(600)
    await mailDigests(market.ctx)
    assert.equal((await mails(worker)).length, 1, 'one an hour')
    market.pass(3_000)
    await mailDigests(market.ctx)
    assert.equal((await mails(worker)).length, 2)
  })

  test('that is read in time is in no digest', async () => {
    const second = await talk()
    expectOk(await byWorker(second.worker, second.id, 'Read in time'))
    await notify(market.ctx)
    const upToId = (await second.owner.b.get(`${ofAdvertiser}/${second.id}/messages`)).body.items[0].id
    expectOk(await second.owner.b.post(`${ofAdvertiser}/${second.id}/read`, { upToId }))
    market.pass(3_600)
    await mailDigests(market.ctx)
    assert.deepEqual(await mails(second.owner), [], 'nothing is unread')
  })

  test('is deleted a year after the last one', async () => {
    const { worker, owner, id } = await talk()
    expectOk(await byWorker(worker, id, 'Hello'))
    market.pass(366 * day)
    await sweepConversations(market.ctx)
    assert.equal((await owner.b.get(`${ofAdvertiser}/${id}/messages`)).body.totalCount, 0)
    assert.equal(expectOk(await owner.b.get(`${ofAdvertiser}/${id}`)).messageCount, 0)
  })
})
