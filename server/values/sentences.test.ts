import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { advertiser, expectOk } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { detailsRules } from '../catalog/details.ts'
import { createValidatorCompiler } from '../platform/http/validation.ts'
import type { Problem } from './problems/problem.ts'
import { charactersMax } from './sentences.ts'

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
        assert.match(detail.en, english)
        assert.ok(isRussian(detail.ru), `${detail.en} → ${detail.ru}`)
      }
    }
  })

  test('for members of the details', () => {
    for (const [schema, value] of wrongs) {
      const details = { type: 'object', properties: { it: JSON.parse(JSON.stringify(schema)) } }
      const errors = detailsRules(details, 'strict')({ it: value })
      assert.ok(errors.length > 0, JSON.stringify(schema))
      for (const { detail } of errors) assert.ok(isRussian(detail.ru), `${detail.en} → ${detail.ru}`)
    }
  })

  test('with the right plural form', () => {
    const ends = [1, 5, 11, 21, 22, 111, 1001].map((count) => charactersMax(count).ru.split(' ').at(-1))
    assert.deepEqual(ends, ['символа.', 'символов.', 'символов.', 'символа.', 'символов.', 'символов.', 'символа.'])
  })
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
