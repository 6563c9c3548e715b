import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noon, secondsFrom } from '../../../test/support/inputs/samples.ts'
import { idOf } from '../../values/id.ts'
import {
  actionsOn,
  type Dispute,
  isPastDecisionDeadline,
  mayAnswer,
  mustBeAppealable,
  mustBeDecidedFor,
  statementOf,
  undecidedStatuses,
} from './disputes.ts'

const dispute = (members: Partial<Dispute> = {}): Dispute => ({
  id: idOf(1),
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
