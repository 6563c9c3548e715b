import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  eventsOf,
  expectOk,
  kindsOf,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
  theOperator,
} from '../../test/support/fixtures.ts'
import { noon, secondsFrom } from '../../test/support/inputs/samples.ts'
import { openMarket } from '../../test/support/market.ts'
import {
  appeal,
  decide,
  disputedWork,
  disputeOf,
  earned,
  mustBeInOrder,
  rejectedWork,
  statement,
  verdict,
} from '../../test/support/scenarios/appeals.ts'
import { sql } from '../platform/sql.ts'
import { idOf } from '../values/id.ts'
import { dispatchEvents } from '../webhooks/events/actions-dispatch.ts'
import { applyDisputeDeadlines } from './actions.ts'
import {
  actionsOn,
  type Dispute,
  isPastDecisionDeadline,
  mayAnswer,
  mustBeAppealable,
  mustBeDecidedFor,
  statementOf,
  undecidedStatuses,
} from './dispute.ts'

const day = 86_400
const market = await openMarket()
afterEach(() => mustBeInOrder(market))
const countsOf = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/tasks/${id}`)).counts
const reply = 'The third picture is of another page.'
const recordOf = (worker: Person) =>
  market.ctx.db.one<{ accepted: number; rejected: number }>(
    sql`select accepted, rejected from executors where account = ${worker.id}`,
  )
const auditOf = (id: number) =>
  market.ctx.db.many<{ action: string; actor: string }>(
    sql`select action, actor from audit_log where subject_id = ${id} and subject = 'dispute' order by id`,
  )

describe('an executor’s appeal', () => {
  test('disputes a rejection', async () => {
    const { id, offer, owner, worker } = await rejectedWork(market)
    const shown = expectOk(await appeal(worker, id))
    assert.equal(shown.status, 'Disputed')
    const { disputed, rejected, remaining } = await countsOf(owner, offer)
    assert.deepEqual({ disputed, rejected, remaining }, { disputed: 1, rejected: 0, remaining: 2 })
    const { items, totalCount } = expectOk(await worker.a.get('/api/executor/disputes'))
    assert.equal(totalCount, 1)
    const [{ executionId, offerId, status, respondByUtc, decideByUtc, openedAtUtc }] = items
    assert.deepEqual({ executionId, offerId, status }, { executionId: id, offerId: offer, status: 'Open' })
    assert.equal(items[0].statement, statement)
    assert.equal(Date.parse(respondByUtc) - Date.parse(openedAtUtc), 2 * day * 1000)
    const { decidedAtUtc } = expectOk(await owner.b.get(`/v1/reports/${id}`)).decision
    assert.equal(Date.parse(decideByUtc) - Date.parse(decidedAtUtc), 9 * day * 1000)
    assert.deepEqual(await recordOf(worker), { accepted: 0, rejected: 1 })
  })

  test('notifies the advertiser once', async () => {
    const { id, owner, worker } = await rejectedWork(market)
    expectOk(await appeal(worker, id))
    expectOk(await appeal(worker, id, { statement: 'It is the third picture, I say.' }))
    const events = (await eventsOf(market, owner)).filter(({ kind }) => kind === 'report.disputed')
    assert.equal(events.length, 1)
    assert.equal(events[0]?.execution, id)
    const { execution, counts } = events[0]?.data ?? {}
    assert.deepEqual([execution.status, execution.dispute.status, counts.disputed], ['Disputed', 'Open', 1])
    const { items } = expectOk(await worker.a.get('/api/executor/disputes'))
    assert.deepEqual([items.length, items[0].statement], [1, statement])
  })

  test('appears in events as it was at their time', async () => {
    const { owner, dispute } = await disputedWork(market)
    expectOk(await decide(market, dispute, 'Executor'))
    await dispatchEvents(market.ctx, market.logger)
    const { items } = expectOk(await owner.b.get('/v1/events?types=report.disputed,report.accepted'))
    const [disputed, accepted] = items.map(({ data }: { data: object }) => data)
    assert.deepEqual(
      [disputed.statement, disputed.report.status, disputed.task.counts.disputed],
      [statement, 'Disputed', 1],
    )
    const { id, status, outcome: undecided } = disputed.report.dispute
    assert.deepEqual([id, status, undecided], [dispute, 'Open', null])
    assert.deepEqual([accepted.decidedBy, accepted.charged, accepted.report.status], ['Dispute', 1.1, 'Accepted'])
    assert.deepEqual([accepted.report.dispute.status, accepted.report.dispute.outcome], ['Resolved', 'Executor'])
  })

  test('prevents reserving the offer again if it allows one execution', async () => {
    const { offer, owner, worker } = await disputedWork(market)
    assert.equal(
      outcome(await worker.a.post(`/api/executor/offers/${offer}/reserve`)),
      '409 per_executor_limit_reached',
    )
    const { items } = expectOk(await owner.b.get('/v1/disputes'))
    expectOk(await decide(market, items[0].id, 'Advertiser'))
    expectOk(await worker.a.post(`/api/executor/offers/${offer}/reserve`))
  })
})

describe('an advertiser', () => {
  test('answers once and before the deadline', async () => {
    const { id, owner, dispute } = await disputedWork(market)
    const answer = (text: string) => owner.b.post(`/v1/reports/${id}/dispute/answer`, { answer: text })
    const answered = expectOk(await answer(reply))
    assert.deepEqual([answered.status, answered.answer], ['AdvertiserReplied', reply])
    assert.deepEqual(expectOk(await answer(reply)).answeredAtUtc, answered.answeredAtUtc)
    assert.equal(outcome(await answer('It is blurred, too.')), '409 dispute_state_conflict')
    assert.deepEqual(await auditOf(dispute), [
      { action: 'dispute.open', actor: 'executor' },
      { action: 'dispute.answer', actor: 'advertiser' },
    ])
    const late = await disputedWork(market)
    market.pass(2 * day)
    const refused = await late.owner.b.post(`/v1/reports/${late.id}/dispute/answer`, { answer: reply })
    assert.equal(outcome(refused), '409 dispute_state_conflict')
  })

  test('cannot answer without a dispute about an own rejection', async () => {
    const { id, owner } = await rejectedWork(market)
    const other = await disputedWork(market)
    const answer = (report: number) => owner.b.post(`/v1/reports/${report}/dispute/answer`, { answer: reply })
    assert.equal(outcome(await answer(id)), '404 dispute_not_found')
    assert.equal(outcome(await answer(other.id)), '404 report_not_found')
    assert.equal(outcome(await owner.b.get(`/v1/disputes/${other.dispute}`)), '404 dispute_not_found')
    assert.equal(outcome(await owner.b.post(`/v1/reports/${id}/dispute/concede`)), '404 dispute_not_found')
  })

  test('concedes, and the executor is paid from a free slot of the offer', async () => {
    const { id, offer, owner, worker } = await disputedWork(market)
    const before = await moneyOf(owner)
    const conceded = expectOk(await owner.b.post(`/v1/reports/${id}/dispute/concede`, { comment: 'I overlooked it.' }))
    assert.deepEqual([conceded.status, conceded.outcome, conceded.note], ['Resolved', 'Conceded', 'I overlooked it.'])
    const { status, decision } = expectOk(await owner.b.get(`/v1/reports/${id}`))
    assert.deepEqual(
      [status, decision.by, decision.outcome, decision.reason],
      ['Accepted', 'Dispute', 'Accepted', null],
    )
    const after = await moneyOf(owner)
    assert.deepEqual([after.available, after.held], [before.available, 1.1])
    assert.equal(await earned(worker), 1)
    const { accepted, acceptedByDispute, disputed, rejected, remaining } = await countsOf(owner, offer)
    assert.deepEqual([accepted, acceptedByDispute, disputed, rejected, remaining], [1, 0, 0, 0, 1])
    assert.deepEqual(await recordOf(worker), { accepted: 1, rejected: 0 })
    assert.equal(
      expectOk(await owner.b.post(`/v1/reports/${id}/dispute/concede`)).resolvedAtUtc,
      conceded.resolvedAtUtc,
    )
    assert.equal(await earned(worker), 1)
  })

  test('lists disputes by status', async () => {
    const owner = await advertiser(market)
    const first = await disputedWork(market, { advertiser: owner })
    const second = await disputedWork(market, { advertiser: owner })
    expectOk(await owner.b.post(`/v1/reports/${first.id}/dispute/concede`))
    const ids = async (query = '') =>
      expectOk(await owner.b.get(`/v1/disputes${query}`)).items.map(({ reportId }: { reportId: number }) => reportId)
    assert.deepEqual(await ids(), [second.id, first.id])
    assert.deepEqual(await ids('?status=Open'), [second.id])
    assert.deepEqual(await ids('?status=Resolved,Open'), [second.id, first.id])
    assert.equal(outcome(await owner.b.get('/v1/disputes?status=Unheard')), '400 validation_error')
  })
})

describe('an operator decides', () => {
  test('for the executor, who is paid, and both sides read why', async () => {
    const { id, offer, owner, worker, dispute } = await disputedWork(market, { slots: 1 })
    const decided = expectOk(await decide(market, dispute, 'Executor'))
    assert.deepEqual([decided.status, decided.outcome], ['Resolved', 'Executor'])
    assert.equal(decided.decidedBy, (await theOperator(market)).id)
    assert.equal(expectOk(await owner.b.get(`/v1/disputes/${dispute}`)).note, verdict('').note)
    assert.equal(await earned(worker), 1)
    assert.equal(expectOk(await owner.b.get(`/v1/tasks/${offer}`)).status, 'Completed')
    assert.deepEqual((await kindsOf(market, owner)).slice(-2), ['report.accepted', 'task.completed'])
    assert.equal(outcome(await appeal(worker, id)), '409 dispute_window_closed')
    const actions = (await auditOf(dispute)).map(({ action, actor }) => `${action} ${actor}`)
    assert.deepEqual(actions, ['dispute.open executor', 'dispute.decide operator'])
  })

  test('for the advertiser, which is final', async () => {
    const { id, offer, owner, worker, dispute } = await disputedWork(market)
    expectOk(await decide(market, dispute, 'Advertiser'))
    assert.equal(expectOk(await decide(market, dispute, 'Advertiser')).outcome, 'Advertiser')
    assert.equal(outcome(await decide(market, dispute, 'Executor')), '409 dispute_state_conflict')
    const { status, decision } = expectOk(await owner.b.get(`/v1/reports/${id}`))
    assert.deepEqual([status, decision.by], ['Rejected', 'Dispute'])
    assert.equal(decision.reason, 'The last page is missing.')
    assert.equal(outcome(await appeal(worker, id)), '409 dispute_window_closed')
    assert.equal(outcome(await owner.b.post(`/v1/reports/${id}/dispute/concede`)), '409 dispute_state_conflict')
    assert.equal(outcome(await owner.b.post(`/v1/reports/${id}/accept`)), '409 report_already_decided')
    const { disputed, rejected } = await countsOf(owner, offer)
    assert.deepEqual([disputed, rejected, await earned(worker)], [0, 1, 0])
    assert.deepEqual(await recordOf(worker), { accepted: 0, rejected: 1 })
    const last = (await eventsOf(market, owner)).at(-1)
    assert.deepEqual(
      [last?.kind, last?.data.execution.decidedBy, last?.data.execution.appealDeadlineAt],
      ['report.rejected', 'Dispute', null],
    )
  })

  test('with all facts of the case', async () => {
    const { id, worker, dispute } = await disputedWork(market)
    const { a } = await theOperator(market)
    const opened = expectOk(await a.get(`/api/operator/disputes/${dispute}`))
    assert.deepEqual([opened.statement, opened.executionId, opened.executorId], [statement, id, worker.id])
    assert.equal(opened.report.decision.reason, 'The last page is missing.')
    assert.equal(
      (await fetch(opened.report.proofs[0].downloadUrl.replace(/^.*?(?=\/uploads)/, market.url))).status,
      200,
    )
    assert.deepEqual(opened.earlierRevisions, [])
    assert.equal(outcome(await a.get('/api/operator/disputes/999999')), '404 dispute_not_found')
  })

  test('without changing what the rejection said and when', async () => {
    for (const side of ['Executor', 'Advertiser']) {
      const { id: offer, advertiser: owner } = await activeOffer(market)
      const { id, executor: worker } = await submittedWork(market, offer)
      const reason = 'The last page is missing.'
      expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reasonCode: 'ProofMissing', reason }))
      const { decidedAtUtc } = expectOk(await owner.b.get(`/v1/reports/${id}`)).decision
      market.pass(60)
      expectOk(await appeal(worker, id))
      const dispute = await disputeOf(market, id)
      market.pass(60)
      expectOk(await decide(market, dispute, side))
      const [ofWorker] = expectOk(await worker.a.get('/api/executor/disputes')).items
      const ofOwner = expectOk(await owner.b.get(`/v1/disputes/${dispute}`))
      const { a } = await theOperator(market)
      const ofOperator = expectOk(await a.get(`/api/operator/disputes/${dispute}`))
      const before = { reasonCode: 'ProofMissing', reason, comment: null, failedCriteria: null, decidedAtUtc }
      for (const { rejection, resolvedAtUtc } of [ofWorker, ofOwner, ofOperator]) {
        assert.deepEqual(rejection, { by: 'Advertiser', ...before })
        assert.ok(Date.parse(resolvedAtUtc) - Date.parse(decidedAtUtc) >= 120_000)
      }
      // Disputes of earlier versions did not store the rejection.
      await market.ctx.db.run(sql`update disputes set rejection = null where id = ${dispute}::bigint`)
      const older = expectOk(await owner.b.get(`/v1/disputes/${dispute}`)).rejection
      assert.deepEqual([older.by, older.reason, older.decidedAtUtc], ['Advertiser', reason, decidedAtUtc])
    }
  })

  test('from a list by urgency, by default the undecided ones', async () => {
    const { dispute } = await disputedWork(market)
    market.pass(60)
    const next = await disputedWork(market)
    const { a } = await theOperator(market)
    const listed = async (query = '') =>
      expectOk(await a.get(`/api/operator/disputes?pageSize=100${query}`)).items.map(({ id }: { id: number }) => id)
    const open: number[] = await listed()
    assert.ok(open.indexOf(dispute) >= 0 && open.indexOf(dispute) < open.indexOf(next.dispute))
    expectOk(await decide(market, dispute, 'Advertiser'))
    assert.ok(!(await listed()).includes(dispute))
    assert.ok((await listed('&status=Resolved')).includes(dispute))
  })
})

describe('an expired dispute', () => {
  test('is decided for the executor', async () => {
    const { id, owner, worker, dispute } = await disputedWork(market)
    market.pass(2 * day)
    await applyDisputeDeadlines(market.ctx)
    assert.equal(expectOk(await owner.b.get(`/v1/disputes/${dispute}`)).status, 'UnderReview')
    market.pass(7 * day - 60)
    await applyDisputeDeadlines(market.ctx)
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${id}`)).status, 'Disputed')
    market.pass(60)
    await applyDisputeDeadlines(market.ctx)
    assert.equal(await applyDisputeDeadlines(market.ctx), 0)
    const shown = expectOk(await owner.b.get(`/v1/disputes/${dispute}`))
    assert.deepEqual([shown.outcome, shown.note, await earned(worker)], ['Silence', null, 1])
    const actions = (await auditOf(dispute)).map(({ action, actor }) => `${action} ${actor}`)
    assert.deepEqual(actions, ['dispute.open executor', 'dispute.stay_unanswered system', 'dispute.run_out system'])
  })

  test('is decided at the instant of its deadline, before any other request', async () => {
    const [one, two, three] = [await disputedWork(market), await disputedWork(market), await disputedWork(market)]
    market.pass(9 * day)
    assert.equal(outcome(await decide(market, one.dispute, 'Advertiser')), '409 dispute_state_conflict')
    assert.equal(expectOk(await decide(market, two.dispute, 'Executor')).outcome, 'Silence')
    const accepted = expectOk(await three.owner.b.post(`/v1/reports/${three.id}/accept`, { comment: 'Well.' }))
    assert.deepEqual([accepted.status, accepted.decision.comment], ['Accepted', null])
    for (const { owner, worker, dispute } of [one, two, three]) {
      assert.equal(expectOk(await owner.b.get(`/v1/disputes/${dispute}`)).outcome, 'Silence')
      assert.equal(await earned(worker), 1)
    }
  })
})

