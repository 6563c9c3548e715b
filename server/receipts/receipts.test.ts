import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import {
  advertiser,
  executor,
  expectOk,
  membersOf,
  outcome,
  type Person,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { deposit } from '../payments/deposits/actions-bookings.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket()
const { ctx } = market

type Side = 'advertiser' | 'operator'
const pathOf = (id: number, side: Side, locale = 'en') => `/api/${side}/deposits/${id}/receipt?locale=${locale}`

const receiptOf = (person: Person, id: number, side: Side = 'advertiser', locale = 'en') =>
  fetch(`${market.url}${pathOf(id, side, locale)}`, { headers: { authorization: `Bearer ${person.token}` } })

/** Returns the text of the receipt, as another program reads it, with its lines in order. */
async function textOf(answer: Response): Promise<string> {
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  const { text } = await extractText(pdf, { mergePages: true })
  return text.replaceAll('\u00a0', ' ')
}

const numberOf = (answer: Response): number =>
  Number(/filename="receipt-(\d+)\.pdf"/.exec(answer.headers.get('content-disposition') ?? '')?.[1])

/** Creates an advertiser with one paid deposit. */
async function payer(amount = 1234.56): Promise<Person & { readonly deposit: number }> {
  const person = await advertiser(market, { funds: amount })
  const { items } = expectOk(await person.a.get('/api/advertiser/deposits'))
  return { ...person, deposit: items[0].id }
}

const billing = (person: Person, input: object) =>
  person.a.put('/api/advertiser/billing-details', {
    name: 'Corner Bakery Ltd',
    address: '12 Mill Lane',
    taxId: null,
    ...input,
  })

const setSeller = async (en: string | null, ru: string | null = null, brandName: string | null = null) => {
  const { a } = await theOperator(market)
  const { texts } = expectOk(await a.get('/api/operator/site'))
  expectOk(await a.put('/api/operator/site', { brandName, texts: { ...texts, sellerDetails: { en, ru } } }))
}

describe('a receipt', () => {
  test('names seller, buyer, number, days and the exact sum, in both languages', async () => {
    await setSeller('Nimble Tasks GmbH\nHauptstr. 1, Berlin', 'ООО «Быстрые задания»\nг. Москва, ул. Ёлочная, 5')
    const person = await payer()
    expectOk(await billing(person, { name: 'ИП Щукин Юрий', address: 'ул. Ленина, 1\nТверь', taxId: '770123456789' }))
    const english = await receiptOf(person, person.deposit)
    const number = numberOf(english)
    const text = await textOf(english)
    for (const words of [
      `Receipt No. ${number}`,
      'Nimble Tasks GmbH',
      'Hauptstr. 1, Berlin',
      'ИП Щукин Юрий',
      'Тверь',
      'Tax ID: 770123456789',
      'USD 1,234.56',
      `deposit No. ${person.deposit}`,
      person.email,
    ])
      assert.ok(text.includes(words), `${words} in ${text}`)
    const russian = await textOf(await receiptOf(person, person.deposit, 'advertiser', 'ru'))
    for (const words of [
      `Квитанция № ${number}`,
      'ООО «Быстрые задания»',
      'ул. Ёлочная, 5',
      '1 234,56 USD',
      'Всего оплачено',
      `платёж № ${person.deposit}`,
    ])
      assert.ok(russian.includes(words), `${words} in ${russian}`)
  })

  test('gets the next number without gaps, also when many are asked for at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => payer(10)))
    const asked = [...people, ...people, ...people]
    const numbers = await Promise.all(asked.map(async (person) => numberOf(await receiptOf(person, person.deposit))))
    assert.equal(new Set(numbers).size, people.length)
    assert.deepEqual(numbers.slice(0, 6), numbers.slice(6, 12))
    const all = await ctx.db.many<{ number: number }>(sql`select number from receipts order by number`)
    assert.deepEqual(
      membersOf(all, 'number'),
      all.map((_, index) => index + 1),
    )
  })

  test('keeps what it says when the details change, and names a buyer who was missing', async () => {
    await setSeller('First Seller')
    const person = await payer()
    const before = await textOf(await receiptOf(person, person.deposit))
    assert.ok(!before.includes('Corner Bakery'))
    expectOk(await billing(person, {}))
    await setSeller('Second Seller')
    const named = await textOf(await receiptOf(person, person.deposit))
    assert.ok(
      named.includes('Corner Bakery Ltd') && named.includes('First Seller') && !named.includes('Second Seller'),
      named,
    )
    expectOk(await billing(person, { name: 'Other Bakery' }))
    const answer = await receiptOf(person, person.deposit)
    assert.equal(await textOf(answer), named)
  })

  test('is the same file each time', async () => {
    const person = await payer()
    const [first, second] = [await receiptOf(person, person.deposit), await receiptOf(person, person.deposit)]
    assert.deepEqual(await first.bytes(), await second.bytes())
  })

  test('lists what was returned since', async () => {
    const person = await payer(100)
    const { a } = await theOperator(market)
    expectOk(
      await a.post(`/api/operator/deposits/${person.deposit}/refund`, { amount: 30.25, reason: 'Paid too much' }),
    )
    const text = await textOf(await receiptOf(person, person.deposit))
    for (const words of ['Total paid', 'USD 100.00', 'Returned since', '-USD 30.25', 'Remaining', 'USD 69.75'])
      assert.ok(text.includes(words), `${words} in ${text}`)
  })

  test('says that its deposit was voided, and is not issued after that', async () => {
    const [issued, unissued] = [await payer(100), await payer(100)]
    const { a } = await theOperator(market)
    assert.equal((await receiptOf(issued, issued.deposit)).status, 200)
    for (const person of [issued, unissued])
      expectOk(await a.post(`/api/operator/deposits/${person.deposit}/void`, { reason: 'For another account' }))
    const text = await textOf(await receiptOf(issued, issued.deposit))
    for (const words of ['Void: recorded by mistake', '-USD 100.00', 'Remaining', 'USD 0.00'])
      assert.ok(text.includes(words), `${words} in ${text}`)
    assert.equal((await receiptOf(unissued, unissued.deposit)).status, 409)
  })

  test('gets a credit note for each return, with the next number and once', async () => {
    const person = await payer(100)
    const { a } = await theOperator(market)
    const notesOf = (side: Side = 'advertiser', locale = 'en') =>
      fetch(`${market.url}/api/${side}/deposits/${person.deposit}/credit-notes?locale=${locale}`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
    assert.equal((await notesOf()).status, 409, 'nothing was returned')
    for (const amount of [30.25, 9])
      expectOk(await a.post(`/api/operator/deposits/${person.deposit}/refund`, { amount, reason: 'Paid too much' }))
    const asked = await Promise.all(Array.from({ length: 6 }, () => notesOf()))
    const text = await textOf(asked[0] as Response)
    const number = Number(/Credit note No. (\d+)/.exec(text)?.[1])
    const receipt = numberOf(await receiptOf(person, person.deposit))
    for (const words of [`Receipt No. ${receipt} of`, '-USD 30.25', '-USD 9.00', `Credit note No. ${number + 1}`])
      assert.ok(text.includes(words), `${words} in ${text}`)
    for (const answer of asked.slice(1)) assert.equal(await textOf(answer), text)
    assert.match(await textOf(await notesOf('advertiser', 'ru')), /Кредит-нота №/)
    assert.equal((await notesOf('operator')).status, 403)
    const other = await advertiser(market)
    const theirs = await other.a.get(`/api/advertiser/deposits/${person.deposit}/credit-notes`)
    assert.equal(outcome(theirs), '404 deposit_not_found')
    const all = await ctx.db.many<{ number: number }>(sql`select number from credit_notes order by number`)
    assert.deepEqual(
      membersOf(all, 'number'),
      all.map((_, index) => index + 1),
    )
  })

  test('shows every fraction of the smallest and the largest amounts', async () => {
    for (const [amount, words] of [
      [0.0001, 'USD 0.0001'],
      [99_999_999.9999, 'USD 99,999,999.9999'],
    ] as const) {
      const person = await payer(amount)
      assert.ok((await textOf(await receiptOf(person, person.deposit))).includes(words), words)
    }
  })

  test('is for its advertiser and for operators only', async () => {
    const [owner, other, worker, judge] = [
      await payer(),
      await payer(),
      await executor(market),
      await theOperator(market),
    ]
    assert.equal(outcome(await other.a.get(pathOf(owner.deposit, 'advertiser'))), '404 deposit_not_found')
    assert.equal((await receiptOf(worker, owner.deposit)).status, 403)
    assert.equal((await receiptOf(owner, owner.deposit, 'operator')).status, 403)
    assert.equal((await fetch(`${market.url}${pathOf(owner.deposit, 'advertiser')}`)).status, 401)
    const [mine, theirs] = [await receiptOf(owner, owner.deposit), await receiptOf(judge, owner.deposit, 'operator')]
    assert.equal(numberOf(mine), numberOf(theirs))
    assert.match(mine.headers.get('cache-control') ?? '', /private, no-store/)
  })

  test('does not exist for money that has not arrived', async () => {
    const person = await payer()
    const { id } = await ctx.db.one<{ id: number }>(sql`
      insert into deposits (account, method, status, amount_units, currency, reference, created_at, updated_at)
      values (${person.id}::bigint, 'Stripe', 'Pending', 10000, 'USD', 'not yet', now(), now()) returning id`)
    assert.equal(outcome(await person.a.get(pathOf(id, 'advertiser'))), '409 deposit_state_conflict')
    const { count } = await ctx.db.one<{ count: number }>(
      sql`select count(*) from receipts where deposit = ${id}::bigint`,
    )
    assert.equal(count, 0)
  })

  test('prints hostile texts as text, on one page', async () => {
    const name = `) Tj ET (${'W'.repeat(90)} <script>`
    await setSeller('\u2067evil\u2069 \\) endstream %%EOF')
    const person = await payer()
    expectOk(await billing(person, { name, address: Array.from({ length: 8 }, () => 'x'.repeat(60)).join('\n') }))
    await deposit(ctx, { email: person.email, amount: 5, reference: '%PDF (a) \u202e 漢字 😀' })
    const { items } = expectOk(await person.a.get('/api/advertiser/deposits'))
    const answer = await receiptOf(person, items[0].id)
    const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
    assert.equal(pdf.numPages, 1)
    const { text } = await extractText(pdf, { mergePages: true })
    const words = text.replaceAll(/\s/g, '')
    assert.ok(
      words.includes(name.replaceAll(' ', '')) && words.includes('evil\\)endstream%%EOF') && words.includes('%PDF(a)'),
      text,
    )
  })
})

describe('billing details', () => {
  test('are null at first, and kept without blank lines and outer spaces', async () => {
    const { a } = await advertiser(market)
    const path = '/api/advertiser/billing-details'
    assert.deepEqual(expectOk(await a.get(path)), { name: null, address: null, taxId: null, updatedAtUtc: null })
    const input = { name: '  Corner   Bakery ', address: ' 12 Mill Lane \r\n\r\n  Bristol\n', taxId: '  ' }
    const { updatedAtUtc, ...saved } = expectOk(await a.put(path, input))
    assert.deepEqual(saved, { name: 'Corner Bakery', address: '12 Mill Lane\nBristol', taxId: null })
    assert.equal(expectOk(await a.get(path)).updatedAtUtc, updatedAtUtc)
  })

  test('are refused with every wrong field', async () => {
    const { a } = await advertiser(market)
    const input = { name: ' ', address: Array.from({ length: 9 }, () => 'x').join('\n'), taxId: '\u200d1' }
    const { status, body } = await a.put('/api/advertiser/billing-details', input)
    assert.deepEqual(
      [status, body.errors.map(({ field }: { field: string }) => field)],
      [400, ['name', 'taxId', 'address']],
    )
  })
})
