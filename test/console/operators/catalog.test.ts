import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../../../server/platform/sql.ts'
import { activeOffer, advertiser, executor, expectOk, reserved, theOperator } from '../../support/fixtures.ts'
import { addSecretDetail } from '../../support/secret-details.ts'
import { press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole()

async function surveys(count: number) {
  const owner = await advertiser(market)
  const { id: offerPriceId } = await market.ctx.db.one<{ id: number }>(
    sql`select id from prices where code = 'survey.external'`,
  )
  const details = { url: 'https://survey.example/1', estimatedMinutes: 6 }
  const made = []
  for (let index = 0; index < count; index++)
    made.push(await activeOffer(market, { advertiser: owner, members: { offerPriceId, details } }))
  return made
}

/** Adds a required choice as the first of the executor's fields, with a label in both languages. */
async function buildMood(page: Page): Promise<void> {
  const form = page.getByRole('group', { name: 'Executor’s fields' })
  await form.getByRole('textbox', { name: 'Key of a new field' }).fill('mood')
  await form.getByRole('button', { name: 'Add a field' }).click()
  const field = form.getByRole('group', { name: 'Field mood' })
  await field.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Choice' })
  await field.getByRole('textbox', { name: 'Options, one per line' }).fill('Happy\nSad')
  await field.getByRole('textbox', { name: 'Label: English' }).fill('Mood')
  await field.getByRole('textbox', { name: 'Label: Russian' }).fill('Настроение')
  await field.getByRole('checkbox', { name: 'Required' }).check()
  await field.getByRole('button', { name: 'Move mood up' }).click()
  await form.getByRole('button', { name: 'Advanced' }).click()
  assert.match(
    await form.getByRole('textbox', { name: 'JSON Schema' }).inputValue(),
    /"titles": \{\s+"ru": "Настроение"/,
  )
}

/** An executor with a reservation sees the new field in their language. */
async function answersInBothLanguages(offer: number): Promise<void> {
  const worker = await executor(market)
  await reserved(worker, offer)
  const { page: work } = await at(worker, `/executor/offers/${offer}`)
  await work.getByRole('combobox', { name: /^Mood/ }).selectOption('Happy')
  await work.evaluate(`localStorage.setItem('language', 'ru')`)
  await work.reload()
  await work.getByRole('combobox', { name: /^Настроение/ }).waitFor()
}

test('an operator builds a field, sees how many tasks it affects, and executors see it in their language', async () => {
  const [offer] = await surveys(2)
  assert.ok(offer)
  const operator = await theOperator(market)
  const schemaOf = async () => {
    const { prices } = expectOk(await operator.a.get('/api/operator/catalog')).document
    return prices.find(({ code }: { code: string }) => code === 'survey.external')
  }
  await addSecretDetail(market)
  const before = await schemaOf()
  const { page } = await at(operator, '/operator/catalog')
  await page.getByRole('searchbox', { name: 'Name or code' }).fill('survey.external')
  await page.getByRole('button', { name: 'Survey on another site', exact: true }).click()
  await says(
    page,
    'This field has more rules (type, maxLength, format, writeOnly). They are kept; edit them under Advanced.',
  )
  await buildMood(page)
  await says(page, '1 unsaved change')
  await press(page, 'Review and save')
  await says(page, 'Affects 2 open tasks.')
  await press(page, 'Save the catalog')
  await says(page, 'Catalog saved.')
  const after = await schemaOf()
  assert.deepEqual(after.offerDetailsSchema, before.offerDetailsSchema)
  const { properties, required } = after.executionDetailsSchema
  assert.deepEqual(Object.keys(properties), ['mood', 'completionCode'])
  assert.deepEqual(required, ['mood', 'completionCode'])
  const mood = { type: 'string', enum: ['Happy', 'Sad'], title: 'Mood', titles: { ru: 'Настроение' } }
  assert.deepEqual(properties.mood, mood)
  await answersInBothLanguages(offer.id)
})
