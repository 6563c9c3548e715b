import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allowsCountry, unmetOf } from './met.ts'
import { addNeeds, narrowed, newNeeds } from './needs.ts'
import { type Requirement, requiredQualifications, type Standing } from './requirement.ts'
import { requirementErrors, requirementsFrom } from './requirement-errors.ts'
import { describeUnmet } from './unmet.ts'

const nothing: Standing = { languages: [], levels: {}, held: [], accepted: 0, rejected: 0 }

type Loose = { readonly type: Requirement['type']; readonly comparison: Requirement['comparison'] }
const stored = (body: Loose & object): Requirement => requirementsFrom([body as never])?.[0] as Requirement
const scored = (comparison: Requirement['comparison'], values: readonly number[] = []) =>
  stored({ type: 'Qualification', qualificationId: 5, comparison, values } as never)
const meets = (requirement: Requirement, standing: Partial<Standing>) =>
  unmetOf([requirement], { ...nothing, ...standing }).length === 0
const score = (points: number | null) => ({ held: [{ qualification: 5, score: points }] })
const other = { held: [{ qualification: 6, score: 100 }] }

describe('a requirement of a qualification', () => {
  const cases: readonly (readonly [Requirement, Partial<Standing>, boolean])[] = [
    [scored('AtLeast', [80]), score(80), true],
    [scored('AtLeast', [80]), score(79), false],
    [scored('AtLeast', [80]), other, false],
    [scored('AtLeast', [0]), {}, false],
    [scored('AtLeast', [0]), score(0), true],
    [scored('Equal', [50]), score(50), true],
    [scored('Equal', [50]), score(51), false],
    [scored('In', [1, 2]), score(2), true],
    [scored('In', [1, 2]), score(3), false],
    [scored('NotIn', [1, 2]), score(3), true],
    [scored('NotIn', [1, 2]), score(2), false],
    [scored('NotIn', [1, 2]), {}, true],
    [scored('In'), score(null), true],
    [scored('In'), {}, false],
    [scored('NotIn'), score(null), false],
    [scored('NotIn'), {}, true],
    [scored('AtLeast', [0]), score(null), false],
  ]
  for (const [requirement, standing, isMet] of cases)
    test(`${requirement.comparison} ${requirement.values} is ${isMet ? 'met' : 'not met'} with ${JSON.stringify(standing.held ?? [])}`, () =>
      assert.equal(meets(requirement, standing), isMet))
})

describe('a requirement of a language', () => {
  const german = (comparison: Requirement['comparison'], values: readonly string[] = []) =>
    stored({ type: 'Language', language: 'DE', comparison, values } as never)
  const speaks = (levels: Standing['levels'], languages = Object.keys(levels)) => ({ languages, levels })

  test('compares levels in their order, and the best one of its regional forms', () => {
    assert.ok(meets(german('AtLeast', ['B2']), speaks({ de: 'C1' })))
    assert.ok(meets(german('AtLeast', ['C2']), speaks({ de: 'Native' })))
    assert.ok(!meets(german('AtLeast', ['B2']), speaks({ de: 'B1' })))
    assert.ok(meets(german('AtLeast', ['B2']), speaks({ de: 'A1', 'de-AT': 'B2' })))
    assert.ok(!meets(german('AtLeast', ['A1']), speaks({ den: 'Native' })), 'another language whose tag begins alike')
    assert.ok(meets(german('In', ['A1', 'A2']), speaks({ de: 'A2' })))
    assert.ok(!meets(german('NotIn', ['Native']), speaks({ de: 'Native' })))
  })

  test('without values asks whether it is spoken at all', () => {
    assert.ok(meets(german('In'), speaks({}, ['de'])))
    assert.ok(!meets(german('In'), speaks({}, ['en'])))
    assert.ok(meets(german('NotIn'), speaks({}, ['en'])))
    assert.ok(!meets(german('AtLeast', ['A1']), speaks({}, ['de'])), 'a language without a level has none')
  })
})

test('computed requirements read decided work, of which the share is rounded down', () => {
  const share = stored({ type: 'AcceptedShare', comparison: 'AtLeast', values: [95] } as never)
  assert.ok(meets(share, { accepted: 95, rejected: 5 }))
  assert.ok(!meets(share, { accepted: 949, rejected: 51 }))
  assert.ok(!meets(share, {}), 'no share without decided work')
  const count = stored({ type: 'AcceptedCount', comparison: 'Equal', values: [0] } as never)
  assert.ok(meets(count, {}))
  assert.ok(!meets(count, { accepted: 1 }))
})

