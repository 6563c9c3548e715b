import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../../api.ts'
import { problemTypes } from './problem.ts'
import { titleIn, titles } from './titles.ts'

test('every problem has a title in every language', () => {
  assert.ok(problemTypes.size > 40, 'importing the API declares the problems')
  for (const [language, known] of Object.entries(titles)) {
    assert.deepEqual(Object.keys(known).sort(), [...problemTypes.keys()].sort(), language)
  }
})

test('Accept-Language chooses the title; English is the fallback', () => {
  const type = { code: 'not_found', title: 'Not found' }
  assert.equal(titleIn('ru-KZ, en;q=0.5', type), 'Не найдено')
  assert.equal(titleIn('tlh', type), 'Not found')
  assert.equal(titleIn(undefined, type), 'Not found')
})
