import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { webhookTo } from '../../test/support/fakes/receiver.ts'
import { advertiser, expectOk, membersOf, outcome } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { unseal } from '../platform/config/secret.ts'
import { sql } from '../platform/sql.ts'
import { eventKinds } from './events/event.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const strict = await openMarket()
const url = 'http://127.0.0.1:9/hooks'
const { db } = market.ctx

type ListedItem = { readonly id: number }

describe('a webhook', () => {
  test('is created enabled, with the default kinds, and a secret that is returned only once', async () => {
    const { b } = await advertiser(market)
    const answer = await b.post('/v1/webhooks', { url })
    assert.equal(answer.status, 201)
    const { id, secret, verifiedAtUtc, createdAtUtc, updatedAtUtc, ...made } = answer.body
    assert.equal(answer.headers.get('location'), `${market.ctx.config.apiUrl}/webhooks/${id}`)
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(made, {
      url,
      events: [...eventKinds],
      description: null,
      enabled: true,
      status: 'Enabled',
      disabledBy: null,
      disabledAtUtc: null,
      disabledReason: null,
      apiVersion: 'v1',
      previousSecretExpiresAtUtc: null,
      health: {
        failingSinceUtc: null,
        lastDeliveredAtUtc: null,
        pausedUntilUtc: null,
        pendingDeliveries: 0,
        failedDeliveries: 0,
      },
      allowedActions: ['Update', 'RotateSecret', 'Test', 'Replay', 'Disable', 'Delete'],
    })
    assert.equal(createdAtUtc, updatedAtUtc)
    assert.deepEqual(expectOk(await b.get(`/v1/webhooks/${id}`)), {
      ...made,
      id,
      verifiedAtUtc,
      createdAtUtc,
      updatedAtUtc,
    })
  })

  test('stores its secret encrypted', async () => {
    const { id, secret } = await webhookTo(await advertiser(market), url)
    const stored = await db.one<{ secret: Buffer }>(sql`select secret from endpoints where id = ${id}`)
    assert.ok(!stored.secret.toString('latin1').includes(secret.slice(6)))
    assert.equal(unseal(market.ctx.secretKey, stored.secret), secret)
  })

  test('can be created with fewer kinds, and disabled', async () => {
    const wish = { url, events: ['balance.low', 'balance.low'], description: 'Ä 😀', enabled: false }
    const { b } = await advertiser(market)
    const { events, description, status, disabledBy, allowedActions } = expectOk(await b.post('/v1/webhooks', wish))
    assert.deepEqual([events, description, status, disabledBy], [['balance.low'], 'Ä 😀', 'Disabled', 'User'])
    assert.deepEqual(allowedActions, ['Update', 'RotateSecret', 'Enable', 'Delete'])
  })

  test('changes only the members of the request', async () => {
    const owner = await advertiser(market)
    const { id } = await webhookTo(owner, url, { description: 'first' })
    const patch = async (body: object) => expectOk(await owner.b.patch(`/v1/webhooks/${id}`, body))
    assert.equal((await patch({ url: `${url}/2` })).url, `${url}/2`)
    assert.deepEqual((await patch({ events: ['task.created'] })).events, ['task.created'])
    const off = await patch({ enabled: false, description: null })
    assert.deepEqual([off.url, off.description, off.enabled, off.disabledBy], [`${url}/2`, null, false, 'User'])
    const { status, disabledAtUtc } = await patch({ enabled: true })
    assert.deepEqual([status, disabledAtUtc], ['Enabled', null])
  })

  test('is deleted once, with its secrets', async () => {
    const owner = await advertiser(market)
    const { id } = await webhookTo(owner, url)
    const gone = expectOk(await owner.b.delete(`/v1/webhooks/${id}`))
    assert.deepEqual([gone.id, gone.status, gone.allowedActions], [id, 'Deleted', []])
    for (const path of ['', '/deliveries']) {
      assert.equal(outcome(await owner.b.get(`/v1/webhooks/${id}${path}`)), '404 webhook_not_found')
    }
    assert.equal(outcome(await owner.b.delete(`/v1/webhooks/${id}`)), '404 webhook_not_found')
    assert.equal(expectOk(await owner.b.get('/v1/webhooks')).totalCount, 0)
    const stored = await db.one<{ secret: Buffer }>(sql`select secret from endpoints where id = ${id}`)
    assert.equal(stored.secret.length, 0)
  })

  test('has only the new secret after a leak, also during a rotation; no cache may keep it', async () => {
    const owner = await advertiser(market)
    const { id } = await webhookTo(owner, url)
    const rotated = await owner.b.post(`/v1/webhooks/${id}/rotate-secret`, {})
    assert.ok(expectOk(rotated).previousSecretExpiresAtUtc)
    assert.equal(rotated.headers.get('cache-control'), 'private, no-store')
    assert.equal(outcome(await owner.b.post(`/v1/webhooks/${id}/rotate-secret`)), '409 secret_rotation_under_way')
    const last = expectOk(await owner.b.post(`/v1/webhooks/${id}/rotate-secret`, { expirePrevious: true }))
    assert.equal(last.previousSecretExpiresAtUtc, null)
    const { secrets } = await market.ctx.db.one<{ secrets: number }>(sql`
      select num_nonnulls(secret, previous_secret) as secrets from endpoints where id = ${id}::bigint`)
    assert.equal(secrets, 1)
    const { allowedActions, previousSecretExpiresAtUtc } = expectOk(await owner.b.get(`/v1/webhooks/${id}`))
    assert.ok(allowedActions.includes('RotateSecret'))
    assert.equal(previousSecretExpiresAtUtc, null)
  })
})

