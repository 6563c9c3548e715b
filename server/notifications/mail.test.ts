import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idOf } from '../values/id.ts'
import { merged } from './actions-notify.ts'
import { mailOf } from './mail.ts'
import { kinds, lineOf, type NotificationKind, type NotificationValues } from './notification.ts'
import type { PendingNotification } from './pending-notifications.ts'

const addresses = { publicUrl: 'https://market.example', apiUrl: 'https://market.example/v1' }
const evil = 'Free\r\nBcc: all@example.com\u202e\u0000 <script>'
const everything: NotificationValues = {
  offerId: 42,
  title: evil,
  executionId: 7,
  reports: 2,
  amount: 12.5,
  threshold: 10,
  currency: 'USD',
  reason: evil,
  untilUtc: '2026-03-04T10:30:59.000Z',
  outcome: 'Executor',
  side: 'executor',
  endpointId: 3,
  url: 'https://hooks.example/',
  about: 'Failing',
  sanctionId: 5,
  sanctionKind: 'Suspension',
  credentialId: 8,
  credentialKind: 'ApiKey',
  credentialName: evil,
  conversationId: 9,
  sender: 'ex_1',
  searchId: 4,
  searchName: 'Surveys',
}
const noticeOf = (kind: NotificationKind, data: NotificationValues = everything): PendingNotification => ({
  account: idOf(1),
  kind,
  cause: 'a test',
  data: { ...data, ...(data.reason ? { reason: lineOf(data.reason), credentialName: lineOf(evil) } : {}) },
  happenedAt: new Date('2026-03-01T00:00:00.000Z'),
})
const mail = (kind: NotificationKind, language: string, data?: NotificationValues) =>
  mailOf(noticeOf(kind, data), { email: 'a@example.com', language }, addresses)

describe('the mail of a notification', () => {
  for (const kind of kinds) {
    test(`${kind} is worded in English and in Russian, whatever its title contains`, () => {
      const [english, russian] = [mail(kind, 'de'), mail(kind, 'ru')]
      assert.notEqual(english.subject, russian.subject)
      assert.match(russian.subject, /[а-я]/)
      for (const { subject, body } of [english, russian]) {
        assert.doesNotMatch(subject, /[\p{C}]/u)
        assert.doesNotMatch(body, /\r|\u202e|\0|^Bcc/mu)
        assert.doesNotMatch(`${subject} ${body}`, /undefined|NaN|\$\{/)
        assert.match(body, /https:\/\/market\.example\/(?:advertiser|executor|settings)\//)
        assert.ok(body.includes('https://market.example/settings/notifications'))
      }
    })
    test(`${kind} is complete with the minimum of values`, () => {
      const { subject, body } = mail(kind, 'en', {})
      assert.ok(subject.length > 5 && body.length > 50)
    })
  }

  test('shows amounts with cents and times to the minute', () => {
    const { body } = mail('BalanceLow', 'en', { amount: 9.9, threshold: 10, currency: 'USD' })
    assert.match(body, /^Your available balance is 9\.90 USD, below your alert threshold of 10\.00 USD/)
    assert.match(mail('WorkAccepted', 'en', { amount: 0.1234, currency: 'USD' }).body, /0\.1234 USD/)
    assert.match(mail('WorkRejected', 'en').body, /until 2026-03-04 10:30 UTC\./)
  })
})

test('a line has no breaks and a maximum length', () => {
  assert.equal(lineOf('  a\n\tb  '), 'a b')
  assert.equal(lineOf('x'.repeat(600)).length, 500)
  assert.equal(lineOf('👍'.repeat(4), 3), '👍👍…')
  assert.equal(lineOf('👩‍👩‍👧\u202e 🏴\u{e0067}\u{e007f}\u2069'), '👩‍👩‍👧 🏴\u{e0067}\u{e007f}')
})

test('the direction of a title or reason ends with it', () => {
  const { subject, body } = mail('OfferRejected', 'en', { title: 'שלום 7', reason: 'خطأ 12' })
  assert.match(subject, /“\u2068שלום 7\u2069”/)
  assert.match(body, /Reason: \u2068خطأ 12\u2069\n/)
})

test('notifications with the same cause are merged and their reports added up', () => {
  const one = noticeOf('ReportSubmitted', { offerId: 1, reports: 1 })
  const [first, second] = merged([one, one, { ...one, cause: 'another' }])
  assert.deepEqual([first?.data.reports, second?.data.reports], [2, 1])
})
