import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noon } from '../../test/support/inputs/samples.ts'
import { admissionOf, ageWarnings, audienceProblems, type Profile } from './audience.ts'
import type { Audience } from './offer.ts'

const noRequirements: Audience = {
  minAge: null,
  maxAge: null,
  gender: 'Any',
  targetCountries: [],
  minLevel: 0,
  requirements: null,
}
const nothingRequired = { standing: null, requiredNames: null }
const ann: Profile = { birthDate: '1990-11-21', country: 840, gender: 'Female', level: 1, ...nothingRequired }
const emptyProfile: Profile = { birthDate: null, country: null, gender: null, level: 0, ...nothingRequired }

const why = (audience: Partial<Audience>, profile: Partial<Profile> = {}, ageFloor = 18): string[] =>
  audienceProblems({ ...noRequirements, ...audience }, { ...ann, ...profile }, noon, ageFloor).map(
    ({ type }) => type.code,
  )

test('parses the audience from its database record', () => {
  const noLists = { allowList: null, blockList: null, requirements: null }
  assert.deepEqual(admissionOf('(,,Any,{},0,,,)'), { ...noRequirements, ...noLists })
  assert.deepEqual(admissionOf('(18,,Male,{840},1,,7,)'), {
    minAge: 18,
    maxAge: null,
    gender: 'Male',
    targetCountries: [840],
    minLevel: 1,
    ...noLists,
    blockList: 7,
  })
  const few = admissionOf('(18,99,Female,"{840,643}",4,12,13,)')
  assert.deepEqual([few.maxAge, few.targetCountries, few.minLevel], [99, [840, 643], 4])
  assert.deepEqual([few.allowList, few.blockList], [12, 13])
  const json = '"[{""type"": ""Language"", ""values"": [""B2""]}]"'
  assert.deepEqual(admissionOf(`(,,Any,{},0,,,${json})`).requirements, [{ type: 'Language', values: ['B2'] }])
  assert.throws(() => admissionOf('(18)'), /no audience/)
})

describe('an executor matches an offer', () => {
  test('without requirements, if they are an adult', () => {
    assert.deepEqual(why({}), [])
    assert.deepEqual(why({}, { birthDate: '2008-11-21' }), [], 'eighteen today')
    assert.deepEqual(why({}, { birthDate: '2008-11-22' }), ['age_mismatch'], 'eighteen tomorrow')
  })

  test('by the level that they have reached', () => {
    assert.deepEqual(why({ minLevel: 1 }), [])
    assert.deepEqual(why({ minLevel: 2 }), ['level_too_low'])
    assert.deepEqual(why({ minLevel: 2, minAge: 60 }), ['age_mismatch', 'level_too_low'])
  })

  test('by age in full years, both ends included', () => {
    assert.deepEqual(why({ minAge: 36, maxAge: 36 }), [], 'thirty-six today')
    assert.deepEqual(why({ minAge: 37 }), ['age_mismatch'])
    assert.deepEqual(why({ maxAge: 35 }), ['age_mismatch'])
    assert.deepEqual(why({ maxAge: 35 }, { birthDate: '1990-11-22' }), [])
    assert.deepEqual(why({ minAge: 14 }, { birthDate: '2010-01-01' }), ['age_mismatch'], 'the floor is above')
    assert.deepEqual(why({ minAge: 14 }, { birthDate: '2010-01-01' }, 14), [], 'unless the operator lowers it')
  })

  test('with 29 February birthdays counted on 1 March', () => {
    const audience = { ...noRequirements, minAge: 19 }
    const onThe = (day: string) =>
      audienceProblems(audience, { ...ann, birthDate: '2008-02-29' }, new Date(`${day}T00:00:00Z`), 18)
    assert.equal(onThe('2027-02-28').length, 1)
    assert.equal(onThe('2027-03-01').length, 0)
  })

  test('by country and gender', () => {
    assert.deepEqual(why({ targetCountries: [643, 840] }), [])
    assert.deepEqual(why({ targetCountries: [643] }), ['country_mismatch'])
    assert.deepEqual(why({ gender: 'Female' }), [])
    assert.deepEqual(why({ gender: 'Male' }), ['gender_mismatch'])
  })

  test('and all mismatches are reported in a fixed order', () => {
    const strict = { minAge: 50, targetCountries: [643], gender: 'Male' } as const
    assert.deepEqual(why(strict), ['age_mismatch', 'country_mismatch', 'gender_mismatch'])
    assert.deepEqual(why(strict, { country: null }), ['profile_incomplete', 'age_mismatch', 'gender_mismatch'])
  })
})

describe('a profile', () => {
  const lacking = (audience: Partial<Audience>, ageFloor = 18) =>
    audienceProblems({ ...noRequirements, ...audience }, emptyProfile, noon, ageFloor).map(
      ({ extras }) => extras['missingFields'],
    )

  test('needs only the members that the offer and the age floor require', () => {
    assert.deepEqual(lacking({}), [['birthDate']])
    assert.deepEqual(lacking({}, 0), [])
    assert.deepEqual(lacking({ maxAge: 30 }, 0), [['birthDate']])
    assert.deepEqual(lacking({ targetCountries: [840], gender: 'Male' }), [['birthDate', 'countryId', 'gender']])
  })
})

test('warns of a maximum age below that of all executors', () => {
  const shown = [null, 18, 17].map((maxAge) => ageWarnings(maxAge, 18).length)
  assert.deepEqual(shown, [0, 0, 1])
})
