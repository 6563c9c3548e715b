import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { bodyError, type Problem } from '../../values/problems/problem.ts'
import { addRules, nullable, openObject } from '../../values/requests/schema.ts'
import { proseText, titleText } from '../../values/requests/texts.ts'
import { createValidatorCompiler } from './validation.ts'

const check = (part: 'body' | 'querystring', schema: TSchema, value: unknown) =>
  createValidatorCompiler('USD')({ schema, httpPart: part, method: 'POST', url: '/' })(value) as {
    value?: unknown
    error?: Problem
  }

const wrongIn = (part: 'body' | 'querystring', schema: TSchema, value: unknown): string[] =>
  (check(part, schema, value).error?.errors ?? []).map(({ field, code, detail }) => `${field} ${code}: ${detail.en}`)

const body = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 3 }),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  kind: Type.Optional(Type.Enum(['a', 'b'])),
  list: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }), { minItems: 1, maxItems: 2, uniqueItems: true })),
})

describe('a body is validated without conversions', () => {
  test('a valid one is kept', () => {
    const good = { title: '😀😀😀', count: 3.0, kind: 'a', list: [{ id: 1 }] }
    assert.deepEqual(check('body', body, good), { value: good })
  })
  test('members that the schema does not name are refused at every depth, with the nearest known name', () => {
    const more = { title: 'a', coutn: 1, list: [{ id: 1, ids: 1 }], constructor: 'x' }
    assert.deepEqual(wrongIn('body', body, more), [
      'coutn unknown_member: is not known to this operation. Did you mean count?',
      'constructor unknown_member: is not known to this operation.',
      'list.0.ids unknown_member: is not known to this operation. Did you mean id?',
    ])
    assert.equal(wrongIn('body', body, JSON.parse('{"title":"a","__proto__":{}}')).length, 1)
  })
  test('a named currency is answered with that of the amounts', () => {
    const detailOf = (currency: unknown) => check('body', body, { title: 'a', currency }).error?.errors[0]?.detail.en
    const plain = 'is not known to this operation: amounts are in USD.'
    assert.deepEqual(['eur', 'USD', 5].map(detailOf), [plain.replace('.', ', not in EUR.'), plain, plain])
  })
  test('an object with free member names is kept whole', () => {
    const open = Type.Object({
      details: Type.Object({}, { additionalProperties: true }),
      names: Type.Record(Type.String(), Type.Object({ id: Type.Integer() })),
    })
    const given = { details: { any: [{ at: 'all' }] }, names: { a: { id: 1 } } }
    assert.deepEqual(check('body', open, given), { value: given })
    assert.deepEqual(wrongIn('body', open, { ...given, names: { a: { id: 1, idd: 2 } } }), [
      'names.a.idd unknown_member: is not known to this operation. Did you mean id?',
    ])
  })

  const wrong: readonly (readonly [unknown, string])[] = [
    [{}, 'title required: is required.'],
    [[], 'body type: must be of type object.'],
    [null, 'body type: must be of type object.'],
    [{ title: 7 }, 'title type: must be of type string.'],
    [{ title: '' }, 'title min_length: must have at least 1 character.'],
    [{ title: '😀😀😀😀' }, 'title max_length: must have at most 3 characters.'],
    [{ title: 'a', count: '3' }, 'count type: must be of type integer.'],
    [{ title: 'a', count: true }, 'count type: must be of type integer.'],
    [{ title: 'a', count: null }, 'count type: must be of type integer.'],
    [{ title: 'a', count: 1.5 }, 'count type: must be of type integer.'],
    [{ title: 'a', count: 0 }, 'count minimum: must be at least 1.'],
    [{ title: 'a', count: 6 }, 'count maximum: must be at most 5.'],
    [{ title: 'a', kind: 'A' }, 'kind enum: must be one of a, b.'],
    [{ title: 'a', list: [] }, 'list min_items: must have at least 1 item.'],
    [{ title: 'a', list: [{ id: 1 }, { id: 1 }] }, 'list unique_items: must not repeat an item.'],
    [{ title: 'a', list: [{ id: 1 }, {}] }, 'list.1.id required: is required.'],
    [{ title: 'a', list: [{ id: 1 }, { id: 2 }, { id: 3 }] }, 'list max_items: must have at most 2 items.'],
  ]
  for (const [value, expected] of wrong)
    test(`${JSON.stringify(value)}: ${expected}`, () => assert.deepEqual(wrongIn('body', body, value), [expected]))

  test('checks members of any name, even with a line break', () => {
    const record = Type.Object({ names: Type.Record(Type.String(), Type.String()) })
    for (const name of ['a', '', 'a\nb', '\n', 'a\r\u2028b'])
      assert.deepEqual(wrongIn('body', record, { names: { [name]: 5 } }), [
        `names.${name} type: must be of type string.`,
      ])
  })
  test('reports all errors at once, up to 20', () => {
    assert.equal(wrongIn('body', body, { title: 1, count: 'x', kind: 'c' }).length, 3)
    const list = Type.Array(Type.String())
    assert.equal(wrongIn('body', list, Array(1000).fill(1)).length, 20)
  })
  test('reports limits in machine-readable form', () => {
    assert.deepEqual(check('body', body, { title: 'abcd' }).error?.errors[0]?.params, { max: 3 })
  })
})

const query = Type.Object({
  page: Type.Optional(Type.Integer()),
  least: Type.Optional(Type.Number()),
  open: Type.Optional(Type.Boolean()),
  search: Type.Optional(Type.String()),
  status: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
})
const read = (value: object): unknown => check('querystring', query, value).value

