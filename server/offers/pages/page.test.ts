import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerRules } from './answer-schema.ts'
import { fillableTexts, type Page, pageErrors, textOfPage } from './page.ts'

const picture = { kind: 'image', value: 'https://cdn.example/{{file}}' } as const
const label = { type: 'string', enum: ['cat', 'dog'], 'x-labels': { cat: 'Cat', dog: { en: 'Dog', ru: 'Собака' } } }
const form = (properties: object, more: Partial<Page> = {}): Page => ({
  kind: 'form',
  answerSchema: { type: 'object', properties, required: Object.keys(properties) },
  ...more,
})
const fields = (page: Page) => pageErrors(textOfPage(page)).map(({ field, code }) => `${field} ${code}`)

describe('a page', () => {
  test('is a form, html or an address elsewhere', () => {
    const answerSchema = form({ label }).answerSchema
    for (const page of [
      form({ label }, { show: [picture] }),
      { kind: 'html', answerSchema, html: '<h1>{{title}}</h1>' },
      { kind: 'external', answerSchema, url: 'https://example.com/{{id}}', opensIn: 'tab' },
    ] as const)
      assert.deepEqual(fields(page), [])
  })

  test('has the members of its kind', () => {
    const { answerSchema } = form({ label })
    assert.deepEqual(fields({ kind: 'html', answerSchema, url: 'https://a.example' }), [
      'page.html required',
      'page.url unknown',
    ])
    assert.deepEqual(fields({ kind: 'external', answerSchema, url: 'http://a.example' }), [
      'page.opensIn required',
      'page.url format',
    ])
    assert.deepEqual(fields({ ...form({ label }), html: '<p>' }), ['page.html unknown'])
  })

  test('fills no script', () => {
    const { answerSchema } = form({ label })
    assert.deepEqual(fields({ kind: 'html', answerSchema, html: '<script>{{x}}</script>' }), ['page.html placeholder'])
  })

  test('is bounded', () => {
    const { answerSchema } = form({ label })
    assert.deepEqual(fields({ kind: 'html', answerSchema, html: 'x'.repeat(262_145) }), ['page.html max_length'])
    assert.deepEqual(fields({ kind: 'html', answerSchema, html: '"'.repeat(200_000) }), ['page max_length'])
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, { type: 'string' }]))
    assert.deepEqual(fields(form(many)), ['page.answerSchema.properties schema'])
    assert.deepEqual(fields({ kind: 'html', html: '', answerSchema: form(many).answerSchema }), [])
  })

  test('has placeholders in what it shows', () => {
    const text = '{{a}} {{b}}'
    assert.deepEqual(fillableTexts(form({ label }, { show: [picture, { kind: 'text', value: text }] })), [
      picture.value,
      text,
      '',
      '',
    ])
  })
})

describe('the fields of a form', () => {
  const at = (name: string) => [`page.answerSchema.properties.${name} schema`]

  test('have an input that fits their type', () => {
    assert.deepEqual(fields(form({ a: { type: 'object' } })), at('a'))
    assert.deepEqual(fields(form({ a: { type: 'string', 'x-input': 'number' } })), at('a'))
    assert.deepEqual(fields(form({ a: { type: 'integer', 'x-input': 'rating', minimum: 1, maximum: 5 } })), [])
    assert.deepEqual(fields(form({ a: { type: 'integer', 'x-input': 'rating', minimum: 1 } })), at('a'))
    const unknown = fields(form({ a: { type: 'string', 'x-input': 'colour' } }))
    assert.deepEqual(unknown, ['page.answerSchema.properties.a.x-input schema'])
  })

  test('mark what is shown', () => {
    const boxes = { type: 'array', 'x-input': 'boxes' }
    assert.deepEqual(fields(form({ boxes }, { show: [picture] })), [])
    assert.deepEqual(fields(form({ boxes })), at('boxes'))
    assert.deepEqual(fields(form({ boxes: { ...boxes, 'x-on': 1 } }, { show: [picture] })), at('boxes'))
    assert.deepEqual(fields(form({ a: { ...boxes, 'x-input': 'spans' } }, { show: [picture] })), at('a'))
    assert.deepEqual(fields(form({ a: { enum: ['a', 'b'], 'x-input': 'compare' } }, { show: [picture] })), at('a'))
  })

  test('have patterns that take linear time', () => {
    const pattern = (text: string) => form({ a: { type: 'string', pattern: text } })
    assert.deepEqual(fields(pattern('(?=a)b')), ['page.answerSchema schema'])
    const rules = answerRules(pattern('^(a+)+$').answerSchema)
    const started = performance.now()
    assert.equal(rules({ a: `${'a'.repeat(1_990)}b` }).length, 1)
    assert.deepEqual(rules({ a: 'aaaa' }), [])
    assert.ok(performance.now() - started < 1_000)
  })
})

describe('a schema', () => {
  const schema = (more: object) =>
    fields({ kind: 'html', html: '', answerSchema: { type: 'object', ...more } as Page['answerSchema'] })
  const refused = ['page.answerSchema schema']

  test('makes a bounded number of checks, with what references name', () => {
    const refs = (count: number) => ({
      $defs: { a: { allOf: Array.from({ length: 200 }, () => ({ type: 'string' })) } },
      properties: { x: { allOf: Array.from({ length: count }, () => ({ $ref: '#/$defs/a' })) } },
    })
    assert.deepEqual([schema(refs(20)), schema(refs(200))], [[], refused])
    const lists = (count: number) => ({
      allOf: Array.from({ length: count }, () => ({ items: { uniqueItems: true } })),
    })
    assert.deepEqual(schema({ properties: { x: lists(90) } }), refused)
  })

  test('has a bounded number of patterns', () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, { type: 'string', pattern: `a${n}` }]))
    assert.deepEqual([schema({ properties: named(50) }), schema({ properties: named(51) })], [[], refused])
    assert.deepEqual(schema({ patternProperties: named(26) }), refused)
  })
})

describe('an answer', () => {
  const found = (properties: object, answer: object) =>
    answerRules(form(properties).answerSchema)(answer, '/value').map(({ pointer, code }) => `${pointer} ${code}`)

  test('is checked against the schema', () => {
    assert.deepEqual(found({ label }, { label: 'cat' }), [])
    assert.deepEqual(found({ label }, { label: 'cow' }), ['#/value/label enum'])
    assert.deepEqual(found({ label }, {}), ['#/value/label required'])
  })

  test('has marks of a fixed shape', () => {
    const boxes = { type: 'array', 'x-input': 'boxes', 'x-labels': { car: 'Car' } }
    const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4, label: 'car' }
    assert.deepEqual(found({ boxes }, { boxes: [box] }), [])
    assert.deepEqual(found({ boxes }, { boxes: [{ ...box, x: 1.1, label: 'cat' }, { x: 0 }] }).sort(), [
      '#/value/boxes/0/label enum',
      '#/value/boxes/0/x maximum',
      '#/value/boxes/1/height required',
      '#/value/boxes/1/label required',
      '#/value/boxes/1/width required',
      '#/value/boxes/1/y required',
    ])
    const spans = { type: 'array', 'x-input': 'spans' }
    assert.deepEqual(found({ spans }, { spans: [{ start: 0, end: 4 }] }), [])
    assert.deepEqual(found({ spans }, { spans: [{ start: 0.5, end: 4, label: 'x' }] }).sort(), [
      '#/value/spans/0/label additional_properties',
      '#/value/spans/0/start type',
    ])
  })
})
