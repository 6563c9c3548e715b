import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { advertiser, theOperator } from '../../support/fixtures.ts'
import { enter, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole()

/** Returns the name and the text of the file that the action downloads. */
async function downloaded(page: Page, action: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()])
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())))
  const { text } = await extractText(pdf, { mergePages: true })
  return { name: download.suggestedFilename(), text: text.replaceAll('\u00a0', ' ') }
}

test('the first receipt asks for billing details, the next has them, and operators read the same', async () => {
  const [owner, judge] = [await advertiser(market, { funds: 321.5 }), await theOperator(market)]
  const { page, complaints } = await at(owner, '/advertiser/balance')
  await press(page, 'Receipt (PDF)')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await says(page, 'Fill in this field.')
  await enter(page, 'Company or full name', 'Чайная «Самовар»')
  await enter(page, 'Address', 'Тула, ул. Мира, 1')
  const first = await downloaded(page, () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click())
  assert.equal(first.name, 'receipt-1.pdf')
  for (const words of ['Receipt No. 1', 'Чайная «Самовар»', 'Тула, ул. Мира, 1', 'USD 321.50'])
    assert.ok(first.text.includes(words), `${words} in ${first.text}`)
  const link = page.getByRole('link', { name: 'Receipt (PDF)' })
  assert.deepEqual(await downloaded(page, () => link.click()), first)

  await press(page, 'Billing details')
  await enter(page, 'Tax ID', '7100000000')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await says(page, 'Billing details saved')
  const shown = complaints.filter((text) => !/\b400\b/.test(text))
  assert.deepEqual(shown, [])

  const { page: desk } = await at(judge, `/operator/deposits?email=${owner.email}`)
  assert.deepEqual(await downloaded(desk, () => desk.getByRole('link', { name: 'Receipt (PDF)' }).click()), first)
})
