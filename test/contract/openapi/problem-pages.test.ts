import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import '../../../server/api.ts'
import { exampleOf } from '../../../server/contract/problem-examples.ts'
import { statusOfType } from '../../../server/platform/http/answer.ts'
import { textOf, textsOf } from '../../../server/platform/http/problem-texts.ts'
import { problemTypes } from '../../../server/values/problems/problem.ts'
import { languages } from '../../../server/values/sentences.ts'
import { expectOk } from '../../support/fixtures.ts'
import { openMarket } from '../../support/market.ts'

const market = await openMarket()
const types = [...problemTypes.values()]
const codes = types.map(({ code }) => code).sort()
const anybody = market.as()
const page = (path: string, headers: Record<string, string> = {}) =>
  anybody.send('GET', path, undefined, { accept: 'text/html', ...headers })

describe('every problem', () => {
  for (const language of languages)
    test(`exists in ${language} and in no other language`, () => {
      assert.deepEqual([...textsOf(language).keys()].sort(), codes)
      for (const [code, { happened, remedy }] of textsOf(language)) {
        assert.ok(happened && remedy, `${code} does not say what happened, or what to do`)
        assert.match(`${happened} ${remedy}`, language === 'ru' ? /[а-я]/ : /^[^а-я]*$/, code)
      }
    })
  test('has a Russian title, and says the same to people in both languages', () => {
    const placeholders = (texts: readonly string[]) => texts.map((text) => (text.match(/\{\w+\}/g) ?? []).sort())
    for (const code of codes) {
      assert.match(textOf(code, 'ru').title, /[а-я]/, code)
      assert.deepEqual(placeholders(textOf(code, 'ru').said), placeholders(textOf(code, 'en').said), code)
      for (const name of placeholders(textOf(code, 'en').said).flat())
        assert.ok(name.slice(1, -1) in textOf(code, 'en').example, `${code}: its example has no ${name}`)
    }
  })
  test('has a complete example', () => {
    for (const type of types) {
      const { detail } = exampleOf(type, statusOfType(type), 'https://market.example')
      assert.ok(detail, `${type.code}: an example says nothing. its section in en.md needs its errors`)
      assert.doesNotMatch(detail, /undefined|NaN|\[object/, type.code)
    }
  })
})

describe('the page of a problem', () => {
  test('is at the problem’s type URL and explains the problem, the remedy and the response', async () => {
    const { body } = await anybody.get('/v1/tasks/1')
    const { pathname } = new URL(body.type)
    const { status, raw, headers } = await page(pathname)
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html; charset=utf-8/)
    for (const text of [
      'Credential missing',
      'token_missing',
      '401',
      'What happened',
      'What to do',
      '&quot;requestId&quot;',
    ])
      assert.ok(raw.includes(text), text)
  })
  test('exists for every code', async () => {
    for (const code of codes) assert.equal((await page(`/problems/${code}`)).status, 200, code)
  })
  test('lists the code’s extra members', async () => {
    const { raw } = await page('/problems/insufficient_funds')
    for (const name of ['required', 'available', 'shortfall', 'currency'])
      assert.ok(raw.includes(`<code>${name}</code>`))
  })
  test('is in the reader’s language, if supported', async () => {
    const russian = await page('/problems/no_files', { 'accept-language': 'ru-RU,ru;q=0.9' })
    assert.match(russian.raw, /<html lang="ru">[\s\S]*Что случилось/)
    assert.match((await page('/problems/no_files', { 'accept-language': 'pt-BR' })).raw, /What happened/)
  })
  test('is JSON if requested', async () => {
    const facts = expectOk(await anybody.send('GET', '/problems/no_files', undefined, { accept: 'application/json' }))
    assert.partialDeepStrictEqual(facts, { code: 'no_files', status: 400, title: 'No files' })
    assert.ok(facts.happened && facts.remedy && facts.example.errors)
  })
  test('of an unknown code is not found', async () => {
    const { status, body } = await page('/problems/nothing_of_ours')
    assert.deepEqual([status, body.code], [404, 'not_found'])
    assert.equal((await page('/problems/__proto__')).status, 404)
  })
  test('loads no resources and runs no scripts', async () => {
    const { raw, headers } = await page('/problems/no_files')
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; /)
    assert.doesNotMatch(policy, /unsafe|script-src/)
    assert.doesNotMatch(raw, /<script|<link|<img|url\(|\son\w+=|\sstyle=/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  })
})

describe('the list of problems', () => {
  test('links to each problem', async () => {
    const { raw } = await page('/problems')
    for (const code of codes) assert.ok(raw.includes(`href="problems/${code}"`), code)
  })
  test('is JSON if requested', async () => {
    const { items } = expectOk(await anybody.send('GET', '/problems', undefined, { accept: 'application/json' }))
    assert.deepEqual(items.map(({ code }: { code: string }) => code).sort(), codes)
  })
})
