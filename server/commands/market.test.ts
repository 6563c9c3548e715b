import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { clientOf } from '../../test/support/client.ts'
import { commandsOf, type Json } from '../../test/support/commands.ts'
import { settingsOnServer } from '../../test/support/database.ts'
import { expectOk, taskBody } from '../../test/support/fixtures.ts'
import { newInstallation } from '../../test/support/program.ts'
import { recordMails } from '../platform/mail/mail.ts'
import { sql } from '../platform/sql.ts'

const email = ['--email', 'ada@example.com']

const onServer = await settingsOnServer({ after })

describe('commands for money, offers, catalog and ledger, while a server runs', () => {
  const installation = newInstallation({ after }, onServer)
  const { call, ask, refused } = commandsOf(installation)
  let server: Awaited<ReturnType<typeof installation.serve>>
  before(async () => {
    server = await installation.serve(0)
    await ask('account', 'create', ...email, '--role', 'Advertiser')
  })

  test('a free port is chosen and used in links', async () => {
    assert.match(server.output(), /is ready at http:\/\/127\.0\.0\.1:[1-9]\d*$/m)
  })

  test('deposit prints the balance; the same reference is booked once', async () => {
    const words = ['deposit', ...email, '--amount', '100.5', '--reference', 'invoice-7']
    const balance = { available: 100.5, held: 0, total: 100.5, currency: 'USD' }
    assert.deepEqual(await ask(...words), balance)
    assert.deepEqual(await ask(...words), balance)
    for (const amount of ['much', '0x10', '1e3', '1,000', '-5', '1.23456']) {
      const odd = await call('deposit', ...email, '--amount', amount)
      assert.deepEqual([odd.code, odd.out], [2, ''], amount)
      assert.match(odd.err, /Write (?:1500\.00|1000 or 1)\./, amount)
    }
    assert.match(await refused('deposit', '--email', 'no@example.com', '--amount', '1'), /^Account not found: /)
    assert.match(await refused('deposit', ...email, '--amount', '7', '--reference', 'invoice-7'), /^Reference taken: /)
  })

  test('deposits lists deposits, and refund returns money', async () => {
    const { items } = await ask<{ items: { id: number; status: string }[] }>('deposits', ...email, '--status', 'Paid')
    const [paid] = items.filter(({ status }) => status === 'Paid')
    const { status, refunded } = await ask<{ status: string; refunded: number }>(
      'refund',
      String(paid?.id),
      '--amount',
      '0.5',
      '--reason',
      'Paid too much',
    )
    assert.deepEqual([status, refunded], ['PartlyRefunded', 0.5])
    await ask('deposit', ...email, '--amount', '0.5', '--method', 'Bank', '--note', 'Once more')
    assert.match(await refused('refund', '4711000'), /^Deposit not found: /)
    const [wrong] = (await ask<{ items: { id: number }[] }>('deposits', ...email)).items
    const voided = ['void', String(wrong?.id), '--reason', 'For another account']
    assert.equal((await ask(...voided))['status'], 'Voided')
    assert.match(await refused(...voided), /^Not allowed in this status: .*Voided/)
  })

  test('offer approve, reject and suspend', async () => {
    const { apiKey } = await ask<{ apiKey: string }>('key', 'create', ...email)
    const offered = async () => {
      const body = await installation.within(server.url, taskBody)
      return String(expectOk(await clientOf(server.url, apiKey).post('/v1/tasks', body)).id)
    }
    const [one, other] = [await offered(), await offered()]
    assert.equal((await ask('offer', 'approve', one))['status'], 'Active')
    assert.match(await refused('offer', 'approve', one), /^Not allowed in this status: .*Active/)
    assert.match(await refused('offer', 'reject', other, '--reason', ' '), /reason: must have at least 3/)
    const rejected = await ask('offer', 'reject', other, '--reason', 'Asks for a password.')
    assert.deepEqual(rejected['statusReason'], { code: 'moderation_rejected', message: 'Asks for a password.' })
    assert.match(await refused('offer', 'suspend', one, '--reason', ' '), /reason: must have at least 3/)
    const suspended = await ask('offer', 'suspend', one, '--reason', 'Asks for a password.')
    assert.deepEqual([suspended['status'], suspended['allowedActions']], ['Paused', ['Resume', 'Suspend']])
  })

  test('mail lists recorded mails, newest first', async () => {
    const mail = { recipient: 'ada@example.com', subject: 'First', body: 'A text.' }
    await installation.within(server.url, async ({ ctx }) => {
      await recordMails(ctx.db, [mail])
      await recordMails(ctx.db, [{ ...mail, subject: 'Second' }])
    })
    const { mails: all } = await ask<{ mails: Json[] }>('mail')
    // The decisions above send mails too.
    const mails = all.filter(({ subject }) => subject === 'First' || subject === 'Second')
    const shown = mails.map(({ to, subject, text }) => [to, subject, text])
    assert.deepEqual(shown, [
      ['ada@example.com', 'Second', 'A text.'],
      ['ada@example.com', 'First', 'A text.'],
    ])
    assert.equal((await ask<{ mails: Json[] }>('mail', '--most', '1')).mails.length, 1)
    assert.match((await call('mail')).out, /^To: ada@example\.com\nSubject: Second\n\nA text\.$/m)
    assert.equal((await call('mail', '--most', '0')).code, 2)
  })

  test('mail hides sign-in links unless they are requested', async () => {
    const link = 'http://127.0.0.1/reset-password?token=s3cret'
    const mail = { recipient: 'ada@example.com', subject: 'A link', body: link, hasSecret: true }
    await installation.within(server.url, ({ ctx }) => recordMails(ctx.db, [mail]))
    // Mails of the decisions above can still arrive, so the link is not always in the newest one.
    const text = (await call('mail')).out
    assert.ok(text.includes('--show-secrets') && !text.includes('s3cret'), text)
    assert.ok(!(await call('mail', '--json')).out.includes('s3cret'))
    assert.ok((await call('mail', '--show-secrets')).out.includes(link))
    assert.ok((await call('mail', '--json', '--show-secrets')).out.includes(link))
  })

  test('the output of catalog export can be applied; an invalid catalog changes nothing', async () => {
    const file = join(installation.dataDir, 'catalog.json')
    const catalog = await ask<{ categories: unknown[]; prices: Json[]; addOns: unknown[] }>('catalog', 'export')
    await writeFile(file, JSON.stringify({ ...catalog, prices: catalog.prices.slice(0, 2) }))
    const counts = await ask('catalog', 'apply', file)
    assert.deepEqual([counts['categories'], counts['prices']], [catalog.categories.length, 2])
    const after = await ask<{ prices: Json[] }>('catalog', 'export')
    assert.equal(after.prices.filter(({ isActive }) => isActive).length, 2)
    assert.equal(after.prices.length, catalog.prices.length)
    await writeFile(file, '{ "version": 2 }')
    assert.match(await refused('catalog', 'apply', file), /^Invalid catalog document: .*prices: Is missing/)
    await writeFile(file, 'prices: none')
    assert.match(await refused('catalog', 'apply', file), /catalog\.json cannot be read as a catalog/)
    await rm(file)
    assert.match(await refused('catalog', 'apply', file), /catalog\.json cannot be read as a catalog: ENOENT/)
    assert.deepEqual(await ask('catalog', 'export'), after)
  })

  test('ledger verify and doctor pass, and fail after the ledger was changed', async () => {
    const verdict = await ask('ledger', 'verify')
    assert.deepEqual([verdict['ok'], verdict['sum']], [true, 0])
    assert.deepEqual(Object.keys(verdict), ['ok', 'accounts', 'transfers', 'sum'])
    const health = await ask<{ ok: boolean; checks: { check: string }[] }>('doctor')
    assert.ok(health.ok)
    const looked = health.checks.map(({ check }) => check)
    assert.deepEqual(looked, [
      'settings',
      'storage',
      'files',
      'database',
      'secret key',
      'clock',
      'database role',
      'partitions',
      'books',
      'hourly check',
      'jobs',
      'lost files',
    ])

    await installation.within(server.url, ({ ctx }) =>
      ctx.db.run(sql`update balances set units = units + 1 where book <> 'platform.guarantee'`),
    )
    const books = await installation.run('ledger', 'verify', '--json')
    const bad = await call('doctor', '--json')
    for (const { code, out } of [books, bad]) assert.deepEqual([code, JSON.parse(out).ok], [1, false], out)
    await installation.within(server.url, ({ ctx }) =>
      ctx.db.run(sql`update balances set units = units - 1 where book <> 'platform.guarantee'`),
    )
  })

  test('files hold keeps files without a proof for some days, and doctor says until when', async () => {
    const { heldUntilUtc } = await ask<{ heldUntilUtc: string }>('files', 'hold', '14')
    const { checks } = await ask<{ checks: { check: string; detail: string }[] }>('doctor')
    const told = checks.find(({ check }) => check === 'lost files')?.detail ?? ''
    assert.ok(told.endsWith(`next from ${heldUntilUtc} on`), told)
    assert.equal((await call('files', 'hold', '-1')).code, 2)
    assert.equal((await call('files', 'hold', 'long')).code, 2)
    assert.ok((await ask<{ heldUntilUtc: string }>('files', 'hold', '0')).heldUntilUtc < heldUntilUtc)
  })

  test('with another secret key nothing starts, doctor reports it, and it can be adopted', async () => {
    const file = join(installation.dataDir, 'secret-key')
    const kept = await readFile(file, 'utf8')
    const findings = async (...words: string[]) => {
      const { code, out } = await call('doctor', ...words, '--json')
      return { code, bad: JSON.parse(out).checks.filter(({ ok }: { ok: boolean }) => !ok) }
    }
    await writeFile(file, 'another key of at least 32 characters')
    assert.match(await refused('ledger', 'verify'), /^SECRET_KEY is not the one .*DATA_DIR.*adopt-secret-key/)
    for (const words of [['serve'], ['work']]) {
      const { code, out, err } = await installation.run(...words)
      assert.deepEqual([code, out], [1, ''], words.join(' '))
      assert.match(err, /^SECRET_KEY is not the one/m)
    }
    const { code, bad } = await findings()
    assert.deepEqual([code, bad.length, bad[0].check], [1, 1, 'secret key'])
    assert.match(bad[0].detail, /first used with/)
    assert.deepEqual(await findings('--adopt-secret-key'), { code: 0, bad: [] })
    assert.equal((await ask('ledger', 'verify'))['ok'], true)
    await writeFile(file, kept)
    assert.equal((await findings()).code, 1)
    assert.deepEqual(await findings('--adopt-secret-key'), { code: 0, bad: [] })
  })

  test('migrate finds nothing to do', async () => {
    assert.deepEqual(await ask('migrate'), { applied: [] })
  })

  test('the server exits cleanly', async () => {
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
  })
  test('without a server a command starts the database and stops it again', async () => {
    assert.deepEqual(installation.database(), [])
    assert.equal((await installation.run('ledger', 'verify')).code, 0)
    assert.deepEqual(installation.database(), [])
  })
})
