import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { commaSigns, pointSigns, readNumber, signsOf, writeNumber } from '../../cli/src/input/amount.ts'
import { decodeText } from '../../cli/src/input/encoding.ts'
import { readLocalTime } from '../../cli/src/input/local-time.ts'

type Rules = Parameters<typeof readNumber>[1]

/** Returns the number, or the accepted forms after a question mark. */
function readAs(text: string, rules: Rules): string {
  const number = readNumber(text, rules)
  return number.isRead ? number.decimal : `? ${number.accepted.join(' | ').replaceAll('\u00a0', ' ')}`
}

const cases: Readonly<Record<string, readonly [Rules, Readonly<Record<string, string>>]>> = {
  'an amount in English': [
    { signs: signsOf('en'), fractionDigitsMax: 4 },
    {
      '1,500.00': '1500.00',
      '1,000': '1000',
      '1.5': '1.5',
      '0.385': '0.385',
      '1265.581': '1265.581',
      ' 1 500.00 ': '1500.00',
      '1\u202f500': '1500',
      '1’500': '1500',
      '1,500,000': '1500000',
      '1,5': '? 1.50',
      '1.500,00': '? 1,500.00',
      '1.500.000': '? 1,500,000',
      '1.385': '? 1.3850 | 1,385',
      '1,00,000': '? 1,500.00',
      '1,500,00': '? 1,500.00',
      '1 500,00': '? 1,500.00',
    },
  ],
  'an amount in Russian': [
    { signs: signsOf('ru'), fractionDigitsMax: 2 },
    {
      '1 500,00': '1500.00',
      '1\u00a0500,5': '1500.5',
      '1500,5': '1500.5',
      '12.5': '12.5',
      '1,5': '1.5',
      '1,000': '? 1 000 | 1',
      '1.500': '? 1,50 | 1 500',
      '1.500,00': '? 1 500,00',
      '1,500.00': '? 1 500,00',
    },
  ],
  'an amount in German': [
    { signs: signsOf('de'), fractionDigitsMax: 2 },
    { '1.500,00': '1500.00', '1.000': '1000', '1.5': '? 1,50', '1,000': '? 1.000 | 1' },
  ],
  'a whole number': [
    { signs: signsOf('en'), fractionDigitsMax: 0 },
    { '1 000': '1000', '1,000': '1000', '007': '? 1,500', '1.5': '? 1,500', '1.000': '? 1 | 1,000' },
  ],
  'an amount by a program': [
    { signs: pointSigns, fractionDigitsMax: 4, isByProgram: true },
    { '1.385': '1.385', '1500.25': '1500.25', '1,385': '? 1385 | 1.3850', '1,500.00': '1500.00', '1,5': '? 1.50' },
  ],
  'an amount by a program with decimal commas': [
    { signs: commaSigns, fractionDigitsMax: 4, isByProgram: true },
    { '1,385': '1.385', '1500,25': '1500.25', '0.25': '0.25', '1.385': '? 1,3850 | 1385' },
  ],
}

describe('a number that was typed', () => {
  for (const [what, [rules, texts]] of Object.entries(cases))
    for (const [text, expected] of Object.entries(texts))
      test(`as ${what} is read or shown how to write: ${text}`, () => assert.equal(readAs(text, rules), expected))

  test('is refused in every language if it is odd', () => {
    for (const text of [
      '',
      '1e3',
      '0x10',
      '１２',
      '٣',
      '-5',
      '+5',
      '$5',
      '5 USD',
      '.5',
      '5.',
      '1..5',
      '1 2',
      '12.34567',
      'Infinity',
      '9'.repeat(16),
    ])
      for (const locale of ['en', 'ru', 'de', 'fr', 'de-CH'])
        assert.equal(
          readNumber(text, { signs: signsOf(locale), fractionDigitsMax: 4 }).isRead,
          false,
          `${text} ${locale}`,
        )
  })

  test('reads back what is written and every form that is shown', () => {
    const locale = fc.constantFrom('en', 'ru', 'de', 'fr', 'de-CH')
    const units = fc.integer({ min: 0, max: 10 ** 12 })
    const text = fc
      .array(fc.constantFrom('1', '500', '0', ',', '.', ' '), { maxLength: 8 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(locale, units, text, (language, amount, typed) => {
        const rules = { signs: signsOf(language), fractionDigitsMax: 4 }
        const number = readNumber(writeNumber(amount / 10_000, rules.signs), rules)
        assert.equal(number.isRead && Number(number.decimal), amount / 10_000)
        const read = readNumber(typed, rules)
        if (!read.isRead)
          for (const form of read.accepted) assert.ok(readNumber(form, rules).isRead, `${typed}: ${form}`)
      }),
    )
  })
})

test('a file that is not UTF-8 is named by its likely encoding', () => {
  const encodingOf = (bytes: Buffer) => {
    const decoded = decodeText(bytes)
    return decoded.isText ? decoded.text : decoded.encoding
  }
  assert.equal(encodingOf(Buffer.from('\ufeffid;причина')), 'id;причина')
  assert.equal(encodingOf(Buffer.from('id;status\n2;\xcd\xe5 \xed\xe0\xe9\xe4\xe5\xed', 'latin1')), 'Windows-1251')
  assert.equal(encodingOf(Buffer.from('id;M\xfcller;Gr\xf6\xdfe', 'latin1')), 'Windows-1252')
  assert.equal(encodingOf(Buffer.from('\ufeffid', 'utf16le')), 'UTF-16 LE')
  assert.equal(encodingOf(Buffer.from('id;status', 'utf16le')), 'UTF-16 LE')
  assert.equal(encodingOf(Buffer.from('\ufeffid', 'utf16le').swap16()), 'UTF-16 BE')
})

test('a local time is one instant, none while clocks skip it, or two while they repeat it', () => {
  const at = (text: string, zone: string) => {
    const time = readLocalTime(text, zone)
    return 'instants' in time ? time.instants.map((instant) => instant.toISOString().slice(0, 16)) : time.kind
  }
  assert.deepEqual(at('2026-06-01T12:00', 'Asia/Kolkata'), ['2026-06-01T06:30'])
  assert.deepEqual(at('2026-03-29T02:30', 'Europe/Berlin'), 'never')
  assert.deepEqual(at('2026-03-29T03:00', 'Europe/Berlin'), ['2026-03-29T01:00'])
  assert.deepEqual(at('2026-10-25T02:30', 'Europe/Berlin'), ['2026-10-25T00:30', '2026-10-25T01:30'])
  assert.deepEqual(at('2026-04-05T01:45', 'Australia/Lord_Howe'), ['2026-04-04T14:45', '2026-04-04T15:15'])
  assert.deepEqual(at('2011-12-30T12:00', 'Pacific/Apia'), 'never')
  assert.deepEqual(at('2026-02-30T12:00', 'UTC'), 'wrong')
})
