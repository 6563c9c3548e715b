import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { clientOf } from '../support/client.ts'
import { settingsOnServer } from '../support/database.ts'
import { good } from '../support/fixtures.ts'
import { freePort, newPlace } from '../support/program.ts'
import { callsIn, commandsOf, excerptsOf, exportsIn, findCurl, runCommands, untrue, walkBlocks } from './walk.ts'

const rewardPerAction = 0.35
const blocks = walkBlocks()
const commands = commandsOf(blocks)
const curl = findCurl()

test('the walk in README.md makes an offer, and pays the executor for it', { skip: !curl }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'walk-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const place = newPlace(t, { WEBHOOK_ALLOW_PRIVATE: 'true', ...(await settingsOnServer(t)) })
  const server = await place.serve(await freePort(), '--demo')
  const printed = exportsIn(server.said())
  const { BASE_URL: base = '', EXECUTOR_TOKEN: token, API_KEY: key } = printed
  const [executor, program] = [clientOf(base, token), clientOf(base, key)]
  const earned = async (): Promise<number> => good(await executor.get('/api/executor/balance')).total
  const before = await earned()

  const walk = await runCommands(commands, folder, curl ?? '', { ...printed, DATA_DIR: place.dataDir })

  assert.equal(walk.code, 0, `${walk.out}\n${walk.err}`)
  assert.deepEqual([...new Set(walk.answers.map(({ status }) => status))].sort(), [200, 201])
  assert.equal(walk.answers.length, callsIn(commands), 'each call of curl was answered')
  const [{ taskId }] = good(await program.get('/v1/reports?status=Accepted&sort=-submittedAt')).items
  assert.equal(good(await program.get(`/v1/tasks/${taskId}`)).status, 'Completed')
  assert.equal(Number(((await earned()) - before).toFixed(4)), rewardPerAction)
  assert.match(walk.out, /^ok: true$/m, 'the ledger was found in order')

  for (const { text, call } of excerptsOf(blocks)) {
    const answer: unknown = JSON.parse(walk.answers[call]?.body ?? 'null')
    assert.deepEqual(untrue(JSON.parse(text), answer), [], `README.md shows ${text}`)
  }
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
})

test('the walk is found in README.md, with its answers', () => {
  assert.ok(callsIn(commands) >= 14, commands)
  assert.ok(excerptsOf(blocks).length >= 5)
})

test('an excerpt that says what the answer does not is found', () => {
  const answer = { id: 7, status: 'Active', items: [{ isActive: true, atUtc: '2026-01-31' }] }
  assert.deepEqual(untrue({ id: 1, items: [{ isActive: true, atUtc: '2025-12-24' }] }, answer), [])
  assert.equal(untrue({ id: '7' }, answer).length, 1)
  assert.equal(untrue({ status: 'Paused' }, answer).length, 1)
  assert.equal(untrue({ items: [{ isActive: false }] }, answer).length, 1)
  assert.equal(untrue({ gone: 1 }, answer).length, 1)
})
