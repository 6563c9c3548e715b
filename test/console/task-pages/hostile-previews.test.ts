import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser, expectOk, submittedOffer, theOperator } from '../../support/fixtures.ts'
import { heading, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'
import { fitsScreens } from '../page-checks.ts'

const { market, at } = await openConsole()

const answerSchema = { type: 'object', properties: { animal: { enum: ['cat', 'dog'] } }, required: ['animal'] }
const items = [{ data: { name: 'Tom' } }, { data: { name: 'Rex' } }]

/** Opens the moderation of a task with this page. */
async function moderating(page: object) {
  const members = { page: { answerSchema, ...page }, items, totalLimit: undefined, title: 'Name the animal' }
  const { id, advertiser: owner } = await submittedOffer(market, { members })
  const tab = await at(await theOperator(market), `/operator/moderation?offer=${id}`, { mayComplain: true })
  await heading(tab.page, 'Name the animal')
  return { ...tab, id, owner, frame: tab.page.frameLocator('.task-frame') }
}

const deep = (levels: number) => `{"task":"answer","id":1,"value":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`

/** What a hostile page tries as soon as it is opened, each on its own. It says what it could do. */
const attacks = `<!doctype html><script src="/task-helper.js"></script><h1>{{name}}</h1><p id="done"></p><button onclick="for (;;);">Loop</button>
<script>
  const could = []
  const attempt = (name, act) => { try { if (act() !== false) could.push(name) } catch {} }
  attempt('read the console', () => parent.document.body)
  attempt('read storage', () => top.localStorage.length)
  attempt('read cookies', () => document.cookie)
  attempt('lead the console away', () => { top.location = 'https://evil.example/' })
  parent.postMessage('${deep(20_000)}', '*')
  parent.postMessage('{"task":"draft","value":{"animal":"' + 'x'.repeat(200000) + '"}}', '*')
  task.submit({ animal: 'cat' }).then(() => task.skip('No.')).then(() => { done.textContent = 'Could: ' + could })
</script>`

test('the page of a hostile advertiser runs in moderation only when it is opened, and in its sandbox', async () => {
  const { page, frame, id, owner } = await moderating({ kind: 'html', html: attacks })
  const address = page.url()
  await page.getByText("attempt('read the console'").waitFor()
  assert.equal(await page.locator('iframe').count(), 0)
  await press(page, 'Open the page')
  await frame.getByText('Tom').waitFor()
  await frame.locator('#done', { hasText: /^Could: $/ }).waitFor()
  await press(page, 'Next sample item')
  await frame.getByText('Rex').waitFor()
  void frame
    .getByRole('button', { name: 'Loop' })
    .click({ noWaitAfter: true })
    .catch(() => undefined)
  await press(page, 'Previous sample item')
  await frame.getByText('Tom').waitFor()
  assert.equal(page.url(), address)
  // Moderation goes on, and nothing was answered.
  await press(page, /^Reject/)
  await page.getByRole('dialog').waitFor()
  assert.equal(expectOk(await owner.b.get(`/v1/tasks/${id}`)).status, 'PendingModeration')
})

test('a page cannot pass the keys that an operator types on to the console', async () => {
  const html = '<input aria-label="Code" onkeydown="parent.focus()">'
  const { page, frame } = await moderating({ kind: 'html', html })
  await press(page, 'Open the page')
  await frame.getByRole('textbox', { name: 'Code' }).click()
  await page.keyboard.press('x')
  await page.locator('html:not(:has(iframe:focus))').waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  assert.equal(await page.getByText(/^Approved: /).count(), 0)
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('a page that floods moderation is closed', async () => {
  const html = `<script>setInterval(() => { for (let n = 0; n < 500; n++) parent.postMessage('{"task":"preview"}', '*') })</script>`
  const { page } = await moderating({ kind: 'html', html })
  await press(page, 'Open the page')
  await says(page, 'It sent too many messages.')
  assert.equal(await page.locator('iframe').count(), 0)
  await press(page, 'Next sample item')
})

test('the address of a page of another site is shown before it is opened, and a form as executors see it', async () => {
  const url = 'https://survey.example/{{name}}'
  const { page } = await moderating({ kind: 'external', url, opensIn: 'tab' })
  await says(page, url)
  await press(page, 'Open the page')
  const link = page.getByRole('link', { name: 'Open the page in a new tab' })
  assert.equal(await link.getAttribute('href'), 'https://survey.example/Tom#task=preview')
  const form = await moderating({ kind: 'form', show: [{ kind: 'text', value: 'This is {{name}}' }] })
  await says(form.page, 'This is Tom')
})

test('the editor goes on while its preview loops, floods or answers too much', async () => {
  const { page } = await at(await advertiser(market), '/advertiser/offers/new', { mayComplain: true })
  await settled(page)
  await press(page, 'Add an answer form')
  await page.getByRole('combobox', { name: 'Executors answer on' }).selectOption('html')
  const html = page.getByRole('textbox', { name: 'HTML of the page' })
  const frame = page.frameLocator('.task-frame')
  await html.fill('<h1>Loop</h1><script>setTimeout(() => { for (;;); })</script>')
  await page.locator('.task-frame').waitFor()
  await html.fill(
    `<script>parent.postMessage('${deep(20_000)}', '*'); parent.postMessage('${deep(15)}', '*')</script><h1>Deep</h1>`,
  )
  await frame.getByText('Deep').waitFor()
  await says(page, 'The answer does not fit')
  await html.fill(`<script>setInterval(() => { for (let n = 0; n < 500; n++) parent.postMessage('x', '*') })</script>`)
  await says(page, 'It sent too many messages.')
  for (const [pixels, height] of heights) {
    await html.fill(
      `<h1>${pixels}</h1><script>parent.postMessage('{"task":"height","pixels":${pixels}}', '*')</script>`,
    )
    await frame.getByText(pixels, { exact: true }).waitFor()
    await page.locator(`.task-frame[style*=" ${height}px"]`).waitFor()
  }
})

/** What a page asks for, and the height that it gets. */
const heights = [
  ['-1e9', 120],
  ['1e999', 6_000],
  ['null', 120],
  ['"9"', 120],
  ['500.5', 500.5],
] as const

test('a page in moderation fits every screen, in both languages and color schemes', async (t) => {
  const { page, frame, id } = await moderating({ kind: 'html', html: '<h1>{{name}}</h1>' })
  await fitsScreens(t, page, async () => {
    await page.goto(`/operator/moderation?offer=${id}`)
    await page.getByRole('button', { name: /^(Open the page|Открыть страницу)$/ }).click()
    await frame.getByText('Tom').waitFor()
  })
})
