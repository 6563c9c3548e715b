import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { advertiser, expectOk } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { detailsRules } from '../../catalog/details.ts'
import { createValidatorCompiler } from '../../platform/http/validation.ts'
import { addressProblem } from '../../platform/outgoing-http/address.ts'
import { detailsIn } from './details.ts'
import { formsRu, sentencesRu } from './details-ru.ts'
import { bodyError, inOneText, type Problem } from './problem.ts'

const inRussian = (detail: string): string => {
  const errors = [bodyError('title', 'x', detail)]
  return detailsIn('ru', { detail: inOneText(errors), errors }).errors[0]?.detail ?? ''
}
const english = /[a-z]{3}/i
/** API terms that are the same in every language. */
const kept =
  /startsAtUtc|allowListId|true|false|null|UUID|IBAN|BCP|ISO|NUL|Unicode|JSON|https?|UTC|example|com|page|hooks/g
const isRussian = (text: string) => /[а-яё]/i.test(text) && !english.test(text.replaceAll(kept, ''))

const wrongs: readonly (readonly [TSchema, unknown])[] = [
  [Type.Object({ title: Type.String() }), {}],
  [Type.String(), 7],
  [Type.Integer(), 1.5],
  [Type.Union([Type.String(), Type.Null()]), 7],
  [Type.Unsafe({ type: ['object', 'null'] }), 7],
  [Type.String({ maxLength: 3 }), 'abcd'],
  [Type.String({ minLength: 21 }), 'ab'],
  [Type.Integer({ minimum: 2 }), 1],
  [Type.Integer({ maximum: 2 }), 3],
  [Type.Number({ exclusiveMinimum: 0 }), 0],
  [Type.Array(Type.Integer(), { maxItems: 1 }), [1, 2]],
  [Type.Array(Type.Integer(), { minItems: 2, uniqueItems: true }), [1]],
  [Type.Array(Type.Integer(), { uniqueItems: true }), [1, 1]],
  [Type.Enum(['1', '2']), '3'],
  [Type.String({ pattern: '^[0-9]+$' }), '!'],
  ...['date-time', 'date', 'email', 'uri', 'uuid'].map((format) => [Type.String({ format }), '!'] as const),
]

describe('errors are explained in Russian too', () => {
  test('for members of a body, for every schema keyword', () => {
    for (const [schema, value] of wrongs) {
      const check = createValidatorCompiler()({ schema, httpPart: 'body', method: 'POST', url: '/' })
      const { error } = check(value) as { error?: Problem }
      assert.ok(error, JSON.stringify(schema))
      for (const { detail } of error.errors) {
        assert.match(detail, english)
        assert.ok(isRussian(inRussian(detail)), `${detail} → ${inRussian(detail)}`)
      }
    }
  })

  test('for members of the details', () => {
    for (const [schema, value] of wrongs) {
      const details = { type: 'object', properties: { it: JSON.parse(JSON.stringify(schema)) } }
      const errors = detailsRules(details, 'strict')({ it: value })
      assert.ok(errors.length > 0, JSON.stringify(schema))
      for (const { detail } of errors) assert.ok(isRussian(inRussian(detail)), `${detail} → ${inRussian(detail)}`)
    }
  })

  test('for the URL of a webhook, for every cause', () => {
    const urls = ['example', 'http://a.example', 'https://me@a.example', 'https://a.example#b', 'https://a.example:81']
    const details = [...urls, 'https://localhost', 'https://10.0.0.1', `https://a.example/${'a'.repeat(2048)}`].map(
      (url) => addressProblem(url, false) ?? assert.fail(url),
    )
    assert.equal(new Set(details).size, details.length)
    for (const detail of details) assert.ok(isRussian(inRussian(detail)), `${detail} → ${inRussian(detail)}`)
  })

  test('with the right plural form', () => {
    assert.equal(inRussian('must have at most 1 character.'), 'должно быть не длиннее 1 символа.')
    assert.equal(inRussian('must have at most 22 characters.'), 'должно быть не длиннее 22 символов.')
  })

  test('and stay in English if there is no Russian text', () => {
    assert.equal(inRussian('is refused by Stripe (card_declined).'), 'is refused by Stripe (card_declined).')
  })
})

test('every Russian sentence is used somewhere', () => {
  const folder = join(import.meta.dirname, '../..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const sources = files
    .filter((name) => !name.endsWith('details-ru.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const unsaid = Object.keys(sentencesRu).filter((sentence) => !sources.some((text) => text.includes(sentence)))
  assert.deepEqual(unsaid, [])
  assert.ok(formsRu.every(([form]) => form.source.startsWith('^') && form.source.endsWith('$')))
})

test('uses the most accepted language, with the same codes and fields', async () => {
  const market = await openMarket()
  const { a } = await advertiser(market)
  const asked = (language: string) =>
    a.send('POST', '/api/advertiser/offers/submit', '{"totalLimit":"3"}', {
      'content-type': 'application/json',
      'accept-language': language,
    })
  const [english, russian] = [await asked('en'), await asked('ru-RU, en;q=0.5')]
  const places = ({ body }: typeof english) =>
    body.errors.map(({ field, code, pointer }: Record<string, string>) => [field, code, pointer])
  assert.deepEqual(places(russian), places(english))
  assert.equal(english.body.errors[0].detail, 'is required.')
  assert.equal(russian.body.errors[0].detail, 'нужно заполнить.')
  assert.ok(russian.body.errors.every(({ detail }: { detail: string }) => isRussian(detail)))
  assert.ok(russian.body.detail.startsWith(`${russian.body.errors[0].field}: нужно заполнить.`))
  assert.equal(expectOk(await a.get('/api/advertiser/offers')).totalCount, 0)
})
