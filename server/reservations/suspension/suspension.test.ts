import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  readyWork,
  reserved,
  submittedWork,
  theOperator,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { verifyHolds } from '../../offers/lifecycle/actions.ts'
import { listMails } from '../../platform/mail/mail.ts'
import { sql } from '../../platform/sql.ts'
import { expireOverdue } from '../actions-expiry.ts'
import { revokedNotice } from './revocation-mail.ts'

const market = await openMarket({ coolDownAfter: 1, softHoldSeconds: 60 })
const reason = 'It asks for passwords.'
const suspend = async (offer: number, body: object = { reason }) =>
  (await theOperator(market)).a.post(`/api/operator/offers/${offer}/suspend`, body)
const statusOf = async (worker: Person) => expectOk(await worker.a.get('/api/executor/reservations')).items[0].status

describe('suspending an offer', () => {
  test('revokes and notifies all who hold a slot, and lets them reserve elsewhere at once', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 5 })
    const [one, two] = [await executor(market), await executor(market)]
    const work = await readyWork(one, id)
    await reserved(two, id)
    const { id: report } = await submittedWork(market, id)
    const offer = expectOk(await suspend(id))
    assert.deepEqual([offer.status, offer.statusReason], ['Paused', { code: 'suspended', message: reason }])
    const { reserved: taken, pending, remaining } = offer.counts
    assert.deepEqual({ taken, pending, remaining }, { taken: 0, pending: 1, remaining: 4 })
    assert.deepEqual([await statusOf(one), await statusOf(two)], ['Revoked', 'Revoked'])
    const late = await one.a.post(`${workPath(id)}/submit-execution`, work)
    assert.deepEqual([outcome(late), late.body.currentStatus], ['409 reservation_not_active', 'Revoked'])
    assert.equal(outcome(await one.a.post(`${workPath(id)}/reservation/cancel`)), '409 reservation_not_active')
    expectOk(await one.a.post(`${workPath((await activeOffer(market)).id)}/reserve`))
    const mails = (await listMails(market.ctx.db, 9)).map(({ recipient, subject, body }) => ({
      recipient,
      subject,
      body,
    }))
    const notice = revokedNotice('A short survey', reason, 'en')
    const byName = (a: { recipient: string }, b: { recipient: string }) => (a.recipient < b.recipient ? -1 : 1)
    assert.deepEqual(mails.sort(byName), [one, two].map(({ email }) => ({ recipient: email, ...notice })).sort(byName))
    expectOk(await owner.b.post(`/v1/reports/${report}/accept`))
    assert.equal(outcome(await owner.a.post(`/api/advertiser/offers/${id}/resume`)), '409 task_state_conflict')
    expectOk(await (await theOperator(market)).a.post(`/api/operator/offers/${id}/resume`))
    expectOk(await two.a.post(`${workPath(id)}/reserve`))
    assert.deepEqual(await verifyHolds(market.ctx), [])
    assert.equal((await moneyOf(owner)).held, 4.4)
  })

  test('is audited, with each revoked reservation', async () => {
    const { id } = await activeOffer(market)
    const worker = await executor(market)
    const reservation = await reserved(worker, id)
    const { id: by } = await theOperator(market)
    expectOk(await suspend(id))
    const lines = await market.ctx.db.many(sql`
      select actor, account, action, subject_id, owner, reason from audit_log
      where (subject, subject_id) in (('task', ${id}::bigint), ('reservation', ${reservation}::bigint))
      order by id desc limit 2`)
    const line = { actor: 'operator', account: by, reason }
    assert.deepEqual(lines, [
      { ...line, action: 'reservation.revoke', subjectId: reservation, owner: worker.id },
      { ...line, action: 'task.suspend', subjectId: id, owner: (lines[1] as { owner: number }).owner },
    ])
  })

  test('works on a paused or suspended offer, not on an archived one', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const worker = await executor(market)
    await reserved(worker, id)
    expectOk(await owner.a.post(`/api/advertiser/offers/${id}/pause`))
    expectOk(await suspend(id))
    assert.equal(await statusOf(worker), 'Revoked')
    assert.equal(outcome(await owner.a.post(`/api/advertiser/offers/${id}/resume`)), '409 task_state_conflict')
    expectOk(await suspend(id, { reason: 'Once more.' }))
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
    assert.equal(outcome(await suspend(id)), '409 task_state_conflict')
  })

  test('does not cover reservations that had already expired', async () => {
    const { id } = await activeOffer(market)
    const worker = await executor(market)
    await reserved(worker, id)
    market.pass(3_600)
    const { counts } = expectOk(await suspend(id))
    assert.deepEqual([counts.reserved, await statusOf(worker)], [1, 'Expired'])
    market.pass(60)
    await expireOverdue(market.ctx)
    const other = (await activeOffer(market)).id
    assert.equal(outcome(await worker.a.post(`${workPath(other)}/reserve`)), '409 cooling_down')
  })
})

test('a revocation notice is in the language of its executor', () => {
  assert.match(revokedNotice('Опрос', 'Почему', 'ru-RU').body, /Опрос.*\n\nПричина: Почему/s)
  assert.match(revokedNotice('Survey', 'Why', 'fr').body, /“Survey”.*\n\nReason: Why/s)
})
