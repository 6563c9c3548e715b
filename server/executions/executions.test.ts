import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  eventsOf,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  proof,
  readyWork,
  reserved,
  submittedWork,
  withoutLinks,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'

const market = await openMarket()
const submit = (worker: Person, offer: number, body: object) =>
  worker.a.post(`${workPath(offer)}/submit-execution`, body)
const reject = { reason: 'Not what was asked' }
const countsOf = async ({ b }: Person, id: number) => {
  const { reserved, pending, accepted, rejected, remaining } = expectOk(await b.get(`/v1/tasks/${id}`)).counts
  return { reserved, pending, accepted, rejected, remaining }
}

const lastEvent = async (owner: Person) => {
  const event = (await eventsOf(market, owner)).at(-1)
  assert.ok(event)
  return event
}

describe('submitting work', () => {
  test('requires a slot, and waits for review for the period of the reservation', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { members: { reviewPeriodSeconds: 7_200 } })
    const worker = await executor(market)
    const body = await readyWork(worker, id)
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { reviewPeriodSeconds: 3_600 }))
    const { reviewDeadlineAtUtc, ...made } = expectOk(
      await submit(worker, id, { ...body, details: { completionCode: 'A1' } }),
    )
    assert.deepEqual(made, { id: made.id, alreadyExists: false, status: 'Pending', revision: 1 })
    const seen = expectOk(await worker.a.get(`/api/executor/executions/${made.id}`))
    assert.equal(Date.parse(reviewDeadlineAtUtc) - Date.parse(seen.submittedAtUtc), 7_200_000)
    assert.deepEqual(
      [seen.offerId, seen.reservationId, seen.details],
      [id, body.reservationId, { completionCode: 'A1' }],
    )
    assert.deepEqual(seen.proofUrls, body.proofUrls)
    assert.deepEqual(
      seen.history.map(({ event, actor }: Record<string, string>) => [event, actor]),
      [['Submitted', 'Executor']],
    )
    assert.deepEqual(await countsOf(owner, id), { reserved: 0, pending: 1, accepted: 0, rejected: 0, remaining: 1 })
    assert.deepEqual((await moneyOf(owner)).held, 2.2)
  })

  test('creates one execution for repeated requests, in any status and member order', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 3 })
    const worker = await executor(market)
    const { reservationId, proofUrls } = await readyWork(worker, id)
    const urls = [...proofUrls, await proof(worker, id)]
    const details = { notes: 'a', completionCode: 'b' }
    const made = expectOk(await submit(worker, id, { reservationId, proofUrls: urls, details }))
    const [one, two] = urls
    const again = { reservationId, proofUrls: [two, two], proofUrl: one, details: { completionCode: 'b', notes: 'a' } }
    assert.deepEqual(expectOk(await submit(worker, id, again)), { ...made, alreadyExists: true })
    assert.equal(outcome(await submit(worker, id, { ...again, details: {} })), '409 execution_pending')
    assert.equal(outcome(await submit(worker, id, { ...again, proofUrls: [] })), '409 execution_pending')
    expectOk(await owner.b.post(`/v1/reports/${made.id}/accept`))
    market.pass(100_000)
    assert.deepEqual(expectOk(await submit(worker, id, again)), { ...made, status: 'Accepted', alreadyExists: true })
    assert.equal((await eventsOf(market, owner)).filter(({ kind }) => kind === 'report.submitted').length, 1)
  })

  test('never exceeds the limit for each executor, even when requests to reserve and submit race', async () => {
    const { id } = await activeOffer(market, { slots: 9, members: { perExecutorLimit: 2 } })
    const worker = await executor(market)
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => worker.a.post(`${workPath(id)}/reserve`)))
      const [made] = answers.filter(({ status }) => status === 200)
      if (!made) break
      const body = { reservationId: made.body.id, proofUrls: [await proof(worker, id)] }
      const late = () => worker.a.post(`${workPath(id)}/reserve`)
      await Promise.all([
        submit(worker, id, body),
        late(),
        submit(worker, id, { ...body, details: { notes: 'b' } }),
        late(),
      ])
    }
    const { items } = expectOk(await worker.a.get('/api/executor/executions'))
    assert.deepEqual(
      items.map(({ status }: { status: string }) => status),
      ['Pending', 'Pending'],
    )
    assert.equal(outcome(await worker.a.post(`${workPath(id)}/reserve`)), '409 per_executor_limit_reached')
  })

  test('is refused with a reservation of another offer, of another executor, or a missing one', async () => {
    const [one, two] = [await activeOffer(market), await activeOffer(market)]
    const [ann, bob] = [await executor(market), await executor(market)]
    const [ofAnn, ofBob] = [await readyWork(ann, one.id), await readyWork(bob, two.id)]
    const refused = [
      await submit(ann, two.id, ofAnn),
      await submit(ann, two.id, ofBob),
      await submit(bob, one.id, ofAnn),
      await submit(ann, one.id, { ...ofAnn, reservationId: 999_999 }),
      await submit(ann, one.id, { reservationId: 999_999, proofUrl: 'https://elsewhere.example/a.pdf' }),
    ]
    for (const answer of refused) assert.equal(outcome(answer), '404 reservation_not_found')
    assert.equal(outcome(await submit(ann, 999_999, ofAnn)), '404 offer_not_found')
  })

  test('requires own proofs for this offer that no other work uses', async () => {
    const [one, two] = [
      await activeOffer(market, { slots: 3, members: { perExecutorLimit: 2 } }),
      await activeOffer(market),
    ]
    const [worker, other] = [await executor(market), await executor(market)]
    const foreign = (await readyWork(other, one.id)).proofUrls[0] as string
    const elsewhere = (await readyWork(worker, two.id)).proofUrls[0] as string
    expectOk(await worker.a.post(`${workPath(two.id)}/reservation/cancel`))
    const body = await readyWork(worker, one.id)
    const own = body.proofUrls[0] as string
    const wrong = [
      foreign,
      elsewhere,
      `${own}?x=1`,
      own.replace('.pdf', '.png'),
      own.replace('http:', 'https:'),
      'x',
      own.toUpperCase(),
    ]
    for (const url of wrong) {
      const refused = await submit(worker, one.id, { ...body, proofUrls: [own, url] })
      assert.equal(outcome(refused), '400 invalid_proof_url', url)
      assert.deepEqual(
        refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
        ['#/proofUrls/1'],
      )
    }
    const { id } = expectOk(await submit(worker, one.id, body))
    expectOk(await one.advertiser.b.post(`/v1/reports/${id}/reject`, reject))
    const again = { ...body, reservationId: await reserved(worker, one.id) }
    assert.equal(outcome(await submit(worker, one.id, again)), '400 invalid_proof_url', 'used in work that was refused')
  })
})

