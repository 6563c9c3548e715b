import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  eventsOf,
  expectOk,
  kindsOf,
  outcome,
  type Person,
  proof,
  submittedWork,
  type Work,
  workPath,
} from '../../../test/support/fixtures.ts'
import { execution, noon, secondsFrom } from '../../../test/support/inputs/samples.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { actionsOn, autoAcceptsAt, isAutoAccepted, pastDeadline } from '../deadlines.ts'
import { isAutoAcceptedBy } from '../sql-fragments.ts'
import { autoAcceptDue, missReworkDue } from './actions.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))

describe('the auto-accept deadline', () => {
  const cases = [
    { status: 'Pending', reviewDeadlineAt: noon, fraudHoldAt: null },
    { status: 'Pending', reviewDeadlineAt: noon, fraudHoldAt: noon },
  ] as const

  test('is the end of the review, except on fraud hold and after a decision', () => {
    assert.deepEqual(cases.map(autoAcceptsAt), [noon, null])
    for (const status of ['ReworkRequested', 'Rejected', 'Accepted'] as const)
      assert.equal(autoAcceptsAt({ ...cases[0], status }), null)
  })

  test('is the same in SQL', async () => {
    for (const moment of [secondsFrom(noon, -0.001), noon, secondsFrom(noon, 1)])
      for (const { reviewDeadlineAt, fraudHoldAt, status } of cases) {
        const row = sql`(values (${reviewDeadlineAt}::timestamptz, ${fraudHoldAt}::timestamptz))`
        const { isDue } = await market.ctx.db.one<{ isDue: boolean }>(sql`
          select ${isAutoAcceptedBy(sql`work`, sql`${moment}::timestamptz`)} as is_due
          from ${row} work (review_deadline_at, fraud_hold_at)`)
        assert.equal(isDue, isAutoAccepted({ status, reviewDeadlineAt, fraudHoldAt }, moment))
      }
  })
})

describe('an expired deadline', () => {
  test('applies at that instant, except on fraud hold', () => {
    const pending = execution({ reviewDeadlineAt: noon })
    const sent = execution({ status: 'ReworkRequested', reworkDeadlineAt: noon })
    assert.equal(pastDeadline(pending, secondsFrom(noon, -0.001)), undefined)
    assert.equal(pastDeadline(pending, noon), 'autoAccept')
    assert.equal(pastDeadline({ ...pending, fraudHoldAt: noon }, noon), undefined)
    assert.equal(pastDeadline(sent, secondsFrom(noon, -0.001)), undefined)
    assert.equal(pastDeadline(sent, noon), 'missRework')
    assert.equal(pastDeadline(execution({ status: 'Rejected' }), noon), undefined)
  })

  test('limits the allowed actions', () => {
    const late = secondsFrom(noon, 1)
    const soon = secondsFrom(noon, 60)
    const pending = execution({ reviewDeadlineAt: soon })
    assert.deepEqual(actionsOn(pending, 'advertiser', noon), ['Accept', 'Reject', 'RequestRework'])
    assert.deepEqual(actionsOn({ ...pending, reworkRound: 2 }, 'advertiser', noon), ['Accept', 'Reject'])
    assert.deepEqual(actionsOn({ ...pending, reviewDeadlineAt: noon }, 'advertiser', late), ['Accept'])
    assert.deepEqual(actionsOn({ ...pending, reviewDeadlineAt: noon }, 'executor', late), [])
    const sent = execution({ status: 'ReworkRequested', reworkDeadlineAt: soon })
    assert.deepEqual(actionsOn(sent, 'executor', noon), ['Resubmit', 'Withdraw'])
    assert.deepEqual(actionsOn({ ...sent, reworkDeadlineAt: noon }, 'executor', late), [])
    assert.deepEqual(actionsOn({ ...sent, reworkDeadlineAt: noon }, 'advertiser', late), [])
    const refused = execution({ status: 'Rejected', decidedAt: noon, appealDeadlineAt: soon })
    assert.deepEqual(actionsOn(refused, 'executor', noon), ['Dispute'])
    assert.deepEqual(actionsOn(refused, 'executor', soon), [])
    assert.deepEqual(actionsOn(refused, 'advertiser', secondsFrom(noon, 30 * 86_400)), ['OverrideRejection'])
    assert.deepEqual(actionsOn(refused, 'advertiser', secondsFrom(noon, 30 * 86_400 + 1)), [])
  })
})

