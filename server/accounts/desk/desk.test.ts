import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  membersOf,
  operator,
  outcome,
  type Person,
  submittedOffer,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { eraseRecords } from '../../privacy/sql-erasure.ts'
import { idOf } from '../../values/id.ts'

const market = await openMarket()
const { db } = market.ctx
const [olga, oscar] = [await operator(market), await operator(market)]
const assignments = '/api/operator/assignments'
const views = '/api/operator/saved-views'

const give = (by: Person, record: string, assigneeId: number | null, formerId: number | null = null) =>
  by.a.put(`${assignments}/${record}`, { assigneeId, formerId })
const offered = async () => (await submittedOffer(market)).id
const queueOf = async ({ a }: Person, assigned: string): Promise<number[]> =>
  membersOf(expectOk(await a.get(`/api/operator/offers?assigned=${assigned}&pageSize=100`)).items, 'id')
/** Makes an account an operator too. */
async function asOperator(person: Person): Promise<Person> {
  await db.run(sql`update accounts set roles = array_append(roles, 'Operator') where id = ${person.id}`)
  const client = await operator(market)
  await db.run(sql`update credentials set account = ${person.id}, roles = '{Operator}' where account = ${client.id}`)
  return { ...person, a: client.a }
}

describe('an entry of a queue', () => {
  test('is taken by one of two operators; the other sees who has it, and filters follow', async () => {
    const id = await offered()
    const record = `offer/${id}`
    const answers = await Promise.all([give(olga, record, olga.id), give(oscar, record, oscar.id)])
    assert.deepEqual(answers.map(outcome).sort(), ['200', '409 assigned_to_other'])
    const [winner, loser] = answers[0]?.status === 200 ? [olga, oscar] : [oscar, olga]
    const refused = answers.find(({ status }) => status === 409)
    assert.deepEqual([refused?.body.assigneeId, refused?.body.assigneeEmail], [winner.id, winner.email])
    assert.ok((await queueOf(winner, 'Mine')).includes(id))
    assert.ok(!(await queueOf(loser, 'Mine')).includes(id))
    assert.ok(!(await queueOf(loser, 'Unassigned')).includes(id))
    const shown = expectOk(await loser.a.get(`${assignments}?subject=offer&subjectId=${id},${id + 1}`))
    assert.deepEqual(membersOf(shown.items, 'assigneeEmail'), [winner.email])
    assert.equal(outcome(await give(winner, record, winner.id)), '200', 'again')
    expectOk(await give(loser, record, loser.id, winner.id))
    assert.ok((await queueOf(loser, 'Mine')).includes(id))
    assert.equal(expectOk(await give(loser, record, null, loser.id)).assigneeId, null)
    assert.ok((await queueOf(loser, 'Unassigned')).includes(id))
    const { items } = expectOk(
      await olga.a.get(`/api/operator/audit?subject=task&subjectId=${id}&accountId=${loser.id}`),
    )
    assert.deepEqual(membersOf(items, 'action'), ['desk.release', 'desk.assign'])
  })

  test('can be decided by an operator who does not have it', async () => {
    const id = await offered()
    expectOk(await give(olga, `offer/${id}`, olga.id))
    const { version } = expectOk(await oscar.a.get(`/api/operator/offers/${id}`))
    expectOk(await oscar.a.post(`/api/operator/offers/${id}/approve`, { version }))
  })

  test('is not given to an operator with an interest, to others than operators, nor if it does not exist', async () => {
    const owner = await asOperator(await advertiser(market))
    const { id } = await submittedOffer(market, { advertiser: owner })
    assert.equal(outcome(await give(owner, `offer/${id}`, owner.id)), '409 own_interest')
    for (const wrong of [owner.id, (await advertiser(market)).id, 999_999_999]) {
      const { status, body } = await give(olga, `offer/${id}`, wrong)
      assert.deepEqual([status, membersOf(body.errors, 'field')], [400, ['assigneeId']])
    }
    for (const record of ['offer/999999999', 'offer/x', `account/${oscar.id}`, 'toString/1', 'refund/1'])
      assert.equal(outcome(await give(olga, record, olga.id)), '404 desk_record_not_found', record)
  })

  test('of somebody who is no operator any more is nobody’s', async () => {
    const leaver = await operator(market)
    const id = await offered()
    expectOk(await give(olga, `offer/${id}`, leaver.id))
    await db.run(sql`update accounts set roles = '{Executor}' where id = ${leaver.id}`)
    assert.ok((await queueOf(olga, 'Unassigned')).includes(id))
    assert.equal(expectOk(await olga.a.get(`${assignments}?subject=offer&subjectId=${id}`)).totalCount, 0)
    expectOk(await give(oscar, `offer/${id}`, oscar.id))
  })

  test('is found by who has it in each queue', async () => {
    for (const path of ['disputes', 'withdrawals', 'offer-reports', 'operator-requests'])
      for (const assigned of ['Mine', 'Unassigned'])
        assert.equal(outcome(await olga.a.get(`/api/operator/${path}?assigned=${assigned}`)), '200', path)
    assert.equal(outcome(await olga.a.get('/api/operator/disputes?assigned=Theirs')), '400 validation_error')
  })
})

