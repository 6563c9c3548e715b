import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { freePort } from '../../test/support/ports.ts'
import { newInstallation } from '../../test/support/program.ts'
import { addCommands } from './command-registry.ts'
import { newProgram } from './program.ts'

const market = join(import.meta.dirname, '../../market')

async function wordsAfter(word?: string): Promise<string[]> {
  const program = newProgram()
  await addCommands(program, word)
  return program.commands.map((command) => command.name())
}

test('a command is found whether it is loaded alone or with all others', async () => {
  const all = await wordsAfter()
  assert.ok(all.includes('serve') && all.length > 15, all.join(' '))
  for (const word of all) {
    const own = await wordsAfter(word)
    assert.ok(own.includes(word) && own.length < all.length, `${word}: ${own.join(' ')}`)
  }
  assert.deepEqual(await wordsAfter('conquer'), all)
})

test('a reader that closes the pipe early causes no error', async () => {
  const child = spawn(market, ['docs', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  assert.deepEqual([said, code], ['', 0])
})

test('help goes to standard output; wrong usage to standard error, with exit code 2', async (t) => {
  const installation = newInstallation(t)
  const helped = await installation.run('deposit', '--help')
  assert.equal(helped.code, 0)
  assert.match(helped.out, /--amount <number>/)
  const wrong = [
    await installation.run(),
    await installation.run('account', 'conquer'),
    await installation.call('account', 'create', '--role', 'Executor'),
    await installation.call('offer', 'approve'),
    await installation.call('ledger', 'verify', '--hastily'),
  ]
  for (const { code, out, err } of wrong) {
    assert.deepEqual({ code, out }, { code: 2, out: '' }, err)
    assert.match(err, /Usage:|error: /)
  }
  assert.deepEqual(installation.database(), [], 'nothing was started for that')
})

test('invalid settings stop every command; the error lists all of them with what was expected', async (t) => {
  const password = 'a-password-that-nobody-must-see'
  const installation = newInstallation(t, {
    PORT: '80800',
    FEE_PERCENT: '10 %',
    MODERATION: 'sometimes',
    SECRET_KEY: 'short',
    DATABASE_URL: `mysql://root:${password}@localhost/market`,
  })
  const results = [
    await installation.run('serve'),
    await installation.run('work'),
    await installation.call('migrate'),
    await installation.call('ledger', 'verify'),
    await installation.call('account', 'restore', '--email', 'a@b'),
  ]
  for (const { code, out, err } of results) {
    assert.deepEqual({ code, out }, { code: 1, out: '' }, err)
    assert.match(err, /^PORT is "80800", but must be a whole number from 0 to 65535\.$/m)
    assert.match(err, /^FEE_PERCENT is "10 %", but must be a percentage from 0 to 100/m)
    assert.match(err, /^MODERATION is "sometimes", but must be one of manual, auto\.$/m)
    assert.match(err, /^SECRET_KEY is \(a secret, not shown\), but must be at least 32 characters\.$/m)
    assert.match(err, /^DATABASE_URL is \(a secret, not shown\), but must be a PostgreSQL URL/m)
    assert.ok(!err.includes(password) && !err.includes('short'), err)
  }
  const doctor = await installation.call('doctor', '--json')
  assert.equal(doctor.code, 1)
  assert.match(JSON.parse(doctor.out).checks[0].detail, /PORT is/)
})

test('reports an unreachable database, with advice', async (t) => {
  const installation = newInstallation(t, {
    DATABASE_URL: `postgresql://market:secret-of-ours@127.0.0.1:${await freePort()}/market`,
  })
  const { code, out, err } = await installation.call('ledger', 'verify', '--json')
  assert.deepEqual({ code, out }, { code: 1, out: '' })
  assert.match(JSON.parse(err).detail, /^The database cannot be reached: .*market doctor/)
  const doctor = await installation.call('doctor')
  assert.equal(doctor.code, 1)
  assert.match(doctor.out, /^BAD {2}database: .*Check DATABASE_URL/m)
  assert.ok(!`${err}${doctor.out}${doctor.err}`.includes('secret-of-ours'))
})

test('a command refuses a folder without a marketplace, and makes none', async (t) => {
  const mistyped = join(tmpdir(), `no-marketplace-${randomUUID()}`)
  const installation = newInstallation(t, { DATA_DIR: mistyped })
  const { code, out, err } = await installation.call('account', 'list')
  assert.deepEqual({ code, out }, { code: 1, out: '' })
  assert.match(err, /^There is no marketplace in .*Set DATA_DIR/)
  assert.ok(!existsSync(mistyped))
})

test('prints its version, and help marks required options', async (t) => {
  const installation = newInstallation(t)
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  assert.deepEqual(await installation.run('--version'), { code: 0, signal: null, out: `${version}\n`, err: '' })
  const { out } = await installation.call('key', 'create', '--help')
  assert.match(out, /--email <email> +\(required\)/)
  assert.match(out, /--name <text>\n/)
})

test('its completion completes commands and options in bash', async (t) => {
  const { out } = await newInstallation(t).call('completion', 'bash')
  const complete = (words: string) =>
    `COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _market; echo "\${COMPREPLY[@]}"`
  const asked = ['market wi', 'market account cr', 'market account create --email x@example.com --r'].map(complete)
  const child = spawn('bash', ['-c', `${out}\n${asked.join('\n')}`], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, failed] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.deepEqual([said.split('\n'), failed], [['withdrawal', 'create', '--role', ''], ''])
})

test('reports a port in use, and stops the database again', async (t) => {
  const installation = newInstallation(t)
  const port = await freePort()
  const first = await installation.serve(port, '--no-jobs')
  const other = newInstallation(t, { PORT: String(port) })
  const { code, err } = await other.run('serve')
  assert.equal(code, 1)
  assert.match(err, new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is taken`))
  assert.deepEqual(other.database(), [])
  assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null })
})
