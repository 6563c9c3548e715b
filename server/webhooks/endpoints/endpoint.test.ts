import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, expectOk } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { notify } from '../../notifications/actions-notify.ts'
import { listMails } from '../../platform/mail/mail.ts'
import { sql } from '../../platform/sql.ts'
import { idOf } from '../../values/id.ts'
import { rangeOf } from '../deliveries/delivery.ts'
import { disableFailingEndpoints } from './actions.ts'
import { changed, checkEndpointInput, type Endpoint, endpointActions, mustBeEnabled } from './endpoint.ts'
import { endpointMailOf } from './pending-notification.ts'

const noon = new Date('2026-11-21T12:00:00.000Z')
const morning = new Date('2026-11-21T06:00:00.000Z')
const endpoint = (members: Partial<Endpoint> = {}): Endpoint => ({
  id: idOf(1),
  account: idOf(7),
  url: 'https://example.com/hooks',
  kinds: ['task.created'],
  description: null,
  apiVersion: 'v1',
  status: 'Enabled',
  disabledBy: null,
  disabledAt: null,
  disabledReason: null,
  verifiedAt: morning,
  previousSecretUntil: null,
  failingSince: morning,
  notBefore: noon,
  lastDeliveredAt: null,
  createdAt: morning,
  updatedAt: morning,
  pending: 0,
  failed: 0,
  ...members,
})

describe('a change of an endpoint', () => {
  const { id: _, account: __, ...before } = endpoint()
  test('keeps absent members', () => {
    const { isFresh, ...after } = changed(endpoint(), {}, noon)
    assert.equal(isFresh, false)
    for (const [name, value] of Object.entries(after))
      assert.deepEqual(value, before[name as keyof typeof before], name)
  })
  test('lists each kind once', () => {
    const events = ['report.accepted', 'balance.low', 'report.accepted']
    assert.deepEqual(changed(endpoint(), { events }, noon).kinds, ['report.accepted', 'balance.low'])
  })
  test('of the URL resets its failures', () => {
    const after = changed(endpoint(), { url: 'https://example.com/other' }, noon)
    assert.deepEqual([after.failingSince, after.notBefore, after.isFresh], [null, null, true])
  })
  test('may disable it, once', () => {
    const off = changed(endpoint(), { enabled: false }, noon)
    assert.deepEqual([off.status, off.disabledBy, off.disabledAt], ['Disabled', 'User', noon])
    const gone = endpoint({ status: 'Disabled', disabledBy: 'Gone', disabledAt: morning })
    const still = changed(gone, { enabled: false, description: 'x' }, noon)
    assert.deepEqual([still.disabledBy, still.disabledAt, still.description], ['Gone', morning, 'x'])
  })
  test('may enable it, which starts a new generation', () => {
    const gone = endpoint({ status: 'Disabled', disabledBy: 'Gone', disabledAt: morning })
    const on = changed(gone, { enabled: true }, noon)
    assert.deepEqual(
      [on.status, on.disabledBy, on.disabledAt, on.failingSince, on.isFresh],
      ['Enabled', null, null, null, true],
    )
  })
})

const noTls = { en: 'must begin with https://.', ru: 'должно начинаться с https://.' }

test('invalid input is rejected with every wrong member and the known kinds', () => {
  const wrong = { url: 'x', events: ['task.created', 'task.deleted'], description: 'x'.repeat(501) }
  assert.throws(
    () => checkEndpointInput(wrong, noTls),
    ({ type, errors, detail }) =>
      type.code === 'validation_error' && errors.length === 2 && /task\.completed.*not task\.deleted/.test(detail),
  )
  assert.throws(() => checkEndpointInput({ events: [] }, undefined), /events/)
  assert.throws(
    () => checkEndpointInput({ url: 'ftp://x' }, noTls),
    ({ type, detail }) => type.code === 'invalid_webhook_url' && detail === 'url: must begin with https://.',
  )
  checkEndpointInput({ description: '😀'.repeat(500) }, undefined)
})

