import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { activeOffer, executor, expectOk, reserved } from '../../support/fixtures.ts'
import { arrived, enter, pick, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'
import { fitsScreens } from '../page-checks.ts'

const { market, at } = await openConsole()
const { tasksUrl } = market.ctx.config

const answerSchema = { type: 'object', properties: { animal: { enum: ['cat', 'dog'] } }, required: ['animal'] }
const items = [{ data: { name: 'Tom' } }, { data: { name: 'Rex' } }]

async function opened(page: object, serve: (tab: Page) => Promise<unknown> = async () => {}) {
  const members = { page: { answerSchema, ...page }, items, itemsPerSlot: 2, totalLimit: undefined }
  const [worker, offer] = await Promise.all([executor(market), activeOffer(market, { members })])
  const reservation = await reserved(worker, offer.id)
  const tab = await at(worker, '/executor', { mayComplain: true })
  await serve(tab.page)
  await tab.page.goto(`/executor/offers/${offer.id}/work/${reservation}`)
  return { ...tab, worker, owner: offer.advertiser, reservation }
}

const frame = (page: Page) => page.frameLocator('.task-frame')

const ownPage = `<!doctype html><script src="/task-helper.js"></script>
<h1>{{name}}</h1>
<button onclick="task.submit({ animal: 'cow' }).catch((error) => { said.textContent = error.errors[0].field })">A cow</button>
<button onclick="task.submit({ animal: 'cat' })">A cat</button>
<button onclick="task.save({ animal: 'dog' })">Later</button>
<form data-task><input type="hidden" name="animal" value="dog"><button>A dog</button></form>
<p id="said"></p><p id="draft"></p>
<script>
  task.height(432).then(task.item)
    .then((item) => { draft.textContent = 'Before: ' + JSON.stringify(item.draft) + item.data.name })
</script>`

describe('a page of the kind html', () => {
  test('shows its item, and its answers are submitted', async () => {
    const { page, owner } = await opened({ kind: 'html', html: ownPage })
    await says(page, '1 of 2')
    await frame(page).getByText('Before: nullTom').waitFor()
    await page.locator('.task-frame[style*="432px"]').waitFor()
    await frame(page).getByRole('button', { name: 'A cow' }).click()
    await frame(page).getByText('value.animal').waitFor()
    await page.getByText('Animal: Choose one of the options.').waitFor()
    await frame(page).getByRole('button', { name: 'A cat' }).click()
    await says(page, '2 of 2')
    await frame(page).getByText('Before: nullRex').waitFor()
    // The page goes to the second origin and back, without a script of its own.
    await frame(page).getByRole('button', { name: 'A dog' }).click()
    await says(page, 'All items')
    await press(page, 'Back')
    await frame(page).getByText('Before: {"value":{"animal":"dog"}}Rex').waitFor()
    await press(page, 'Next')
    await pick(page)
    await arrived(page, 1)
    await enter(page, 'Completion code', 'K7QX2M')
    await press(page, 'Submit')
    await says(page, 'Under review by the advertiser.')
    const [{ details }] = expectOk(await owner.b.get('/v1/reports')).items
    const values = details.answers.map(({ value }: { value: unknown }) => value)
    assert.deepEqual(values, [{ animal: 'cat' }, { animal: 'dog' }])
  })

  test('saves what is not finished, and a reload shows it', async () => {
    const { page } = await opened({ kind: 'html', html: ownPage })
    await frame(page).getByRole('button', { name: 'Later' }).click()
    await page.reload()
    await says(page, '1 of 2')
    await frame(page).getByText('Before: {"value":{"animal":"dog"}}Tom').waitFor()
  })

  test('fits every screen, in both languages and color schemes', async (t) => {
    const { page } = await opened({ kind: 'html', html: ownPage })
    await fitsScreens(t, page, async () => {
      await page.reload()
      await frame(page).getByText('Before: nullTom').waitFor()
    })
  })
})

describe('a page of the kind external', () => {
  const url = 'https://survey.example/{{name}}?lang=en'
  const body = `<!doctype html><script src="${tasksUrl}/task-helper.js"></script><h1 id="place"></h1>
<button onclick="task.submit({ animal: 'cat' }).then(() => { place.textContent = 'Sent' })">A cat</button>
<script>task.item().then(({ data }) => { place.textContent = location.pathname + ' ' + data.name })</script>`
  const serve = async (tab: Page) => {
    const context = tab.context()
    await context.route('https://survey.example/**', (route) => route.fulfill({ contentType: 'text/html', body }))
    // Browsers do not let other sites reach this machine, so the answers come from here.
    await context.route(`${tasksUrl}/**`, async (route) => route.fulfill({ response: await route.fetch() }))
  }

  test('answers from its frame', async () => {
    const { page } = await opened({ kind: 'external', url, opensIn: 'frame' }, serve)
    await frame(page).getByText('/Tom Tom').waitFor()
    await frame(page).getByRole('button', { name: 'A cat' }).click()
    await frame(page).getByText('/Rex Rex').waitFor()
    await says(page, '2 of 2')
  })

  test('answers from another tab', async () => {
    const { page, context } = await opened({ kind: 'external', url, opensIn: 'tab' }, serve)
    const waiting = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Open the page in a new tab' }).click()
    const tab = await waiting
    await says(tab, '/Tom Tom')
    assert.equal(await tab.evaluate('opener'), null)
    await tab.getByRole('button', { name: 'A cat' }).click()
    await says(tab, 'Sent')
    await tab.close()
    await says(page, '2 of 2')
  })
})
