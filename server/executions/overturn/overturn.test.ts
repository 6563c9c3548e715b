import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { execution, noon, secondsFrom } from '../../../test/support/inputs/samples.ts'
import { mustBeOverridable } from '../deadlines.ts'
import { mustBePaidByAdvertiser, type OverturnFunds, sourcesOf } from './overturn.ts'

const plain: OverturnFunds = {
  costUnits: 11_000n,
  keptUnits: 0n,
  offerStatus: 'Active',
  remaining: 1,
  availableUnits: 50_000n,
}
const from = (means: Partial<OverturnFunds>) => sourcesOf({ ...plain, ...means })
const fromHold = { heldUnits: 11_000n, availableUnits: 0n, guaranteeUnits: 0n }

test('the money kept for the work itself is used first', () => {
  const kept = { keptUnits: 11_000n, availableUnits: 0n }
  assert.deepEqual(from({ ...kept, offerStatus: 'Archived', remaining: 1 }), {
    ...fromHold,
    usesKept: true,
    usesSlot: true,
  })
})

test('slots of an offer that has grown again stay for others', () => {
  const kept = { keptUnits: 11_000n, offerStatus: 'Active', remaining: 3 } as const
  assert.deepEqual(from(kept), { ...fromHold, usesKept: true, usesSlot: false })
})

test('then a free slot of an open offer is used', () => {
  for (const offerStatus of ['Active', 'Paused'] as const)
    assert.deepEqual(from({ offerStatus }), { ...fromHold, usesKept: false, usesSlot: true })
})

test('then the advertiser’s available money, and the platform pays the rest', () => {
  for (const means of [{ remaining: 0 }, { offerStatus: 'Archived' }, { offerStatus: 'Completed' }] as const) {
    const rich = { heldUnits: 0n, availableUnits: 11_000n, guaranteeUnits: 0n, usesKept: false, usesSlot: false }
    assert.deepEqual(from(means), rich)
    const poor = { ...rich, availableUnits: 4_000n, guaranteeUnits: 7_000n }
    assert.deepEqual(from({ ...means, availableUnits: 4_000n }), poor)
    assert.deepEqual(from({ ...means, availableUnits: 0n }), { ...rich, availableUnits: 0n, guaranteeUnits: 11_000n })
  }
})

test('sources always sum to the cost, and none gives more than it has', () => {
  const means = fc.record({
    costUnits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    isKept: fc.boolean(),
    offerStatus: fc.constantFrom('Active', 'Paused', 'Completed', 'Archived'),
    remaining: fc.nat(3),
    availableUnits: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(means, ({ isKept, ...given }) => {
      const all = { ...given, keptUnits: isKept ? given.costUnits : 0n } as OverturnFunds
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
