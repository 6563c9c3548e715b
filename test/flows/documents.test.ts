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
import { freePort } from '../support/ports.ts'
import { newInstallation, type TestInstallation } from '../support/program.ts'
import { startSandboxes } from '../support/sandbox.ts'
import {
  blocksIn,
  callsIn,
  commandsOf,
  excerptsOf,
  exportsIn,
  findCurl,
  runCommands,
  unprinted,
  untrue,
} from './document-blocks.ts'
import { runExamples } from './examples.ts'
import { firstPrograms, mustShowPrograms } from './first-programs.ts'

const rewardPerAction = 0.35
const readme = 'README.md'
const quickstart = 'docs/quickstart.md'
const tutorials = [
  { page: 'docs/tutorials/label-pictures.md', file: 'labels.csv', lines: 101 },
  { page: 'docs/tutorials/sort-messages.md', file: 'topics.csv', lines: 65 },
]
const study = 'docs/tutorials/study-of-100.md'
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

/** Runs the commands of a tutorial, which must print what it shows. Returns what they print, and their folder. */
async function walkThrough(t: TestContext, page: string, env: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'tutorial-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const blocks = blocksIn(page)
  const walk = await runCommands(commandsOf(blocks), folder, curl ?? '', env)
  assert.equal(walk.code, 0, `${walk.out}\n${walk.err}`)
  assert.deepEqual(unprinted(blocks, walk.out), [], walk.out)
  return { folder, out: walk.out }
}

/** Runs the commands of a tutorial, which must also write its file. */
async function followTutorial(
  t: TestContext,
  { page, file, lines }: (typeof tutorials)[number],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { folder } = await walkThrough(t, page, env)
  assert.equal((await cellsOf(readFileSync(join(folder, file), 'utf8'))).length, lines, page)
}

async function studyPeople(t: TestContext, env: Readonly<Record<string, string>>): Promise<void> {
  const { out } = await walkThrough(t, study, env)
  assert.equal(out.match(/^status: Rejected$/gm)?.length, 3)
  assert.match(out, /^complete: null$[\s\S]*^status: PendingModeration$/m)
}

/** Takes part in the study of the demo, as its executor. */
async function takePart(installation: TestInstallation): Promise<void> {
  const again = await installation.serve(await freePort(), '--demo')
  const { BASE_URL: url = '', EXECUTOR_TOKEN: token } = exportsIn(again.output())
  const nora = clientOf(url, token)
  const found = expectOk(await nora.get('/api/executor/offers/available?search=about coffee')).items
  assert.equal(found.length, 1)
  const { id } = expectOk(await nora.post(`/api/executor/offers/${found[0].id}/reserve`))
  const { items } = expectOk(await nora.get(`/api/executor/reservations/${id}/work`))
  const address = items[0].url
  assert.match(await (await fetch(address)).text(), /I agree, continue/)
  const body = new URLSearchParams({ consent: 'yes', cups: '1 or 2', colour: 'blue' })
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  const [, , reservation, action, signature] = back.pathname.split('/')
  assert.deepEqual([back.origin, reservation, action], [url, String(id), 'complete'])
  const returned = expectOk(await nora.post(`/api/executor/reservations/${id}/return`, { action, signature }))
  assert.equal(returned.outcome, 'Submitted')
  assert.deepEqual(await again.end('SIGTERM'), { code: 0, signal: null })
}

test('the commands, examples and programs of the documents work on a demo marketplace', { skip: !curl }, async (t) => {
  const database = await settingsOfDatabase(t)
  const installation = newInstallation(t, { WEBHOOK_ALLOW_PRIVATE: 'true', ...database })
  const server = await installation.serve(await freePort(), '--demo')
  const printed = exportsIn(server.output())
  const env = { ...printed, ...database, DATA_DIR: installation.dataDir }
  const { BASE_URL: base = '' } = printed
  const [executor, program] = [clientOf(base, printed.EXECUTOR_TOKEN), clientOf(base, printed.API_KEY)]
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
  await startSandboxes(base, printed.TEST_KEY ?? '')
  await t.test('the tutorials end with files of labels, and print what they show', async (t) => {
    for (const tutorial of tutorials) await followTutorial(t, tutorial, env)
  })
  await t.test('the tutorial rehearses a study of 100 people, and publishes it', (t) => studyPeople(t, env))
  // These add tasks and items, whose ids the tutorials show.
  await t.test('every example of docs/api runs unchanged', (t) => runExamples(t, printed))
  await t.test('first programs', (t) => firstPrograms(t, server))
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })

  await t.test('the study of the demo sends executors back, on another port, too', () => takePart(installation))
})

test('the page on first programs shows the programs that run here', mustShowPrograms)

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

test('a printed line that differs from the output is found', () => {
  const blocks = [
    { kind: 'sh', text: 'show\n' },
    { kind: '', text: 'ex_0a1b  3\nspent: 1\n' },
    { kind: '', text: 'not printed\n' },
  ]
  assert.deepEqual(unprinted(blocks, 'ex_99    3\nspent: 1\n'), [])
  assert.deepEqual(unprinted(blocks, 'ex_99    3\nspent: 2\n'), ['spent: 1'])
})