test('a requirement of countries excludes them', () => {
  const out = stored({ type: 'Country', comparison: 'NotIn', values: [643, 840] } as never)
  assert.deepEqual(
    [allowsCountry([out], 643), allowsCountry([out], 276), allowsCountry(null, 643)],
    [false, true, true],
  )
  assert.deepEqual(unmetOf([out], nothing), [], 'the country is compared with the profile')
})

test('wrong requirements are named with their place', () => {
  const codes = (...bodies: object[]) =>
    requirementErrors(requirementsFrom(bodies as never)).map(({ field, code }) => `${field} ${code}`)
  assert.deepEqual(codes({ type: 'Qualification', qualificationId: 5, comparison: 'AtLeast', values: [80] }), [])
  assert.deepEqual(codes({ type: 'Qualification', comparison: 'AtLeast', values: [101] }), [
    'requirements.0.qualificationId required',
    'requirements.0.values.0 range',
  ])
  assert.deepEqual(codes({ type: 'Language', language: 'x_', comparison: 'AtLeast', values: ['B9'] }), [
    'requirements.0.language format',
    'requirements.0.values.0 range',
  ])
  assert.deepEqual(codes({ type: 'AcceptedCount', language: 'de', comparison: 'In', values: [1] }), [
    'requirements.0.language not_applicable',
    'requirements.0.comparison enum',
  ])
  assert.deepEqual(
    codes({ type: 'Country', comparison: 'NotIn' }, { type: 'AcceptedShare', comparison: 'AtLeast', values: [1, 2] }),
    ['requirements.0.values required', 'requirements.1.values one_value'],
  )
  assert.deepEqual(codes({ type: 'Country', comparison: 'NotIn', values: [1] }), ['requirements.0.values.0 range'])
})

describe('what an executor does not meet', () => {
  const requirements = [
    scored('AtLeast', [80]),
    stored({ type: 'AcceptedCount', comparison: 'AtLeast', values: [3] } as never),
  ]

  test('is described with what they have, and how to get it', () => {
    const [first, second] = describeUnmet(requirements, { ...nothing, ...score(70) }, [
      { id: 5, name: 'Reads labels', howToGet: 'Take the quiz.' },
    ])
    assert.deepEqual(
      [first?.name, first?.howToGet, first?.own, first?.values],
      ['Reads labels', 'Take the quiz.', 70, [80]],
    )
    assert.deepEqual([second?.type, second?.own], ['AcceptedCount', 0])
  })

  test('says nothing about hidden ones, not even how many there are', () => {
    const two = [...requirements, stored({ type: 'Qualification', qualificationId: 6, comparison: 'In' } as never)]
    const names = [5, 6].map((id) => ({ id, name: null, howToGet: null }))
    const missing = describeUnmet(two, { ...nothing, ...score(70) }, names)
    assert.deepEqual(
      missing.map(({ type }) => type),
      ['AcceptedCount', 'Hidden'],
    )
    const hidden = missing[1]
    assert.deepEqual([hidden?.qualificationId, hidden?.own, hidden?.values, hidden?.comparison], [null, null, [], null])
  })
})

test('executors who differ in nothing that is asked for have the same standing', () => {
  const needs = addNeeds(addNeeds(newNeeds(), null), [scored('In')])
  assert.equal(narrowed({ ...nothing, ...score(5) }, newNeeds()), null)
  const one = narrowed({ ...nothing, ...score(5), languages: ['de'], accepted: 4 }, needs)
  const two = narrowed({ ...nothing, held: [...score(5).held, ...other.held], rejected: 2 }, needs)
  assert.deepEqual(one, two)
  const more = addNeeds(needs, [
    stored({ type: 'Language', language: 'de', comparison: 'In' } as never),
    stored({ type: 'AcceptedCount', comparison: 'AtLeast', values: [1] } as never),
  ])
  assert.deepEqual(narrowed({ ...nothing, languages: ['de-AT', 'fr'], levels: { 'de-AT': 'B1' }, accepted: 4 }, more), {
    ...nothing,
    languages: ['de-AT'],
    levels: { 'de-AT': 'B1' },
    accepted: 4,
  })
  assert.deepEqual(requiredQualifications([scored('In'), scored('NotIn')]), [5])
})
