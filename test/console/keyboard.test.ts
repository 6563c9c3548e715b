import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { advertiser, executor, expectOk, theOperator } from '../support/fixtures.ts'
import { arrived, heading, newPicture, says } from './browser-actions.ts'
import { openConsole, settled } from './console.ts'

/* These tests use only the keyboard, after opening the first page of each area by its URL. */

const { market, at } = await openConsole()
const [olga, anna, omar] = await Promise.all([advertiser(market), executor(market), theOperator(market)])
const stepsMax = 150
const title = 'Answer a survey by keys'

/** Presses Tab until the control has visible focus; within radio buttons it uses the arrow keys. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor({ state: 'attached' })
  const seen = target.and(page.locator(':focus-visible'))
  const isChoice =
    (await target.first().getAttribute('type')) === 'radio' || (await target.first().getAttribute('role')) === 'radio'
  const choice = page.getByRole('radio').and(page.locator(':focus'))
  for (let steps = 0; steps < stepsMax; steps++) {
    if ((await seen.count()) > 0) return
    await page.keyboard.press(
      isChoice && (await choice.count()) > 0 && (await isOfSame(choice, target)) ? 'ArrowDown' : 'Tab',
    )
  }
  assert.fail(`no way leads to ${target}`)
}

/** Whether both controls belong to the same group of radio buttons. */
async function isOfSame(one: Locator, other: Locator): Promise<boolean> {
  const question = other.page().getByRole('radiogroup').filter({ has: other }).last()
  return (await question.getByRole('radio').and(one).count()) > 0
}

async function hit(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await reach(page, page.getByRole('textbox', { name, exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true }).first()
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

describe('with the keyboard alone', () => {
  test('an advertiser creates an offer', async () => {
    const { page } = await at(olga, '/advertiser')
    await settled(page)
    await hit(page, link(page, 'New task'))
    for (const choice of ['Surveys', 'Online surveys', 'Survey on another site'])
      await hit(page, radio(page, choice), 'Space')
    await type(page, 'Page address', 'https://surveys.example/tea')
    await type(page, 'Estimated minutes', '5')
    await type(page, 'Title', title)
    for (const step of ['Proof and criteria', 'People', 'Price and quantity']) {
      await hit(page, button(page, 'Next'))
      await page.getByRole('group', { name: step, exact: true }).waitFor()
    }
    await type(page, 'Accepted results needed', '1')
    await hit(page, button(page, 'Submit'))
    await heading(page, title)
  })

  test('an operator approves the offer', async () => {
    const { page } = await at(omar, '/operator')
    await settled(page)
    await hit(page, link(page, 'Moderation'))
    await heading(page, title)
    // The approval is sent when its time to undo has passed.
    const approved = page.waitForResponse((response) => response.url().endsWith('/approve'))
    await page.keyboard.press('a')
    await says(page, 'Nothing to moderate')
    assert.equal((await approved).status(), 200)
  })

  test('an executor finds, reserves and submits it', async () => {
    const { page } = await at(anna, '/executor')
    await settled(page)
    await hit(page, link(page, title))
    await hit(page, button(page, 'Reserve'))
    await says(page, 'Reserved for')
    const asked = page.waitForEvent('filechooser')
    await hit(page, button(page, 'Choose files'))
    await (await asked).setFiles(await newPicture())
    await arrived(page, 1)
    await type(page, 'Completion code', 'KEYS-42')
    await hit(page, button(page, 'Submit'))
    await says(page, "Submitted. Waiting for the advertiser's review.")
  })

  test('the advertiser reviews and accepts the work', async () => {
    const { page } = await at(olga, '/advertiser')
    await settled(page)
    await hit(page, link(page, 'Review'))
    await says(page, 'KEYS-42')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const accepted = page.waitForResponse((response) => response.url().endsWith('/accept'))
    await page.keyboard.press('a')
    await says(page, 'All reviewed')
    assert.equal((await accepted).status(), 200)
    assert.equal(expectOk(await anna.a.get('/api/executor/balance')).available, 1)
  })
})
