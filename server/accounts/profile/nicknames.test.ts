import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  membersOf,
  operator,
  outcome,
  type Person,
  submittedWork,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { whileBlocked } from '../../../test/support/scenarios/blocked-request.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { nicknameKey } from '../../values/nickname.ts'
import { decideNickname } from './nickname-choice.ts'

const market = await openMarket()
const path = '/api/account'
const choose = (worker: Person, nickname: string | null) => worker.a.patch(path, { profile: { nickname } })
const chosen = async (worker: Person, nickname: string | null) =>
  expectOk(await choose(worker, nickname)).profile.nickname
const faultOf = async (worker: Person, nickname: string) => {
  const { status, body } = await choose(worker, nickname)
  return `${status} ${body.errors?.[0].field} ${body.errors?.[0].code}`
}

/** Makes a request while a transaction changes the account, and commits when the request waits for it. */
const during = (change: Sql, { id }: Person, request: () => ReturnType<typeof choose>) =>
  whileBlocked(
    market.ctx.db,
    async (db) => {
      await db.run(sql`select from accounts where id = ${id}::bigint for update`)
      await db.run(change)
    },
    request,
  )

describe('a nickname of an executor', () => {
  test('is what advertisers see in reports, lists, disputes and events, and never the address', async () => {
    const worker = await executor(market)
    assert.equal(await chosen(worker, '  Swift   Heron '), 'Swift Heron')
    const offer = await activeOffer(market)
    const { b } = offer.advertiser
    const { id } = await submittedWork(market, offer.id, worker)
    const report = expectOk(await b.get(`/v1/reports/${id}`))
    assert.equal(report.executor.nickname, 'Swift Heron')
    assert.equal(expectOk(await b.get('/v1/reports')).items[0].executor.nickname, 'Swift Heron')
    const list = expectOk(await b.post('/v1/executor-lists', { name: 'Good ones' })).id
    expectOk(await b.post(`/v1/executor-lists/${list}/members`, { executorIds: [report.executor.id] }))
    const members = expectOk(await b.get(`/v1/executor-lists/${list}/members`))
    assert.deepEqual([members.items[0].id, members.items[0].nickname], [report.executor.id, 'Swift Heron'])
    expectOk(await b.post(`/v1/reports/${id}/reject`, { reasonCode: 'Other', reason: 'It is empty.' }))
    expectOk(await worker.a.post(`/api/executor/executions/${id}/dispute`, { statement: 'It is not.' }))
    const disputes = expectOk(await b.get('/v1/disputes'))
    assert.equal(disputes.items[0].executorNickname, 'Swift Heron')
    const { data } = await market.ctx.db.one<{ data: { executor: { nickname: string } } }>(sql`
      select data from events where kind = 'report.submitted' and execution = ${id}::bigint`)
    assert.equal(data.executor.nickname, 'Swift Heron')
    for (const seen of [report, members, disputes]) assert.doesNotMatch(JSON.stringify(seen), new RegExp(worker.email))
  })

  test('is null until chosen, and again when removed', async () => {
    const worker = await executor(market)
    const offer = await activeOffer(market)
    const { id } = await submittedWork(market, offer.id, worker)
    const seen = async () => expectOk(await offer.advertiser.b.get(`/v1/reports/${id}`)).executor.nickname
    assert.equal(await seen(), null)
    await chosen(worker, 'Once Only')
    assert.equal(await seen(), 'Once Only')
    assert.equal(await chosen(worker, null), null)
    assert.equal(await seen(), null)
  })

  test('belongs to one account for good, also in a form that only looks like it', async () => {
    const [first, second] = [await executor(market), await executor(market)]
    await chosen(first, 'Paul Cole')
    for (const name of ['Paul Cole', 'paul-c0le', 'PAUL COLE', 'Раul']) {
      const fault = await faultOf(second, name)
      assert.match(fault, /^400 profile\.nickname (taken|alphabets)$/, name)
    }
    await chosen(first, 'Another One')
    assert.equal(await faultOf(second, 'Paul Cole'), '400 profile.nickname taken')
    assert.equal(await chosen(first, 'paul cole'), 'paul cole')
  })

  test('of two who ask at the same time goes to one', async () => {
    const workers = await Promise.all([executor(market), executor(market), executor(market)])
    const answers = await Promise.all(workers.map((worker) => choose(worker, 'Race Winner')))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
  })

  test('can be new three times a year, also for concurrent requests', async () => {
    const worker = await executor(market)
    const names = ['First Name', 'Second Name', 'Third Name', 'Fourth Name', 'Fifth Name']
    const answers = await Promise.all(names.map((name) => choose(worker, name)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 400, 400])
    assert.equal(await faultOf(worker, 'Sixth Name'), '400 profile.nickname limit')
    await market.ctx.db.run(sql`
      update nicknames set chosen_at = chosen_at - interval '366 days' where account = ${worker.id}::bigint`)
    assert.equal(await chosen(worker, 'Sixth Name'), 'Sixth Name')
  })

  test('is refused with the field, and nothing else of the request is written', async () => {
    const worker = await executor(market)
    assert.equal(await faultOf(worker, 'Operator'), '400 profile.nickname reserved')
    const both = await worker.a.patch(path, { language: 'de', profile: { nickname: 'x', birthDate: 'never' } })
    assert.deepEqual(membersOf(both.body.errors, 'field'), ['profile.nickname', 'profile.birthDate'])
    await chosen(await executor(market), 'Known Name')
    assert.equal(
      outcome(await worker.a.patch(path, { language: 'de', profile: { nickname: 'Known Name' } })),
      '400 validation_error',
    )
    assert.equal(expectOk(await worker.a.get(path)).language, 'en')
  })

  test('is removed by an operator with a reason, and cannot be chosen again', async () => {
    const [worker, judge] = [await executor(market), await operator(market)]
    await chosen(worker, 'Rude Word')
    const one = `/api/operator/accounts/${worker.id}`
    const { account } = expectOk(await judge.a.get(one))
    assert.deepEqual([account.profile.nickname, account.allowedActions.includes('RemoveNickname')], ['Rude Word', true])
    const removed = expectOk(await judge.a.post(`${one}/nickname/remove`, { reason: 'It is an insult.' }))
    assert.deepEqual([removed.profile.nickname, removed.allowedActions.includes('RemoveNickname')], [null, false])
    assert.equal(await faultOf(worker, 'Rude Word'), '400 profile.nickname reserved')
    assert.equal(await chosen(worker, 'Kind Word'), 'Kind Word')
    const actions = await market.ctx.db.many<{ reason: string }>(sql`
      select reason from audit_log where action = 'nickname.remove' and subject_id = ${worker.id}::bigint`)
    assert.deepEqual(actions, [{ reason: 'It is an insult.' }])
  })
  test('that is changed during its removal is removed and barred as well', async () => {
    const [worker, judge] = [await executor(market), await operator(market)]
    await chosen(worker, 'First Insult')
    const removed = await during(
      sql`
        with named as (update executors set nickname = 'Second Insult' where account = ${worker.id}::bigint)
        insert into nicknames (key, account, chosen_at) values (${nicknameKey('Second Insult')}, ${worker.id}::bigint, now())`,
      worker,
      () => judge.a.post(`/api/operator/accounts/${worker.id}/nickname/remove`, { reason: 'It is an insult.' }),
    )
    assert.equal(expectOk(removed).profile.nickname, null)
    assert.equal(await faultOf(worker, 'Second Insult'), '400 profile.nickname reserved')
  })

  test('is not written back by a request that began before its removal', async () => {
    const worker = await executor(market)
    await chosen(worker, 'Rude Again')
    const again = await during(
      sql`
        with cleared as (update executors set nickname = null where account = ${worker.id}::bigint)
        update nicknames set removed_at = now() where account = ${worker.id}::bigint`,
      worker,
      () => choose(worker, 'Rude Again'),
    )
    assert.deepEqual([again.status, again.body.errors?.[0].code], [400, 'reserved'])
    assert.equal(expectOk(await worker.a.get(path)).profile.nickname, null)
  })

  test('is not the name that the operator gave the marketplace', async () => {
    const [worker, judge] = [await executor(market), await operator(market)]
    await chosen(worker, 'Ulm Jobs')
    await market.ctx.db.run(sql`update site set brand_name = 'Ulm Jobs'`)
    assert.equal(await faultOf(await executor(market), 'ulm-j0bs'), '400 profile.nickname reserved')
    assert.equal(await chosen(worker, 'Ulm Jobs'), 'Ulm Jobs', 'a name from before can stay')
    expectOk(await judge.a.post(`/api/operator/accounts/${worker.id}/nickname/remove`, { reason: 'It is ours.' }))
  })
})

describe('choosing a nickname', () => {
  const former = (key: string, isRemoved = false, isWithinYear = true) => ({ key, isRemoved, isWithinYear })
  const codeOf = (run: () => unknown) => {
    try {
      return run()
    } catch (error) {
      return (error as { errors: readonly { code: string }[] }).errors[0]?.code
    }
  }

  test('is allowed three times a year, and back to a former one always', () => {
    const chosen = ['a', 'b', 'c'].map((key) => former(key))
    const shown = codeOf(() => decideNickname('d', chosen.slice(1)))
    assert.equal(shown, true)
    const found = codeOf(() => decideNickname('d', chosen))
    assert.equal(found, 'limit')
    const told = codeOf(() => decideNickname('d', [former('a', false, false), ...chosen.slice(1)]))
    assert.equal(told, true)
    const listed = codeOf(() => decideNickname('b', chosen))
    assert.equal(listed, false)
  })

  test('is refused for one that an operator removed', () => {
    const shown = codeOf(() => decideNickname('a', [former('a', true)]))
    assert.equal(shown, 'reserved')
  })
})
