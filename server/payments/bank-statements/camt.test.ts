import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BankEntry, camt, paymentOf } from '../../../test/support/scenarios/bank-statements.ts'
import { Problem } from '../../values/problems/problem.ts'
import { linesOfCamt } from './camt.ts'
import { linesOfCsv } from './statement-csv.ts'
import { referencesIn, type Said, withKeys } from './statement-line.ts'

const entry: BankEntry = { amount: '10.50', reference: 'R1', endToEndId: 'E1', text: 'Hello & <b>', name: 'Müller' }
const shown = (lines: readonly Said[]) =>
  lines.map(({ direction, units, currency, name, text, obstacle }) => [
    direction,
    units,
    currency,
    name,
    text,
    obstacle,
  ])
const detailOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it was read'),
    (error: unknown) => {
      assert.ok(error instanceof Problem)
      return error.errors.map(({ field, detail }) => `${field}: ${detail.en}`).join(' ')
    },
  )

describe('a statement in camt.053', () => {
  for (const version of ['02', '03', '04', '08', '10', '13'])
    test(`of version ${version} is read`, async () => {
      const [line] = await linesOfCamt(camt([entry], { version, iban: 'DE02120300000000202051' }))
      const { line: _, ...said } = line as Said
      assert.deepEqual(said, {
        account: 'DE02120300000000202051',
        bookedOn: '2026-03-02',
        direction: 'Credit',
        units: 105_000n,
        currency: 'USD',
        name: 'Müller',
        text: 'Hello & <b>',
        endToEndId: 'E1',
        bankReference: 'R1',
        part: 0,
        obstacle: null,
      })
    })

  test('with several payments in an entry has a line for each, if their amounts explain it', async () => {
    const part = (amount: string, text: string) =>
      paymentOf({ amount, text }).replace(
        '<RltdPties>',
        `<AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls><RltdPties>`,
      )
    const whole = { amount: '30', payments: part('10', 'D-17-47') + part('20', 'D-18-45') }
    const credit = (units: bigint, text: string) => ['Credit', units, 'USD', 'Somebody', text, null]
    assert.deepEqual(shown(await linesOfCamt(camt([whole]))), [
      credit(100_000n, 'D-17-47'),
      credit(200_000n, 'D-18-45'),
    ])
    const [wrong, ...rest] = await linesOfCamt(camt([{ ...whole, amount: '31' }]))
    assert.deepEqual([wrong?.obstacle, wrong?.units, rest], ['Batch', 310_000n, []])
    const summed = await linesOfCamt(camt([{ amount: '30', payments: '<Btch><NbOfTxs>3</NbOfTxs></Btch>' }]))
    assert.deepEqual(
      summed.map(({ obstacle }) => obstacle),
      ['Batch'],
    )
  })

  test('tells what is not booked yet, and what takes a booking back', async () => {
    const lines = await linesOfCamt(
      camt([
        { ...entry, status: 'PDNG' },
        { ...entry, more: '<RvslInd>true</RvslInd>' },
        { ...entry, amount: '0' },
      ]),
    )
    assert.deepEqual(
      lines.map(({ obstacle, units }) => [obstacle, units]),
      [
        ['NotBooked', 105_000n],
        ['Reversal', 105_000n],
        [null, 0n],
      ],
    )
  })

  const good = camt([entry])
  const attributes = Array.from({ length: 1_000 }, (_, index) => `a${index}=">"`).join(' ')
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['a document type with entities', good.replace('?>', '?><!DOCTYPE a [<!ENTITY x "D-17-47">]>'), /DOCTYPE/],
    ['an external entity', good.replace('?>', '?><!DOCTYPE a SYSTEM "file:///etc/passwd">'), /DOCTYPE/],
    ['an unknown entity', good.replace('Hello', '&lol;'), /well-formed/],
    ['elements that are nested too deep', good.replace('<Stmt>', `<Stmt>${'<a>'.repeat(60)}`), /40 deep/],
    ['a tag with too many attributes', good.replace('<Stmt>', `<Stmt a="<" ${attributes}>`), /tag is too long/],
    ['too many elements', good.replace('<Stmt>', `<Stmt>${'<a/>'.repeat(400_001)}`), /400000 elements/],
    ['too many entries', camt(Array.from({ length: 5_001 }, () => entry)), /5000 entries/],
    ['another document', good.replace('camt.053', 'camt.054'), /camt\.053\.001\.02 to/],
    ['a later version', camt([entry], { version: '14' }), /camt\.053\.001\.02 to/],
    ['no namespace', good.replace(/ xmlns="[^"]*"/, ''), /camt\.053\.001\.02 to/],
    ['another root of a foreign namespace', '<x xmlns="urn:evil"/>', /camt\.053\.001\.02 to/],
    ['an amount with an exponent', camt([{ ...entry, amount: '1e400' }]), /^camt: line 5: the amount/],
    ['a negative amount', camt([{ ...entry, amount: '-5' }]), /the amount/],
    ['a huge amount', camt([{ ...entry, amount: '9'.repeat(18) }]), /the amount/],
    ['too many decimals', camt([{ ...entry, amount: '1.00001' }]), /the amount/],
    ['no currency', good.replace(' Ccy="USD"', ''), /the amount/],
    ['no direction', good.replace('<CdtDbtInd>CRDT</CdtDbtInd>', ''), /came in or went out/],
    ['no day', camt([{ ...entry, date: '2026-02-30' }]), /no booking date/],
    ['characters that XML does not have', good.replace('Hello', '&#0;'), /well-formed/],
    ['half of its text', good.slice(0, good.length / 2), /well-formed/],
    ['two roots', `${good}<b/>`, /^camt/],
    ['no XML', 'date,amount\n', /well-formed/],
    ['nothing', ' ', /well-formed/],
    ['lost characters', good.replace('Hello', 'H\ufffdllo'), /encoding/],
    ['UTF-16 read as UTF-8', [...good].join('\0'), /encoding/],
  ]
  for (const [what, xml, detail] of wrong)
    test(`is refused with ${what}`, async () => assert.match(await detailOf(linesOfCamt(xml)), detail))

  test('skips what other namespaces add', async () => {
    const foreign = '<Ntry xmlns="urn:evil"><Amt Ccy="USD">1000</Amt></Ntry>'
    const hidden = good
      .replace('<Ntry>', `${foreign}<Ntry>`)
      .replace('<Ustrd>', '<Ustrd xmlns="urn:evil">D-17-47</Ustrd><Ustrd>')
    assert.deepEqual(shown(await linesOfCamt(hidden)), [['Credit', 105_000n, 'USD', 'Müller', 'Hello & <b>', null]])
  })
})

