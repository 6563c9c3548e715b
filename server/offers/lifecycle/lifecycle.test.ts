import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { noon, offer, secondsFrom } from '../../../test/support/inputs/samples.ts'
import type { Offer, OfferStatus, OfferTransition } from '../offer.ts'
import { totalCost } from '../rewards/costs.ts'
import { requiredHold } from './hold.ts'
import { applyTransition, type Change, neededUnits, postingsOf, resize, transfersOf } from './lifecycle.ts'

const later = secondsFrom(noon, 60)
const byAdvertiser = { actor: 'advertiser', now: later } as const
const byOperator = { actor: 'operator', now: later } as const

/** Returns an offer with a flat cost in this status, with the correct hold. */
function standing(members: Partial<Offer>): Offer {
  const made = offer({ flatUnits: 50_000n, version: 4, ...members })
  return { ...made, heldUnits: requiredHold(made) }
}
const transfers = (change: Change) =>
  transfersOf(change).map(({ kind, from, to, units }) => `${kind} ${units} ${from} > ${to}`)

describe('a transition', () => {
  test('to moderation holds the total cost and records the time', () => {
    const change = applyTransition(
      standing({ status: 'Draft', submittedAt: null, statusReason: null }),
      'submit',
      byAdvertiser,
    )
    assert.deepEqual(transfers(change), ['Hold 160000 available > held'])
    assert.equal(neededUnits(change), 160_000n)
    assert.equal(change.after.status, 'PendingModeration')
    assert.equal(change.after.submittedAt, later)
    assert.equal(change.after.moderation?.status, 'Pending')
  })

  test('to moderation after a rejection clears the reason', () => {
    const reason = { code: 'moderation_rejected', message: 'Not clear' }
    assert.equal(
      applyTransition(standing({ status: 'Rejected', statusReason: reason }), 'submit', byAdvertiser).after
        .statusReason,
      null,
    )
  })

  test('back from moderation releases everything', () => {
    const change = applyTransition(standing({ status: 'PendingModeration' }), 'withdraw', byAdvertiser)
    assert.deepEqual(transfers(change), ['Release 160000 held > available'])
    assert.equal(change.after.moderation, null)
    assert.equal(neededUnits(change), 0n)
  })

  test('by approval pays the flat costs and keeps the rest', () => {
    const change = applyTransition(standing({ status: 'PendingModeration', activatedAt: null }), 'approve', byOperator)
    assert.deepEqual(transfers(change), ['Fee 50000 held > revenue'])
    assert.equal(change.after.activatedAt, later)
    assert.deepEqual(change.after.moderation, {
      status: 'Approved',
      reasonCode: null,
      comment: null,
      decidedAtUtc: later.toISOString(),
    })
  })

  test('by rejection releases everything and records the reason', () => {
    const reason = { code: 'moderation_rejected', message: 'Not clear' }
    const change = applyTransition(standing({ status: 'PendingModeration' }), 'reject', {
      ...byOperator,
      reason,
      comment: 'Not clear',
    })
    assert.deepEqual(transfers(change), ['Release 160000 held > available'])
    assert.deepEqual(change.after.statusReason, reason)
    assert.deepEqual(change.after.moderation, {
      status: 'Rejected',
      reasonCode: 'moderation_rejected',
      comment: 'Not clear',
      decidedAtUtc: later.toISOString(),
    })
  })

  test('to a pause and back moves no money and records who paused', () => {
    const paused = applyTransition(standing({}), 'pause', byOperator)
    assert.deepEqual([transfers(paused), paused.after.pausedBy], [[], 'operator'])
    const resumed = applyTransition(paused.after, 'resume', byOperator)
    assert.deepEqual([transfers(resumed), resumed.after.pausedBy], [[], null])
  })

  test('to the archive releases free slots and keeps the hold of slots in work', () => {
    const change = applyTransition(
      standing({ remaining: 6, reserved: 2, pending: 1, accepted: 1 }),
      'archive',
      byAdvertiser,
    )
    assert.deepEqual(transfers(change), ['Release 66000 held > available'])
    assert.equal(requiredHold(change.after), 33_000n)
    assert.equal(change.after.archivedAt, later)
  })

  test('to the archive before approval also releases the flat costs', () => {
    const change = applyTransition(standing({ status: 'PendingModeration' }), 'archive', byAdvertiser)
    assert.deepEqual(transfers(change), ['Release 160000 held > available'])
  })
})

