import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { commandsOf } from '../../test/support/commands.ts'
import { settingsOfDatabase } from '../../test/support/database.ts'
import { isVerified, openReceiver, silence } from '../../test/support/fakes/receiver.ts'
import { freePort } from '../../test/support/ports.ts'
import { newInstallation } from '../../test/support/program.ts'

type CreatedEndpoint = { readonly id: number; readonly secret: string }
type SentDelivery = {
  readonly id: number
  readonly status: string
  readonly eventId: string
  readonly attemptsMade: number
}

const receiver = await openReceiver()

const database = await settingsOfDatabase({ after })

describe('commands for webhooks, while a server runs', () => {
  const installation = newInstallation({ after }, { WEBHOOK_ALLOW_PRIVATE: 'true', ...database })
  const { ask, refused } = commandsOf(installation)
  const words = ['webhook', 'add', '--trusted', '--email', 'ada@example.com', '--url', receiver.url]
  let server: Awaited<ReturnType<typeof installation.serve>>
  let made: CreatedEndpoint
  before(async () => {
    server = await installation.serve(await freePort())
    await ask('account', 'create', '--email', 'ada@example.com', '--role', 'Advertiser')
    await ask('account', 'create', '--email', 'eve@example.com', '--role', 'Executor')
  })
  const arrived = async (count: number) => {
    for (let tries = 0; receiver.received.length < count; tries++) {
      assert.ok(tries < 18_000, `${receiver.received.length} of ${count} arrived`)
      await setTimeout(10)
    }
    return receiver.received[count - 1]
  }

  test('add prints the id and the secret', async () => {
    made = await ask<CreatedEndpoint>(
      ...words,
      '--event',
      'task.created',
      '--event',
      'balance.low',
      '--description',
      'The shop',
    )
    assert.deepEqual(Object.keys(made), ['id', 'secret'])
    const shown = await ask('webhook', 'show', String(made.id))
    assert.deepEqual([shown['events'], shown['description']], [['task.created', 'balance.low'], 'The shop'])
    const { items } = await ask<{ items: CreatedEndpoint[] }>('webhook', 'list', '--email', 'ada@example.com')
    const found = items.map(({ id }) => id)
    assert.deepEqual(found, [made.id])
  })

  test('add reports errors', async () => {
    assert.match(
      await refused(...words, '--event', 'task.deleted'),
      /events: must be among task\.created,.*task\.deleted/,
    )
    assert.match(await refused(...words.slice(0, -1), 'ftp://a.example/'), /^Invalid webhook URL: url: must begin/)
    assert.match(await refused('webhook', 'add', '--email', 'eve@example.com', '--url', receiver.url), /^Role missing/)
    assert.match(await refused('webhook', 'add', '--email', 'no@example.com', '--url', receiver.url), /^Account not/)
  })

  test('test and resend send signed requests, and deliveries lists them', async () => {
    const { id, eventId } = await ask<SentDelivery>('webhook', 'test', String(made.id))
    const first = await arrived(1)
    assert.ok(first && isVerified(made.secret, first))
    assert.equal(first.event.id, eventId)
    const { items } = await ask<{ items: SentDelivery[] }>('webhook', 'deliveries', String(made.id), '--page-size', '5')
    const found = items.map((item) => item.id)
    assert.deepEqual(found, [id])
    await ask('webhook', 'resend', String(made.id), String(id))
    assert.equal((await arrived(2))?.headers['webhook-id'], eventId)
    const shown = await ask<{ attempts: object[] }>('webhook', 'delivery', String(made.id), String(id))
    assert.ok(shown.attempts.length >= 1)
    assert.match(await refused('webhook', 'resend', String(made.id), '4711'), /^Delivery not found/)
  })

  test('replay sends a range', async () => {
    assert.deepEqual(
      await ask('webhook', 'replay', String(made.id), '--from-sequence', '1', '--type', 'task.created'),
      {
        count: 0,
        nextFromSequence: null,
      },
    )
    assert.match(await refused('webhook', 'replay', String(made.id)), /fromSequence: is required/)
    assert.match(
      await refused('webhook', 'replay', String(made.id), '--only-failed', '--type', 'x'),
      /types\.0: must be/,
    )
    const { code } = await installation.call('webhook', 'replay', String(made.id), '--from-sequence', 'first')
    assert.equal(code, 2)
  })

  test('rotate, disable, enable and remove', async () => {
    const id = String(made.id)
    assert.notEqual((await ask<CreatedEndpoint>('webhook', 'rotate', id)).secret, made.secret)
    assert.match(await refused('webhook', 'rotate', id), /^Secret rotation in progress: .* signs until 2\d{3}-/)
    assert.equal((await ask('webhook', 'disable', id))['status'], 'Disabled')
    assert.match(await refused('webhook', 'test', id), /^Webhook disabled/)
    assert.equal((await ask('webhook', 'enable', id))['status'], 'Enabled')
    assert.equal((await ask('webhook', 'remove', id))['status'], 'Deleted')
    assert.match(await refused('webhook', 'remove', id), /^Webhook not found/)
  })

  test('the server exits cleanly while a receiver hangs, and releases unsent deliveries', async () => {
    const { id } = await ask<CreatedEndpoint>(...words)
    receiver.reply(silence)
    const before = receiver.received.length
    await ask('webhook', 'test', String(id))
    await arrived(before + 1)
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
    const { items } = await ask<{ items: SentDelivery[] }>('webhook', 'deliveries', String(id))
    const found = items.map(({ status, attemptsMade }) => [status, attemptsMade])
    assert.deepEqual(found, [['Pending', 0]])
  })
})