describe('webhooks of an account', () => {
  test('are listed oldest first, without those of other accounts', async () => {
    const [owner, other] = [await advertiser(market), await advertiser(market)]
    const ids: number[] = []
    for (let made = 0; made < 3; made++) ids.push((await webhookTo(owner, `${url}/${made}`)).id)
    await webhookTo(other, url)
    const { items, totalCount, nextCursor } = expectOk(await owner.b.get('/v1/webhooks?pageSize=2'))
    assert.deepEqual([items.map(({ id }: ListedItem) => id), totalCount], [ids.slice(0, 2), 3])
    const rest = expectOk(await owner.b.get(`/v1/webhooks?cursor=${nextCursor}`))
    assert.deepEqual(membersOf(rest.items, 'id'), ids.slice(2))
  })

  test('are limited to twenty, also if created concurrently', async () => {
    const owner = await advertiser(market)
    const answers = await Promise.all(Array.from({ length: 30 }, () => owner.b.post('/v1/webhooks', { url })))
    const told = answers.map(outcome)
    assert.equal(told.filter((each) => each === '201').length, 20)
    assert.equal(told.filter((each) => each === '409 too_many_webhooks').length, 10)
    const [first] = expectOk(await owner.b.get('/v1/webhooks')).items
    expectOk(await owner.b.delete(`/v1/webhooks/${first.id}`))
    expectOk(await owner.b.post('/v1/webhooks', { url }))
  })
})

describe('an invalid URL', () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['not a url', /must be a URL such as/],
    ['http://example.com/', /must begin with https/],
    ['https://127.0.0.1/', /private or reserved/],
  ]
  test('is refused with a reason, and nothing is stored', async () => {
    const owner = await advertiser(strict)
    const { id } = expectOk(await owner.b.post('/v1/webhooks', { url: 'https://9.9.9.9/hooks' }))
    for (const [each, why] of wrong) {
      for (const answer of [
        await owner.b.post('/v1/webhooks', { url: each }),
        await owner.b.patch(`/v1/webhooks/${id}`, { url: each }),
      ]) {
        assert.equal(outcome(answer), '400 invalid_webhook_url', each)
        assert.match(answer.body.detail, why)
        assert.equal(answer.body.errors[0].pointer, '#/url')
      }
    }
    const { items } = expectOk(await owner.b.get('/v1/webhooks'))
    const shown = items.map((item: { url: string }) => item.url)
    assert.deepEqual(shown, ['https://9.9.9.9/hooks'])
  })
})

test('a disabled webhook refuses tests, resends and replays', async () => {
  const owner = await advertiser(market)
  const { id } = await webhookTo(owner, url)
  const { id: delivery } = expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
  expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: false }))
  for (const [path, body] of [
    ['test', undefined],
    ['replay', { fromSequence: 1 }],
    [`deliveries/${delivery}/resend`, undefined],
  ] as const)
    assert.equal(outcome(await owner.b.post(`/v1/webhooks/${id}/${path}`, body)), '409 webhook_disabled', path)
})
