import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { activeOffer, executor, expectOk, type Person, reserved } from '../../support/fixtures.ts'
import { press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'
import { openThirdPartySite } from '../third-party-site.ts'

const { market, at } = await openConsole()
const { publicUrl, tasksUrl } = market.ctx.config

const answerSchema = { type: 'object', properties: { animal: { enum: ['cat', 'dog'] } }, required: ['animal'] }
const helper = '<!doctype html><script src="/task-helper.js"></script>'
const items = [{ data: { name: 'Tom' } }, { data: { name: 'Rex' } }]

/** Opens the work of a task whose page is this html, with two items of which one may be skipped. */
async function opened(html: string) {
  const page = { kind: 'html', answerSchema, html: `${helper}<title>{{name}}</title>${html}` }
  const members = { page, items, itemsPerSlot: 2, skipsMax: 1, totalLimit: undefined }
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market, { members })])
  const reservation = await reserved(worker, id)
  const tab = await at(worker, `/executor/offers/${id}/work/${reservation}`, { mayComplain: true })
  return { ...tab, worker, reservation, frame: await frameIn(tab.page) }
}

/** Returns the frame of the task's page, once it is loaded. */
async function frameIn(page: Page): Promise<Frame> {
  const frame = await (await page.locator('.task-frame').elementHandle())?.contentFrame()
  assert.ok(frame)
  await frame.waitForLoadState()
  return frame
}

const drafts = async (worker: Person, reservation: number) =>
  expectOk(await worker.a.get(`/api/executor/reservations/${reservation}/work`)).items.map(
    ({ draft }: { draft: unknown }) => draft,
  )

/** Runs an expression in a frame. Returns the name of the error if it throws. */
const inFrame = (frame: Frame, expression: string): Promise<unknown> =>
  frame.evaluate(`(async () => { try { return await (${expression}) } catch (error) { return error.name } })()`)

/** The console still works: it shows the other item, and its own page. */
async function goesOn(page: Page): Promise<void> {
  await press(page, 'Next')
  await says(page, '2 of 2')
  const next = await frameIn(page)
  assert.equal(await next.title(), 'Rex')
  await press(page, 'Back')
  await says(page, '1 of 2')
}

