import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { clientOf } from '../support/client.ts'
import { cellsOf } from '../support/csv.ts'
import { settingsOfDatabase } from '../support/database.ts'
import { expectOk } from '../support/fixtures.ts'
import { freePort, newInstallation } from '../support/program.ts'
import { startSandboxes } from '../support/sandbox.ts'
import {
  blocksIn,
  callsIn,
  commandsOf,
  excerptsOf,
  exportsIn,
  findCurl,
  runCommands,
  untrue,
} from './document-blocks.ts'

const rewardPerAction = 0.35
const readme = 'README.md'
const quickstart = 'docs/quickstart.md'
const tutorial = 'docs/tutorials/label-pictures.md'
const curl = findCurl()

/** Runs the commands of a document. Each request must succeed, and each excerpt must match its response. */
async function follow(t: TestContext, file: string, env: Readonly<Record<string, string>>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'walk-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const blocks = blocksIn(file)
  const commands = commandsOf(blocks)

  const walk = await runCommands(commands, folder, curl ?? '', env)

  assert.equal(walk.code, 0, `${walk.out}\n${walk.err}`)
  const found = walk.answers.filter(({ status }) => status !== 200 && status !== 201)
  assert.deepEqual(found, [])
  assert.equal(walk.answers.length, callsIn(commands), 'each call of curl was answered')
  assert.match(walk.out, /ok: true$/m, 'the ledger balances')
  for (const { text, call } of excerptsOf(blocks)) {
    const answer: unknown = JSON.parse(walk.answers[call]?.body ?? 'null')
    assert.deepEqual(untrue(JSON.parse(text), answer), [], `${file} shows ${text}`)
  }
}

test('the commands of README.md and of the quickstart work on a demo marketplace', { skip: !curl }, async (t) => {
  const database = await settingsOfDatabase(t)
  const installation = newInstallation(t, { WEBHOOK_ALLOW_PRIVATE: 'true', ...database })
  const server = await installation.serve(await freePort(), '--demo')
  const printed = exportsIn(server.output())
  const env = { ...printed, ...database, DATA_DIR: installation.dataDir }
  const { BASE_URL: base = '', EXECUTOR_TOKEN: token, API_KEY: key } = printed
  const [executor, program] = [clientOf(base, token), clientOf(base, key)]
  const acceptedCount = async (): Promise<number> =>
    expectOk(await program.get('/v1/reports?status=Accepted&pageSize=1')).totalCount
  const earned = async (): Promise<number> => expectOk(await executor.get('/api/executor/balance')).total

  await t.test('README.md accepts one report, with the program that it shows', async (t) => {
    const [shown] = blocksIn(readme).filter(({ kind }) => kind === 'js')
    assert.equal(shown?.text, readFileSync(join(import.meta.dirname, '../../examples/accept-report.mjs'), 'utf8'))
    const before = await acceptedCount()
    await follow(t, readme, env)
    assert.equal((await acceptedCount()) - before, 1)
  })

  await t.test('the quickstart completes a task and pays the executor', async (t) => {
    const before = await earned()
    await follow(t, quickstart, env)
    const [{ taskId }] = expectOk(await program.get('/v1/reports?status=Accepted&sort=-submittedAt')).items
    assert.equal(expectOk(await program.get(`/v1/tasks/${taskId}`)).status, 'Completed')
    assert.equal(Number(((await earned()) - before).toFixed(4)), rewardPerAction)
  })
  await t.test('the tutorial labels 100 pictures', async (t) => {
    await startSandboxes(base, printed.TEST_KEY ?? '')
    const folder = await mkdtemp(join(tmpdir(), 'labels-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const walk = await runCommands(commandsOf(blocksIn(tutorial)), folder, curl ?? '', env)
    assert.equal(walk.code, 0, `${walk.out}\n${walk.err}`)
    assert.match(walk.out, /^items: 100$[\s\S]*^totalLimit: 30$[\s\S]*^reports: 30$[\s\S]*^accepted: 30$/m)
    assert.match(walk.out, /^\d+ +picture-001 +Completed +3 +(?:\w+, ){2}\w+$/m)
    const labels = await cellsOf(readFileSync(join(folder, 'labels.csv'), 'utf8'))
    assert.equal(labels.length, 301)
  })
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
})

test('the commands and excerpts of README.md and of the quickstart are found', () => {
  for (const [file, calls, excerpts] of [
    [readme, 1, 1],
    [quickstart, 14, 5],
  ] as const) {
    const blocks = blocksIn(file)
    assert.ok(callsIn(commandsOf(blocks)) >= calls, file)
    assert.ok(excerptsOf(blocks).length >= excerpts, file)
  }
})

test('an excerpt that differs from the response is found', () => {
  const answer = { id: 7, status: 'Active', items: [{ isActive: true, atUtc: '2026-01-31' }] }
  assert.deepEqual(untrue({ id: 1, items: [{ isActive: true, atUtc: '2025-12-24' }] }, answer), [])
  assert.equal(untrue({ id: '7' }, answer).length, 1)
  assert.equal(untrue({ status: 'Paused' }, answer).length, 1)
  assert.equal(untrue({ items: [{ isActive: false }] }, answer).length, 1)
  assert.equal(untrue({ gone: 1 }, answer).length, 1)
})