const dispute = (members: Partial<Dispute> = {}): Dispute => ({
  id: idOf(1),
  hasItems: false,
  execution: idOf(80),
  offer: idOf(1),
  advertiser: idOf(7),
  executor: idOf(9),
  advertiserEmail: 'a@example.com',
  executorEmail: 'e@example.com',
  executorAlias: 'ex_1',
  offerTitle: 'Find the opening hours',
  executorNickname: null,
  status: 'Open',
  attachments: null,
  statement: 'It is the third picture.',
  openedAt: noon,
  respondByAt: secondsFrom(noon, 100),
  decideByAt: secondsFrom(noon, 500),
  answer: null,
  answeredAt: null,
  outcome: null,
  decidedBy: null,
  decidedNote: null,
  resolvedAt: null,
  rejection: null,
  now: noon,
  ...members,
})

const closed = { message: /^dispute_window_closed/ }
const conflict = { message: /^dispute_state_conflict/ }

test('a rejection can be disputed until its deadline, to the millisecond', () => {
  const rejected = { status: 'Rejected', appealDeadlineAt: noon } as const
  mustBeAppealable(rejected, new Date(noon.getTime() - 1))
  assert.throws(() => mustBeAppealable(rejected, noon), closed)
})

test('only rejections that are not final can be disputed', () => {
  for (const status of ['Pending', 'ReworkRequested', 'Accepted', 'Withdrawn'] as const)
    assert.throws(() => mustBeAppealable({ status, appealDeadlineAt: secondsFrom(noon, 60) }, noon), closed)
  assert.throws(() => mustBeAppealable({ status: 'Rejected', appealDeadlineAt: null }, noon), closed)
})