describe('a query is text from which numbers are parsed', () => {
  test('as the schema declares', () => {
    assert.deepEqual(read({ page: '3', least: '-0.5', open: 'true', search: '7', status: ['a', 'b'] }), {
      page: 3,
      least: -0.5,
      open: true,
      search: '7',
      status: ['a', 'b'],
    })
    assert.deepEqual(read({ page: '-1', least: '1e3', open: 'false' }), { page: -1, least: 1000, open: false })
  })
  test('a whole number beyond 2^53 becomes the largest safe one, which is no existing id', () => {
    const most = Number.MAX_SAFE_INTEGER
    for (const text of ['9007199254740993', '9223372036854775808', '9'.repeat(400)])
      assert.deepEqual(read({ page: text }), { page: most })
    assert.deepEqual(read({ page: '-9223372036854775809' }), { page: -most })
  })
  test('the given query is not changed', () => {
    const given = Object.freeze({ page: '3' })
    assert.deepEqual(read(given), { page: 3 })
  })

  const wrong = {
    page: ['x', '', '1.0', '1e3', '0x10', ' 1', '１', 'Infinity', ['1', '2']],
    least: ['x', '1e400', 'NaN', '-Infinity', '.5', '1.', '0x1'],
    open: ['1', '0', 'TRUE', 'yes', ''],
    search: [['a', 'b']],
  }
  for (const [name, texts] of Object.entries(wrong))
    for (const text of texts)
      test(`${name}=${text} is refused by its name`, () => {
        const { error } = check('querystring', query, { [name]: text })
        assert.deepEqual(
          error?.errors.map(({ parameter, code }) => [parameter, code]),
          [[name, 'type']],
        )
      })
})

describe('the texts of a body', () => {
  const texts = Type.Object({
    title: titleText({ minLength: 1, maxLength: 4 }),
    note: Type.Optional(nullable(proseText({ maxLength: 2 }))),
    names: Type.Optional(Type.Record(Type.String(), Type.Object({ name: titleText() }))),
    list: Type.Optional(Type.Array(proseText())),
    secret: Type.Optional(Type.String()),
    details: Type.Optional(openObject),
  })
  test('are trimmed and composed before their length is checked; other members stay as they are', () => {
    const asSent = { secret: ' e\u0301 ', details: { title: ' e\u0301 \u202e' } }
    const given = {
      title: '  e\u0301👩‍🚀',
      note: ' e\u0301\n',
      names: { ru: { name: ' x ' } },
      list: [' y '],
      ...asSent,
    }
    assert.deepEqual(check('body', Type.Partial(texts), given), {
      value: { title: 'é👩‍🚀', note: 'é', names: { ru: { name: 'x' } }, list: ['y'], ...asSent },
    })
  })
  test('are refused by field and character, with all other errors', () => {
    addRules(texts, (valid: object) =>
      'title' in valid ? [bodyError('title', 'rule', { en: 'sees it.', ru: 'видит.' })] : [],
    )
    const given = { title: '\u200b', note: 'abc', names: { ru: { name: 'a\u202e' } }, list: ['\u0007', 'ok'] }
    assert.deepEqual(wrongIn('body', texts, given), [
      'note max_length: must have at most 2 characters.',
      'title blank: must have a visible character; it begins with U+200B, which shows nothing.',
      'names.ru.name character: must not contain U+202E, a sign that turns the direction of text.',
      'list.0 character: must not contain U+0007, a control character.',
    ])
    assert.deepEqual(wrongIn('body', texts, { title: ' \n ' }), ['title min_length: must have at least 1 character.'])
  })
})

describe('the rules of a body', () => {
  const checked: unknown[] = []
  const ruled = Type.Object({
    title: Type.String(),
    count: Type.Integer(),
    names: Type.Record(Type.String(), Type.Object({ title: Type.String() })),
    list: Type.Array(Type.Object({ id: Type.Integer() })),
  })
  addRules(ruled, (valid) => {
    checked.push(valid)
    return [bodyError('title', 'rule', { en: 'breaks a rule.', ru: 'нарушает правило.' })]
  })
  const cases: readonly (readonly [string, unknown, unknown, string[]])[] = [
    [
      'judge the valid members where the schema refuses others',
      { title: 'x', count: '1', names: { a: { title: 1 }, b: { title: 'y' } }, list: [{ id: 1 }, { id: null }] },
      { title: 'x', names: { a: {}, b: { title: 'y' } } },
      ['count', 'names.a.title', 'list.1.id', 'title'],
    ],
    ['do not need the members that are missing', {}, {}, ['title', 'count', 'names', 'list', 'title']],
    [
      'leave out a list of which an item lacks a member',
      { title: 'x', count: 1, names: {}, list: [{}] },
      { title: 'x', count: 1, names: {} },
      ['list.0.id', 'title'],
    ],
  ]
  for (const [what, body, valid, fields] of cases)
    test(what, () => {
      checked.length = 0
      assert.deepEqual(
        check('body', ruled, body).error?.errors.map(({ field }) => field),
        fields,
      )
      assert.deepEqual(checked, [valid])
    })

  test('are not applied to a body that is not an object, nor to one that is valid by schema', () => {
    checked.length = 0
    assert.deepEqual(wrongIn('body', ruled, [{ title: 'x' }]), ['body type: must be of type object.'])
    assert.equal(check('body', ruled, { title: 'x', count: 1, names: {}, list: [] }).error, undefined)
    assert.deepEqual(checked, [])
  })

  test('never see an invalid member, however many others are invalid', () => {
    checked.length = 0
    const many = { title: 7, count: 1, names: {}, list: Array.from({ length: 1_000 }, () => ({ id: 'x' })) }
    assert.equal(check('body', ruled, many).error?.errors.length, 21)
    assert.deepEqual(checked, [{ count: 1, names: {} }])
  })
})