describe('a note', () => {
  const write = (by: Person, record: string, text: unknown) => by.a.post(`/api/operator/notes/${record}`, { text })

  test('is read by operators as it was written, and by no one whom the record concerns', async () => {
    const owner = await asOperator(await advertiser(market))
    const { id } = await submittedOffer(market, { advertiser: owner })
    const text = '<script>alert(1)</script> **Ask** for\nthe invoice. {{7*7}}'
    const note = expectOk(await write(olga, `offer/${id}`, text))
    assert.deepEqual([note.text, note.authorEmail], [text, olga.email])
    assert.deepEqual(membersOf(expectOk(await oscar.a.get(`/api/operator/notes/offer/${id}`)).items, 'text'), [text])
    expectOk(await write(olga, `account/${owner.id}`, 'Calls often.'))
    for (const record of [`offer/${id}`, `account/${owner.id}`]) {
      assert.equal(outcome(await owner.a.get(`/api/operator/notes/${record}`)), '409 own_interest')
      assert.equal(outcome(await write(owner, record, 'All is well.')), '409 own_interest')
    }
    const { items } = expectOk(await olga.a.get(`/api/operator/audit?action=desk.note&subjectId=${id}`))
    assert.equal(JSON.stringify(items).includes('invoice'), false)
    assert.equal(items.length, 1)
  })

  test('is refused if it is blank, too long or on no record', async () => {
    const { id } = await advertiser(market)
    for (const text of ['', '  \n ', 'x'.repeat(4_001), 'a\u0000b', 7])
      assert.equal(outcome(await write(olga, `account/${id}`, text)), '400 validation_error', JSON.stringify(text))
    for (const record of [
      'account/999999999',
      'dispute/999999999',
      'withdrawal/0',
      'operatorRequest/1',
      'constructor/1',
    ])
      assert.equal(outcome(await write(olga, record, 'Hello')), '404 desk_record_not_found', record)
  })

  test('is erased with each account that it concerns', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner })
    expectOk(await write(olga, `offer/${id}`, 'Ask for the invoice.'))
    expectOk(await write(olga, `account/${owner.id}`, 'Calls often.'))
    await db.transaction((within) => eraseRecords(within, idOf(owner.id), `erased-${owner.id}@example.invalid`, String))
    for (const record of [`offer/${id}`, `account/${owner.id}`])
      assert.equal(expectOk(await olga.a.get(`/api/operator/notes/${record}`)).totalCount, 0)
  })
})

describe('a saved view', () => {
  const view = { name: 'Mine', page: '/operator/withdrawals', query: 'assigned=Mine&status=Requested,Processing' }

  test('belongs to its operator, who saves, renames and deletes it', async () => {
    const { id } = expectOk(await olga.a.post(views, view))
    assert.equal(expectOk(await olga.a.post(views, { ...view, query: '' })).id, id)
    expectOk(await olga.a.post(views, { ...view, name: 'Other' }))
    assert.deepEqual(membersOf(expectOk(await olga.a.get(views)).items, 'name'), ['Mine', 'Other'])
    assert.deepEqual(expectOk(await oscar.a.get(views)).items, [])
    for (const answer of [oscar.a.patch(`${views}/${id}`, { name: 'X' }), oscar.a.delete(`${views}/${id}`)])
      assert.equal(outcome(await answer), '404 saved_view_not_found')
    assert.equal(outcome(await olga.a.patch(`${views}/${id}`, { name: 'Other' })), '409 saved_view_name_taken')
    assert.equal(expectOk(await olga.a.patch(`${views}/${id}`, { name: '  My   own ' })).name, 'My own')
    expectOk(await olga.a.delete(`${views}/${id}`))
    assert.deepEqual(membersOf(expectOk(await olga.a.get(views)).items, 'name'), ['Other'])
  })

  test('leads nowhere else, keeps nobody’s address, and is one of fifty', async () => {
    for (const wrong of [
      { page: '//evil.example' },
      { page: 'javascript:alert(1)' },
      { page: '/operator/../sign-in' },
      { query: 'a=1#x' },
      { query: 'a=<b>' },
      { query: 'account=anna%40example.com' },
      { name: ' ' },
      { name: 'x'.repeat(61) },
    ])
      assert.equal(
        outcome(await oscar.a.post(views, { ...view, ...wrong })),
        '400 validation_error',
        JSON.stringify(wrong),
      )
    const saved = await Promise.all(
      Array.from({ length: 52 }, (_, n) => oscar.a.post(views, { ...view, name: `View ${n}` })),
    )
    assert.equal(saved.filter(({ status }) => status === 200).length, 50)
    assert.equal(outcome(await oscar.a.post(views, { ...view, name: 'One more' })), '409 too_many_saved_views')
  })
})
