import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languageOptions } from '../../../console/accounts/language-names.ts'
import { countryChoices } from '../../../console/ui/countries.ts'
import { readChoices } from '../../../console/ui/input/read-choices.ts'
import { countries, countryName } from '../../../server/values/countries.ts'

const choicesIn = (language: string) =>
  countryChoices(
    language,
    countries.map(({ id, code }) => ({ id, code, name: countryName(id, language) })),
  )
const [english, russian] = [choicesIn('en'), choicesIn('ru')]
const [germany, france, poland] = ['276', '250', '616']

describe('a typed or pasted text', () => {
  test('names one choice by its name, its code or a unique beginning', () => {
    for (const text of ['Germany', ' germany ', 'DE', 'de', 'Germ'])
      assert.deepEqual(readChoices(text, english), { values: [germany], unread: [] }, text)
    assert.deepEqual(readChoices('ГЕРМАНИЯ', russian), { values: [germany], unread: [] })
  })
  test('names several choices, separated by commas, semicolons, line ends, tabs, or spaces between codes', () => {
    for (const text of [
      'DE, FR; PL',
      'DE\nFR\r\nPL',
      'DE\tFR\tPL',
      'Germany, France, Poland',
      'DE FR PL',
      'de,fr,pl,de',
    ])
      assert.deepEqual(readChoices(text, english), { values: [germany, france, poland], unread: [] }, text)
  })
  test('reads a name with a comma, and a name that is the beginning of another, as one choice', () => {
    assert.deepEqual(readChoices('Бонэйр, Синт-Эстатиус и Саба', russian), { values: ['535'], unread: [] })
    assert.deepEqual(readChoices('Niger', english), { values: ['562'], unread: [] })
  })
  test('keeps what names none, or more than one', () => {
    assert.deepEqual(readChoices('DE, Atlantis; United', english), {
      values: [germany],
      unread: ['Atlantis', 'United'],
    })
    assert.deepEqual(readChoices(' , ', english), { values: [], unread: [] })
  })
})

describe('countries and languages', () => {
  test('are in alphabetical order in each language', () => {
    for (const [language, choices] of [
      ['en', english],
      ['ru', russian],
    ] as const) {
      const labels = choices.map(({ label }) => label)
      assert.deepEqual(labels, labels.toSorted(new Intl.Collator(language).compare), language)
      assert.equal(labels.length, countries.length)
    }
    assert.equal(english[0]?.label, 'Afghanistan')
    assert.equal(russian[0]?.label, 'Австралия')
  })
  test('are named once', () => {
    for (const language of ['en', 'ru']) {
      const labels = languageOptions(language).map(({ label }) => label)
      assert.deepEqual(labels, [...new Set(labels)], language)
      const names = choicesIn(language).map(({ label }) => label)
      assert.deepEqual(names, [...new Set(names)], language)
    }
  })
})