describe('accepting work', () => {
  test('pays its executor from the hold, and fee and add-ons to the platform', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const { id: work, executor: worker } = await submittedWork(market, id)
    const report = expectOk(await owner.b.post(`/v1/reports/${work}/accept`, { comment: 'Well done', rating: 5 }))
    assert.deepEqual(
      [report.status, report.rating, report.version, report.allowedActions],
      ['Accepted', 5, 2, ['Bonus']],
    )
    const { decidedAtUtc, ...decision } = report.decision
    assert.deepEqual(decision, {
      outcome: 'Accepted',
      by: 'Advertiser',
      reasonCode: null,
      reason: null,
      comment: 'Well done',
    })
    assert.equal(expectOk(await worker.a.get('/api/executor/balance')).available, 1)
    assert.deepEqual(await moneyOf(owner), { available: 997.8, held: 1.1 })
    assert.deepEqual(await countsOf(owner, id), { reserved: 0, pending: 0, accepted: 1, rejected: 0, remaining: 1 })
    const { items } = expectOk(await worker.a.get('/api/executor/transactions'))
    const [{ type, amount, taskId, reportId }, ...more] = items
    assert.deepEqual(
      [{ type, amount, taskId, reportId }, more],
      [{ type: 'Charge', amount: 1, taskId: id, reportId: work }, []],
    )
    const { data } = await lastEvent(owner)
    assert.deepEqual([data.execution.decidedBy, data.chargedUnits], ['Advertiser', 11_000])
    assert.equal(expectOk(await worker.a.get(`/api/executor/executions/${work}`)).decision.decidedAtUtc, decidedAtUtc)
  })

  test('happens once: repeating it returns the same report', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const { id: work } = await submittedWork(market, id)
    const first = expectOk(await owner.b.post(`/v1/reports/${work}/accept`, { comment: 'One' }))
    const again = expectOk(await owner.b.post(`/v1/reports/${work}/accept`, { comment: 'Two', version: 1 }))
    assert.deepEqual(withoutLinks(again), withoutLinks(first))
    const refused = await owner.b.post(`/v1/reports/${work}/reject`, reject)
    assert.deepEqual([outcome(refused), refused.body.currentStatus], ['409 report_already_decided', 'Accepted'])
    assert.equal((await eventsOf(market, owner)).filter(({ kind }) => kind === 'report.accepted').length, 1)
  })
})

describe('rejecting work', () => {
  test('requires a reason, frees the slot and pays nothing', async () => {
    const members = { acceptanceCriteria: [{ id: 'c1', text: 'All pages are there.' }] }
    const { id, advertiser: owner } = await activeOffer(market, { members })
    const { id: work, executor: worker } = await submittedWork(market, id)
    const body = { ...reject, reasonCode: 'ProofMissing', failedCriteria: ['c1'] }
    const report = expectOk(await owner.b.post(`/v1/reports/${work}/reject`, body))
    const { decidedAtUtc: _, ...decision } = report.decision
    assert.deepEqual(decision, {
      outcome: 'Rejected',
      by: 'Advertiser',
      reasonCode: 'ProofMissing',
      comment: null,
      ...reject,
    })
    assert.deepEqual([report.failedCriteria, report.executor.acceptanceRate], [['c1'], 0])
    assert.equal(expectOk(await worker.a.get('/api/executor/balance')).available, 0)
    assert.deepEqual(await moneyOf(owner), { available: 997.8, held: 2.2 })
    assert.deepEqual(await countsOf(owner, id), { reserved: 0, pending: 0, accepted: 0, rejected: 1, remaining: 2 })
    const { kind, data } = await lastEvent(owner)
    assert.deepEqual([kind, data.execution.reasonCode, data.chargedUnits], ['report.rejected', 'ProofMissing', 0])
  })
})
