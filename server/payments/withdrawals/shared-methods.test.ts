import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { executor, expectOk, type Person, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { bank, earn, noWithdrawal } from '../../../test/support/scenarios/earnings.ts'
import { accountIdentity, methodOf } from './withdrawal-method.ts'

const market = await openMarket()
const { a } = await theOperator(market)

/** IBANs with valid check digits: each test uses its own accounts. */
const ibans = [
  'GB33BUKB20201555555555',
  'BE68539007547034',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'AT611904300234573201',
]
let serial = 0
const newIban = () => ibans[serial++] as string

const ask = async (worker: Person, method: object) => {
  await earn(market, worker, 10)
  return expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 10, method })).id as number
}
type Row = { id: number; sharedWith: number[] }
const sharers = async (id: number): Promise<number[]> => {
  const { items } = expectOk(await a.get('/api/operator/withdrawals?status=Requested,Processing&pageSize=100'))
  return (items as Row[]).find((row) => row.id === id)?.sharedWith ?? []
}
const reason = 'They are a couple.'
const overview = async ({ id }: Person) =>
  expectOk(await a.get(`/api/operator/accounts/${id}`)).asExecutor.sharedPayoutsWith as number[]

describe('two executors with one payout account', () => {
  test('are named in the list, the payout and the account overview, whatever the spelling', async () => {
    const [one, two, other] = [await executor(market), await executor(market), await executor(market)]
    const iban = newIban()
    const first = await ask(one, { ...bank, iban })
    const second = await ask(two, {
      ...bank,
      holder: 'Somebody Else',
      iban: iban.toLowerCase().replace(/(.{4})/g, '$1 '),
    })
    const third = await ask(other, { ...bank, iban: newIban() })
    assert.deepEqual([await sharers(first), await sharers(second), await sharers(third)], [[two.id], [one.id], []])
    assert.deepEqual([await overview(one), await overview(other)], [[two.id], []])
    const alone = await a.post(`/api/operator/withdrawals/${first}/approve`)
    assert.deepEqual([alone.status, alone.body.errors[0].field], [400, 'reason'])
    for (const id of [first, second, third])
      assert.ok('sharedWith' in expectOk(await a.post(`/api/operator/withdrawals/${id}/approve`, { reason })))
    const payout = expectOk(await a.post('/api/operator/payouts'))
    assert.deepEqual([payout.withdrawals, payout.sharedCount], [3, 2])
    const { items } = expectOk(await a.get(`/api/operator/withdrawals?payoutId=${payout.id}`))
    const shown = items.map((row: Row) => row.sharedWith)
    assert.deepEqual(shown, [[two.id], [one.id], []])
    assert.equal(expectOk(await a.get('/api/operator/withdrawals?payoutId=x')).totalCount, 0)
  })

  test('are named even if one was paid long ago, but never to executors', async () => {
    const [one, two] = [await executor(market), await executor(market)]
    const iban = newIban()
    await ask(one, { ...bank, iban })
    await noWithdrawal(market, one)
    const id = await ask(two, { ...bank, iban })
    assert.deepEqual(await sharers(id), [one.id])
    assert.ok(!('sharedWith' in expectOk(await two.a.get(`/api/executor/withdrawals/${id}`))))
  })
})

describe('a payout account is the same', () => {
  const local = { type: 'LocalBank', holder: 'A', accountNumber: '000-123 456', bankCode: '021000021', country: 'US' }
  const same: readonly (readonly [string, Parameters<typeof methodOf>[0], Parameters<typeof methodOf>[0]])[] = [
    ['with another holder', { ...bank, type: 'Bank' }, { ...bank, type: 'Bank', holder: 'B' }],
    ['with signs and zeros', local as never, { ...local, accountNumber: '123456', bankCode: '21-000-021' } as never],
    [
      'with a subaddress',
      { type: 'PayPal', email: 'Maria+2@Shop.example' },
      { type: 'PayPal', email: 'maria@shop.example' },
    ],
  ]
  for (const [what, one, two] of same)
    test(what, () => assert.equal(accountIdentity(methodOf(one)), accountIdentity(methodOf(two))))

  test('but differs by bank, number and country', () => {
    const others = [{}, { accountNumber: '123457' }, { bankCode: '021000022' }, { country: 'CA' }]
    const identities = others.map((change) => accountIdentity(methodOf({ ...local, ...change } as never)))
    assert.equal(new Set(identities).size, others.length)
  })
})
