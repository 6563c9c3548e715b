import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonNames, missingNames, nameErrors } from './item-names.ts'
import { textOfPage } from './page.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`)
const used = numbered(30_000)
  .map((name) => `{{${name}}}`)
  .join('')
const page = textOfPage({ kind: 'html', answerSchema: { type: 'object' }, html: used })
const content = { title: '', description: null, proofInstructions: null, translations: {}, details: {}, page }

test('the errors are few, however many names a page uses and items lack', () => {
  const items = Array.from({ length: 1_000 }, () => ({ data: {} }))
  assert.equal(missingNames(content, items).length, 20)
  assert.equal(nameErrors(content, []).length, 20)
})

test('each of a thousand names that all items have can be used', () => {
  const data = Object.fromEntries(numbered(1_000).map((name) => [name, 'x']))
  const names = commonNames(null, [{ data: { 'no name': 1, ...data } }, { data }])
  assert.deepEqual(names, numbered(1_000))
  assert.deepEqual(nameErrors({ ...content, title: '{{n999}}', page: null }, names), [])
})
