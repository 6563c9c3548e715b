import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { offer, offerBody, ordered } from '../../test/support/inputs/samples.ts'
import type { Problem } from '../values/problems/problem.ts'
import { ownMembers } from './body-members.ts'
import {
  applyEdit,
  changedMembers,
  isFullyEditable,
  mustBeEditable,
  offerInputFor,
  patchInput,
  replacementOf,
} from './edit.ts'
import { offerInputOf, type TaskBody } from './input.ts'
import type { OfferStatus } from './offer.ts'
import { type CatalogFacts, pricedOfferOf } from './priced-offer.ts'
import { mustNotCostMore } from './rewards/max-cost.ts'

/** Returns the problem code and the members that it names. */
function refusal(work: () => unknown): { code: string; fields: string[] } {
  try {
    work()
  } catch (error) {
    const { type, errors } = error as Problem
    return { code: type.code, fields: errors.map(({ field }) => field) }
  }
  return assert.fail('nothing was refused')
}

const unlimited = {
  hourlyLimit: null,
  dailyLimit: null,
  startsAt: null,
  endsAt: null,
  allowList: null,
  blockList: null,
  minLevel: 0,
  maxReworks: 2,
  autoAcceptRules: [],
  requirements: null,
  quotas: null,
  exclusionGroup: null,
  screenOutUnits: null,
  screenOutMax: null,
  rules: null,
}

describe('offer input', () => {
  test('gets every default', () => {
    assert.deepEqual(offerInputOf(offerBody({ title: '  A short survey\n' })), {
      price: 3,
      chosenRewardUnits: null,
      title: 'A short survey',
      totalLimit: 10,
      sourceLanguage: null,
      minAge: null,
      maxAge: null,
      gender: 'Any',
      targetCountries: [],
      addOns: [],
      details: {},
      description: null,
      proofInstructions: null,
      acceptanceCriteria: [],
      reservationSeconds: null,
      reviewSeconds: null,
      reworkSeconds: null,
      perExecutorLimit: 1,
      attemptsMax: null,
      translations: {},
      page: null,
      overlap: null,
      itemsPerSlot: null,
      skipsMax: null,
      itemNames: null,
      gold: null,
      aggregation: null,
      ...Object.fromEntries(Object.entries(ownMembers).map(([name, member]) => [name, member.default])),
      ...unlimited,
    })
  })

  test('accepts a gender in any case and a language in any spelling', () => {
    const { gender, sourceLanguage, translations } = offerInputOf(
      offerBody({ gender: 'fEMALE', sourceLanguage: 'PT-br', translations: { 'zh-hans': { title: 'x' } } }),
    )
    assert.deepEqual([gender, sourceLanguage, translations], ['Female', 'pt-BR', { 'zh-Hans': { title: 'x' } }])
  })

  const wrong: [string, Partial<TaskBody>, string[]][] = [
    ['a title of spaces', { title: ' \n ' }, ['title']],
    ['an unknown gender', { gender: 'other' }, ['gender']],
    ['ages the wrong way round', { minAge: 30, maxAge: 20 }, ['maxAge']],
    ['no language tag', { sourceLanguage: 'english!' }, ['sourceLanguage']],
    ['a translation into none', { translations: { 'x y': {} } }, ['translations.x y']],
    [
      'details that nest too deep',
      { details: { a: { b: { c: { d: { e: { f: { g: { h: {} } } } } } } } } },
      ['details'],
    ],
    ['details that are too long', { details: { text: 'я'.repeat(8_200) } }, ['details']],
    ['a criterion twice', { acceptanceCriteria: [1, 2].map(() => ({ id: 'a', text: 'b' })) }, ['acceptanceCriteria']],
    ['several things at once', { title: ' ', gender: 'x', minAge: 9, maxAge: 8 }, ['title', 'gender', 'maxAge']],
  ]
  for (const [what, members, fields] of wrong) {
    test(`is refused with ${what}`, () => {
      const shown = refusal(() => offerInputOf(offerBody(members)))
      assert.deepEqual(shown, { code: 'validation_error', fields })
    })
  }
})