test('an answer is accepted once before the deadline; repeating it changes nothing', () => {
  assert.equal(mayAnswer(dispute(), 'It is another page.'), true)
  const answered = dispute({ status: 'AdvertiserReplied', answer: 'It is another page.' })
  assert.equal(mayAnswer(answered, 'It is another page.'), false)
  assert.throws(() => mayAnswer(answered, 'It is blurred, too.'), conflict)
  const late = dispute({ now: secondsFrom(noon, 100) })
  assert.throws(() => mayAnswer(late, 'It is another page.'), conflict)
  assert.throws(() => mayAnswer(dispute({ status: 'UnderReview' }), 'It is another page.'), conflict)
})

test('each side sees its allowed actions', () => {
  assert.deepEqual(actionsOn(dispute(), 'advertiser'), ['Answer', 'Concede'])
  assert.deepEqual(actionsOn(dispute({ now: secondsFrom(noon, 100) }), 'advertiser'), ['Concede'])
  for (const status of undecidedStatuses) assert.deepEqual(actionsOn(dispute({ status }), 'operator'), ['Decide'])
  for (const actor of ['advertiser', 'operator', 'executor'] as const) {
    assert.deepEqual(actionsOn(dispute({ now: secondsFrom(noon, 500) }), actor), [])
    assert.deepEqual(actionsOn(dispute({ status: 'Resolved' }), actor), [])
  }
})

