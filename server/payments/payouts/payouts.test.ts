import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { cellsOf } from '../../../test/support/csv.ts'
import { executor, expectOk, outcome, type Person, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { approved, bank, bankOf, earn, payout, withdrawal } from '../../../test/support/scenarios/earnings.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { sql } from '../../platform/sql.ts'
import { verifyWithdrawals } from '../withdrawals/actions.ts'
import { markWithdrawals } from '../withdrawals/actions-results.ts'
import { exportPayout } from './actions.ts'

const market = await openMarket()
const { ctx } = market
const { a } = await theOperator(market)
afterEach(async () => {
  assert.deepEqual((await verifyLedger(ctx)).mismatches, [])
  assert.deepEqual(await verifyWithdrawals(ctx), [])
})

const path = '/api/operator/payouts'
const results = (body: unknown) => a.post('/api/operator/withdrawals/results', body)
const exported = (id: number, query = '') => a.get(`${path}/${id}/file${query}`)
const again = '?again=true&reason=The%20first%20file%20was%20lost'
const fileOf = async (id: number, query = '') => {
  const answer = await exported(id, query)
  assert.equal(answer.status, 200, answer.raw)
  return answer.raw
}

type Marked = {
  id: number
  line?: number
  ok: boolean
  status: string | null
  problem?: { code: string; type: string; status: number }
}
const idsIn = async (file: string) => (await cellsOf(file)).slice(1).map((cells) => Number(cells[0]))

describe('a payout', () => {
  test('contains each approved withdrawal once, and nothing else', async () => {
    const people = [await executor(market), await executor(market)] as const
    const [one, two] = [await approved(market, people[0]), await approved(market, people[1])]
    await withdrawal(market, await executor(market))
    const { id, withdrawals, amount } = expectOk(await a.post(path))
    assert.deepEqual([withdrawals, amount], [2, 20])
    assert.equal(outcome(await a.post(path)), '409 nothing_to_pay_out')
    const [heading, ...lines] = await cellsOf(await fileOf(id))
    assert.deepEqual(heading?.slice(0, 6), ['withdrawalId', 'executorId', 'amount', 'currency', 'method', 'holder'])
    assert.deepEqual(
      lines.map((cells) => cells.slice(0, 7)),
      [one, two].map((each, index) => [
        `${each}`,
        `${people[index]?.id}`,
        '10',
        'USD',
        'Bank',
        'Maria Muster',
        bankOf(people[index] as Person).iban,
      ]),
    )
  })

  test('can be exported again only with a reason', async () => {
    const id = await payout(market, await executor(market))
    const file = await fileOf(id)
    const refused = await exported(id)
    assert.deepEqual([outcome(refused), refused.body.exportCount], ['409 payout_exported', 1])
    assert.equal(outcome(await exported(id, '?reason=The%20first%20was%20lost')), '409 payout_exported')
    for (const query of ['?again=true', '?again=true&reason=%20%20x', '?again=maybe&reason=The%20first%20was%20lost'])
      assert.equal(outcome(await exported(id, query)), '400 validation_error', query)
    assert.equal(await fileOf(id, again), file)
    const { exportCount, exportedAtUtc, allowedActions } = expectOk(await a.get(`${path}/${id}`))
    assert.deepEqual([exportCount, exportedAtUtc === null, allowedActions], [2, false, ['ExportAgain']])
  })

  test('exports only withdrawals without a result, and no file once all have one', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => executor(market)))
    const ids: number[] = []
    for (const each of people) ids.push(await approved(market, each))
    const [paid, failed, open, late] = ids as [number, number, number, number]
    const { id } = expectOk(await a.post(path))
    expectOk(await results({ results: [{ id: late, status: 'Paid', reference: 'SEPA 70' }] }))
    assert.deepEqual(await idsIn(await fileOf(id)), [paid, failed, open], 'the first export')
    expectOk(await results({ results: [{ id: paid, status: 'Paid', reference: 'SEPA 71' }] }))
    expectOk(await results({ results: [{ id: failed, status: 'Failed', reason: 'No such account' }] }))
    assert.deepEqual(await idsIn(await fileOf(id, again)), [open])
    expectOk(await results({ results: [{ id: open, status: 'Paid', reference: 'SEPA 72' }] }))
    assert.equal(outcome(await exported(id, again)), '409 payout_finished')
    assert.deepEqual(expectOk(await a.get(`${path}/${id}`)).allowedActions, [])
  })

  test('records each export in the audit log, with who made it and why', async () => {
    const id = await payout(market, await executor(market))
    await fileOf(id)
    await exported(id)
    await fileOf(id, again)
    const rows = await ctx.db.many<{ account: number; reason: string | null; data: object }>(sql`
      select account, reason, data from audit_log
      where action = 'payout.export' and subject_id = ${id}::bigint order by id`)
    const { id: accountId } = await theOperator(market)
    const data = { withdrawals: 1, units: 100_000 }
    assert.deepEqual(rows, [
      { account: accountId, reason: null, data: { ...data, export: 1, again: false } },
      { account: accountId, reason: 'The first file was lost', data: { ...data, export: 2, again: true } },
    ])
  })

  test('older than the export counter may have been exported', async () => {
    const id = await payout(market, await executor(market))
    await ctx.db.run(sql`update payouts set exports = null where id = ${id}::bigint`)
    assert.equal(outcome(await exported(id)), '409 payout_exported')
    await fileOf(id, again)
    assert.equal(expectOk(await a.get(`${path}/${id}`)).exportCount, 1)
  })

  test('is not exported by HEAD, which is refused like GET', async () => {
    const id = await payout(market, await executor(market))
    const head = async () => (await a.send('HEAD', `${path}/${id}/file`)).status
    assert.equal(await head(), 200)
    assert.equal(expectOk(await a.get(`${path}/${id}`)).exportCount, 0)
    await fileOf(id)
    assert.equal(await head(), 409)
  })

  test('contains no formulas in its file', async () => {
    const worker = await executor(market)
    await earn(market, worker, 10)
    const method = { ...bank, holder: '=HYPERLINK("https://evil.example")' }
    const { id } = expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 10, method }))
    expectOk(await a.post(`/api/operator/withdrawals/${id}/approve`))
    const payoutId = expectOk(await a.post(path)).id
    assert.match(await fileOf(payoutId), /,"'=HYPERLINK\(""https/)
    const records = (await fileOf(payoutId, `${again}&format=jsonl`))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual([records[0].holder, records[0].amount, records[0].withdrawalId], [method.holder, 10, id])
  })

  test('with details sealed by another key is refused, naming the withdrawals', async () => {
    const id = await payout(market, await executor(market))
    const lost = { ...ctx, secretKey: 'another key that nobody sealed anything with' }
    const asked = { isAgain: false, reason: null }
    await assert.rejects(
      exportPayout(lost, id as never, asked),
      (error: { type?: { code: string }; extras?: object }) => {
        assert.equal(error.type?.code, 'payout_unreadable')
        assert.ok('withdrawalIds' in (error.extras ?? {}))
        return true
      },
    )
    assert.equal(expectOk(await a.get(`${path}/${id}`)).exportCount, 0, 'it was not exported')
  })
})

