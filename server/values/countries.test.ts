import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, countryName, isCountry } from './countries.ts'

test('there are 249 countries, and no two share an id or a code', () => {
  assert.equal(countries.length, 249)
  assert.equal(new Set(countries.map(({ id }) => id)).size, 249)
  assert.equal(new Set(countries.map(({ code }) => code)).size, 249)
  for (const { id, code } of countries) {
    assert.ok(id > 0 && id < 1000)
    assert.match(code, /^[A-Z]{2}$/)
  }
})

test('the numeric code and the alpha-2 code name the same region', () => {
  for (const { id, code } of countries) assert.equal(new Intl.Locale(`und-${String(id).padStart(3, '0')}`).region, code)
})

test('known ids are countries, others are not', () => {
  for (const id of [643, 840, 276, 76, 4, 894]) assert.equal(isCountry(id), true)
  for (const id of [0, 1, -643, 643.5, 999, 810, 280, Number.NaN, 2 ** 53]) assert.equal(isCountry(id), false)
})

test('every country has a name in English, Russian, Spanish, German, French and Portuguese', () => {
  for (const language of ['en', 'ru', 'es', 'de', 'fr', 'pt-BR'])
    for (const { id, code } of countries) {
      assert.notEqual(countryName(id, language), '')
      assert.notEqual(countryName(id, language), code, `${language} has a name for ${code}`)
    }
})

test('returns names in the requested language, or in English if it is invalid', () => {
  assert.equal(countryName(276, 'ru'), 'Германия')
  assert.equal(countryName(276, 'pt-BR'), 'Alemanha')
  assert.equal(countryName(276, 'de-AT'), 'Deutschland')
  for (const language of ['en', 'und', 'xx', 'tlh', '', 'not a tag', '../..', 'EN-us'])
    assert.equal(countryName(276, language), 'Germany')
})

test('answers many different languages', () => {
  for (let region = 0; region < 1000; region++)
    assert.equal(countryName(276, `ru-${String(region).padStart(3, '0')}`), 'Германия')
})

test('throws for a number that is no country', () => {
  assert.throws(() => countryName(1, 'en'), RangeError)
})
