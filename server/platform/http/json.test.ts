import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { processorMsOf } from '../../../test/support/processor-time.ts'
import { Problem } from '../../values/problems/problem.ts'
import { isStorable, readJson } from './json.ts'

const read = (text: string): unknown => readJson(Buffer.from(text))

function refusalOf(body: string | Buffer): Problem {
  try {
    readJson(Buffer.from(body as string))
  } catch (error) {
    assert.ok(error instanceof Problem, `${error} is no refusal`)
    return error
  }
  throw new Error('nothing was refused')
}

/** Returns the code of the refusal, then field and code of each invalid member. */
const codesOf = (body: string | Buffer): string[] => {
  const { type, errors } = refusalOf(body)
  return [type.code, ...errors.map(({ field, code }) => `${field} ${code}`)]
}

describe('a body is read exactly', () => {
  test('reads valid JSON', () => {
    const text =
      '{"a":[1,-2.5,1e3,0.1,true,null,"\\u00e9 \\ud83d\\ude00 \\"quoted\\": [{"],"":{"constructor":"x"},"prototype":1}'
    assert.deepEqual(read(text), JSON.parse(text))
  })
  test('an empty body is undefined, not an error', () => assert.equal(read(''), undefined))
  test('a body need not be an object', () => assert.deepEqual([read('null'), read('"a"'), read('3')], [null, 'a', 3]))
  test('numbers keep every digit', () => {
    assert.equal(read('9007199254740991'), Number.MAX_SAFE_INTEGER)
    assert.equal(read('-9007199254740991'), Number.MIN_SAFE_INTEGER)
    assert.equal(read('1.10'), 1.1)
    assert.deepEqual(read('[-1e-40,0,-0.0]'), [-1e-40, 0, -0])
  })
  test('different objects may have the same member names', () => {
    assert.deepEqual(read('[{"a":1},{"a":{"a":1}}]'), [{ a: 1 }, { a: { a: 1 } }])
  })
})

describe('a number that would be rounded is refused', () => {
  const rounded = [
    '9007199254740992',
    '9007199254740993',
    '9223372036854775808',
    '-9007199254740993',
    '1e400',
    '1e-400',
    '9e-41',
    '-5e-324',
  ]
  for (const number of [...rounded, '0.1234567890123456789', '9007199254740993.0', '9'.repeat(200_000)])
    test(`${number.slice(0, 30)}`, () =>
      assert.deepEqual(codesOf(`{"a":[0,${number}]}`), ['validation_error', 'a.1 invalid_number']))
})

describe('text that cannot be stored is refused, with its field', () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ['NUL', '{"a":{"b":["\\u0000"]}}', 'a.b.0'],
    ['a lone high surrogate', '{"a":"x\\ud800y"}', 'a'],
    ['a lone low surrogate', '{"a":"\\udc00"}', 'a'],
    ['surrogates in the wrong order', '{"a":"\\udc00\\ud800"}', 'a'],
    ['NUL in a name', '{"a":{"b\\u0000":1}}', 'a.(name)'],
    ['a lone surrogate in a name', '{"\\ud800":1}', '(name)'],
    ['NUL as the whole body', '"\\u0000"', 'body'],
  ]
  for (const [what, body, field] of refused)
    test(what, () => assert.deepEqual(codesOf(body), ['validation_error', `${field} invalid_text`]))

  test('accepts emoji and other control characters', () => {
    assert.ok(isStorable('😀\u0001\uffff'))
    assert.ok(!isStorable('\ud83d'))
  })
})