const defaults = {
  feeBasisPoints: 1_000,
  reservationSeconds: 3_600,
  reviewSeconds: 259_200,
  reworkSeconds: 86_400,
  attemptsMax: 2,
  ageFloor: 18,
  hourlyRewardRule: 'off' as const,
  hourlyRewardMin: 0,
  currency: 'USD',
  language: 'de',
}
const plan = (members: Partial<TaskBody> = {}, facts: Partial<CatalogFacts> = {}) =>
  pricedOfferOf(offerInputOf(offerBody(members)), ordered(facts), defaults)

describe('a priced offer', () => {
  test('takes prices from the catalog, the fee from the settings, and durations from the first source that sets them', () => {
    const { rewardUnits, feeUnits, totalUnits, reservationSeconds, reviewSeconds, sourceLanguage } = plan()
    assert.deepEqual([rewardUnits, feeUnits, totalUnits], [10_000n, 1_000n, 110_000n])
    assert.deepEqual([reservationSeconds, reviewSeconds, sourceLanguage], [3_600, 259_200, 'de'])
    assert.equal(plan({}, { reservationSeconds: 600 }).reservationSeconds, 600)
    assert.equal(plan({ reservationDurationSeconds: 300 }, { reservationSeconds: 600 }).reservationSeconds, 300)
  })

  test('adds add-ons per action and per offer', () => {
    const { totalUnits } = plan({ selectedAddOnIds: [1, 2] }, { addOnsKnown: 2, addOnUnits: 200n, flatUnits: 50_000n })
    assert.equal(totalUnits, 10n * 11_200n + 50_000n)
  })

  test('leaves the fraction of a fee with the advertiser', () => {
    assert.equal(plan({}, { rewardUnits: 1_999n }).feeUnits, 199n)
  })

  const refused: [string, Partial<TaskBody>, Partial<CatalogFacts>, string, string[]][] = [
    ['a price that is not there', {}, { price: null }, 'unknown_price', ['offerPriceId']],
    ['a price that is not active', {}, { priceActive: false }, 'price_inactive', ['offerPriceId']],
    ['a country that is none', { targetCountryIds: [840, 1] }, {}, 'unknown_country', ['targetCountryIds.1']],
    ['an add-on that is not there', { selectedAddOnIds: [5] }, {}, 'unknown_add_on', ['selectedAddOnIds']],
    ['details of the wrong type', { details: { url: 5 } }, {}, 'details_invalid', ['details.url']],
    [
      'more money than can be counted',
      { totalLimit: 1_000_000 },
      { rewardUnits: 10n ** 10n },
      'validation_error',
      ['totalLimit'],
    ],
  ]
  for (const [what, members, facts, code, fields] of refused) {
    test(`is refused with ${what}`, () =>
      assert.deepEqual(
        refusal(() => plan(members, facts)),
        { code, fields },
      ))
  }

  test('does not validate details unless the task type is strict', () => {
    plan({ details: { more: true } })
    assert.equal(refusal(() => plan({ details: {} }, { detailsMode: 'strict' })).code, 'details_invalid')
  })

  test('can be limited by the maximum cost', () => {
    mustNotCostMore(plan(), 11)
    mustNotCostMore(plan(), undefined)
    assert.equal(refusal(() => mustNotCostMore(plan(), 10.9999)).code, 'max_cost_exceeded')
  })
})

const [soon, later] = ['2030-01-01T00:00:00Z', '2030-02-01T00:00:00Z']