describe('a new limit', () => {
  const used = { remaining: 6, reserved: 2, pending: 1, accepted: 1 }

  test('holds more if higher and releases money if lower', () => {
    assert.deepEqual(transfers(resize(standing(used), 12, later)), ['Hold 22000 available > held'])
    assert.deepEqual(transfers(resize(standing(used), 5, later)), ['Release 55000 held > available'])
    assert.equal(resize(standing(used), 4, later).after.remaining, 0)
  })

  test('is never below the slots in use', () => {
    assert.throws(
      () => resize(standing(used), 3, later),
      (error: { type?: { code: string }; extras?: object }) => {
        assert.equal(error.type?.code, 'task_state_conflict')
        assert.deepEqual(error.extras, { currentStatus: 'Active', minimum: 4 })
        return true
      },
    )
  })

  test('completes the offer if everything is accepted', () => {
    const change = resize(standing({ remaining: 8, accepted: 2 }), 2, later)
    assert.equal(change.after.status, 'Completed')
    assert.equal(change.after.completedAt, later)
    assert.equal(change.after.statusReason?.code, 'limit_reached')
    assert.deepEqual(transfers(change), ['Release 88000 held > available'])
  })

  test('reopens a completed offer', () => {
    const completed = standing({ status: 'Completed', completedAt: noon, totalLimit: 2, remaining: 0, accepted: 2 })
    const { after } = resize(completed, 3, later)
    assert.deepEqual([after.status, after.completedAt, after.statusReason, after.remaining], ['Active', null, null, 1])
    assert.deepEqual(transfers(resize(completed, 3, later)), ['Hold 11000 available > held'])
    assert.equal(resize(completed, 2, later).after.status, 'Completed')
  })

  test('of a draft moves no money', () => {
    const { after } = resize(standing({ status: 'Draft' }), 3, later)
    assert.deepEqual([after.status, after.totalLimit, after.remaining], ['Draft', 3, 3])
  })
})

test('money is held for every slot that is neither paid nor released', () => {
  const costs = { rewardUnits: 10_000n, feeUnits: 1_000n, addOnUnits: 200n, flatUnits: 50_000n }
  const used = { totalLimit: 10, remaining: 3, reserved: 2, pending: 1, rework: 1, accepted: 3 }
  const held = (status: OfferStatus) => requiredHold(offer({ ...costs, ...used, status }))
  assert.equal(held('Active'), 7n * 11_200n)
  assert.equal(held('Paused'), 7n * 11_200n)
  assert.equal(held('Archived'), 4n * 11_200n, 'free slots of a closed offer hold nothing')
  assert.equal(held('Draft'), 0n)
  assert.equal(held('Rejected'), 0n)
  assert.equal(requiredHold(offer({ ...costs, status: 'PendingModeration' })), 10n * 11_200n + 50_000n)
})

