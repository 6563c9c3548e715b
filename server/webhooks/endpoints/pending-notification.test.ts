import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpointMailOf } from './pending-notification.ts'

const endpoint = { id: 7, url: 'https://example.com/hooks' }
const about = ['Failing', 'DisabledFailing', 'DisabledGone', 'DisabledByOperator'] as const
const told = (language: string, which: (typeof about)[number] = 'Failing') =>
  endpointMailOf(which, endpoint, { language, apiUrl: 'https://market.example.com/v1' })

test('a mail names the webhook, its problem and the link to its deliveries', () => {
  for (const which of about)
    for (const language of ['en', 'ru']) {
      const { subject, body } = told(language, which)
      assert.ok(subject.length > 10 && subject.length < 100)
      assert.ok(body.includes(endpoint.url))
      assert.ok(body.includes('GET https://market.example.com/v1/webhooks/7/deliveries'))
    }
})

test('a mail is in the account’s language, or in English', () => {
  assert.match(told('ru-KZ').subject, /[а-я]/)
  for (const language of ['en-GB', 'de', 'nonsense!']) assert.match(told(language).subject, /^Your webhook/)
})