describe('results', () => {
  test('are applied to each withdrawal independently and reported in order', async () => {
    const ids = [await approved(market, await executor(market)), await approved(market, await executor(market))]
    const open = await withdrawal(market, await executor(market))
    const told = [
      { id: ids[1], status: 'Failed', reason: 'No such account' },
      { id: 4_711_000, status: 'Paid', reference: 'x' },
      { id: open, status: 'Paid', reference: 'x' },
      { id: ids[0], status: 'Paid', reference: 'SEPA 77' },
    ]
    const marked = expectOk(await results({ results: told })).results
    const shown = marked.map(({ id, ok, status, problem }: Marked) => [id, ok, status, problem?.code])
    assert.deepEqual(shown, [
      [ids[1], true, 'Failed', undefined],
      [4_711_000, false, null, 'withdrawal_not_found'],
      [open, false, 'Requested', 'withdrawal_state_conflict'],
      [ids[0], true, 'Paid', undefined],
    ])
    assert.deepEqual(expectOk(await results({ results: told })).results, marked, 'said twice, done once')
  })

  test('can be the bank’s CSV file', async () => {
    const ids = [await approved(market, await executor(market)), await approved(market, await executor(market))]
    const csv = `withdrawalId,Status,Reference,Reason\r\n${ids[0]},Paid ,"SEPA, 77",\n,,,\n${ids[1]},FAILED,,No such account\n`
    const preview = expectOk(await results({ csv: `${csv}4711000,Paid,x,`, preview: true }))
    assert.deepEqual(preview.totals, {
      paid: { count: 1, amount: 10 },
      failed: { count: 1, amount: 10 },
      unchanged: 0,
      refused: 1,
      currency: 'USD',
    })
    const shown = preview.results.map(({ ok, status, line }: Marked) => [ok, status, line])
    assert.deepEqual(shown, [
      [true, 'Processing', 2],
      [true, 'Processing', 4],
      [false, null, 5],
    ])
    const marked = expectOk(await results({ csv })).results
    const found = marked.map(({ status, line }: Marked) => [status, line])
    assert.deepEqual(found, [
      ['Paid', 2],
      ['Failed', 4],
    ])
    assert.equal(expectOk(await results({ csv, preview: true })).totals.unchanged, 2)
  })

  test('that are refused name their line, and the problem’s type and status', async () => {
    const open = await withdrawal(market, await executor(market))
    const csv = `id,status,reference,reason\n4711000,Paid,x,\n\n${open},Paid,"a\nb",\n`
    const marked = expectOk(await results({ csv })).results
    const shown = marked.map(({ line, status, problem }: Marked) => [line, status, problem?.status, problem?.type])
    assert.deepEqual(shown, [
      [2, null, 404, `${ctx.config.publicUrl}/problems/withdrawal_not_found`],
      [4, 'Requested', 409, `${ctx.config.publicUrl}/problems/withdrawal_state_conflict`],
    ])
  })

  const faulty: readonly (readonly [string, string, number])[] = [
    ['another status', 'id,status\n1,Done\n', 2],
    ['no id', 'id,status\n7,Failed,,\n', 2],
    ['an id that is none', 'id,status,reference\n\nx7,Paid,x\n', 3],
    ['one twice', 'id,status,reference\n7,Paid,x\n8,Paid,x\n7,Paid,x\n', 4],
    ['a quote that never ends', 'id,status\n1,"Paid\n', 2],
    ['a reason with an unquoted comma', 'id,status,reference,reason\n3,Failed,,The bank, knows no account.\n', 2],
    ['an unknown column', 'id,status,note\n3,Failed,x\n', 1],
    ['a column named twice', 'id,status,withdrawalId\n3,Failed,4\n', 1],
    ['leading zeros', 'id,status,reference\n07,Paid,x\n', 2],
    ['characters that were lost', 'id;status;reason\n7;Failed;\ufffd\ufffd \ufffd\ufffd\n', 2],
  ]
  for (const [what, csv, line] of faulty)
    test(`in CSV are rejected by line: ${what}`, async () => {
      const answer = await results({ csv })
      assert.equal(outcome(answer), '400 validation_error')
      const [{ detail, params }] = answer.body.errors
      assert.equal(params.line, line)
      assert.match(detail, new RegExp(`^line ${line}[:,]`))
    })

  const wrong: readonly (readonly [string, object, string])[] = [
    ['nothing', {}, 'results'],
    ['both', { results: [{ id: 1, status: 'Paid', reference: 'x' }], csv: 'id' }, 'results'],
    ['a payment that no bank knows', { results: [{ id: 1, status: 'Paid' }] }, 'results.0.reference'],
    ['a failure without a reason', { results: [{ id: 1, status: 'Failed', reason: ' ' }] }, 'results.0.reason'],
    ['one twice', { results: [1, 2, 1].map((id) => ({ id, status: 'Paid', reference: 'x' })) }, 'results.2.id'],
    ['a CSV without a heading', { csv: '1,Paid,x,\n' }, 'csv'],
    ['a CSV with a heading alone', { csv: 'id,status\n' }, 'csv'],
  ]
  for (const [what, body, field] of wrong)
    test(`are rejected: ${what}`, async () => {
      const answer = await results(body)
      assert.equal(outcome(answer), '400 validation_error')
      assert.equal(answer.body.errors[0].field, field)
    })

  test('of a thousand withdrawals fit in one request', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => executor(market)))
    const ids = await Promise.all(people.map((each) => approved(market, each)))
    const told = ids.map((id, index) => ({
      id,
      status: index % 2 ? 'Paid' : 'Failed',
      reference: 'x',
      reason: 'No such account',
    }))
    const more = Array.from({ length: 980 }, (_, index) => ({ id: 9_000_000 + index, status: 'Paid', reference: 'x' }))
    const before = ctx.db.sent()
    const marked = expectOk(await results({ results: [...told, ...more] })).results
    assert.ok(ctx.db.sent() - before <= 8, `${ctx.db.sent() - before} round trips`)
    assert.equal(marked.filter(({ ok }: Marked) => ok).length, 20)
  })

  test('sent concurrently by two operators are recorded once', async () => {
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
