import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { approved, bank, earn, payout, withdrawal } from '../../test/support/earnings.ts'
import { openMarket } from '../../test/support/market.ts'
import { executor, good, outcome, theOperator } from '../../test/support/world.ts'
import { verifyLedger } from '../ledger/actions.ts'
import { csvRecords } from '../values/csv.ts'
import { exportPayout, markWithdrawals } from './actions-payouts.ts'
import { verifyWithdrawals } from './actions-withdrawals.ts'

const market = await openMarket()
const { ctx } = market
const { a } = await theOperator(market)
afterEach(async () => {
  assert.deepEqual((await verifyLedger(ctx)).mismatches, [])
  assert.deepEqual(await verifyWithdrawals(ctx), [])
})

const path = '/api/operator/payouts'
const results = (body: unknown) => a.post('/api/operator/withdrawals/results', body)
const fileOf = async (id: number) => {
  const answer = await a.get(`${path}/${id}/file`)
  assert.equal(answer.status, 200, answer.raw)
  return answer.raw
}

type Marked = { id: number; ok: boolean; status: string | null; problem?: { code: string } }

describe('a payout', () => {
  test('takes what is approved, once, and nothing else', async () => {
    const people = [await executor(market), await executor(market)] as const
    const [one, two] = [await approved(market, people[0]), await approved(market, people[1])]
    await withdrawal(market, await executor(market))
    const { id, withdrawals, amount } = good(await a.post(path))
    assert.deepEqual([withdrawals, amount], [2, 20])
    assert.equal(outcome(await a.post(path)), '409 nothing_to_pay_out')
    const [heading, ...lines] = csvRecords(await fileOf(id)).map(({ cells }) => cells)
    assert.deepEqual(heading?.slice(0, 6), ['withdrawalId', 'executorId', 'amount', 'currency', 'method', 'holder'])
    assert.deepEqual(
      lines.map((cells) => cells.slice(0, 7)),
      [one, two].map((each, place) => [
        `${each}`,
        `${people[place]?.id}`,
        '10',
        'USD',
        'Bank',
        'Maria Muster',
        'GB82WEST12345698765432',
      ]),
    )
  })

  test('has the same file whenever it is read, whatever came of it', async () => {
    const id = await payout(market, await executor(market))
    const file = await fileOf(id)
    const [, line] = csvRecords(file)
    good(await results({ results: [{ id: Number(line?.cells[0]), status: 'Failed', reason: 'No such account' }] }))
    assert.equal(await fileOf(id), file)
    const { paid, failed } = good(await a.get(`${path}/${id}`))
    assert.deepEqual([paid, failed], [0, 1])
  })

  test('has no formula in its file', async () => {
    const worker = await executor(market)
    await earn(market, worker, 10)
    const method = { ...bank, holder: '=HYPERLINK("https://evil.example")' }
    const { id } = good(await worker.a.post('/api/executor/withdrawals', { amount: 10, method }))
    good(await a.post(`/api/operator/withdrawals/${id}/approve`))
    assert.match(await fileOf(good(await a.post(path)).id), /,"'=HYPERLINK\(""https/)
  })

  test('whose details another key sealed is refused, and says which they are', async () => {
    const id = await payout(market, await executor(market))
    const lost = { ...ctx, secretKey: 'another key that nobody sealed anything with' }
    await assert.rejects(exportPayout(lost, id as never), (error: { type?: { code: string }; extras?: object }) => {
      assert.equal(error.type?.code, 'payout_unreadable')
      assert.ok('withdrawalIds' in (error.extras ?? {}))
      return true
    })
  })
})

describe('results', () => {
  test('mark each withdrawal by itself, and say what came of each, in their order', async () => {
    const ids = [await approved(market, await executor(market)), await approved(market, await executor(market))]
    const open = await withdrawal(market, await executor(market))
    const told = [
      { id: ids[1], status: 'Failed', reason: 'No such account' },
      { id: 4_711_000, status: 'Paid', reference: 'x' },
      { id: open, status: 'Paid', reference: 'x' },
      { id: ids[0], status: 'Paid', reference: 'SEPA 77' },
    ]
    const marked = good(await results({ results: told })).results
    assert.deepEqual(
      marked.map(({ id, ok, status, problem }: Marked) => [id, ok, status, problem?.code]),
      [
        [ids[1], true, 'Failed', undefined],
        [4_711_000, false, null, 'withdrawal_not_found'],
        [open, false, 'Requested', 'withdrawal_state_conflict'],
        [ids[0], true, 'Paid', undefined],
      ],
    )
    assert.deepEqual(good(await results({ results: told })).results, marked, 'said twice, done once')
  })

  test('can be the CSV that a bank gives', async () => {
    const ids = [await approved(market, await executor(market)), await approved(market, await executor(market))]
    const csv = `withdrawalId,Status,Reference,Reason\r\n${ids[0]},Paid,"SEPA, 77",\n${ids[1]},Failed,,No such account\n`
    const marked = good(await results({ csv })).results
    assert.deepEqual(
      marked.map(({ status }: Marked) => status),
      ['Paid', 'Failed'],
    )
  })

  const wrong: readonly (readonly [string, object, string])[] = [
    ['nothing', {}, 'results'],
    ['both', { results: [{ id: 1, status: 'Paid', reference: 'x' }], csv: 'id' }, 'results'],
    ['a payment that no bank knows', { results: [{ id: 1, status: 'Paid' }] }, 'results.0.reference'],
    ['a failure without a reason', { results: [{ id: 1, status: 'Failed', reason: ' ' }] }, 'results.0.reason'],
    ['one twice', { results: [1, 2, 1].map((id) => ({ id, status: 'Paid', reference: 'x' })) }, 'results.2.id'],
    ['a CSV without a heading', { csv: '1,Paid,x,\n' }, 'csv'],
    ['a CSV with quotes that never end', { csv: 'id,status\n1,"Paid\n' }, 'csv'],
    ['a CSV with another status', { csv: 'id,status\n1,Done\n' }, 'csv'],
    ['a CSV with a heading alone', { csv: 'id,status\n' }, 'csv'],
  ]
  for (const [what, body, field] of wrong)
    test(`are refused: ${what}`, async () => {
      const answer = await results(body)
      assert.equal(outcome(answer), '400 validation_error')
      assert.equal(answer.body.errors[0].field, field)
    })

  test('of a thousand withdrawals are marked in one request', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => executor(market)))
    const ids = await Promise.all(people.map((each) => approved(market, each)))
    const told = ids.map((id, place) => ({
      id,
      status: place % 2 ? 'Paid' : 'Failed',
      reference: 'x',
      reason: 'No such account',
    }))
    const more = Array.from({ length: 980 }, (_, place) => ({ id: 9_000_000 + place, status: 'Paid', reference: 'x' }))
    const before = ctx.db.sent()
    const marked = good(await results({ results: [...told, ...more] })).results
    assert.ok(ctx.db.sent() - before <= 6, `${ctx.db.sent() - before} round trips`)
    assert.equal(marked.filter(({ ok }: Marked) => ok).length, 20)
  })

  test('told by two operators at once are written once', async () => {
    const id = (await approved(market, await executor(market))) as never
    const told = (status: 'Paid' | 'Failed') =>
      markWithdrawals(ctx, [
        { id, status, reference: status === 'Paid' ? 'x' : null, reason: status === 'Failed' ? 'No' : null },
      ])
    const marked = (await Promise.all([told('Paid'), told('Failed'), told('Paid'), told('Failed')])).flat()
    const ends = new Set(marked.flatMap(({ withdrawal: known }) => known?.status ?? []))
    assert.equal(ends.size, 1)
    assert.equal(marked.filter(({ problem }) => problem).length, 2)
  })
})
