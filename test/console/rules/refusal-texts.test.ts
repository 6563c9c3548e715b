import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import ts from 'typescript'
import { createServer } from 'vite'
import '../../../server/api.ts'
import { exampleOf } from '../../../server/contract/problem-examples.ts'
import { statusOfType } from '../../../server/platform/http/answer.ts'
import { detailIn } from '../../../server/platform/http/problem-texts.ts'
import { Problem, problemTypes } from '../../../server/values/problems/problem.ts'
import { type Language, languages, violationOf } from '../../../server/values/sentences.ts'
import { filesIn, root } from '../../contract/architecture/sources.ts'

/** The console's own modules, with their texts: its macros are compiled as for the browser. */
const vite = await createServer({
  configFile: join(root, 'console/vite.config.ts'),
  server: { middlewareMode: true, ws: false },
  logLevel: 'error',
})
after(() => vite.close())
const { i18n } = await vite.ssrLoadModule('@lingui/core')
const { fieldErrorText, fieldPathOf, nameOf } = await vite.ssrLoadModule('/ui/field-errors.ts')
const { problemText } = await vite.ssrLoadModule('/ui/problem-texts.ts')
const { setRefusals } = await vite.ssrLoadModule('/refusals.ts')
const first = { en: await vite.ssrLoadModule('/api/texts-en.ts'), ru: await vite.ssrLoadModule('/api/texts-ru.ts') }
for (const language of languages) i18n.load(language, first[language]['ui'])

/** What no person should read: names of the API in their forms, addresses, headers, and the marks of formats. */
const machineWords = [
  /\b[a-z]+(?:_[a-z]+)+\b/,
  /\b[a-z]+[A-Z]\w*/,
  /\b(?!WebP\b)[A-Z][a-z]+[A-Z]\w*/,
  /(?:^|\s)(?:#|\/)\/?[a-z]/i,
  /\b(?:GET|POST|PUT|PATCH|DELETE)\b/,
  /\b(?!E-)[A-Z][a-z]+-[A-Z][a-z]+\b/,
  /[`{}]|>=|\bcsv:|undefined|NaN/,
]
/** In Russian, Latin letters are those of formats and examples; others are names of the API. */
const latin = /(?<![\w./-])(?!https?\b|en\b)[a-z]{2,}(?![\w/:-]|\.\w)/
/** What people type themselves: a word of a schema or file in quotes, the name of a value of items, or an e-mail address. */
const typed = /"[^"]*"|\{\{\w+\}\}|\S+@\S+/g

function machineWordIn(text: string, language: Language): string | undefined {
  const words = text.replace(typed, '')
  return [...machineWords, ...(language === 'ru' ? [latin] : [])].flatMap(
    (each) => each.exec(words)?.[0].trim() ?? [],
  )[0]
}

/** Refusals of requests that the console does not send: damaged, without a session, or of the sandbox and other programs. */
const codesForPrograms =
  /^(?:malformed_|method_not_allowed|not_supported|oauth_|stripe_signature|unknown_method|unsupported_media_type|validation_error)/

describe('every refusal', () => {
  for (const language of languages)
    test(`is told in ${language} without words of machines`, () => {
      i18n.activate(language)
      setRefusals(first[language]['refusals'])
      const wrong = [...problemTypes.values()].flatMap((type) => {
        if (codesForPrograms.test(type.code)) return []
        const body = exampleOf(type, statusOfType(type), 'https://market.example')
        const message = detailIn(language, new Problem(type, body.detail, body))
        const errors = (body.errors ?? []).map((each) => ({ ...each, detail: '' }))
        const text = problemText({ code: type.code, errors, facts: body, message })
        const word = machineWordIn(text, language)
        return word === undefined ? [] : [`${type.code}: ${text} (${word})`]
      })
      assert.deepEqual(wrong, [])
    })
})

type Sentence = Readonly<Record<Language, string>> & { readonly at: string }

/** Sentences that only programs cause, and texts that are none of errors. */
const forPrograms = /^server\/(?:mcp|commands|site|notifications\/routes|values\/requests\/(?:cursor|if-match))/

const inserted = '7'
const textOf = (node: ts.Expression): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => inserted + literal.text).join('')
}

/** Returns the sentences of field errors in a file: objects with a text in each language. */
function sentencesIn(file: string): Sentence[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Sentence[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const texts = node.properties.flatMap((each) =>
        ts.isPropertyAssignment(each) ? [[each.name.getText(), textOf(each.initializer)] as const] : [],
      )
      const { en, ru } = Object.fromEntries(texts)
      if (en !== undefined && ru !== undefined) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        found.push({ en, ru, at: `${file}:${line + 1}` })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What the validator says about each keyword, with the codes of the API. */
const violations = [
  ['pattern', { pattern: '^[a-z]+$' }],
  ['unknown_member', { additionalProperty: 'minAge' }],
  ['maxProperties', { limit: 7 }],
  ['multipleOf', { multipleOf: 7 }],
  ['exclusiveMaximum', { limit: 7 }],
  ['enum', { allowedValues: ['OpenOffers'] }],
  ['type', { type: ['integer', 'null'] }],
  ['format', { format: 'date-time' }],
] as const

const sentences = filesIn(['server'], '.ts')
  .filter((file) => !/\.test\.ts$|openapi[\w-]*\.ts$/.test(file) && !forPrograms.test(file))
  .flatMap(sentencesIn)

describe('every error of a field', () => {
  for (const language of languages) {
    test(`is told in ${language} without words of machines`, () => {
      i18n.activate(language)
      assert.ok(sentences.length > 150, 'sentences are not found')
      const wrong = sentences.flatMap((sentence) => {
        const text = fieldErrorText({ field: 'title', code: 'other', detail: sentence[language] })
        const word = machineWordIn(text, language)
        return word === undefined ? [] : [`${sentence.at}: ${text} (${word})`]
      })
      assert.deepEqual(wrong, [])
    })
    test(`is told in ${language} by its code`, () => {
      i18n.activate(language)
      const wrong = violations.flatMap(([code, params]) => {
        const detail = violationOf({ keyword: code, params, message: 'must NOT be wrong' })[language]
        const text = fieldErrorText({ field: 'title', code, detail, params })
        const word = machineWordIn(text, language)
        return word === undefined ? [] : [`${code}: ${text} (${word})`]
      })
      assert.deepEqual(wrong, [])
    })
  }
})

test('an error of one entry is shown at the field of its list, and named in the language of the reader', () => {
  const values = { targetCountryIds: [276, 999], codes: 'A B', acceptanceCriteria: [{ text: '' }], page: null }
  const shown = (field: string) => fieldPathOf({ field }, values)
  assert.equal(shown('targetCountryIds.1'), 'targetCountryIds')
  assert.equal(shown('codes.1'), 'codes')
  assert.equal(shown('/acceptanceCriteria/0/text'), 'acceptanceCriteria.0.text')
  assert.equal(shown('page.html'), 'page.html')
  assert.equal(shown('proofUrls.1'), 'proofUrls', 'a list that the form keeps under another name')
  i18n.activate('ru')
  assert.equal(nameOf({ field: 'targetCountryIds.1' }), 'Страны')
  assert.equal(nameOf({ field: 'allowedNetworks[0]' }), 'Разрешённые сети')
})