describe('anything but one JSON text in UTF-8 is malformed', () => {
  const malformed: readonly (readonly [string, string | Buffer])[] = [
    ['a truncated text', '{"a":1'],
    ['a text cut inside a string', '{"a":"b'],
    ['a trailing comma', '{"a":1,}'],
    ['two texts', '{} {}'],
    ['a comment', '{}//'],
    ['NaN', '{"a":NaN}'],
    ['a single quote', "{'a':1}"],
    ['a bare control character', '{"a":"\u0001"}'],
    ['spaces alone', '  '],
    ['a byte order mark', '\ufeff{}'],
    ['an overlong byte sequence', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a byte of no character', Buffer.from([0x22, 0xff, 0x22])],
    ['a character cut in two', Buffer.from([0x22, 0xf0, 0x9f, 0x98, 0x22])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['__proto__', '{"a":{"__proto__":{"b":1}}}'],
    ['__proto__ in disguise', '{"\\u005f_proto__":1}'],
    ['constructor.prototype', '{"constructor":{"prototype":{}}}'],
  ]
  for (const [what, body] of malformed) test(what, () => assert.deepEqual(codesOf(body), ['malformed_json']))

  test('quotes nothing that cannot be stored', () => {
    assert.ok(isStorable(refusalOf('{"a":x\0}').detail))
    assert.ok(isStorable(refusalOf(`{"a":"${'😀'.repeat(30)}"x}`).detail))
  })

  test('names a duplicate member', () => {
    assert.deepEqual(codesOf('{"a":{"b":1,"b":2}}'), ['malformed_json', 'b duplicate_member'])
  })
  test('refuses a duplicate with the same value or another spelling', () => {
    assert.deepEqual(codesOf('{"a":1,"a":1}'), ['malformed_json', 'a duplicate_member'])
    assert.deepEqual(codesOf('{"a":1,"\\u0061":2}'), ['malformed_json', 'a duplicate_member'])
  })
})

describe('a body is limited', () => {
  test('accepts 32 levels and refuses 33', () => {
    assert.doesNotThrow(() => read('['.repeat(32) + ']'.repeat(32)))
    assert.match(refusalOf('['.repeat(33) + ']'.repeat(33)).detail, /deeper than 32/)
    assert.match(refusalOf(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`).detail, /deeper than 32/)
  })
  test('brackets in strings do not count as levels', () => assert.equal(read(`"${'['.repeat(100)}"`), '['.repeat(100)))
  test('refuses 100,000 levels, values or invalid values at once', () => {
    const many = (one: string) => `[${`${one},`.repeat(100_000)}1]`
    const bodies = ['['.repeat(100_000) + ']'.repeat(100_000), many('0'), many('"\\u0000"'), many('{}')]
    for (const body of bodies) assert.deepEqual(codesOf(body), ['malformed_json'])
  })
  test('reports up to 20 invalid members', () => {
    assert.equal(refusalOf(`[${'"\\u0000",'.repeat(1000)}1]`).errors.length, 20)
  })
  test('shortens a long name in the answer', () => {
    const { detail, errors } = refusalOf(`{"${'k'.repeat(200_000)}":"\\u0000"}`)
    assert.ok(detail.length < 1000)
    assert.equal(errors[0]?.field, 'k'.repeat(200))
  })

  const slow: Record<string, string> = {
    'a text of quotes that never ends': `"${'\\"'.repeat(127_000)}`,
    'a text of backslashes that never ends': `"${'\\'.repeat(254_000)}`,
    'quotes alone': '"'.repeat(254_000),
    'spaces behind a suspicious name': `{"__proto__"${' '.repeat(250_000)}`,
    'a long name over many wrong values': `{"${'k'.repeat(100_000)}":[${'"\\u0000",'.repeat(15_000)}1]}`,
    'twelve thousand members with two names': `{${Array.from({ length: 12_000 }, (_, i) => `"k${i % 2}":[[${i}]]`)}}`,
  }
  const mebibytes = 4 * 1024 * 1024
  const largest: Record<string, string> = {
    'one text': `{"a":"${'x'.repeat(mebibytes)}"}`,
    'escaped characters': `{"a":"${'\\u0061'.repeat(mebibytes / 6)}"}`,
    'line breaks': `{"a":"${'\\n'.repeat(mebibytes / 2)}"}`,
    'letters of two bytes': `{"a":"${'é'.repeat(mebibytes / 2)}"}`,
    'suspicious names in a text': `{"a":"${'\\"__proto__\\" '.repeat(mebibytes / 14)}"}`,
    spaces: `{${' '.repeat(mebibytes)}}`,
    levels: '['.repeat(mebibytes),
    'empty arrays without commas': `[${'[]'.repeat(mebibytes / 2)}`,
    'members without commas': '"a":'.repeat(mebibytes / 4),
    'one number': `{"a":${'9'.repeat(mebibytes)}}`,
  }
  const outcomeOf = (body: Buffer): string => {
    try {
      readJson(body)
      return 'read'
    } catch (error) {
      return error instanceof Problem ? 'refused' : assert.fail(String(error))
    }
  }
  // The median of several runs. The previous parser took 900 ms for one text.
  for (const [what, text] of Object.entries(largest))
    test(`four mebibytes of ${what} take less than 250 ms of processor time`, (t) => {
      const body = Buffer.from(text)
      const times = Array.from({ length: 5 }, () => processorMsOf(() => t.diagnostic(outcomeOf(body)))).toSorted(
        (one, other) => one - other,
      )
      assert.ok((times[2] ?? 0) < 250, `${times.map(Math.round)} ms`)
    })

  for (const [what, body] of Object.entries(slow))
    test(`${what} costs less than a second`, () => {
      const milliseconds = processorMsOf(() => void refusalOf(body))
      assert.ok(milliseconds < 1000, `${milliseconds} ms`)
    })
})