const hour = 3_600
const reason = 'The last page is missing.'
const reportOf = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/reports/${id}`))
const by = async (owner: Person, id: number) => {
  const { status, decision } = await reportOf(owner, id)
  return `${status} by ${decision?.by}`
}

/** Work that waits for review for another hour. */
async function waiting(slots = 2) {
  const { id: offer, advertiser: owner } = await activeOffer(market, {
    slots,
    members: { reviewPeriodSeconds: hour, reworkPeriodSeconds: hour },
  })
  const work = await submittedWork(market, offer)
  return { owner, offer, work }
}

async function returnedWork() {
  const { owner, offer, work } = await waiting()
  expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason }))
  return { owner, offer, work }
}

const resubmit = async ({ executor: { a }, id, offer }: Work, proofUrl: string) => {
  const { rework } = expectOk(await a.get(`/api/executor/executions/${id}`))
  return a.post(`${workPath(offer)}/submit-execution`, { reservationId: rework.reservationId, proofUrl })
}

describe('unreviewed work', () => {
  test('is accepted at its deadline, not before, and its executor is paid', async () => {
    const { owner, work } = await waiting(1)
    market.pass(hour - 60)
    assert.equal(await autoAcceptDue(market.ctx), 0)
    assert.equal((await reportOf(owner, work.id)).autoDecision, 'Accept')
    market.pass(60)
    assert.equal(await autoAcceptDue(market.ctx), 1)
    assert.equal(await autoAcceptDue(market.ctx), 0)
    assert.equal(await by(owner, work.id), 'Accepted by AutoAccept')
    assert.equal((await reportOf(owner, work.id)).autoDecision, null)
    assert.equal(expectOk(await work.executor.a.get('/api/executor/balance')).available, 1)
    assert.deepEqual((await kindsOf(market, owner)).slice(-2), ['report.accepted', 'task.completed'])
    const { data } = (await eventsOf(market, owner)).at(-2) ?? assert.fail()
    assert.equal(data.execution.decided_by ?? data.execution.decidedBy, 'AutoAccept')
    const audit = await market.ctx.db.many<{ actor: string; account: number | null }>(sql`
      select actor, account from audit_log where action = 'report.accept' and subject_id = ${work.id}::bigint`)
    assert.deepEqual(audit, [{ actor: 'system', account: null }])
  })

  test('is accepted even if no job ran before its advertiser tries to reject it late', async () => {
    for (const [verb, body] of [
      ['reject', { reason }],
      ['rework', { reason }],
    ] as const) {
      const { owner, work } = await waiting()
      market.pass(hour)
      assert.equal(outcome(await owner.b.post(`/v1/reports/${work.id}/${verb}`, body)), '409 report_already_decided')
      assert.equal(await by(owner, work.id), 'Accepted by AutoAccept')
    }
  })
})

describe('work sent back for rework', () => {
  test('is rejected with a reason after its deadline, which can be appealed', async () => {
    const { owner, work } = await returnedWork()
    market.pass(hour - 60)
    assert.equal(await missReworkDue(market.ctx), 0)
    market.pass(60)
    assert.equal(await missReworkDue(market.ctx), 1)
    const { decision, allowedActions } = await reportOf(owner, work.id)
    assert.deepEqual(
      [decision.outcome, decision.by, decision.reasonCode],
      ['Rejected', 'ReworkTimeout', 'NotCompleted'],
    )
    assert.ok(decision.reason.length > 10)
    assert.deepEqual(allowedActions, ['OverrideRejection'])
    const own = expectOk(await work.executor.a.get(`/api/executor/executions/${work.id}`))
    assert.deepEqual(own.allowedActions, ['Dispute'])
    assert.equal((await kindsOf(market, owner)).at(-1), 'report.rejected')
  })

  test('is decided by its deadline before any later request', async () => {
    for (const late of ['accept', 'reject', 'rework', 'withdraw', 'resubmit'] as const) {
      const { owner, offer, work } = await returnedWork()
      const url = await proof(work.executor, offer)
      market.pass(hour)
      const answer =
        late === 'withdraw'
          ? await work.executor.a.post(`/api/executor/executions/${work.id}/withdraw`)
          : late === 'resubmit'
            ? await resubmit(work, url)
            : await owner.b.post(`/v1/reports/${work.id}/${late}`, late === 'accept' ? {} : { reason })
      const expected =
        { reject: '200', resubmit: '409 reservation_expired' }[late as string] ?? '409 report_already_decided'
      assert.equal(outcome(answer), expected, late)
      assert.equal(await by(owner, work.id), 'Rejected by ReworkTimeout', late)
    }
  })
})

test('many due executions are each decided once by concurrent jobs', async () => {
  const { id: offer, advertiser: owner } = await activeOffer(market, {
    slots: 30,
    members: { reviewPeriodSeconds: hour },
  })
  const works = await Promise.all(Array.from({ length: 30 }, () => submittedWork(market, offer)))
  market.pass(hour)
  const done = await Promise.all([1, 2, 3].map(() => autoAcceptDue(market.ctx)))
  assert.equal(
    done.reduce((sum, count) => sum + count, 0),
    works.length,
  )
  assert.equal(expectOk(await owner.b.get(`/v1/tasks/${offer}`)).status, 'Completed')
})
