import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  eventsOf,
  executor,
  expectOk,
  kindsOf,
  moneyOf,
  type Offered,
  outcome,
  type Person,
  proof,
  readyWork,
  reserved,
  submittedWork,
  type Work,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))

const day = 86_400
const reason = 'The last page is missing.'
const sendBack = (owner: Person, id: number, more: object = {}) =>
  owner.b.post(`/v1/reports/${id}/rework`, { reason, ...more })
const ownView = async ({ executor: { a }, id }: Pick<Work, 'executor' | 'id'>) =>
  expectOk(await a.get(`/api/executor/executions/${id}`))
const reportOf = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/reports/${id}`))
const countsOf = async ({ b }: Person, id: number) => {
  const { reserved, pending, rework, accepted, rejected, withdrawn, remaining } = expectOk(
    await b.get(`/v1/tasks/${id}`),
  ).counts
  return { reserved, pending, rework, accepted, rejected, withdrawn, remaining }
}
const submit = (worker: Person, offer: number, body: object) =>
  worker.a.post(`${workPath(offer)}/submit-execution`, body)
const auditOf = (id: number) =>
  market.ctx.db.many<{ actor: string; action: string; reason: string | null }>(sql`
    select actor, action, reason from audit_log where subject = 'report' and subject_id = ${id}::bigint order by id`)

/** Work that was sent back, and the reservation for its rework. */
async function returnedWork(members: object = {}, more: object = {}) {
  const offer = await activeOffer(market, { members: members as Record<string, unknown> })
  const work = await submittedWork(market, offer.id)
  const report = expectOk(await sendBack(offer.advertiser, work.id, more))
  const { rework } = await ownView(work)
  return { offer, owner: offer.advertiser, work, report, again: rework.reservationId as number }
}

/** Resubmits it with a new proof. */
async function resubmit({ executor: worker, offer }: Work, reservationId: number, details: object = {}) {
  return submit(worker, offer, { reservationId, proofUrls: [await proof(worker, offer)], details })
}

describe('sending work back', () => {
  test('needs a reason and a deadline, and keeps its slot', async () => {
    const { offer, owner, work, report } = await returnedWork({}, { deadlineSeconds: 7_200 })
    const { round, maxRounds, reason: why, requestedAtUtc, deadlineAtUtc } = report.rework
    assert.deepEqual([report.status, round, maxRounds, why], ['ReworkRequested', 1, 2, reason])
    assert.equal(Date.parse(deadlineAtUtc) - Date.parse(requestedAtUtc), 7_200_000)
    assert.deepEqual(report.allowedActions, ['Accept', 'Reject'])
    assert.equal(report.autoDecision, null)
    assert.deepEqual((await ownView(work)).allowedActions, ['Resubmit', 'Withdraw'])
    const counts = { reserved: 0, pending: 0, rework: 1, accepted: 0, rejected: 0, withdrawn: 0, remaining: 1 }
    assert.deepEqual(await countsOf(owner, offer.id), counts)
    assert.equal((await moneyOf(owner)).held, 2.2)
    assert.deepEqual(
      report.history.map(({ event, actor, note }: Record<string, string>) => [event, actor, note]).at(-1),
      ['ReworkRequested', 'Advertiser', reason],
    )
    assert.deepEqual(await auditOf(work.id), [{ actor: 'advertiser', action: 'report.rework', reason }])
    assert.equal((await kindsOf(market, owner)).at(-1), 'report.rework_requested')
    const { kind, status, expiresAtUtc } = await reservationOf(work)
    assert.deepEqual([kind, status, expiresAtUtc], ['Rework', 'Active', deadlineAtUtc])
  })

  test('uses the period that the task had when it was reserved by default', async () => {
    const { report } = await returnedWork()
    assert.equal(Date.parse(report.rework.deadlineAtUtc) - Date.parse(report.rework.requestedAtUtc), day * 1000)
  })

  test('changes nothing when repeated', async () => {
    const { owner, work, report } = await returnedWork()
    const again = expectOk(await sendBack(owner, work.id, { reason: 'Something else', version: 1 }))
    assert.deepEqual([again.rework, again.version], [report.rework, report.version])
  })

  test('is limited by the task’s maximum', async () => {
    const offer = await activeOffer(market)
    const work = await submittedWork(market, offer.id)
    for (const round of [1, 2]) {
      assert.equal(expectOk(await sendBack(offer.advertiser, work.id)).rework.round, round)
      expectOk(await resubmit(work, (await ownView(work)).rework.reservationId))
    }
    const refused = await sendBack(offer.advertiser, work.id)
    assert.equal(outcome(refused), '409 rework_limit_reached')
    assert.equal(refused.body.maxRounds, 2)
    const { allowedActions, revision } = await reportOf(offer.advertiser, work.id)
    assert.deepEqual([allowedActions, revision], [['Accept', 'Reject'], 3])
  })

  test('is possible only for pending work in the version that was seen', async () => {
    const { advertiser: owner, id } = await activeOffer(market, { slots: 4 })
    for (const [decision, body] of Object.entries({ accept: {}, reject: { reason } })) {
      const work = await submittedWork(market, id)
      expectOk(await owner.b.post(`/v1/reports/${work.id}/${decision}`, body))
      assert.equal(outcome(await sendBack(owner, work.id)), '409 report_already_decided')
    }
    const work = await submittedWork(market, id)
    assert.equal(outcome(await sendBack(owner, work.id, { version: 2 })), '409 version_conflict')
    for (const wrong of [
      { reason: 'no' },
      { reason: '   \n   ' },
      { deadlineSeconds: 3_599 },
      { deadlineSeconds: 1_209_601 },
      { deadlineSeconds: '7200' },
      { reason: 7 },
      { version: 0 },
    ]) {
      assert.equal(outcome(await sendBack(owner, work.id, wrong)), '400 validation_error', JSON.stringify(wrong))
    }
    assert.equal((await reportOf(owner, work.id)).status, 'Pending')
  })
})

const reservationOf = async ({ executor: { a } }: Work) => expectOk(await a.get('/api/executor/reservations')).items[0]

describe('work that was sent back', () => {
  test('is resubmitted with the same id as the next revision', async () => {
    const { owner, offer, work, again } = await returnedWork({ reviewPeriodSeconds: 7_200 })
    market.pass(600)
    const made = expectOk(await resubmit(work, again, { completionCode: 'B2' }))
    assert.deepEqual([made.id, made.alreadyExists, made.status, made.revision], [work.id, false, 'Pending', 2])
    const report = await reportOf(owner, work.id)
    assert.equal(Date.parse(report.reviewDeadlineAtUtc) - Date.parse(report.submittedAtUtc), 7_200_000)
    assert.deepEqual([report.details, report.reservationId, report.proofs.length], [{ completionCode: 'B2' }, again, 1])
    assert.equal(report.rework.round, 1)
    assert.deepEqual(report.allowedActions, ['Accept', 'Reject', 'RequestRework'])
    assert.deepEqual((await countsOf(owner, offer.id)).pending, 1)
    const { data } = (await eventsOf(market, owner)).at(-1) ?? assert.fail()
    assert.deepEqual([data.resubmission, data.previousRevision, data.counts.rework], [true, 1, 0])
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    assert.equal(expectOk(await work.executor.a.get('/api/executor/balance')).available, 1)
  })

  test('creates one revision for repeated requests with the same reservation', async () => {
    const { work, again, owner } = await returnedWork()
    const worker = work.executor
    const second = { reservationId: again, proofUrls: [await proof(worker, work.offer)] }
    const made = expectOk(await submit(worker, work.offer, second))
    const urls = (await revisionsOf(work.id)).map(({ proofs }) => proofs.map(({ id }) => id))
    assert.equal(urls.length, 1)
    for (const decided of [false, true]) {
      if (decided) expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
      const status = decided ? 'Accepted' : 'Pending'
      assert.deepEqual(expectOk(await submit(worker, work.offer, second)), { ...made, status, alreadyExists: true })
      const first = { reservationId: work.reservation, proofUrls: await formerUrls(work) }
      assert.deepEqual(expectOk(await submit(worker, work.offer, first)), { ...made, status, alreadyExists: true })
      assert.equal(outcome(await submit(worker, work.offer, { ...first, details: { a: 1 } })), '409 execution_pending')
      assert.equal(outcome(await submit(worker, work.offer, { ...second, details: { a: 1 } })), '409 execution_pending')
    }
  })

  test('may name its proofs again; the others become free', async () => {
    const { work, again } = await returnedWork({ perExecutorLimit: 3, totalLimit: 5 })
    const worker = work.executor
    const [kept] = (await ownView(work)).proofUrls
    const added = await proof(worker, work.offer)
    expectOk(await submit(worker, work.offer, { reservationId: again, proofUrls: [added, kept] }))
    assert.deepEqual((await ownView(work)).proofUrls, [added, kept])
    const reservationId = await reserved(worker, work.offer)
    assert.equal(
      outcome(await submit(worker, work.offer, { reservationId, proofUrls: [kept] })),
      '400 invalid_proof_url',
    )
  })

  test('does not wait for other work of the same executor', async () => {
    const { work, again } = await returnedWork({ perExecutorLimit: 2 })
    const other = await readyWork(work.executor, work.offer)
    expectOk(await submit(work.executor, work.offer, other))
    assert.equal(expectOk(await resubmit(work, again)).revision, 2)
  })

  test('needs no rework once it is decided', async () => {
    for (const [decision, body] of Object.entries({ accept: {}, reject: { reason } })) {
      const { owner, work, again } = await returnedWork()
      expectOk(await owner.b.post(`/v1/reports/${work.id}/${decision}`, body))
      const refused = await resubmit(work, again).catch(() => undefined)
      const answer = refused ?? (await submit(work.executor, work.offer, { reservationId: again, proofUrls: ['x'] }))
      assert.equal(outcome(answer), '409 reservation_not_active')
      assert.equal(answer.body.currentStatus, 'Revoked')
    }
  })
})

const revisionsOf = (id: number) =>
  market.ctx.db.many<{ proofs: { id: string; extension: string }[] }>(sql`
    select proofs from revisions where execution = ${id}::bigint order by revision`)

async function formerUrls({ id }: Pick<Work, 'id'>): Promise<string[]> {
  const [former] = await revisionsOf(id)
  const folder = `${market.ctx.config.publicUrl}/uploads/executor/proofs`
  return (former?.proofs ?? []).map((one) => `${folder}/${one.id}.${one.extension}`)
}

describe('withdrawing work', () => {
  const withdraw = ({ executor: { a }, id }: Work) => a.post(`/api/executor/executions/${id}/withdraw`)

  test('frees the slot, while it waits for review or for rework', async () => {
    const offer: Offered = await activeOffer(market, { slots: 2 })
    const owner = offer.advertiser
    const waiting = await submittedWork(market, offer.id)
    const back = await submittedWork(market, offer.id)
    expectOk(await sendBack(owner, back.id))
    for (const work of [waiting, back]) {
      const taken = expectOk(await withdraw(work))
      assert.deepEqual([taken.status, taken.allowedActions], ['Withdrawn', []])
      assert.deepEqual((await withdraw(work)).body.version, taken.version, 'the same again')
      assert.ok(
        (await auditOf(work.id)).some(({ actor, action }) => actor === 'executor' && action === 'report.withdraw'),
      )
    }
    const counts = { reserved: 0, pending: 0, rework: 0, accepted: 0, rejected: 0, withdrawn: 2, remaining: 2 }
    assert.deepEqual(await countsOf(owner, offer.id), counts)
    assert.equal((await reservationOf(back)).status, 'Cancelled')
    assert.equal(outcome(await owner.b.post(`/v1/reports/${back.id}/accept`)), '409 report_already_decided')
    assert.ok(await reserved(back.executor, offer.id), 'it counts against no one')
  })

  test('also works by cancelling the named reservation of its rework, which repeats without an effect', async () => {
    const { owner, offer, work } = await returnedWork()
    const { reservationId } = expectOk(await work.executor.a.get(`/api/executor/executions/${work.id}`)).rework
    const cancel = (client = work.executor.a) =>
      client.post(`${workPath(offer.id)}/reservation/cancel`, { reservationId })
    assert.equal(outcome(await cancel((await executor(market)).a)), '404 reservation_not_found')
    const cancelled = expectOk(await cancel())
    assert.deepEqual([cancelled.outcome, cancelled.reservationId], ['Cancelled', reservationId])
    assert.equal((await reportOf(owner, work.id)).status, 'Withdrawn')
    const newer = await reserved(work.executor, offer.id)
    assert.equal(outcome(await cancel()), '409 reservation_not_active')
    assert.equal((await work.executor.a.get(`/api/executor/offers/available/${offer.id}`)).body.my.reservationId, newer)
  })

  test('without a name, only a reserved slot is extended and cancelled, never the rework beside it', async () => {
    const { owner, offer, work } = await returnedWork({ perExecutorLimit: 2 })
    const id = await reserved(work.executor, offer.id)
    const ask = (verb: string, body?: object) => work.executor.a.post(`${workPath(offer.id)}/reservation/${verb}`, body)
    assert.equal(expectOk(await ask('extend')).id, id)
    assert.equal(expectOk(await ask('cancel')).reservationId, id)
    for (const verb of ['extend', 'cancel']) assert.equal(outcome(await ask(verb)), '409 reservation_not_active')
    assert.equal((await reportOf(owner, work.id)).status, 'ReworkRequested')
    const { reservationId } = expectOk(await work.executor.a.get(`/api/executor/executions/${work.id}`)).rework
    assert.equal(outcome(await ask('extend', { reservationId })), '409 reservation_not_extendable')
  })

  test('releases the money of a closed offer', async () => {
    const { offer, owner, work } = await returnedWork()
    expectOk(await owner.b.delete(`/v1/tasks/${offer.id}`))
    assert.equal((await moneyOf(owner)).held, 1.1)
    expectOk(await withdraw(work))
    assert.equal((await moneyOf(owner)).held, 0)
  })

  test('is refused after a decision, and to others', async () => {
    const { advertiser: owner, id } = await activeOffer(market)
    const work = await submittedWork(market, id)
    const stranger = await executor(market)
    assert.equal(outcome(await withdraw({ ...work, executor: stranger })), '404 report_not_found')
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    assert.equal(outcome(await withdraw(work)), '409 report_already_decided')
  })
})
