import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { execution, noon, secondsFrom } from '../../../test/support/inputs/samples.ts'
import type { Problem } from '../../values/problems/problem.ts'
import type { Execution } from '../execution.ts'
import { decideAccept } from './decide.ts'

const facts = { now: noon }
const withOverride = { now: noon, overrideRejection: true }
const pending = execution()
const rejected = execution({ status: 'Rejected', decidedAt: noon })
const disputed = execution({ status: 'Disputed', decidedAt: noon })
const accepted = execution({ status: 'Accepted', decidedAt: noon })

function refusal(report: Execution, request: Parameters<typeof decideAccept>[1]): Problem {
  try {
    decideAccept(report, request)
  } catch (error) {
    return error as Problem
  }
  return assert.fail('it was not refused')
}
const codeOf = (...request: Parameters<typeof refusal>) => refusal(...request).type.code

describe('accepting a report', () => {
  test('accepts one that waits for review or for rework', () => {
    assert.equal(decideAccept(pending, facts), 'accept')
    assert.equal(decideAccept(execution({ status: 'ReworkRequested' }), facts), 'accept')
  })

  test('accepts one whose review deadline has passed', () => {
    assert.equal(decideAccept(pending, { now: secondsFrom(pending.reviewDeadlineAt, 60) }), 'accept')
  })

  test('concedes a dispute, with or without an override', () => {
    assert.equal(decideAccept(disputed, facts), 'concede')
    assert.equal(decideAccept(disputed, withOverride), 'concede')
  })

  test('overrides a rejection only on request, for thirty days', () => {
    assert.equal(decideAccept(rejected, withOverride), 'override')
    assert.equal(decideAccept(rejected, { ...withOverride, now: secondsFrom(noon, 30 * 86_400) }), 'override')
    const late = { ...withOverride, now: secondsFrom(noon, 30 * 86_400 + 1) }
    for (const request of [facts, late]) assert.equal(codeOf(rejected, request), 'report_already_decided')
  })

  test('changes nothing if the report is accepted, in any version', () => {
    assert.equal(decideAccept(accepted, { ...facts, versions: [accepted.version + 1] }), 'unchanged')
  })

  test('refuses a report on fraud hold', () => {
    assert.equal(codeOf({ ...pending, fraudHoldAt: noon }, facts), 'report_on_hold')
  })

  test('refuses withdrawn work, also with an override', () => {
    const withdrawn = execution({ status: 'Withdrawn' })
    for (const request of [facts, withOverride]) assert.equal(codeOf(withdrawn, request), 'report_already_decided')
  })

  test('names the allowed actions when it refuses', () => {
    assert.deepEqual(refusal(rejected, facts).extras, {
      currentStatus: 'Rejected',
      allowedActions: ['OverrideRejection'],
    })
  })

  test('compares the version before anything else that can refuse', () => {
    const versions = [pending.version + 1]
    for (const report of [pending, disputed, rejected, { ...pending, fraudHoldAt: noon }])
      assert.equal(codeOf(report, { ...withOverride, versions }), 'version_conflict')
  })
})
