import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Extras, NotFound, Problem, ValidationError } from '../../values/problems/problem.ts'
import { detailIn, languageOf, titleIn } from './problem-texts.ts'

test('Accept-Language chooses the title; English is the fallback', () => {
  const { type } = NotFound({})
  assert.equal(titleIn(languageOf('ru-KZ, en;q=0.5'), type), 'Не найдено')
  assert.equal(titleIn(languageOf('tlh'), type), 'Not found')
  assert.equal(titleIn(languageOf(undefined), type), 'Not found')
})

const refusal = (code: string, extras: Extras = {}) =>
  new Problem({ kind: 'conflict', code, title: 'Odd', detailOf: () => 'It is odd.' }, 'It is odd.', extras)

test('the Russian detail has the values of the case', () => {
  const short = refusal('insufficient_funds', { shortfall: 67.5, currency: 'USD' })
  assert.equal(detailIn('ru', short), 'Не хватает 67.5 USD. Сначала пополните баланс.')
  assert.equal(detailIn('en', short), 'It is odd.')
  assert.match(detailIn('ru', refusal('level_too_low', { required: 3, level: 1 })), /3.*1/)
  assert.match(detailIn('ru', refusal('level_too_low')), /^[^{}]+$/)
})

test('a refusal without a declared detail, or of an unknown code, keeps its own', () => {
  assert.equal(detailIn('ru', ValidationError([], 'The request could not be read.')), 'The request could not be read.')
  assert.equal(detailIn('ru', refusal('nowhere_written')), 'It is odd.')
})
