import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noon, offer, offerBody, ordered, secondsFrom } from '../../test/support/inputs/samples.ts'
import type { Problem } from '../values/problems/problem.ts'
import { factsForEdit, patchInput } from './edit.ts'
import { type OfferInput, offerInputOf, type TaskBody } from './input.ts'
import { applyTransition } from './lifecycle/lifecycle.ts'
import { isBeforeStart, isPastEnd } from './limits.ts'
import { type CatalogFacts, mustEndInFuture, pricedOfferOf } from './priced-offer.ts'

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
  language: 'en',
}
const inputFrom = (members: Partial<TaskBody>) => offerInputOf(offerBody(members))

describe('requested limits', () => {
  test('are read from the body, times to the millisecond', () => {
    const { startsAt, endsAt, allowList, blockList, minLevel, maxReworks, hourlyLimit, dailyLimit } = inputFrom({
      startsAtUtc: '2030-01-01T12:00:00.1239+03:00',
      endsAtUtc: '2030-01-02t00:00:00z',
      allowListId: 3,
      blockListId: 4,
      minExecutorLevel: 2,
      maxReworks: 0,
      hourlyLimit: 5,
      dailyLimit: 9,
    })
    assert.equal(startsAt?.toISOString(), '2030-01-01T09:00:00.123Z')
    assert.equal(endsAt?.toISOString(), '2030-01-02T00:00:00.000Z')
    assert.deepEqual([allowList, blockList, minLevel, maxReworks, hourlyLimit, dailyLimit], [3, 4, 2, 0, 5, 9])
  })

  const wrong: [string, Partial<TaskBody>, string[]][] = [
    ['a day for a time', { startsAtUtc: '2030-01-01' }, ['startsAtUtc']],
    [
      'days that there are not',
      { startsAtUtc: '2030-02-30T00:00:00Z', endsAtUtc: 'soon' },
      ['startsAtUtc', 'endsAtUtc'],
    ],
    [
      'an end before the beginning',
      { startsAtUtc: '2030-01-01T00:00:00Z', endsAtUtc: '2029-01-01T00:00:00Z' },
      ['endsAtUtc'],
    ],
    [
      'an end at the beginning',
      { startsAtUtc: '2030-01-01T00:00:00Z', endsAtUtc: '2030-01-01T00:00:00Z' },
      ['endsAtUtc'],
    ],
    ['a list of who may, and may not', { allowListId: 3, blockListId: 3 }, ['blockListId']],
    ['a rule without its share', { autoAcceptRules: [{ type: 'MinAcceptanceRate' }] }, ['autoAcceptRules.0.value']],
    [
      'a rule twice',
      { autoAcceptRules: [0.9, 0.8].map((value) => ({ type: 'MinAcceptanceRate' as const, value })) },
      ['autoAcceptRules'],
    ],
  ]
  for (const [what, members, fields] of wrong) {
    test(`are refused with ${what}`, () =>
      assert.deepEqual(
        refusal(() => inputFrom(members)),
        { code: 'validation_error', fields },
      ))
  }

  test('need an end in the future', () => {
    const ending = inputFrom({ endsAtUtc: noon.toISOString() })
    mustEndInFuture(ending, secondsFrom(noon, -0.001))
    const shown = refusal(() => mustEndInFuture(ending, noon))
    assert.deepEqual(shown, { code: 'validation_error', fields: ['endsAtUtc'] })
    mustEndInFuture(inputFrom({}), noon)
  })

  test('take the rework period from the settings by default', () => {
    assert.equal(pricedOfferOf(inputFrom({}), ordered(), defaults).reworkSeconds, 86_400)
    assert.equal(pricedOfferOf(inputFrom({ reworkPeriodSeconds: 7_200 }), ordered(), defaults).reworkSeconds, 7_200)
  })

  test('accept only lists of the advertiser', () => {
    const priced = (facts: object) =>
      pricedOfferOf(inputFrom({ allowListId: 3, blockListId: 4 }), ordered(facts), defaults)
    priced({})
    const shown = refusal(() => priced({ allowListKnown: false, blockListKnown: false }))
    assert.deepEqual(shown, { code: 'unknown_list', fields: ['allowListId', 'blockListId'] })
  })
})

describe('acceptance by completion code', () => {
  const autoAcceptRules = [{ type: 'CompletionCode' as const }]
  const coded = ordered({ executionDetailsSchema: { type: 'object', properties: { completionCode: {} } } })
  const refused = (input: OfferInput, facts: CatalogFacts) =>
    refusal(() => pricedOfferOf(input, facts, defaults)).fields

  test('requires a task type whose work has a code', () => {
    pricedOfferOf(inputFrom({ autoAcceptRules }), coded, defaults)
    assert.deepEqual(refused(inputFrom({ autoAcceptRules }), ordered()), ['autoAcceptRules.0.type'])
  })

  test('remains valid for the offers that have it, and is checked again when it changes', () => {
    const before = offer({ status: 'Draft', autoAcceptRules })
    pricedOfferOf(patchInput(before, { title: 'New' }), factsForEdit(before, ['title'], ordered()), defaults)
    for (const name of ['details', 'autoAcceptRules'] as const) {
      const changed = patchInput(before, { details: { url: 'https://survey.example' } })
      assert.deepEqual(refused(changed, factsForEdit(before, [name], ordered())), ['autoAcceptRules.0.type'])
    }
  })
})

describe('an offer with a schedule', () => {
  test('is upcoming until its start, and over from its end on', () => {
    const [before, after] = [secondsFrom(noon, -0.001), secondsFrom(noon, 0.001)]
    const shown = [before, noon, after].map((now) => isBeforeStart({ startsAt: noon }, now))
    assert.deepEqual(shown, [true, false, false])
    const found = [before, noon, after].map((now) => isPastEnd({ endsAt: noon }, now))
    assert.deepEqual(found, [false, true, true])
    assert.deepEqual([isBeforeStart({ startsAt: null }, noon), isPastEnd({ endsAt: null }, noon)], [false, false])
  })

  const beginnings = [
    ['submit', 'Draft', 'advertiser'],
    ['approve', 'PendingModeration', 'operator'],
    ['resume', 'Paused', 'advertiser'],
    ['reopen', 'Completed', 'advertiser'],
  ] as const
  for (const [move, status, actor] of beginnings) {
    test(`does not ${move} after its end`, () => {
      const ended = offer({ status, endsAt: noon })
      applyTransition(ended, move, { actor, now: secondsFrom(noon, -1) })
      assert.equal(refusal(() => applyTransition(ended, move, { actor, now: noon })).code, 'offer_ended')
    })
  }

  test('can be withdrawn, paused and archived after its end', () => {
    for (const [move, status] of [
      ['withdraw', 'PendingModeration'],
      ['pause', 'Active'],
      ['archive', 'Active'],
    ] as const)
      applyTransition(offer({ status, endsAt: noon }), move, { actor: 'advertiser', now: secondsFrom(noon, 9) })
  })
})
