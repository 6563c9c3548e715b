import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { commandsOn } from '../../test/support/commands.ts'
import { advertiser, executor, expectOk } from '../../test/support/fixtures.ts'
import { runInProcess } from '../../test/support/in-process.ts'
import { openMarket } from '../../test/support/market.ts'
import { withdrawal } from '../../test/support/scenarios/earnings.ts'

type Listed = { readonly items: readonly { readonly id: number; readonly status: string }[] }

const market = await openMarket()
const { call, ask, refused, environment } = commandsOn(market)

test('deposit shows payer and amount, and asks for confirmation at a terminal', async () => {
  const { email, id, a } = await advertiser(market, { funds: 0 })
  expectOk(
    await a.put('/api/advertiser/billing-details', { name: 'Corner Bakery Ltd', address: 'Mill Lane', taxId: null }),
  )
  const words = ['deposit', '--email', email, '--amount', '1500', '--json']
  const declined = await runInProcess(environment, words, async () => '')
  assert.deepEqual([declined.code, declined.out], [1, ''])
  assert.ok(declined.err.includes(`Account ${id}: Corner Bakery Ltd, ${email}. Amount: $1,500.00.`), declined.err)
  assert.match(declined.err, /Nothing was applied/)
  const unasked = async () => assert.fail('asked although --yes was given')
  assert.equal(JSON.parse((await runInProcess(environment, words, async () => 'y')).out).available, 1_500)
  assert.equal(JSON.parse((await runInProcess(environment, [...words, '--yes'], unasked)).out).available, 3_000)
  assert.equal((await ask('deposit', '--email', email, '--amount', '1'))['available'], 3_001, 'a script is not asked')
})

describe('commands for withdrawals and payouts', () => {
  let ids: readonly string[] = []
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payouts-'))
    const made: number[] = []
    for (let index = 0; index < 3; index++) made.push(await withdrawal(market, await executor(market)))
    ids = made.map(String)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('list, approve and reject, with the reason', async () => {
    const { items } = await ask<Listed>('withdrawal', 'list')
    const shown = items.map(({ id }) => String(id))
    assert.deepEqual(shown, ids)
    assert.equal((await ask('withdrawal', 'approve', ids[0] as string))['status'], 'Processing')
    assert.equal((await ask('withdrawal', 'approve', ids[1] as string))['status'], 'Processing')
    const rejected = await ask('withdrawal', 'reject', ids[2] as string, '--reason', 'Not your name')
    assert.deepEqual([rejected['status'], rejected['reason']], ['Failed', 'Not your name'])
    assert.match(await refused('withdrawal', 'approve', '4711000'), /^Withdrawal not found/)
  })

  test('creates and exports a payout to a file that only its owner can read', async () => {
    const { id } = await ask<{ id: number }>('payout', 'create')
    assert.match(await refused('payout', 'create'), /^Nothing to pay out/)
    const file = join(folder, 'payout.csv')
    const written = await call('payout', 'export', String(id), '--output', file)
    assert.equal((await call('payout', 'export', String(id))).code, 1, 'exported already')
    const printed = await call('payout', 'export', String(id), '--again', '--reason', 'The disk was full')
    assert.deepEqual([written.code, written.out, printed.code], [0, '', 0])
    assert.equal(await readFile(file, 'utf8'), printed.out)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.match(printed.out, new RegExp(`^${ids[0]},\\d+,10,"USD","Bank","Maria Muster","DE`, 'm'))
  })

  test('records the results of transfers, one by one and by CSV', async () => {
    assert.equal((await ask('withdrawal', 'paid', ids[0] as string, '--reference', 'SEPA 77'))['status'], 'Paid')
    const file = join(folder, 'results.csv')
    await writeFile(file, `id;status;reference;reason\r\n${ids[1]};Failed;;No such account\r\n4711000;Paid;r;\r\n`)
    const unasked = await call('withdrawal', 'results', file)
    assert.deepEqual([unasked.code, unasked.out], [1, ''])
    assert.match(
      unasked.err,
      /Line 3, withdrawal 4711000: Withdrawal not found\nPaid: 0 \(0 USD\). Failed: 1 \(10 USD\)/,
    )
    assert.match(unasked.err, /Nothing was applied: nobody is at the terminal to confirm it. Add --yes/)
    const declined = await runInProcess(environment, ['withdrawal', 'results', file], async () => 'n')
    assert.match(declined.err, /Nothing was applied\./)
    const applied = await runInProcess(environment, ['withdrawal', 'results', file, '--json'], async () => 'y')
    assert.equal(applied.code, 1, 'one line was refused')
    const { results } = JSON.parse(applied.out) as { results: readonly { ok: boolean; status: string }[] }
    const shown = results.map(({ ok, status }) => [ok, status])
    assert.deepEqual(shown, [
      [true, 'Failed'],
      [false, null],
    ])
    await writeFile(file, Buffer.from('id;status;reason\n1;Failed;\xcd\xe5 \xed\xe0\xe9\xe4\xe5\xed', 'latin1'))
    assert.match(await refused('withdrawal', 'results', file, '--yes'), /not in UTF-8, but probably in Windows-1251/)
    assert.match(
      await refused('withdrawal', 'failed', ids[0] as string, '--reason', 'No such account'),
      /^Not allowed in this withdrawal's status/,
    )
    const payouts = await ask<{ items: readonly { paid: number; failed: number }[] }>('payout', 'list')
    assert.deepEqual([payouts.items[0]?.paid, payouts.items[0]?.failed], [1, 1])
    assert.equal((await ask('ledger', 'verify'))['ok'], true)
  })
})
