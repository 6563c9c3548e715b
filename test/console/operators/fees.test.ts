import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../server/platform/sql.ts'
import { expectOk, theOperator } from '../../support/fixtures.ts'
import { press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at, sit } = await openConsole()

test('an operator plans a fee and cancels it, sets a minimum at once, and visitors see what is planned', async () => {
  const { page } = await at(await theOperator(market), '/operator/fees')
  await page.getByRole('button', { name: 'Change: Fee on top of rewards' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Percent of the reward').fill('12.5')
  await dialog.getByText('From a later time').click()
  await dialog.getByLabel('Holds from').fill('2001-01-01T10:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('must be a time that is still ahead').first().waitFor()
  const { db } = market.ctx
  const { next } = await db.one<{ next: string }>(sql`select (extract(year from ${db.now()}) + 1)::text as next`)
  await dialog.getByLabel('Holds from').fill(`${next}-01-01T10:00`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'The change is planned.')
  const { page: stranger } = await sit(undefined)
  market.pass(10)
  await fetch(`${market.url}/api/public/site`)
  await stranger.goto('/')
  await says(stranger, 'advertisers pay 12.5% for new tasks.')
  await press(page, 'Cancel this plan')
  await says(page, 'The plan was cancelled.')

  await page.getByRole('button', { name: 'Change: Minimum withdrawal' }).click()
  await dialog.getByLabel('Amount').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'The change holds now.')
  const { items } = expectOk(await (await theOperator(market)).a.get('/api/operator/money-rules'))
  assert.deepEqual(
    items.slice(0, 2).map(({ value, planned }: { value: number; planned: unknown[] }) => [value, planned.length]),
    [
      [10, 0],
      [3, 0],
    ],
  )
})
