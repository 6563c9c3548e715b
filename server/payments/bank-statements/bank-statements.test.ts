import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import {
  advertiser,
  executor,
  expectOk,
  moneyOf,
  operator,
  outcome,
  type Person,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type BankEntry, camt } from '../../../test/support/scenarios/bank-statements.ts'
import { approved } from '../../../test/support/scenarios/earnings.ts'
import { depositReferenceOf } from '../../accounts/deposit-reference.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { sql } from '../../platform/sql.ts'
import { idOf } from '../../values/id.ts'
import { verifyWithdrawals } from '../withdrawals/actions.ts'
import { withdrawalReferenceOf } from '../withdrawals/withdrawal.ts'

const market = await openMarket({ bookingApprovalAbove: 1_000 })
const { ctx } = market
const [one, two] = [await operator(market), await operator(market)]
afterEach(async () => {
  assert.deepEqual((await verifyLedger(ctx)).mismatches, [])
  assert.deepEqual(await verifyWithdrawals(ctx), [])
})

const path = '/api/operator/bank-statements'
// biome-ignore lint/suspicious/noExplicitAny: lines are read by the tests
type Line = any
const today = (await ctx.db.one<{ day: string }>(sql`select ${ctx.db.now()}::date::text as day`)).day

/** Returns a marketplace's statement with these entries, as a bank writes them today. */
const statement = (...entries: BankEntry[]) => ({ camt: camt(entries.map((entry) => ({ date: today, ...entry }))) })
const linesOf = async (body: object, { a } = one): Promise<Line[]> =>
  expectOk(await a.post(`${path}/lines`, body)).lines
const shown = (lines: readonly Line[]) => lines.map(({ state, reason }) => (reason ? `${state} ${reason}` : state))
const namedIn = ({ key, accountId, withdrawalId, depositId, bookingRequestId }: Line) => ({
  key,
  accountId,
  withdrawalId,
  depositId,
  bookingRequestId,
})
const confirm = (body: object, lines: readonly Line[], { a } = one) =>
  a.post(`${path}/confirm`, { ...body, lines: lines.map(namedIn) })
const confirmed = async (body: object, lines: readonly Line[], by = one) =>
  expectOk(await confirm(body, lines, by)).results.map(({ ok, line, problem }: Line) =>
    ok ? shown([line])[0] : problem.code,
  )

let serial = 0
const credit = ({ id }: Person, amount: string, more: Partial<BankEntry> = {}): BankEntry => ({
  amount,
  text: `Deposit ${depositReferenceOf(idOf(id))}, thank you`,
  reference: `C${++serial}`,
  ...more,
})
const debit = (id: number, amount: string, more: Partial<BankEntry> = {}): BankEntry => ({
  amount,
  direction: 'DBIT',
  endToEndId: withdrawalReferenceOf(idOf(id)),
  reference: `W${++serial}`,
  ...more,
})
/** Returns a statement as a bank writes it in two formats. */
const bothFormats = (payer: Person, amount: string) =>
  [
    statement(credit(payer, amount)),
    { csv: `date,amount,text\n${today},${amount},${depositReferenceOf(idOf(payer.id))}\n` },
  ] as const
const funds = async (person: Person) => (await moneyOf(person)).available
const withdrawalNow = async (id: number, executorId: number) =>
  expectOk(await one.a.get(`/api/operator/withdrawals?executorId=${executorId}&status=Paid&status=Failed`)).items.find(
    (each: { id: number }) => each.id === id,
  )

