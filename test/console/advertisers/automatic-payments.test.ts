import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { splitSecret } from '../../../console/ui/schema/split-secret.ts'
import { advertiser, expectOk, taskBody, theOperator } from '../../support/fixtures.ts'
import { addSecretDetail } from '../../support/secret-details.ts'
import { press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole()
await addSecretDetail(market)
const secret = 'The third answer is blue'
const members = {
  title: 'A survey about tea',
  details: { url: 'https://survey.example', answerKey: secret },
  autoAcceptRules: [{ type: 'CompletionCode' }, { type: 'MinAcceptanceRate', value: 0.95 }],
  reviewPeriodSeconds: 172_800,
  draft: true,
}

/** Waits for every way in which the task pays without a person's decision. */
async function saysWhatPays(page: Page): Promise<void> {
  for (const sentence of [
    'Work with a correct completion code is accepted and paid at once',
    'acceptance rate of at least 95%',
    'Work without a decision within 2 days is accepted and paid',
    'A rejection that is appealed is paid if no operator decides in time.',
  ])
    await says(page, sentence)
}

test('advertisers and moderators read what pays without a decision, and the preview hides what is for checks', async () => {
  const owner = await advertiser(market)
  const { id } = expectOk(await owner.b.post('/v1/tasks', await taskBody(market, members)))
  const { page } = await at(owner, `/advertiser/offers/${id}/edit`)
  await saysWhatPays(page)
  await press(page, 'Preview')
  const preview = page.getByRole('dialog', { name: 'Preview for executors' })
  await preview.getByText('https://survey.example').waitFor()
  assert.equal(await preview.getByText(secret).count(), 0)
  await page.goto(`/advertiser/offers/${id}`)
  await saysWhatPays(page)
  await page.getByRole('region', { name: 'Not shown to executors' }).getByText(secret).waitFor()
  assert.equal(await page.getByText(secret).count(), 1)
  await press(page, 'Submit')
  const submit = page.getByRole('dialog', { name: 'Submit' })
  await submit.getByText('Work with a correct completion code is accepted and paid at once').waitFor()
  await submit.getByRole('button', { name: 'Submit' }).click()
  await says(page, 'An operator is reviewing it.')
  const moderator = await at(await theOperator(market), `/operator/moderation?offer=${id}`)
  await saysWhatPays(moderator.page)
  await moderator.page.getByRole('region', { name: 'Not shown to executors' }).getByText(secret).waitFor()
})

test('details that only serve the advertiser’s checks are told apart', () => {
  const schema = { properties: { url: {}, code: { writeOnly: true } } }
  const details = { url: 'x', code: 'A.*', more: 1 }
  assert.deepEqual(splitSecret(details, schema), { shown: { url: 'x', more: 1 }, secret: { code: 'A.*' } })
  assert.deepEqual(splitSecret(details, undefined), { shown: details, secret: {} })
})
