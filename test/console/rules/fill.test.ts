import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledPart, filledShow } from '../../../console/offers/page-form/fill.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
const filledValue = (kind: string, value: string, data: Readonly<Record<string, unknown>>) =>
  filledPart({ kind, value }, data).value

test('a picture may be in the data of an item itself, as the whole value only', () => {
  assert.equal(filledValue('image', ' {{picture}} ', { picture: ` ${picture}\n` }), picture)
  assert.equal(filledValue('video', '{{picture}}', { picture }), null)
  assert.equal(filledValue('image', '{{picture}}', { picture: 'data:text/html;base64,PHA+' }), null)
  assert.equal(filledValue('image', picture, {}), null)
})

test('values are encoded in an address, and a whole address must be https', () => {
  assert.equal(filledValue('image', 'https://a.example/{{file}}', { file: 'a b/c' }), 'https://a.example/a%20b%2Fc')
  assert.equal(filledValue('image', '{{url}}', { url: 'https://a.example/1.png' }), 'https://a.example/1.png')
  assert.equal(filledValue('image', '{{url}}', { url: 'javascript:alert(1)' }), null)
})

test('all that a page shows is filled; in a text, names without a value stay', () => {
  const show = [{ kind: 'text', value: '{{n}} of {{none}}{{constructor}}', label: '' }, 'other']
  assert.deepEqual(filledShow({ show }, { n: 3 }), [
    { kind: 'text', value: '3 of {{none}}{{constructor}}', label: null },
  ])
  assert.deepEqual(filledShow({}, {}), [])
})
