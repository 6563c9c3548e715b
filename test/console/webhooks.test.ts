import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dispatchEvents } from '../../server/webhooks/events/actions-dispatch.ts'
import { deliverAll, deliveryWorkerFor, isVerified, openReceiver, webhookTo } from '../support/fakes/receiver.ts'
import { activeOffer, advertiser, operator } from '../support/fixtures.ts'
import { enter, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

const { market, at } = await openConsole()

test('a secret is rotated without losing deliveries, and failed ones are resent', async () => {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id, secret } = await webhookTo(owner, receiver.url, { events: ['task.created'] })
  const courier = deliveryWorkerFor(market)
  const { page } = await at(owner, `/settings/webhooks/${id}`)
  const next = await changeSecret(page)
  await says(page, 'Two secrets are active')

  // The receiver fails while events happen.
  receiver.reply(500)
  await activeOffer(market, { advertiser: owner })
  await dispatchEvents(market.ctx, market.logger)
  await deliverAll(courier)
  const [missed] = receiver.received
  assert.ok(missed && isVerified(secret, missed) && isVerified(next, missed))

  receiver.reply(204)
  await page.reload()
  await page.getByRole('button', { name: /^Log of task\.created/ }).click()
  const log = page.getByRole('dialog', { name: 'Delivery' })
  await log.getByText('Response: 500').waitFor()
  await log.getByRole('button', { name: 'Send again' }).click()
  await says(page, 'Sent.')
  await deliverAll(courier)
  await log.getByText('Response: 204').waitFor()
  await log.getByRole('button', { name: 'Close' }).click()

  await press(page, 'Replay')
  const replay = page.getByRole('dialog', { name: 'Replay events' })
  await replay.getByRole('radio', { name: 'By number' }).dispatchEvent('click')
  await enter(page, 'First number', '1')
  await replay.getByRole('button', { name: 'Replay', exact: true }).click()
  await says(page, 'One delivery in progress.')
  await deliverAll(courier)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.deepEqual([ids.length, new Set(ids).size], [3, 1], 'a replayed event keeps its id')
})

test('an operator disables a webhook with a reason, and enables it again', async () => {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  await webhookTo(owner, receiver.url)
  const { page } = await at(await operator(market), '/operator/webhooks')
  const row = page.getByRole('row').filter({ hasText: receiver.url })
  for (const [name, done] of [
    ['Disable', 'Disabled.'],
    ['Enable', 'Enabled.'],
  ] as const) {
    await row.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The receiver asked for it.')
    await dialog.getByRole('button', { name }).click()
    await says(page, done)
  }
})

/** Rotates the secret. Returns the new one, which is shown once. */
async function changeSecret(page: Page): Promise<string> {
  await press(page, 'New secret')
  await page.getByRole('dialog').getByRole('button', { name: 'New secret', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'The new secret of your webhook' })
  const made = /whsec_[A-Za-z0-9+/]+=*/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  return made
}
