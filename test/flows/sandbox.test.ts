import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createKey } from '../../server/accounts/actions.ts'
import { settingsOfDatabase } from '../support/database.ts'
import { commandLine } from '../support/embedded-postgres/fixtures.ts'
import { advertiser } from '../support/fixtures.ts'
import { freePort } from '../support/ports.ts'
import { programsUnder, statOf } from '../support/processes.ts'
import { newInstallation } from '../support/program.ts'
import { startSandboxes } from '../support/sandbox.ts'
import { blocksIn, callsIn, commandsOf, excerptsOf, findCurl, runCommands, untrue } from './document-blocks.ts'

const page = 'docs/api/sandbox.md'
const curl = findCurl()
const isOfSandboxes = /sandbox\/child\.ts/

test('the commands of the page on sandboxes work on a marketplace with two processes', { skip: !curl }, async (t) => {
  const database = await settingsOfDatabase(t)
  const installation = newInstallation(t, database)
  const port = await freePort()
  const server = await installation.serve(port, '--processes', '2')
  await installation.within(server.url, async (market) => {
    const { secret } = await createKey(market.ctx, { email: (await advertiser(market)).email, livemode: false })
    await startSandboxes(server.url, secret)
  })
  const email = 'integrator@example.com'
  const env = { ...database, DATA_DIR: installation.dataDir, BASE_URL: `http://127.0.0.1:${port}`, EMAIL: email }
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-page-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const blocks = blocksIn(page)
  const commands = `./market account create --email ${email} --role Advertiser\n${commandsOf(blocks)}`
  const walk = await runCommands(commands, folder, curl ?? '', env)
  assert.equal(walk.code, 0, `${walk.out}\n${walk.err}\n${server.output()}`)
  assert.equal(walk.answers.length, callsIn(commands))
  const niceness = programsUnder(server.pid).flatMap((pid) =>
    isOfSandboxes.test(commandLine(pid)) ? statOf(pid)[16] : [],
  )
  assert.deepEqual(niceness, ['5'], 'the process of the sandboxes yields to the live market, but is not starved')
  for (const { text, call } of excerptsOf(blocks)) {
    const answer: unknown = JSON.parse(walk.answers[call]?.body ?? 'null')
    assert.deepEqual(untrue(JSON.parse(text), answer), [], `${page} shows ${text}`)
  }
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
})
