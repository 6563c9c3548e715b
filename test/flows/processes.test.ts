import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { clientOf } from '../support/client.ts'
import { settingsOfDatabase } from '../support/database.ts'
import { becomes, commandLine, kill } from '../support/embedded-postgres/fixtures.ts'
import { advertiser, expectOk, taskBody } from '../support/fixtures.ts'
import { freePort } from '../support/ports.ts'
import { programsUnder } from '../support/processes.ts'
import { newInstallation } from '../support/program.ts'
import { type Availability, retryingClientIn } from './retrying-client.ts'

const [serving, working] = [/ serve --no-jobs$/, / work$/]

/** Returns the processes of `serve --processes` by their role. */
const childrenOf = (pid: number, does: RegExp): number[] =>
  programsUnder(pid).filter((child) => does.test(commandLine(child).replaceAll('\0', ' ').trim()))

describe('serve --processes', () => {
  test('keeps serving when one process is killed, and replaces it', async (t) => {
    const installation = newInstallation(t, await settingsOfDatabase(t))
    const program = await installation.serve(await freePort(), '--processes', '2')
    const [first = 0, second = 0] = childrenOf(program.pid, serving)
    assert.equal(childrenOf(program.pid, working).length, 1)
    const [person, body] = await installation.within(program.url, async (market) => [
      await advertiser(market),
      await taskBody(market),
    ])
    const availability: Availability = { isUp: true }
    const retryingClient = retryingClientIn(availability)
    const send = (round: number) => () =>
      clientOf(program.url, person.key).send('POST', '/v1/tasks', JSON.stringify({ ...body, totalLimit: 1 }), {
        'content-type': 'application/json',
        'idempotency-key': `of-round-${round}`,
      })
    for (let round = 0; round < 60; round++) {
      if (round === 20) {
        // Its open connections break, some only when they are used again; nothing else fails.
        availability.isUp = false
        kill(first)
      }
      if (round === 28) availability.isUp = true
      if (round === 30) kill(childrenOf(program.pid, working)[0])
      expectOk((await retryingClient.retry('create', send(round))).answer)
    }
    assert.deepEqual(retryingClient.results.wrong, [])
    assert.equal(expectOk(await clientOf(program.url, person.key).get('/v1/tasks')).totalCount, 60)
    await becomes('as many as before', () => {
      const now = childrenOf(program.pid, serving)
      return (
        now.length === 2 &&
        now.includes(second) &&
        !now.includes(first) &&
        childrenOf(program.pid, working).length === 1
      )
    })
    assert.deepEqual(await program.end('SIGTERM'), { code: 0, signal: null })
    assert.equal((await installation.call('ledger', 'verify')).code, 0)
  })

  test('refuses an occupied port, more connections than available, and invalid numbers; leaves nothing behind when it is killed', async (t) => {
    const [installation, port] = [newInstallation(t), await freePort()]
    const program = await installation.serve(port, '--processes', '2')
    const again = (words: string, on = port) => installation.serve(on, '--processes', words)
    await assert.rejects(again('1'), /Port \d+ of 127\.0\.0\.1 is taken by another program/)
    await assert.rejects(again('12', await freePort()), /may need 262 connections, and the embedded/)
    for (const words of ['many', '0']) assert.equal((await installation.call('serve', '--processes', words)).code, 2)
    assert.equal((await clientOf(program.url).get('/readyz')).status, 200)
    const children = programsUnder(program.pid).filter((pid) => /main\.ts/.test(commandLine(pid)))
    assert.equal(children.length, 3)
    await program.end('SIGKILL')
    await becomes('all have ended', () => children.every((pid) => commandLine(pid) === ''))
    const next = await installation.serve(port, '--processes', '1')
    assert.equal((await clientOf(next.url).get('/readyz')).status, 200)
  })

  test('serves task pages on the next port; if that is taken, on a free one, unless the settings name it', async (t) => {
    const [installation, port] = [newInstallation(t, await settingsOfDatabase(t)), await freePort()]
    const other = createServer().listen(port + 1, '127.0.0.1')
    t.after(() => other.close())
    await once(other, 'listening')
    const program = await installation.serve(port)
    const policy = (await fetch(`${program.url}/sign-in`)).headers.get('content-security-policy') ?? ''
    const [, tasksUrl = ''] = /frame-src (\S+)/.exec(policy) ?? []
    assert.notEqual(tasksUrl, `http://127.0.0.1:${port + 1}`)
    assert.match(await (await fetch(`${tasksUrl}/task-helper.js`)).text(), /window\.task/)
    const named = newInstallation(t, { ...(await settingsOfDatabase(t)), TASKS_PORT: String(port + 1) })
    for (const words of [[], ['--processes', '1']])
      await assert.rejects(named.serve(await freePort(), ...words), /taken by another program\. Set TASKS_PORT to/)
  })
})
