import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { executor, expectOk, outcome, type Person, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { approved, bank, earn, withdrawal } from '../../../test/support/scenarios/earnings.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { sql } from '../../platform/sql.ts'
import { verifyWithdrawals } from './actions.ts'
import { minorUnits, roundedDown } from './withdrawal.ts'
import { hintOf, methodOf } from './withdrawal-method.ts'

const market = await openMarket()
const { ctx } = market
afterEach(async () => {
  assert.deepEqual((await verifyLedger(ctx)).mismatches, [])
  assert.deepEqual(await verifyWithdrawals(ctx), [])
})

const path = '/api/executor/withdrawals'
const ask = ({ a }: Person, amount: unknown, method: unknown = bank) => a.post(path, { amount, method })
const moneyIn = async ({ a }: Person) => {
  const { available, withdrawing, total } = expectOk(await a.get('/api/executor/balance'))
  return { available, withdrawing, total }
}
const known = { reason: 'They share an account in this test.' }
const operate = async (id: number, verb: string, body: unknown = verb === 'approve' ? known : undefined) =>
  (await theOperator(market)).a.post(`/api/operator/withdrawals/${id}/${verb}`, body)
const rich = async (amount = 20): Promise<Person> => {
  const worker = await executor(market)
  await earn(market, worker, amount)
  return worker
}

describe('a withdrawal', () => {
  test('takes the money immediately and is paid once an operator confirms it', async () => {
    const worker = await rich()
    const made = expectOk(await ask(worker, 12.5))
    assert.deepEqual(
      [made.status, made.amount, made.method, made.allowedActions],
      ['Requested', 12.5, { type: 'Bank', hint: '…5432' }, ['Cancel']],
    )
    assert.deepEqual(await moneyIn(worker), { available: 7.5, withdrawing: 12.5, total: 20 })
    assert.deepEqual(expectOk(await operate(made.id, 'approve')).allowedActions, ['MarkPaid', 'MarkFailed'])
    assert.equal(expectOk(await operate(made.id, 'paid', { reference: 'SEPA 77' })).status, 'Paid')
    assert.deepEqual(await moneyIn(worker), { available: 7.5, withdrawing: 0, total: 7.5 })
    const { status, reference, endedAtUtc } = expectOk(await worker.a.get(`${path}/${made.id}`))
    assert.deepEqual([status, reference, endedAtUtc === null], ['Paid', 'SEPA 77', false])
    const { items } = expectOk(await worker.a.get('/api/executor/transactions'))
    type Shown = { type: string; account: string; amount: number }
    const shown = items.map(({ type, account, amount }: Shown) => `${type} ${account} ${amount}`)
    assert.deepEqual(shown, [
      'Withdrawal withdrawing -12.5',
      'Withdrawal withdrawing 12.5',
      'Withdrawal available -12.5',
      'Bonus available 20',
    ])
  })

  const ends: Readonly<Record<string, (id: number, worker: Person) => Promise<unknown>>> = {
    'that its executor cancels': async (id, { a }) => expectOk(await a.post(`${path}/${id}/cancel`)),
    'that an operator refuses': async (id) => expectOk(await operate(id, 'reject', { reason: 'Not your name' })),
    'that the bank sent back': async (id) => {
      expectOk(await operate(id, 'approve'))
      expectOk(await operate(id, 'failed', { reason: 'No such account' }))
    },
  }
  for (const [what, end] of Object.entries(ends))
    test(`${what} returns the money and allows another`, async () => {
      const worker = await rich()
      const { id } = expectOk(await ask(worker, 20))
      await end(id, worker)
      assert.deepEqual(await moneyIn(worker), { available: 20, withdrawing: 0, total: 20 })
      expectOk(await ask(worker, 20))
    })

  test('is not listed for other executors', async () => {
    expectOk(await ask(await rich(), 5))
    assert.equal(expectOk(await (await rich()).a.get(path)).totalCount, 0)
  })

  test('rounds down to the cent; the fraction stays available', async () => {
    const worker = await rich()
    assert.equal(expectOk(await ask(worker, 9.9999)).amount, 9.99)
    assert.deepEqual(await moneyIn(worker), { available: 10.01, withdrawing: 9.99, total: 20 })
  })

  test('is refused below the minimum, above the available money, and while another is open', async () => {
    const worker = await rich()
    const small = await ask(worker, 4.999)
    assert.equal(outcome(small), '409 withdrawal_below_minimum')
    assert.deepEqual([small.body.minimum, small.body.amount], [5, 4.99])
    const large = await ask(worker, 20.01)
    assert.equal(outcome(large), '409 insufficient_funds')
    assert.deepEqual([large.body.available, large.body.shortfall], [20, 0.01])
    const { id } = expectOk(await ask(worker, 5))
    const second = await ask(worker, 5)
    assert.equal(outcome(second), '409 withdrawal_open')
    assert.equal(second.body.withdrawalId, id)
    assert.deepEqual(await moneyIn(worker), { available: 15, withdrawing: 5, total: 20 })
  })
})

describe('a transition that the status does not allow', () => {
  const moves: readonly (readonly [string, readonly (readonly [string, object?])[], string])[] = [
    ['approve', [['reject', { reason: 'Not so' }]], 'Failed'],
    ['paid', [], 'Requested'],
    ['failed', [], 'Requested'],
    ['reject', [['approve']], 'Processing'],
    ['paid', [['approve'], ['failed', { reason: 'No account' }]], 'Failed'],
    ['failed', [['approve'], ['paid', { reference: 'x' }]], 'Paid'],
  ]
  const bodies: Readonly<Record<string, object>> = {
    paid: { reference: 'y' },
    failed: { reason: 'No account' },
    reject: { reason: 'Not so' },
  }
  for (const [verb, before, status] of moves)
    test(`is refused: ${verb} from ${status}`, async () => {
      const id = await withdrawal(market, await rich())
      for (const [first, body] of before) expectOk(await operate(id, first, body))
      const answer = await operate(id, verb, bodies[verb])
      assert.equal(outcome(answer), '409 withdrawal_state_conflict')
      assert.equal(answer.body.currentStatus, status)
    })

  test('is refused: cancel from Processing', async () => {
    const worker = await rich()
    const id = await approved(market, worker)
    assert.equal(outcome(await worker.a.post(`${path}/${id}/cancel`)), '409 withdrawal_state_conflict')
  })

  test('is accepted if already made, except with another bank reference', async () => {
    const id = await approved(market, await rich())
    expectOk(await operate(id, 'approve'))
    const paid = expectOk(await operate(id, 'paid', { reference: 'x' }))
    assert.deepEqual(expectOk(await operate(id, 'paid', { reference: 'x' })), paid)
    assert.equal(outcome(await operate(id, 'paid', { reference: 'y' })), '409 withdrawal_state_conflict')
  })
})

test('decisions of operators and cancellations are in the audit log', async () => {
  const worker = await rich()
  const id = await approved(market, worker)
  expectOk(await operate(id, 'failed', { reason: 'No such account' }))
  const rows = await ctx.db.many<{ actor: string; action: string; owner: number; reason: string | null }>(sql`
    select actor, action, owner, reason from audit_log where subject = 'withdrawal' and subject_id = ${id}::bigint order by id`)
  const shown = rows.map(({ actor, action, owner, reason }) => [actor, action, owner, reason])
  assert.deepEqual(shown, [
    ['executor', 'withdrawal.new_account', worker.id, null],
    ['operator', 'withdrawal.approve', worker.id, null],
    ['operator', 'withdrawal.fail', worker.id, 'No such account'],
  ])
})

describe('payment details', () => {
  const right: readonly (readonly [Parameters<typeof methodOf>[0], string])[] = [
    [{ type: 'Bank', holder: 'A', iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff' }, '…3000'],
    [{ type: 'LocalBank', holder: 'A', accountNumber: '000-123 456', bankCode: '021000021', country: 'us' }, '…3456'],
    [{ type: 'PayPal', email: 'maria@shop.example' }, 'm…@shop.example'],
  ]
  for (const [given, hint] of right) test(`is taken: ${given.type}`, () => assert.equal(hintOf(methodOf(given)), hint))

  const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['an IBAN with a slip', { ...bank, iban: 'GB82 WEST 1234 5698 7654 33' }, 'method.iban'],
    ['no IBAN', { ...bank, iban: null }, 'method.iban'],
    ['a name of two lines', { ...bank, holder: 'A\nB' }, 'method.holder'],
    ['what is for another type', { ...bank, email: 'a@b.example' }, 'method.email'],
    ['no country', { type: 'LocalBank', holder: 'A', accountNumber: '12', bankCode: '34' }, 'method.country'],
    ['no address', { type: 'PayPal', email: 'nobody' }, 'method.email'],
    ['a type that nobody knows', { ...bank, type: 'Cash' }, 'method.type'],
  ]
  for (const [what, method, field] of wrong)
    test(`are rejected: ${what}`, async () => {
      const answer = await ask(await rich(5), 5, method)
      assert.equal(outcome(answer), '400 validation_error')
      assert.equal(answer.body.errors[0].field, field)
    })

  test('are not stored in readable form', async () => {
    const id = await withdrawal(market, await rich())
    const { row } = await ctx.db.one<{ row: string }>(
      sql`select withdrawals::text || encode(details, 'escape') as row from withdrawals where id = ${id}::bigint`,
    )
    assert.doesNotMatch(row, /WEST|Muster/)
  })
})

describe('payable amounts', () => {
  const smallest: Readonly<Record<string, bigint>> = { USD: 100n, JPY: 10_000n, BHD: 10n }
  for (const [currency, units] of Object.entries(smallest))
    test(`in ${currency} are multiples of ${units}`, () => {
      assert.equal(minorUnits(currency), units)
      assert.equal(roundedDown(123_456n, currency), 123_456n - (123_456n % units))
    })
})

describe('the saved payout account', () => {
  const options = '/api/executor/withdrawal-options'
  const savedOf = async ({ a }: Person) => expectOk(await a.get(options)).savedAccount
  const pay = async (worker: Person, method: unknown = bank) => {
    const { id } = expectOk(await ask(worker, 5, method))
    expectOk(await operate(id, 'approve'))
    expectOk(await operate(id, 'paid', { reference: 'SEPA 77' }))
    return id
  }
  const paypal = { type: 'PayPal', email: 'ann@example.com' }

  test('is that of the newest approved withdrawal, masked, and pays a further one', async () => {
    const worker = await rich()
    assert.equal(await savedOf(worker), null)
    const first = await pay(worker)
    const { usedAtUtc, ...saved } = await savedOf(worker)
    assert.deepEqual(saved, { id: first, type: 'Bank', hint: '…5432' })
    assert.ok(Date.parse(usedAtUtc) > 0)
    const made = expectOk(await worker.a.post(path, { amount: 5, savedAccountId: first }))
    assert.deepEqual(made.method, { type: 'Bank', hint: '…5432' })
    expectOk(await operate(made.id, 'approve'))
    const { id: payout } = expectOk(await (await theOperator(market)).a.post('/api/operator/payouts'))
    const file = await (await theOperator(market)).a.get(`/api/operator/payouts/${payout}/file`)
    assert.ok(file.raw.includes(bank.iban.replaceAll(' ', '')))
  })

  test('is not replaced by a request that no operator has approved, or that failed', async () => {
    const worker = await rich(40)
    const first = await pay(worker)
    const { id: cancelled } = expectOk(await ask(worker, 5, paypal))
    assert.equal((await savedOf(worker)).id, first)
    expectOk(await worker.a.post(`${path}/${cancelled}/cancel`))
    assert.equal((await savedOf(worker)).id, first)
    const { id: failed } = expectOk(await ask(worker, 5, paypal))
    expectOk(await operate(failed, 'approve'))
    assert.equal((await savedOf(worker)).id, failed)
    expectOk(await operate(failed, 'failed', { reason: 'No such account' }))
    assert.equal((await savedOf(worker)).id, first)
  })

  test('can be removed; other accounts and removed ones are refused', async () => {
    const [worker, other] = [await rich(), await rich()]
    const [own, others] = [await pay(worker), await pay(other, paypal)]
    const refusal = async (savedAccountId: number) => outcome(await worker.a.post(path, { amount: 5, savedAccountId }))
    assert.equal(await refusal(others), '409 payout_account_not_saved')
    assert.equal(expectOk(await worker.a.delete(`${options}/saved-account`)).savedAccount, null)
    assert.equal(await refusal(own), '409 payout_account_not_saved')
    assert.equal((await savedOf(other)).id, others)
    const next = await pay(worker, paypal)
    assert.deepEqual((await savedOf(worker)).id, next)
  })

  test('and payment details exclude each other', async () => {
    const worker = await rich()
    const saved = await pay(worker)
    for (const body of [{ amount: 5 }, { amount: 5, method: bank, savedAccountId: saved }])
      assert.equal(outcome(await worker.a.post(path, body)), '400 validation_error')
  })

  test('comes with the time that most withdrawals took, once three were paid', async () => {
    const other = await openMarket()
    const worker = await executor(other)
    await earn(other, worker, 40)
    const { a } = await theOperator(other)
    const typical = async () => expectOk(await worker.a.get(options)).typicalPayoutSeconds
    const hours = async (took: number) => {
      const { id } = expectOk(await worker.a.post(path, { amount: 5, method: bank }))
      other.pass(took * 3_600)
      expectOk(await a.post(`/api/operator/withdrawals/${id}/approve`))
      expectOk(await a.post(`/api/operator/withdrawals/${id}/paid`, { reference: `SEPA ${id}` }))
    }
    for (const took of [10, 30]) await hours(took)
    assert.equal(await typical(), null)
    for (const took of [20, 40, 24]) await hours(took)
    assert.ok(Math.abs((await typical()) - 30 * 3_600) < 60)
  })
})