describe('a page of an advertiser cannot', () => {
  test('read the console, its cookies or storage, or call its operations', async () => {
    const { frame, page } = await opened('')
    assert.equal(await inFrame(frame, 'origin'), 'null')
    for (const reading of [
      'parent.document',
      'top.localStorage',
      'localStorage',
      'document.cookie',
      'indexedDB.open("x")',
    ])
      assert.equal(await inFrame(frame, reading), 'SecurityError', reading)
    for (const path of ['/console/api/auth/get-session', '/console/api/account', '/api/executor/reservations'])
      assert.equal(await inFrame(frame, `fetch('${publicUrl}${path}', { credentials: 'include' })`), 'TypeError', path)
    assert.equal(await inFrame(frame, `fetch('${tasksUrl}/pages/1.1.x')`), 'TypeError')
    await goesOn(page)
  })

  test('lead the console to another address, open dialogs or save files', async () => {
    const { frame, page } = await opened('<a id="out" target="_top" href="https://evil.example/">Out</a>')
    const [address, seen] = [page.url(), [] as string[]]
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => seen.push('dialog')))
    page.on('download', () => seen.push('download'))
    for (const leading of ["top.location = 'https://evil.example/'", "open('https://evil.example/', '_top')"])
      await inFrame(frame, leading)
    await frame.locator('#out').click()
    await inFrame(frame, 'alert("Your password?")')
    await inFrame(
      frame,
      `Object.assign(document.createElement('a'), { href: 'data:text/plain,x', download: 'x.exe' }).click()`,
    )
    await goesOn(page)
    assert.deepEqual([page.url(), seen], [address, []])
  })

  test('use the camera, the microphone or the place of the executor', async () => {
    const { frame, context, page } = await opened('')
    await context.grantPermissions(['geolocation'])
    for (const feature of ['camera', 'microphone', 'geolocation', 'clipboard-read', 'fullscreen', 'usb'])
      assert.equal(await inFrame(frame, `document.featurePolicy.allowsFeature('${feature}')`), false, feature)
    const place =
      'new Promise((found, failed) => navigator.geolocation.getCurrentPosition(found, (e) => found(e.code)))'
    assert.equal(await inFrame(frame, place), 1)
    await goesOn(page)
  })

  test('open a window that has more rights than itself', async () => {
    const { frame, context } = await opened('')
    const waiting = context.waitForEvent('page')
    await inFrame(frame, `void open('${publicUrl}/executor')`)
    const popup = await waiting
    await popup.waitForLoadState('domcontentloaded')
    assert.equal(await popup.evaluate('origin'), 'null')
    const asked = `fetch('${publicUrl}/console/api/account', { credentials: 'include' }).then(() => 'read', () => 'refused')`
    assert.equal(await popup.evaluate(asked), 'refused')
    await popup.close()
  })

  test('answer for another item, or in the name of the page', async () => {
    const { frame, page, worker, reservation } = await opened('')
    const [, other] = expectOk(await worker.a.get(`/api/executor/reservations/${reservation}/work`)).items
    const forged = JSON.stringify({ task: 'draft', itemId: other.itemId, value: { animal: 'dog' } })
    // A frame within the page, and a window of the console's own origin without a frame.
    await inFrame(
      frame,
      `void document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<script>top.postMessage(${JSON.stringify(forged).replaceAll("'", '')}, "*")</' + 'script>' }))`,
    )
    await page.evaluate(`postMessage(${JSON.stringify(forged)}, '*')`)
    await page.evaluate('postMessage({ task: "draft" }, "*")')
    assert.deepEqual(await drafts(worker, reservation), [null, null])
    await inFrame(frame, `parent.postMessage(${JSON.stringify(forged)}, '*')`)
    await page.locator('[data-saving=saved]').waitFor()
    await goesOn(page)
    await page.locator('[data-saving=saved]').waitFor()
    assert.deepEqual(await drafts(worker, reservation), [{ value: { animal: 'dog' } }, null])
  })

  test('flood the console with messages', async () => {
    const { frame, page } = await opened('')
    await inFrame(
      frame,
      `void setInterval(() => { for (let n = 0; n < 500; n++) parent.postMessage('x'.repeat(9999), '*') })`,
    )
    await says(page, 'It sent too many messages.')
    assert.equal(await page.locator('.task-frame').count(), 0)
    await goesOn(page)
    await press(page, 'Next')
    await press(page, 'Back')
    await frameIn(page)
  })

  test('stop the console with an endless loop', async () => {
    const { frame, page } = await opened('<button onclick="for (;;);">Loop</button>')
    void frame
      .locator('button')
      .click({ noWaitAfter: true })
      .catch(() => undefined)
    await goesOn(page)
    await press(page, 'Release reservation')
    await page.getByRole('dialog').waitFor()
  })
})

test('no other site can frame a task page or the preview, and a tab shows none', async () => {
  const { frame, context } = await opened('<p>Secret</p>')
  const address = frame.url()
  for (const site of await openThirdPartySite()) {
    const thief = await context.newPage()
    await thief.goto(site)
    for (const url of [address, `${tasksUrl}/preview`]) {
      await thief.evaluate(`document.body.innerHTML = '<iframe src="${url}"></iframe>'`)
      const inner = await (await thief.locator('iframe').elementHandle())?.contentFrame()
      // The navigation may fail before or during the wait.
      await inner?.waitForURL(/^chrome-error:/).catch(({ message }) => assert.match(message, /ERR_BLOCKED_BY_RESPONSE/))
    }
    await thief.close()
  }
  const tab = await context.newPage()
  await tab.goto(address)
  await says(tab, 'Open this page from its task')
  assert.equal(await tab.getByText('Secret').count(), 0)
  await tab.close()
})