describe('what executions can still be awarded stays held', () => {
  const free = { remaining: 3, accepted: 2, totalLimit: 5, uncovered: 2 }
  const kept = ({ after }: Change) => [after.kept, after.uncovered]

  test('when the offer is archived, lowered or completed by it', () => {
    const archived = applyTransition(standing(free), 'archive', byAdvertiser)
    assert.deepEqual([transfers(archived), kept(archived)], [['Release 11000 held > available'], [2, 0]])
    const lowered = resize(standing(free), 4, later)
    assert.deepEqual([transfers(lowered), kept(lowered)], [[], [1, 1]])
    const completed = resize(standing(free), 2, later)
    assert.deepEqual([transfers(completed), kept(completed)], [['Release 11000 held > available'], [2, 0]])
  })

  test('as far as free slots had money, and not while they keep it', () => {
    const full = applyTransition(standing({ ...free, remaining: 1, pending: 2 }), 'archive', byAdvertiser)
    assert.deepEqual([transfers(full), kept(full)], [[], [1, 1]])
    assert.deepEqual(kept(applyTransition(standing(free), 'pause', byAdvertiser)), [0, 2])
    const completed = standing({ ...free, status: 'Completed', kept: 1, uncovered: 1 })
    assert.deepEqual(kept(applyTransition(completed, 'archive', byAdvertiser)), [1, 1])
    assert.deepEqual(kept(resize(completed, 6, later)), [1, 1])
  })
})

describe('every change', () => {
  const slots = fc.record({ remaining: fc.nat(9), reserved: fc.nat(9), pending: fc.nat(9), accepted: fc.nat(9) })
  const costs = fc.record({
    rewardUnits: fc.bigInt(1n, 10n ** 9n),
    feeUnits: fc.bigInt(0n, 10n ** 9n),
    addOnUnits: fc.bigInt(0n, 10n ** 9n),
    flatUnits: fc.bigInt(0n, 10n ** 9n),
  })
  const running = fc.record({
    counts: slots,
    cost: costs,
    status: fc.constantFrom('Active', 'Paused'),
    delta: fc.nat(20),
  })

  test('has transfers that sum to zero and leaves the correct hold', () => {
    fc.assert(
      fc.property(running, fc.constantFrom('pause', 'archive', 'resize'), ({ counts, cost, status, delta }, what) => {
        const { remaining, reserved, pending, accepted } = counts
        const totalLimit = Math.max(remaining + reserved + pending + accepted, 1)
        const free = totalLimit - reserved - pending - accepted
        const before = standing({ ...counts, ...cost, remaining: free, totalLimit, status: status as 'Active' })
        const size = Math.max(totalLimit - free + delta, 1)
        const change =
          what === 'resize'
            ? resize(before, size, later)
            : applyTransition(
                before,
                what === 'pause' && status === 'Paused' ? 'resume' : (what as OfferTransition),
                byAdvertiser,
              )
        const postings = postingsOf(change)
        const sumOf = (book: string) =>
          postings.filter((each) => each.book === book).reduce((sum, { units }) => sum + units, 0n)
        const shown = postings.reduce((sum, { units }) => sum + units, 0n)
        assert.equal(shown, 0n)
        assert.equal(before.heldUnits + sumOf('advertiser.held'), requiredHold(change.after))
        assert.ok(postings.every(({ units, owner, account }) => units !== 0n && (owner === 0) === (account === null)))
      }),
    )
  })

  test('from draft to approval moves the total cost and pays the flat part', () => {
    fc.assert(
      fc.property(costs, fc.integer({ min: 1, max: 1_000_000 }), (cost, totalLimit) => {
        const draft = standing({ ...cost, status: 'Draft', totalLimit, remaining: totalLimit, activatedAt: null })
        const submitted = applyTransition(draft, 'submit', byAdvertiser)
        assert.equal(neededUnits(submitted), totalCost(cost, totalLimit))
        const waiting = { ...submitted.after, heldUnits: requiredHold(submitted.after) }
        const paid = transfersOf(applyTransition(waiting, 'approve', byOperator))
        const shown = paid.map(({ units }) => units)
        assert.deepEqual(shown, cost.flatUnits > 0n ? [cost.flatUnits] : [])
      }),
    )
  })

  test('has transfers caused by its new version', () => {
    const causes = transfersOf(applyTransition(standing({ status: 'PendingModeration' }), 'approve', byOperator)).map(
      ({ cause }) => cause,
    )
    assert.deepEqual(causes, ['offer:1:v5:fee'])
  })
})
