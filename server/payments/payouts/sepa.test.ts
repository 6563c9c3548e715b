import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import sax from 'sax'
import { executor, expectOk, outcome, type Person, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { approved, bankOf, earn } from '../../../test/support/scenarios/earnings.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { idOf } from '../../values/id.ts'
import { verifyWithdrawals } from '../withdrawals/actions.ts'
import { withdrawalOfReference } from '../withdrawals/withdrawal.ts'
import { sepaFile, sepaText } from './sepa.ts'

const market = await openMarket({ currency: 'EUR' })
const { ctx } = market
const { a } = await theOperator(market)
afterEach(async () => {
  assert.deepEqual((await verifyLedger(ctx)).mismatches, [])
  assert.deepEqual(await verifyWithdrawals(ctx), [])
})

const account = { holder: 'Nimble Täsks GmbH', iban: 'DE02 1203 0000 0000 2020 51' }
const accountPath = '/api/operator/bank-account'
const path = '/api/operator/payouts'
const create = () => a.post(path, { kind: 'Sepa' })
const exported = (id: number, query = '') => a.get(`${path}/${id}/file?format=pain.001${query}`)
const again = '&again=true&reason=The%20first%20file%20was%20lost'
const enterAccount = () => a.put(accountPath, account).then(expectOk)

/** Approves a withdrawal to this account. */
async function approvedTo(person: Person, method: object): Promise<number> {
  await earn(market, person, 10)
  const { id } = expectOk(await person.a.post('/api/executor/withdrawals', { amount: 10, method }))
  expectOk(await a.post(`/api/operator/withdrawals/${id}/approve`))
  return id
}

/** Returns the texts of a document by the path of their element, and the elements in their order, as a parser of others reads them. */
function read(xml: string) {
  const parser = sax.parser(true, { xmlns: true })
  const open: string[] = []
  const texts: (readonly [string, string])[] = []
  const order: string[] = []
  parser.onopentag = ({ name }) => {
    open.push(name)
    order.push(name)
  }
  parser.ontext = (text) => texts.push([open.slice(-2).join('/'), text])
  parser.onclosetag = () => open.pop()
  parser.onerror = (error) => {
    throw error
  }
  parser.write(xml).close()
  return { order, all: (name: string) => texts.filter(([path]) => path === name).map(([, text]) => text) }
}

describe('a SEPA file', () => {
  test('pays each withdrawal of its payout to its account, once', async () => {
    await enterAccount()
    const [one, two] = [await executor(market), await executor(market)]
    const ids = [
      await approved(market, one, 10),
      await approvedTo(two, { ...bankOf(two), holder: 'Пётр Щукин & Söhne_AG', bic: 'GENOFRPP' }),
    ]
    const { id, kind, withdrawals, amount } = expectOk(await create())
    assert.deepEqual([kind, withdrawals, amount], ['Sepa', 2, 20])
    const answer = await exported(id)
    assert.equal(answer.status, 200, answer.raw)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/xml/)
    assert.match(answer.headers.get('content-disposition') ?? '', /payout-\d+\.xml/)
    const { all, order } = read(answer.raw)
    assert.deepEqual(all('PmtId/EndToEndId').map(withdrawalOfReference), ids)
    assert.deepEqual(all('Amt/InstdAmt'), ['10.00', '10.00'])
    assert.deepEqual(all('Cdtr/Nm'), ['Maria Muster', 'Petr Shchukin + Sohne-AG'])
    assert.deepEqual(all('Id/IBAN'), ['DE02120300000000202051', bankOf(one).iban, bankOf(two).iban])
    assert.deepEqual(all('Dbtr/Nm'), ['Nimble Tasks GmbH'])
    assert.deepEqual(
      [all('GrpHdr/NbOfTxs'), all('GrpHdr/CtrlSum'), all('PmtInf/CtrlSum')],
      [['2'], ['20.00'], ['20.00']],
    )
    assert.deepEqual(all('FinInstnId/BICFI'), [], 'a BIC of another country is left out')
    const transfer = order.slice(order.indexOf('CdtTrfTxInf'), order.lastIndexOf('CdtTrfTxInf'))
    assert.deepEqual(
      transfer.filter((name) => ['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'].includes(name)),
      ['PmtId', 'Amt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
    )
  })

  test('is the same byte for byte until a withdrawal has a result, and then another message without it', async () => {
    const [one, two] = [await executor(market), await executor(market)]
    const ids = [await approved(market, one), await approved(market, two)]
    const { id } = expectOk(await create())
    const first = (await exported(id)).raw
    assert.equal(outcome(await exported(id)), '409 payout_exported')
    market.pass(3 * 86_400)
    assert.equal((await exported(id, again)).raw, first)
    expectOk(await a.post(`/api/operator/withdrawals/${ids[0]}/failed`, { reason: 'No such account' }))
    const later = read((await exported(id, again)).raw)
    assert.deepEqual(later.all('PmtId/EndToEndId').map(withdrawalOfReference), [ids[1]])
    assert.notDeepEqual(later.all('GrpHdr/MsgId'), read(first).all('GrpHdr/MsgId'))
    expectOk(await a.post(`/api/operator/withdrawals/${ids[1]}/paid`, { reference: 'SEPA 1' }))
    assert.equal(outcome(await exported(id, again)), '409 payout_finished')
  })

  test('leaves what no SEPA transfer can pay to another payout, whose file it refuses', async () => {
    const person = await executor(market)
    const abroad = await approvedTo(person, { type: 'Bank', holder: 'Ali', iban: 'TR330006100519786457841326' })
    const other = await approvedTo(await executor(market), { type: 'PayPal', email: 'ali@example.com' })
    assert.equal(outcome(await create()), '409 nothing_to_pay_out')
    const { id, withdrawals } = expectOk(await a.post(path))
    assert.equal(withdrawals, 2)
    assert.equal(outcome(await exported(id)), '409 payout_not_sepa')
    assert.equal(expectOk(await a.get(`${path}/${id}`)).exportCount, 0)
    for (const each of [abroad, other])
      expectOk(await a.post(`/api/operator/withdrawals/${each}/paid`, { reference: 'by hand' }))
  })

  test('contains a withdrawal once, however many operators create payouts at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => executor(market)))
    const ids = await Promise.all(people.map((each) => approved(market, each)))
    const made = await Promise.all([create(), create(), a.post(path), create()])
    const payouts = made.flatMap(({ status, body }) => (status === 200 ? [body.id as number] : []))
    const files = await Promise.all(payouts.map((id) => a.get(`/api/operator/withdrawals?payoutId=${id}`)))
    const paid = files.flatMap((file) => expectOk(file).items.map(({ id }: { id: number }) => id))
    assert.deepEqual(paid.sort(), [...ids].sort())
    for (const each of ids) expectOk(await a.post(`/api/operator/withdrawals/${each}/failed`, { reason: 'A test' }))
  })

  test('adds amounts exactly', () => {
    const method = { type: 'Bank', holder: 'Maria', iban: 'DE02120300000000202051' } as const
    const payables = Array.from({ length: 5_000 }, (_, index) => ({
      id: idOf<'withdrawal'>(index + 1),
      executor: idOf<'account'>(1),
      units: 999_999_999_900n,
      currency: 'EUR',
      method,
    }))
    const payer = { holder: 'Nimble', iban: method.iban, bic: null }
    const xml = sepaFile(payables, { payout: idOf(1), payer, datedAt: new Date('2026-03-01T12:00:00Z') })
    assert.deepEqual(read(xml).all('GrpHdr/CtrlSum'), ['499999999950.00'])
  })

  test('has only characters that every bank takes', () => {
    const texts = ['Müller & Söhne_GmbH', '<b>"x"</b>\u0000\n', '北京', ' a  b ', `${'x'.repeat(69)} yz`]
    assert.deepEqual(
      texts.map((text) => sepaText(text, 70)),
      ['Muller + Sohne-GmbH', 'b x /b', 'BeiJing', 'a b', 'x'.repeat(69)],
    )
  })
})

test('of a marketplace with another currency, or without its bank account, the file is refused', async (t) => {
  const dollars = await openMarket()
  t.after(() => dollars.close())
  const desk = (await theOperator(dollars)).a
  const refused = await desk.post(path, { kind: 'Sepa' })
  assert.deepEqual([outcome(refused), refused.body.currency], ['409 sepa_needs_euro', 'USD'])
  const euros = await openMarket({ currency: 'EUR' })
  t.after(() => euros.close())
  const other = (await theOperator(euros)).a
  await approved(euros, await executor(euros))
  const { id } = expectOk(await other.post(path, { kind: 'Sepa' }))
  assert.equal(outcome(await other.get(`${path}/${id}/file?format=pain.001`)), '409 bank_account_missing')
  assert.equal(expectOk(await other.get(`${path}/${id}`)).exportCount, 0)
})