describe('a bank statement', () => {
  test('books deposits by their reference, and pays withdrawals by their end-to-end reference, once', async () => {
    const payer = await advertiser(market, { funds: 0 })
    const worker = await executor(market)
    const id = await approved(market, worker)
    const body = statement(credit(payer, '250.50', { name: 'Corner Bakery' }), debit(id, '10.00'))
    const lines = await linesOf(body)
    assert.deepEqual(shown(lines), ['Exact', 'Exact'])
    assert.deepEqual([lines[0].accountId, lines[0].email, lines[0].name], [payer.id, payer.email, 'Corner Bakery'])
    assert.deepEqual([lines[1].withdrawalId, lines[1].email], [id, worker.email])
    assert.equal(await funds(payer), 0, 'reading books nothing')
    assert.deepEqual(await confirmed(body, lines), ['Booked', 'Booked'])
    assert.equal(await funds(payer), 250.5)
    assert.equal((await withdrawalNow(id, worker.id)).reference, lines[1].bankReference)
    assert.deepEqual(await confirmed(body, lines), ['Booked', 'Booked'], 'repeating is safe')
    const again = await linesOf(body)
    assert.deepEqual([shown(again), await funds(payer)], [['Booked', 'Booked'], 250.5])
    const { items } = expectOk(await one.a.get(`/api/operator/audit?subject=deposit&subjectId=${again[0].depositId}`))
    assert.equal(items[0].action, 'deposit.book')
  })

  test('that overlaps another books only what is new, and two equal deposits of a day twice', async () => {
    const payer = await advertiser(market, { funds: 0 })
    const equal = credit(payer, '20', { reference: 'NONREF' })
    const first = statement(equal)
    await confirmed(first, await linesOf(first))
    const longer = statement(credit(payer, '5'), equal, equal)
    const lines = await linesOf(longer)
    assert.deepEqual(shown(lines), ['Exact', 'Booked', 'Exact'])
    assert.deepEqual(await confirmed(longer, lines), ['Booked', 'Booked', 'Booked'])
    assert.equal(await funds(payer), 45)
  })

  test('is booked once by operators who confirm it at the same time, whole or in parts', async () => {
    const payer = await advertiser(market, { funds: 0 })
    const workers = await Promise.all(Array.from({ length: 3 }, () => executor(market)))
    const ids: number[] = []
    for (const worker of workers) ids.push(await approved(market, worker))
    const entries = [credit(payer, '20'), credit(payer, '30'), ...ids.map((id) => debit(id, '10'))]
    const [whole, part] = [statement(...entries), statement(...entries.slice(1))]
    const [all, some] = [await linesOf(whole), await linesOf(part)]
    const answers = await Promise.all([
      confirmed(whole, all),
      confirmed(part, some, two),
      confirmed(whole, [...all].reverse(), two),
      confirmed(part, some),
    ])
    assert.deepEqual(new Set(answers.flat()), new Set(['Booked']))
    assert.equal(await funds(payer), 50)
    for (const [index, id] of ids.entries())
      assert.equal((await withdrawalNow(id, workers[index]?.id ?? 0)).status, 'Paid')
  })

  test('leaves a booking above the limit to a second operator, and can be confirmed again if they refuse', async () => {
    const payer = await advertiser(market, { funds: 0 })
    const body = statement(credit(payer, '5000'))
    const lines = await linesOf(body)
    assert.deepEqual(await confirmed(body, lines), ['Waiting'])
    assert.deepEqual(await confirmed(body, lines, two), ['Waiting'])
    const [waiting] = await linesOf(body)
    const request = `/api/operator/booking-requests/${waiting.bookingRequestId}`
    expectOk(await two.a.post(`${request}/refuse`, { reason: 'Not yet' }))
    assert.deepEqual([shown(await linesOf(body)), await funds(payer)], [['Exact'], 0])
    assert.deepEqual(await confirmed(body, lines), ['Waiting'])
    const [other] = await linesOf(body)
    expectOk(await two.a.post(`/api/operator/booking-requests/${other.bookingRequestId}/approve`))
    const [booked] = await linesOf(body)
    assert.deepEqual([shown([booked]), await funds(payer), booked.depositId > 0], [['Booked'], 5_000, true])
  })

  test('asks about a deposit that may be booked already, by hand or from another format', async () => {
    const payer = await advertiser(market, { funds: 0 })
    const booking = { email: payer.email, amount: 70, method: 'Bank', reference: 'statement 41, line 7' }
    const { id } = expectOk(await one.a.post('/api/operator/deposits', booking))
    const body = statement(credit(payer, '70'))
    const lines = await linesOf(body)
    assert.deepEqual([shown(lines), lines[0].depositId], [['Doubtful SimilarDeposit'], id])
    assert.deepEqual(await confirmed(body, lines), ['Booked'], 'the operator may know that it is another one')
    const csv = { csv: `date,amount,text\n${today},70,${depositReferenceOf(idOf(payer.id))}\n` }
    assert.deepEqual(shown(await linesOf(csv)), ['Doubtful SimilarDeposit'])
  })

  test('is booked once by operators who confirm the same money from two formats at the same time', async () => {
    const payer = await advertiser(market, { funds: 0 })
    const [xml, csv] = bothFormats(payer, '70')
    const [seen, alsoSeen] = [await linesOf(xml), await linesOf(csv)]
    assert.deepEqual([...shown(seen), ...shown(alsoSeen)], ['Exact', 'Exact'])
    const answers = await Promise.all([confirmed(xml, seen), confirmed(csv, alsoSeen, two)])
    assert.deepEqual(answers.flat().sort(), ['Booked', 'statement_line_changed'])
    assert.equal(await funds(payer), 70)
  })

  test('asks about a deposit that was booked, or waits for a second operator, since it was read', async () => {
    for (const amount of ['70', '5000']) {
      const payer = await advertiser(market, { funds: 0 })
      const [xml, csv] = bothFormats(payer, amount)
      const seen = await linesOf(csv)
      await confirmed(xml, await linesOf(xml))
      assert.deepEqual(await confirmed(csv, seen), ['statement_line_changed'])
      const [line] = await linesOf(csv)
      assert.deepEqual(shown([line]), ['Doubtful SimilarDeposit'])
      assert.equal([line.depositId, line.bookingRequestId].filter((id) => id !== null).length, 1)
      assert.equal((await confirmed(csv, [line])).length, 1, 'the operator may know that it is another one')
      assert.notDeepEqual(shown(await linesOf(csv)), ['Doubtful SimilarDeposit'])
    }
  })

  test('books nothing to an account that was closed', async () => {
    const payer = await advertiser(market, { funds: 0 })
    const body = statement(credit(payer, '15'))
    const [seen] = await linesOf(body)
    await ctx.db.run(sql`
      insert into account_closings (account, status, gives_up_balance, requested_at, closes_at)
      values (${payer.id}, 'Closed', false, ${ctx.db.now()}, ${ctx.db.now()})`)
    assert.deepEqual(shown(await linesOf(body)), ['Unmatched UnknownReference'])
    assert.deepEqual(await confirmed(body, [seen]), ['statement_line_changed'])
    const byHand = { accountId: payer.id, amount: 15 }
    assert.equal(outcome(await one.a.post('/api/operator/deposits', byHand)), '404 account_not_found')
    assert.equal(await funds(payer), 0)
  })

  test('of a voided deposit is not booked again', async () => {
    const payer = await advertiser(market, { funds: 0 })
    const body = statement(credit(payer, '15'))
    const lines = await linesOf(body)
    await confirmed(body, lines)
    const [{ depositId }] = await linesOf(body)
    expectOk(await one.a.post(`/api/operator/deposits/${depositId}/void`, { reason: 'For another account' }))
    assert.deepEqual(shown(await linesOf(body)), ['Booked Voided'])
    assert.deepEqual([await confirmed(body, lines), await funds(payer)], [['Booked Voided'], 0])
  })

  test('says why it does not match money that arrived', async () => {
    const [payer, other] = [await advertiser(market, { funds: 0 }), await advertiser(market, { funds: 0 })]
    const worker = await executor(market)
    const both = `${depositReferenceOf(idOf(payer.id))} ${depositReferenceOf(idOf(other.id))}`
    const body = statement(
      credit(payer, '10', { currency: 'EUR' }),
      credit(payer, '0'),
      credit(payer, '100000000.01'),
      credit(payer, '10', { text: both }),
      credit(payer, '10', { text: 'Rent' }),
      credit(payer, '10', { text: depositReferenceOf(idOf(999_999)) }),
      credit(worker, '10'),
      credit(payer, '10', { status: 'PDNG' }),
      credit(payer, '10', { more: '<RvslInd>true</RvslInd>' }),
      credit(payer, '10', { endToEndId: withdrawalReferenceOf(idOf(1)) }),
      credit(payer, '10', { text: depositReferenceOf(idOf(payer.id)).replaceAll('-', '') }),
    )
    const lines = await linesOf(body)
    assert.deepEqual(shown(lines), [
      'Unmatched OtherCurrency',
      'Unmatched NotPositive',
      'Unmatched TooLarge',
      'Unmatched SeveralReferences',
      'Unmatched NoReference',
      'Unmatched UnknownReference',
      'Unmatched UnknownReference',
      'Unmatched NotBooked',
      'Unmatched Reversal',
      'Unmatched Returned',
      'Doubtful UnusualReference',
    ])
    const forced = lines.map((line) => ({ ...line, accountId: payer.id })).slice(0, -1)
    assert.deepEqual(new Set(await confirmed(body, forced)), new Set(['statement_line_changed']))
    assert.equal(await funds(payer), 0)
  })

  test('says why it does not match money that left', async () => {
    const workers = await Promise.all(Array.from({ length: 4 }, () => executor(market)))
    const ids: number[] = []
    for (const worker of workers) ids.push(await approved(market, worker))
    const [failed, paid, other, open] = ids as [number, number, number, number]
    const requested = '/api/operator/withdrawals'
    const body = statement(
      debit(failed, '10'),
      debit(paid, '10'),
      debit(other, '9.99'),
      debit(open, '10'),
      debit(open, '10'),
      debit(999_999, '10'),
      { amount: '3', direction: 'DBIT', text: 'Fee' },
    )
    const before = await linesOf(body)
    expectOk(await one.a.post(`${requested}/${failed}/failed`, { reason: 'Another bank account' }))
    expectOk(await one.a.post(`${requested}/${paid}/paid`, { reference: 'by hand' }))
    const reasons = ['Booked MarkedAsPaid', 'Unmatched OtherAmount', 'Exact', 'Unmatched PaidTwice']
    const lines = await linesOf(body)
    assert.deepEqual(shown(lines), [
      'Unmatched NotInPayment',
      ...reasons,
      'Unmatched UnknownReference',
      'Unmatched NoReference',
    ])
    assert.equal(lines[0].withdrawalStatus, 'Failed')
    assert.deepEqual(await confirmed(body, before.slice(0, 1)), ['statement_line_changed'])
    assert.deepEqual(await confirmed(body, [lines[3], { ...lines[4], withdrawalId: open }]), [
      'Booked',
      'statement_line_changed',
    ])
  })

  test('is confirmed only as the operator saw it, and only lines of the file', async () => {
    const [payer, other] = [await advertiser(market, { funds: 0 }), await advertiser(market, { funds: 0 })]
    const body = statement(credit(payer, '10'))
    const [line] = await linesOf(body)
    assert.deepEqual(await confirmed(body, [{ ...line, accountId: other.id }]), ['statement_line_changed'])
    assert.deepEqual(await confirmed(body, [{ key: line.key }]), ['statement_line_changed'])
    const refused = await confirm(statement(credit(payer, '11')), [line])
    assert.deepEqual([outcome(refused), refused.body.errors[0].field], ['400 validation_error', 'lines.0.key'])
    assert.deepEqual([await funds(payer), await funds(other)], [0, 0])
  })

  test('is not confirmed by an operator whose own money it is', async () => {
    const both = await advertiser(market, { funds: 0, roles: ['Advertiser', 'Operator'] })
    const body = statement(credit(both, '10'))
    const [line] = await linesOf(body, both)
    assert.deepEqual([line.state, line.allowedActions], ['Exact', []])
    assert.equal(outcome(await confirm(body, [line], both)), '409 own_interest')
    assert.deepEqual(await confirmed(body, await linesOf(body)), ['Booked'])
  })

  test('of another account is refused once the marketplace has entered its own', async (t) => {
    const account = { holder: 'Nimble', iban: 'DE02120300000000202051' }
    expectOk(await one.a.put('/api/operator/bank-account', account))
    t.after(() => ctx.db.run(sql`update bank_account set holder = null, iban = null, bic = null`))
    const of = (iban: string) => one.a.post(`${path}/lines`, { camt: camt([], { iban }) })
    assert.equal(outcome(await of(account.iban)), '200')
    const withLine = { camt: camt([{ amount: '1' }], { iban: 'GB82WEST12345698765432' }) }
    const refused = await one.a.post(`${path}/lines`, withLine)
    assert.deepEqual([outcome(refused), refused.body.errors[0].field], ['400 validation_error', 'camt'])
  })

  for (const [what, body] of [
    ['nothing', {}],
    ['two formats', { csv: 'date,amount,text\n', ...statement() }],
  ] as const)
    test(`is refused with ${what}`, async () =>
      assert.equal(outcome(await one.a.post(`${path}/lines`, body)), '400 validation_error'))
})