describe('a change of an offer', () => {
  const changed = (status: OfferStatus, patch: object) => {
    const before = offer({ status, details: { a: 1, b: 2 } })
    const members = changedMembers(before, patchInput(before, patch))
    mustBeEditable(before, members)
    return members
  }

  test('contains only members that differ', () => {
    assert.deepEqual(changed('Active', { title: 'A short survey', details: { b: 2, a: 1 } }), [])
    assert.deepEqual(changed('Active', { title: 'Another', totalLimit: 11 }), ['title', 'totalLimit'])
    assert.deepEqual(changed('Draft', { offerPriceId: 4, targetCountryIds: [840] }), ['price', 'targetCountries'])
  })

  test('treats null as the default', () => {
    const before = offer({ minAge: 20, description: 'x', perExecutorLimit: 5 })
    const input = patchInput(before, { minAge: null, description: null, perExecutorLimit: null } as never)
    assert.deepEqual([input.minAge, input.description, input.perExecutorLimit], [null, null, 1])
  })

  test('is validated together with the unchanged members', () => {
    const before = offer({ status: 'Draft', maxAge: 50 })
    const shown = refusal(() => patchInput(before, { minAge: 60 }))
    assert.deepEqual(shown, { code: 'validation_error', fields: ['maxAge'] })
  })

  test('is refused with public names if the status does not allow it', () => {
    const may = (status: OfferStatus, patch: object) => changed(status, patch)
    const not = (status: OfferStatus, patch: object) => refusal(() => changed(status, patch)).code
    may('Draft', { offerPriceId: 4, totalLimit: 1, minAge: 30 })
    may('Rejected', { offerPriceId: 4 })
    may('PendingModeration', { externalId: 'x', metadata: { a: 'b' } })
    assert.equal(not('PendingModeration', { title: 'New' }), 'task_not_editable')
    may('Paused', { title: 'New', totalLimit: 3, reviewPeriodSeconds: 3_600, perExecutorLimit: 3, attemptsMax: 3 })
    may('Active', {
      hourlyLimit: 5,
      dailyLimit: 9,
      startsAtUtc: soon,
      endsAtUtc: later,
      allowListId: 3,
      blockListId: 4,
    })
    assert.equal(not('Active', { minExecutorLevel: 1 }), 'task_not_editable')
    assert.equal(not('Active', { maxReworks: 1, reworkPeriodSeconds: 3_600 }), 'task_not_editable')
    may('Completed', { totalLimit: 30, endsAtUtc: later })
    assert.equal(not('Completed', { startsAtUtc: soon }), 'task_not_editable')
    assert.equal(not('Active', { offerPriceId: 4 }), 'task_not_editable')
    assert.equal(not('Active', { targetCountryIds: [840] }), 'task_not_editable')
    may('Completed', { totalLimit: 30 })
    assert.equal(not('Completed', { title: 'New' }), 'task_not_editable')
    assert.equal(not('Archived', { metadata: {}, externalId: 'x' }), 'task_not_editable')
    assert.throws(
      () => changed('Active', { selectedAddOnIds: [1], minAge: 30 }),
      (error: Problem) => {
        assert.deepEqual(error.extras['members'], ['minAge', 'selectedAddOnIds'])
        return true
      },
    )
  })

  test('in Group A replaces the members of Group A and keeps the rest', () => {
    const before = offer({ minAge: 20, externalId: 'order-1', description: 'Long', metadata: { a: 'b' } })
    const input = replacementOf({ offerPriceId: 3, title: 'New', totalLimit: 4 })(before)
    assert.deepEqual(input, { ...offerInputFor(before), title: 'New', totalLimit: 4, minAge: null })
  })

  test('takes new prices only if price or add-ons change', () => {
    const expensive = plan({ title: 'New', totalLimit: 20 }, { rewardUnits: 30_000n, flatUnits: 10n })
    const of = (status: OfferStatus, ...changed: ('title' | 'price')[]) =>
      applyEdit(offer({ status }), expensive, changed)
    const ordered = of('Draft', 'title', 'price')
    assert.deepEqual([ordered.rewardUnits, ordered.flatUnits, ordered.totalLimit], [30_000n, 10n, 20])
    const renamed = of('Draft', 'title')
    assert.deepEqual([renamed.rewardUnits, renamed.flatUnits, renamed.totalLimit], [10_000n, 0n, 20])
    assert.deepEqual([of('Active', 'title').rewardUnits, of('Active', 'title').totalLimit], [10_000n, 10])
    assert.equal(of('Active', 'title').title, 'New')
    const shown = ['Draft', 'Rejected'].map((status) => isFullyEditable(offer({ status: status as 'Draft' })))
    assert.deepEqual(shown, [true, true])
  })
})
