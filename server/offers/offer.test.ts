import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { offer } from '../../test/support/inputs/samples.ts'
import { transitionTowards } from './edit.ts'
import {
  actionsOn,
  assertOfferTransition,
  mayResume,
  type OfferActor,
  type OfferStatus,
  type OfferTransition,
  offerTransitions,
} from './offer.ts'
import { chargedOf, costPerAction, totalCost } from './rewards/costs.ts'

const statuses = ['Draft', 'PendingModeration', 'Rejected', 'Active', 'Paused', 'Completed', 'Archived'] as const
const code = (code: string) => (error: { type?: { code?: string } }) => error.type?.code === code

/** The transitions of decisions 3.1, written out so that changes of the table show here. */
const expected: Record<OfferTransition, Partial<Record<OfferStatus, OfferStatus>>> = {
  submit: { Draft: 'PendingModeration', Rejected: 'PendingModeration' },
  withdraw: { PendingModeration: 'Draft' },
  approve: { PendingModeration: 'Active' },
  reject: { PendingModeration: 'Rejected' },
  pause: { Active: 'Paused' },
  resume: { Paused: 'Active' },
  suspend: { Active: 'Paused', Paused: 'Paused' },
  complete: { Active: 'Completed', Paused: 'Completed' },
  reopen: { Completed: 'Active' },
  archive: {
    Draft: 'Archived',
    PendingModeration: 'Archived',
    Rejected: 'Archived',
    Active: 'Archived',
    Paused: 'Archived',
    Completed: 'Archived',
  },
}

describe('the transitions of an offer', () => {
  for (const [move, { to, by }] of Object.entries(offerTransitions) as [
    OfferTransition,
    (typeof offerTransitions)[OfferTransition],
  ][]) {
    const actor = by[0] as OfferActor
    test(`${move} applies only in its source statuses`, () => {
      for (const status of statuses) {
        const reached = expected[move][status]
        if (reached) {
          assertOfferTransition(move, offer({ status }), actor)
          assert.equal(to, reached)
        } else {
          assert.throws(
            () => assertOfferTransition(move, offer({ status }), actor),
            code('task_state_conflict'),
            status,
          )
        }
      }
    })
  }

  test('a refused transition names the status and the allowed actions', () => {
    assert.throws(
      () => assertOfferTransition('approve', offer({ status: 'Paused' }), 'operator'),
      (error: { extras?: object }) => {
        assert.deepEqual(error.extras, { currentStatus: 'Paused', allowedActions: ['Resume', 'Suspend'] })
        return true
      },
    )
  })

  test('only an operator resumes what an operator paused', () => {
    const paused = offer({ status: 'Paused', pausedBy: 'operator' })
    assert.equal(mayResume(paused, 'advertiser'), false)
    assert.throws(() => assertOfferTransition('resume', paused, 'advertiser'), code('task_state_conflict'))
    assertOfferTransition('resume', paused, 'operator')
    assertOfferTransition('resume', { ...paused, pausedBy: 'advertiser' }, 'operator')
  })
})

describe('allowed actions on an offer', () => {
  const cases: [OfferStatus, string[], string[]][] = [
    ['Draft', ['Submit', 'Archive', 'Update'], []],
    ['PendingModeration', ['Withdraw', 'Archive', 'Update'], ['Approve', 'Reject']],
    ['Rejected', ['Submit', 'Archive', 'Update'], []],
    ['Active', ['Pause', 'Archive', 'Update'], ['Pause', 'Suspend']],
    ['Paused', ['Resume', 'Archive', 'Update'], ['Resume', 'Suspend']],
    ['Completed', ['Archive', 'Update'], []],
    ['Archived', [], []],
  ]
  for (const [status, byAdvertiser, byOperator] of cases) {
    test(`while it is ${status}`, () => {
      assert.deepEqual(actionsOn(offer({ status }), 'advertiser'), byAdvertiser)
      assert.deepEqual(actionsOn(offer({ status }), 'operator'), byOperator)
    })
  }

  test('the advertiser is not offered to resume an operator’s pause', () => {
    assert.deepEqual(actionsOn(offer({ status: 'Paused', pausedBy: 'operator' }), 'advertiser'), ['Archive', 'Update'])
  })
})

describe('the money of an offer', () => {
  const costs = { rewardUnits: 10_000n, feeUnits: 1_000n, addOnUnits: 200n, flatUnits: 50_000n }
  const used = { totalLimit: 10, remaining: 3, reserved: 2, pending: 1, rework: 1, accepted: 3 }

  test('is reward, fee and add-ons for each slot, plus the flat costs', () => {
    assert.equal(costPerAction(offer(costs)), 11_200n)
    assert.equal(totalCost(costs, 10), 162_000n)
  })

  test('is spent on accepted work, and after approval on the flat costs', () => {
    assert.equal(chargedOf(offer({ ...costs, ...used })), 3n * 11_200n + 50_000n)
    assert.equal(chargedOf(offer({ ...costs, ...used, acceptedByDispute: 1 })), 4n * 11_200n + 50_000n)
    assert.equal(chargedOf(offer({ ...costs, activatedAt: null })), 0n)
  })
})

test('a requested status maps to its transition, and the current one to none', () => {
  const towards = (status: string | undefined) => transitionTowards(offer({ status: 'Rejected' }), status)
  assert.equal(towards(undefined), undefined)
  assert.equal(towards('Rejected'), undefined)
  const requested = ['PendingModeration', 'Draft', 'Paused', 'Active']
  assert.deepEqual(requested.map(towards), ['submit', 'withdraw', 'pause', 'resume'])
  for (const status of ['Archived', 'Completed']) assert.throws(() => towards(status), code('task_state_conflict'))
})

test('more slots do not resume an offer that an operator paused', () => {
  assert.throws(
    () => assertOfferTransition('reopen', offer({ status: 'Completed', pausedBy: 'operator' }), 'advertiser'),
    code('task_state_conflict'),
  )
  assertOfferTransition('reopen', offer({ status: 'Completed', pausedBy: 'advertiser' }), 'advertiser')
})
