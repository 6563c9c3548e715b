import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, expectOk, submittedWork, theOperator } from '../../support/fixtures.ts'
import { appeal, decide, disputeOf } from '../../support/scenarios/appeals.ts'
import { heading, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole()

const reason = 'The last page is missing.'

/** Creates a dispute about work that was rejected two hours before. */
async function dispute() {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const { id, executor: worker } = await submittedWork(market, offer)
  expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reasonCode: 'ProofMissing', reason }))
  const { decidedAtUtc } = expectOk(await owner.b.get(`/v1/reports/${id}`)).decision
  market.pass(7_200)
  expectOk(await appeal(worker, id))
  return { owner, worker, decidedAtUtc, id: await disputeOf(market, id) }
}

test('a decided dispute still shows the rejection as it was, to both sides and the operator', async () => {
  const { owner, worker, id, decidedAtUtc } = await dispute()
  market.pass(7_200)
  const { resolvedAtUtc } = expectOk(await decide(market, id, 'Executor'))
  const readers = [
    [worker, '/executor/disputes'],
    [owner, '/advertiser/disputes'],
    [await theOperator(market), `/operator/disputes/${id}`],
  ] as const
  for (const [person, path] of readers) {
    const { page } = await at(person, path)
    const card = (title: string) =>
      page.locator('.mantine-Card-root', { has: page.getByRole('heading', { name: title, exact: true }) }).last()
    for (const text of ['Missing proof', reason]) await card('Rejection').getByText(text).waitFor()
    await says(page, 'We looked at all of them.')
    const timeOf = (title: string) => card(title).locator('time').first().getAttribute('datetime')
    assert.deepEqual([await timeOf('Rejection'), await timeOf('Decision')], [decidedAtUtc, resolvedAtUtc])
  }
})

test('both sides and the operator read the same about who decides, and what happens without a decision', async () => {
  const { owner, worker, id } = await dispute()
  const readers = [
    [worker, '/executor/disputes', /^An operator decides within .+\. Without a decision by then, you are paid\.$/],
    [
      owner,
      '/advertiser/disputes',
      /^You can answer within .+\. An operator decides within .+, with or without your answer\. Without a decision by then, the executor is paid\.$/,
    ],
    [
      await theOperator(market),
      `/operator/disputes/${id}`,
      /^Decide within .+\. Without a decision by then, the executor is paid\.$/,
    ],
  ] as const
  for (const [person, path, words] of readers) await says((await at(person, path)).page, words)
})

test('an operator goes through the open disputes by keys, and decides beside the evidence', async () => {
  const [first, second] = [await dispute(), await dispute()]
  const { page } = await at(await theOperator(market), `/operator/disputes/${first.id}`)
  await heading(page, `Dispute ${first.id}`)
  // The keys work when the buttons do: the neighbors are known.
  const enabled = (name: string) => page.getByRole('button', { name }).and(page.locator(':enabled')).waitFor()
  await enabled('Next')
  await page.keyboard.press('j')
  await heading(page, `Dispute ${second.id}`)
  await enabled('Previous')
  await page.keyboard.press('k')
  await heading(page, `Dispute ${first.id}`)
  const form = page.getByRole('form', { name: 'Decision' })
  const [bottom, height] = await form.evaluate((element) => {
    const { bottom } = (element as { getBoundingClientRect(): { bottom: number } }).getBoundingClientRect()
    return [bottom, (globalThis as unknown as { innerHeight: number }).innerHeight]
  })
  assert.ok(bottom <= height, 'the decision is in sight')
  await page.getByRole('link', { name: 'Download file' }).first().waitFor()
  await form.getByRole('radio', { name: 'For the executor' }).check()
  await form.getByRole('textbox', { name: 'Reason' }).fill('It is on the third picture.')
  await form.getByRole('button', { name: 'Decide the dispute' }).click()
  await says(page, 'Dispute decided.')
  await heading(page, `Dispute ${second.id}`)
})