test('the allowed actions depend on the status', () => {
  const actions = (members: Partial<Endpoint>) => endpointActions(endpoint(members))
  assert.deepEqual(actions({}), ['Update', 'RotateSecret', 'Test', 'Replay', 'Disable', 'Delete'])
  assert.deepEqual(actions({ previousSecretUntil: noon }), ['Update', 'Test', 'Replay', 'Disable', 'Delete'])
  assert.deepEqual(actions({ status: 'Disabled' }), ['Update', 'RotateSecret', 'Enable', 'Delete'])
  assert.deepEqual(actions({ status: 'Deleted' }), [])
  mustBeEnabled(endpoint())
  assert.throws(() => mustBeEnabled(endpoint({ status: 'Disabled', disabledBy: 'User' })), /Enable it first/)
})

describe('the range of a replay', () => {
  test('requires a bound', () => {
    for (const asked of [{}, { types: ['task.created' as const] }, { onlyFailed: false }])
      assert.throws(() => rangeOf(asked), /fromSequence: is required/)
    for (const asked of [{ onlyFailed: true }, { toSequence: 5 }, { since: '2026-01-01' }]) assert.ok(rangeOf(asked))
  })
  test('accepts days and times, and names invalid values', () => {
    const { since, until } = rangeOf({ since: '2026-01-01', until: '2026-01-31' })
    assert.deepEqual([since, until], ['2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z'])
    assert.throws(
      () => rangeOf({ until: 'yesterday' }),
      ({ errors }) => errors[0].pointer === '#/until',
    )
  })
})

const market = await openMarket({ webhookAllowPrivate: true })
const day = 86_400

test('an account is mailed once in its language when an endpoint is failing, disabled or gone', async () => {
  const { db } = market.ctx
  const owner = await advertiser(market)
  await db.run(sql`update accounts set language = 'ru' where id = ${owner.id}::bigint`)
  const add = async (url: string) =>
    Number(expectOk(await owner.b.post('/v1/webhooks', { url, events: ['report.submitted'] })).id)
  const [failing, gone] = [await add('http://127.0.0.1:1/failing'), await add('http://127.0.0.1:1/gone')]
  await db.run(sql`update endpoints set failing_since = ${db.now()} where id = ${failing}::bigint`)
  await db.run(sql`update endpoints set status = 'Disabled', disabled_by = 'Gone' where id = ${gone}::bigint`)
  const told = async () => {
    await disableFailingEndpoints(market.ctx)
    await notify(market.ctx)
    const mails = (await listMails(db, 20)).filter(({ subject }) => subject.includes('вебхук'))
    return mails.map(({ recipient, subject }) => `${recipient}: ${subject}`)
  }
  const to = (subject: string) => `${owner.email}: ${subject}`
  const first = [to('Ваш вебхук отключён: он ответил 410 Gone')]
  assert.deepEqual(await told(), first)
  assert.deepEqual(await told(), first)
  market.pass(3 * day)
  const second = [to('Ваш вебхук недоступен три дня'), ...first]
  assert.deepEqual(await told(), second)
  assert.deepEqual(await told(), second)
  market.pass(2 * day)
  const third = [to('Ваш вебхук отключён: он недоступен пять дней'), ...second]
  assert.deepEqual(await told(), third)
  assert.deepEqual(await told(), third)
  const [mail] = await listMails(db, 1)
  assert.match(mail?.body ?? '', new RegExp(`^Вебхук ${failing}: http://127\\.0\\.0\\.1:1/failing$`, 'm'))
})

const failing = { id: 7, url: 'https://example.com/hooks' }
const about = ['Failing', 'DisabledFailing', 'DisabledGone', 'DisabledByOperator'] as const
const told = (language: string, which: (typeof about)[number] = 'Failing') =>
  endpointMailOf(which, failing, { language, apiUrl: 'https://market.example.com/v1' })

test('a mail names the webhook, its problem and the link to its deliveries', () => {
  for (const which of about)
    for (const language of ['en', 'ru']) {
      const { subject, body } = told(language, which)
      assert.ok(subject.length > 10 && subject.length < 100)
      assert.ok(body.includes(failing.url))
      assert.ok(body.includes('GET https://market.example.com/v1/webhooks/7/deliveries'))
    }
})

test('a mail is in the account’s language, or in English', () => {
  assert.match(told('ru-KZ').subject, /[а-я]/)
  for (const language of ['en-GB', 'de', 'nonsense!']) assert.match(told(language).subject, /^Your webhook/)
})