test('the decision deadline is exclusive: at that moment the dispute has expired', () => {
  assert.equal(isPastDecisionDeadline(dispute(), secondsFrom(noon, 499)), false)
  assert.equal(isPastDecisionDeadline(dispute(), secondsFrom(noon, 500)), true)
})

test('repeating a decision succeeds; the opposite one is too late', () => {
  for (const outcome of ['Executor', 'Conceded', 'Silence'] as const) {
    const resolved = dispute({ status: 'Resolved', outcome })
    mustBeDecidedFor(resolved, 'Executor', 'operator')
    mustBeDecidedFor(resolved, 'Conceded', 'advertiser')
    assert.throws(() => mustBeDecidedFor(resolved, 'Advertiser', 'operator'), conflict)
  }
  const lost = dispute({ status: 'Resolved', outcome: 'Advertiser' })
  mustBeDecidedFor(lost, 'Advertiser', 'operator')
  assert.throws(() => mustBeDecidedFor(lost, 'Conceded', 'advertiser'), conflict)
})

test('a statement has ten to five thousand characters after trimming', () => {
  assert.equal(statementOf('  It is there.  ', 'statement'), 'It is there.')
  assert.equal([...statementOf('🙂'.repeat(5_000), 'answer')].length, 5_000)
  for (const wrong of ['It is.', `         x   `, 'x'.repeat(5_001)])
    assert.throws(() => statementOf(wrong, 'statement'), { message: /^validation_error/ })
})