describe('a statement in CSV', () => {
  test('has signed amounts, in either notation', async () => {
    const comma = await linesOfCsv(
      'Date;Amount;Text;Currency\n02.03.2026;1500,25;"D-17-47";usd\n02.03.2026;-10;x;EUR\n',
      'GBP',
    )
    const point = await linesOfCsv('date,amount,text,name,endToEndId\n2026-03-02,-1500.25,y,Maria,W-310-41\n', 'GBP')
    assert.deepEqual(shown([...comma, ...point]), [
      ['Credit', 15_002_500n, 'USD', '', 'D-17-47', null],
      ['Debit', 100_000n, 'EUR', '', 'x', null],
      ['Debit', 15_002_500n, 'GBP', 'Maria', 'y', null],
    ])
  })

  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['an exponent', '2026-03-02,1e400,x', /line 2, column amount/],
    ['an amount with two meanings', '2026-03-02,"1,500",x', /column amount/],
    ['a huge amount', '2026-03-02,100000000000,x', /column amount/],
    ['a day that is none', '2026-02-30,5,x', /column date/],
    ['no amount', '2026-03-02,,x', /column amount/],
    ['lost characters', '2026-03-02,5,\ufffd', /column text.*UTF-8/],
  ]
  for (const [what, line, detail] of wrong)
    test(`is refused by line with ${what}`, async () =>
      assert.match(await detailOf(linesOfCsv(`date,amount,text\n${line}\n`, 'USD')), detail))
})

describe('a reference', () => {
  const said = (text: string, endToEndId = '') => referencesIn('D', { text, endToEndId })
  const found: readonly (readonly [string, readonly number[], boolean])[] = [
    ['D-17-47', [17], false],
    ['Payment for March, thank you: d 17 47. Order 2026-03-01 no 5', [17], false],
    ['D-17-47 and D-17-47', [17], false],
    ['D-17-47 D-18-44', [17, 18], false],
    ['D1747', [17], true],
    ['Invoice D-1 7-47', [17], true],
    ['ID-17-47', [], true],
    ['D-17-477', [], true],
    ['D-17-48', [], true],
    ['', [], true],
  ]
  for (const [text, ids, isUnusual] of found)
    test(`is found in a text: ${text}`, () => assert.deepEqual(said(text), { ids, isUnusual }))

  test('may be the end-to-end reference', () => assert.deepEqual(said('x', 'D-17-47').ids, [17]))

  test('is searched in any text in a moment', () => {
    for (const text of ['D-'.repeat(250), 'D1'.repeat(250), `D${'1'.repeat(499)}`, 'D '.repeat(250)]) said(text)
  })
})

test('equal lines of a file are different, and have the same keys in another file', async () => {
  const keysOf = async (entries: readonly BankEntry[]) =>
    withKeys(await linesOfCamt(camt(entries))).map(({ key }) => key)
  const plain = { amount: '10', text: 'D-17-47' }
  const [first, second, other] = await keysOf([plain, plain, { ...plain, date: '2026-03-03' }])
  assert.equal(new Set([first, second, other]).size, 3)
  assert.deepEqual(await keysOf([{ ...plain, date: '2026-03-03' }, plain]), [other, first])
  const repeated = withKeys(await linesOfCamt(camt([entry, entry, { ...entry, reference: 'NONREF' }])))
  assert.deepEqual(
    repeated.map(({ isRepeated }) => isRepeated),
    [false, true, false],
  )
})
