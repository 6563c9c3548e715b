import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestedLanguage } from './locale.ts'

test('the parameter takes precedence over the header and is normalized', () => {
  assert.equal(requestedLanguage('PT-br', 'de'), 'pt-BR')
  assert.equal(requestedLanguage('zh-hans', undefined), 'zh-Hans')
})

test('refuses a malformed parameter by name, even if the header is valid', () => {
  for (const locale of [
    'en_US',
    'x',
    '-',
    'en-',
    'english language',
    'de,en',
    'en;q=1',
    '*',
    'é',
    `en${'-abcdefgh'.repeat(300)}`,
  ])
    assert.throws(
      () => requestedLanguage(locale, 'de'),
      ({ type, errors }) => type.code === 'validation_error' && errors[0].parameter === 'locale',
      locale,
    )
})

const accepted: readonly (readonly [string | undefined, string])[] = [
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['pt-br, en;q=0.9', 'pt-BR'],
  ['en;q=0.2, ru; q=0.9, de ;q=0.8', 'ru'],
  ['en;q=0.5, fr;q=0.5', 'en'],
  ['*', 'en'],
  ['*;q=0.5, es;q=0.1', 'es'],
  ['de;q=0, ru;q=0.1', 'ru'],
  ['de;q=0.000', 'en'],
  ['de;q=2, fr;q=1.', 'fr'],
  ['de;q=nonsense, en_US, ;;, ,fr;q=0.3', 'fr'],
  ['\u0000, <script>, ru', 'ru'],
  [`${'xx_,'.repeat(10_000)}de`, 'en'],
]
for (const [header, language] of accepted)
  test(`Accept-Language ${JSON.stringify(header?.slice(0, 40))} asks for ${language}`, () =>
    assert.equal(requestedLanguage(undefined, header), language))
