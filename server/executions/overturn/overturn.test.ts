import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { execution, noon, secondsFrom } from '../../../test/support/inputs/samples.ts'
import { mustBeOverridable } from '../deadlines.ts'
import { isReleasedAtEnd, mustBePaidByAdvertiser, type OverturnFunds, sourcesOf } from './overturn.ts'

const plain: OverturnFunds = {
  costUnits: 11_000n,
  keptUnits: 0n,
  kept: 0,
  uncovered: 0,
  offerStatus: 'Active',
  remaining: 1,
  availableUnits: 50_000n,
}
const from = (means: Partial<OverturnFunds>) => sourcesOf({ ...plain, ...means })
const fromHold = { heldUnits: 11_000n, availableUnits: 0n, guaranteeUnits: 0n }

const counted = { keptUnits: 11_000n }

test('money kept for appeals is used first', () => {
  const closed = { kept: 1, availableUnits: 0n, offerStatus: 'Archived', remaining: 1 } as const
  const sources = { ...fromHold, usesKept: true, wasUncovered: false, usesSlot: true }
  assert.deepEqual(from({ ...counted, ...closed }), sources)
  assert.deepEqual(from({ ...counted, ...closed, kept: 2, uncovered: 1 }), sources)
})

test('money kept for others is not used for work that can no longer be appealed', () => {
  const { usesKept, availableUnits } = from({ kept: 1, remaining: 0 })
  assert.deepEqual([usesKept, availableUnits], [false, 11_000n])
})

test('an appeal that ends unpaid releases its cost only if no other is without', () => {
  for (const [funds, isReleased] of [
    [{ ...counted, uncovered: 0 }, true],
    [{ ...counted, uncovered: 1 }, false],
    [{ keptUnits: 0n, uncovered: 0 }, false],
  ] as const)
    assert.equal(isReleasedAtEnd(funds), isReleased)
})

test('slots of an offer that has grown again stay for others', () => {
  const grown = { ...counted, kept: 1, offerStatus: 'Active', remaining: 3 } as const
  assert.deepEqual(from(grown), { ...fromHold, usesKept: true, wasUncovered: false, usesSlot: false })
})

test('then a free slot of an open offer is used', () => {
  for (const offerStatus of ['Active', 'Paused'] as const)
    for (const [means, wasUncovered] of [[{}, false] as const, [counted, true] as const])
      assert.deepEqual(from({ offerStatus, ...means }), { ...fromHold, usesKept: false, wasUncovered, usesSlot: true })
})

const noSlot = { usesKept: false, wasUncovered: false, usesSlot: false }

test('then the advertiser’s available money, and the platform pays the rest', () => {
  for (const means of [{ remaining: 0 }, { offerStatus: 'Archived' }, { offerStatus: 'Completed' }] as const) {
    const rich = { heldUnits: 0n, availableUnits: 11_000n, guaranteeUnits: 0n, ...noSlot }
    assert.deepEqual(from(means), rich)
    const poor = { ...rich, availableUnits: 4_000n, guaranteeUnits: 7_000n }
    assert.deepEqual(from({ ...means, availableUnits: 4_000n }), poor)
    assert.deepEqual(from({ ...means, availableUnits: 0n }), { ...rich, availableUnits: 0n, guaranteeUnits: 11_000n })
  }
})

test('sources always sum to the cost, and none gives more than it has', () => {
  const means = fc.record({
    costUnits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    isCounted: fc.boolean(),
    kept: fc.nat(2),
    uncovered: fc.nat(2),
    offerStatus: fc.constantFrom('Active', 'Paused', 'Completed', 'Archived'),
    remaining: fc.nat(3),
    availableUnits: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(means, ({ isCounted, ...given }) => {
      const all = { ...given, keptUnits: isCounted ? given.costUnits : 0n } as OverturnFunds
      const sources = sourcesOf(all)
      assert.equal(sources.heldUnits + sources.availableUnits + sources.guaranteeUnits, all.costUnits)
      assert.ok(
        sources.availableUnits <= all.availableUnits && sources.availableUnits >= 0n && sources.guaranteeUnits >= 0n,
      )
      assert.equal(sources.heldUnits > 0n, sources.usesKept || sources.usesSlot)
      assert.equal(sources.guaranteeUnits > 0n && sources.availableUnits < all.availableUnits, false)
    }),
  )
})

test('an advertiser overrides a rejection with own money only', () => {
  mustBePaidByAdvertiser(from({ remaining: 0 }), 'USD')
  assert.throws(() => mustBePaidByAdvertiser(from({ remaining: 0, availableUnits: 4_000n }), 'USD'), {
    extras: { required: 1.1, available: 0.4, shortfall: 0.7, currency: 'USD' },
  })
})

test('a rejection can be overridden for thirty days, to the millisecond', () => {
  const rejected = execution({ status: 'Rejected', decidedAt: noon })
  const end = secondsFrom(noon, 30 * 86_400)
  mustBeOverridable(rejected, end)
  const late = new Date(end.getTime() + 1)
  assert.throws(() => mustBeOverridable(rejected, late), { message: /report_already_decided/ })
  for (const status of ['Pending', 'Accepted', 'Disputed', 'Withdrawn'] as const)
    assert.throws(() => mustBeOverridable(execution({ status, decidedAt: noon }), noon))
})
