import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Worker } from 'playwright-core'
import { imposeSanction } from '../../../server/accounts/sanctions/actions.ts'
import { notify } from '../../../server/notifications/actions-notify.ts'
import { sendPushes } from '../../../server/notifications/push/actions-send.ts'
import { idOf } from '../../../server/values/id.ts'
import { addScript, inPage } from '../../support/browser.ts'
import { openSession } from '../../support/console.ts'
import { browserAt, openPushReceiver } from '../../support/fakes/push-receiver.ts'
import { executor, expectOk, type Person } from '../../support/fixtures.ts'
import { says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, sit } = await openConsole()
const { publicUrl } = market.ctx.config
const path = '/settings/notifications'
const service = await openPushReceiver()

const theSwitch = (page: Page) => page.getByRole('switch', { name: 'Push messages in this browser' })
const pushColumn = (page: Page) => page.getByRole('columnheader', { name: 'Push', exact: true })

/** Opens a browser of this person, which no other test uses. Without windows it denies notifications to scripts, even granted ones. */
async function browserOf(person: Person, { permission = 'granted', mayComplain = false } = {}) {
  const watched = await sit(person, { isOwn: true, mayComplain })
  await watched.context.grantPermissions(['notifications'])
  await addScript(watched.page, `Object.defineProperty(Notification, 'permission', { get: () => '${permission}' })`)
  return watched
}

/** A browser without a push service cannot subscribe: this one gets the subscription of a test. Its worker is real. */
const withSubscription = (page: Page, { endpoint, keys }: ReturnType<typeof browserAt>['subscription']) =>
  addScript(
    page,
    `{
    const subscription = {
      endpoint: ${JSON.stringify(endpoint)},
      toJSON: () => ({ keys: ${JSON.stringify(keys)} }),
      unsubscribe: async () => sessionStorage.removeItem('subscribed'),
    }
    PushManager.prototype.getSubscription = async () => (sessionStorage.getItem('subscribed') ? subscription : null)
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      sessionStorage.setItem('subscribed', applicationServerKey)
      return subscription
    }
  }`,
  )

/** Has a worker keep what it shows next. Its browser has no windows to show it in. */
const keepShown = (worker: Worker) =>
  worker.evaluate(`void (globalThis.shown = new Promise((resolve) => {
    registration.showNotification = async (title, options) => resolve({ title, ...options })
  }))`)

/** Returns a function that gives the worker of the page a message, as a push service does. */
async function courierOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const registrationId = new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) found(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return async (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: publicUrl, registrationId: await registrationId, data })
}

describe('push messages in the settings', () => {
  test('are switched on and off in this browser, with a choice for each kind, and arrive', async () => {
    const person = await executor(market)
    await notify(market.ctx)
    const { page, context } = await browserOf(person)
    const browser = browserAt(service.origin, 'console')
    await withSubscription(page, browser.subscription)
    await page.goto(path)
    await theSwitch(page).waitFor()
    assert.deepEqual([await theSwitch(page).isChecked(), await pushColumn(page).count()], [false, 0])
    const started = context.waitForEvent('serviceworker')
    await theSwitch(page).click()
    await pushColumn(page).waitFor()
    assert.equal(await theSwitch(page).isChecked(), true)
    const worker = await started
    assert.equal(worker.url(), `${publicUrl}/assets/push-worker.js`)

    const account = idOf<'account'>(person.id)
    await imposeSanction(market.ctx, { account, kind: 'Warning', code: 'Other', reason: 'Be careful.' })
    await notify(market.ctx)
    await sendPushes(market.ctx, market.logger)
    const [message] = service.received
    assert.ok(message)
    const { title, path: data, tag } = browser.read(message)
    await keepShown(worker)
    const deliver = await courierOf(page)
    await deliver(JSON.stringify(browser.read(message)))
    assert.deepEqual(await worker.evaluate('shown'), { title, data, tag })
    assert.equal(title, 'A sanction was imposed on your account')

    await theSwitch(page).click()
    await pushColumn(page).waitFor({ state: 'detached' })
    assert.equal(await theSwitch(page).isChecked(), false)
  })

  test('are on in other browsers, which this one says', async () => {
    const person = await executor(market)
    const { page } = await browserOf(person)
    const other = market.console(await openSession(market, person.id))
    expectOk(await other.put('/settings/push', browserAt(service.origin, 'other').subscription))
    await page.goto(path)
    await says(page, 'Other browsers with push messages: 1')
    assert.equal(await theSwitch(page).isChecked(), false)
    const choice = page.getByRole('switch', { name: 'Push message: Changes requested' })
    await choice.click()
    await page.reload()
    await choice.waitFor()
    assert.equal(await choice.isChecked(), false)
  })

  test('cannot be switched on if the browser cannot, may not, or does not reach its push service', async () => {
    const person = await executor(market)
    const { page } = await browserOf(person, { mayComplain: true })
    await page.goto(path)
    await theSwitch(page).click()
    await says(page, 'This browser could not sign up at its push service.')
    assert.equal(await theSwitch(page).isChecked(), false)

    const { page: second } = await browserOf(person, { permission: 'denied' })
    await second.goto(path)
    await says(second, 'This browser blocks notifications from this site.')
    assert.equal(await theSwitch(second).isDisabled(), true)

    await addScript(second, 'delete globalThis.PushManager')
    await second.reload()
    await says(second, 'This browser does not support push messages.')
    assert.equal(await theSwitch(second).isDisabled(), true)
  })
})

test('a click opens a page of this console, whatever the message says', async () => {
  const { page, context } = await browserOf(await executor(market))
  await page.goto(path)
  const started = context.waitForEvent('serviceworker')
  await inPage(page, `navigator.serviceWorker.register('/assets/push-worker.js').then(() => {})`)
  const worker = await started
  const openedFor = (data: unknown) =>
    worker.evaluate<string>(`new Promise((resolve) => {
      clients.openWindow = async (address) => resolve(address)
      const event = new ExtendableEvent('notificationclick')
      event.notification = { data: ${JSON.stringify(data)}, close() {} }
      dispatchEvent(event)
    })`)
  assert.equal(await openedFor('/executor/work/7?x=1'), `${publicUrl}/executor/work/7?x=1`)
  for (const elsewhere of ['https://evil.example/', '//evil.example/x', 'javascript:alert(1)', 'http://[', null])
    assert.match(await openedFor(elsewhere), new RegExp(`^${publicUrl}(?:/null)?/?$`), String(elsewhere))
})

test('the worker is checked for changes at each use, and caches nothing', async () => {
  const answer = await fetch(`${market.url}/assets/push-worker.js`)
  assert.deepEqual(
    ['cache-control', 'content-type', 'x-content-type-options'].map((name) => answer.headers.get(name)),
    ['no-cache', 'application/javascript; charset=utf-8', 'nosniff'],
  )
  assert.doesNotMatch(await answer.text(), /fetch|caches/)
})
