import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { nounsOfCounts, nounsOfNews, nounsOfPath, type Unread } from '../../console/shell/followed-pages.ts'
import { notify } from '../../server/notifications/actions-notify.ts'
import { kinds, pathOf } from '../../server/notifications/notification.ts'
import { machineSeconds } from '../../server/platform/clock.ts'
import { openSession } from '../support/console.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  type Person,
  submittedOffer,
  submittedWork,
  theOperator,
} from '../support/fixtures.ts'
import { heading, press, says } from './browser-actions.ts'
import { cookiesOf, openConsole, settled } from './console.ts'

const { market, sit } = await openConsole()

/** Opens a page whose clock the test moves. */
async function opened(who: Person, path: string): Promise<Page> {
  const { page } = await sit(who, { isOwn: true })
  await page.clock.install({ time: machineSeconds() * 1000 + market.ctx.db.clock.offsetMs })
  await page.goto(path)
  await settled(page)
  return page
}

/** Lets the bell ring on a page that stays open. */
async function ring(page: Page): Promise<void> {
  await notify(market.ctx)
  await page.clock.fastForward(61_000)
}

test('the executor reads the decision, and the advertiser the progress, on the page that is open', async () => {
  const [owner, worker] = await Promise.all([advertiser(market), executor(market)])
  const { id: offer } = await activeOffer(market, { advertiser: owner })
  await notify(market.ctx)
  const desk = await opened(owner, `/advertiser/offers/${offer}`)
  await desk.getByRole('img', { name: /Under review: 0/ }).waitFor()
  const { id } = await submittedWork(market, offer, worker)
  const page = await opened(worker, `/executor/work/${id}`)
  await says(page, 'Under review')
  await ring(desk)
  await desk.getByRole('img', { name: /Under review: 1/ }).waitFor()
  expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
  await ring(page)
  await page.getByRole('main').getByText('Accepted', { exact: true }).first().waitFor()
})

test('another tab shows no countdown of a reservation that this tab has released', async () => {
  const { id: offer } = await activeOffer(market)
  const { page, context } = await sit(await executor(market), { isOwn: true })
  await page.goto(`/executor/offers/${offer}`)
  await settled(page)
  const other = await context.newPage()
  await other.goto('/notifications')
  await settled(other)
  const countdown = other.getByRole('banner').getByRole('link', { name: /left for/ })
  await press(page, 'Reserve')
  // Sooner than the tab would ask automatically.
  await countdown.waitFor({ timeout: 30_000 })
  await press(page, 'Release reservation')
  await page.getByRole('dialog').getByRole('button', { name: 'Release reservation' }).click()
  await countdown.waitFor({ state: 'detached', timeout: 30_000 })
  await other.close()
})

test('a submission that arrives first does not replace the one about which a reason is being written', async () => {
  const owner = await advertiser(market)
  const { id: offer } = await activeOffer(market, { advertiser: owner })
  const { id } = await submittedWork(market, offer)
  await notify(market.ctx)
  const page = await opened(owner, '/advertiser/review?sort=-submittedAt')
  await press(page, 'Reject')
  const reason = page.getByRole('dialog').getByRole('textbox', { name: 'Message to the executor' })
  await reason.fill('The date is missing.')
  const later = await submittedWork(market, offer)
  await ring(page)
  await page.getByRole('checkbox', { name: `Select submission ${later.id}`, includeHidden: true }).waitFor()
  assert.equal(await reason.inputValue(), 'The date is missing.')
  expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
  await ring(page)
  assert.equal(await reason.inputValue(), 'The date is missing.')
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: `Submission ${id}` }).waitFor()
})

test('a moderator reads a task that is submitted while the queue is open', async () => {
  const page = await opened(await theOperator(market), '/operator/moderation')
  await says(page, 'Nothing to moderate')
  await submittedOffer(market, { members: { title: 'Count the trams' } })
  await ring(page)
  await heading(page, 'Count the trams')
})

const unread = (id: number, path: string, reports?: number): Unread => ({ id, path, data: { reports } })
const [accepted, submitted] = [unread(1, '/executor/work/7'), unread(2, '/advertiser/review?offer=3', 1)]

describe('a page follows', () => {
  test('each kind of notification', () => {
    const unfollowed = kinds.filter(
      (kind) =>
        nounsOfPath(pathOf(kind, { offerId: 1, executionId: 1, side: 'executor', conversationId: 1 })).length === 0,
    )
    assert.deepEqual(unfollowed, [])
  })

  test('new notifications, and those that further submissions join', () => {
    assert.ok(nounsOfNews([], [accepted]).has('executions'))
    assert.deepEqual([...nounsOfNews([accepted, submitted], [accepted, submitted])], [])
    assert.deepEqual([...nounsOfNews([accepted, submitted], [submitted])], [], 'one that was read')
    assert.ok(nounsOfNews([submitted], [unread(2, submitted?.path ?? '', 2)]).has('executions'))
    assert.deepEqual([...nounsOfNews([], [unread(3, '/advertiser/reviews')])], [])
  })

  test('counts that change, not those that are read for the first time', () => {
    const counts = { '/operator/withdrawals': 2, '/operator/disputes': 1 }
    assert.deepEqual([...nounsOfCounts({}, counts)], [])
    assert.deepEqual([...nounsOfCounts(counts, { ...counts, '/operator/disputes': 2 })], ['disputes'])
  })
})

test('a tab shows nothing more of its account when another tab has signed in as somebody else', async () => {
  const { page, context } = await sit(await executor(market), { isOwn: true })
  await page.goto('/executor')
  await settled(page)
  const session = market.console(await openSession(market, (await executor(market)).id))
  await context.addCookies(cookiesOf(session, market.ctx.config.publicUrl))
  const loaded = page.waitForEvent('load')
  await (await context.newPage()).goto('/executor')
  await loaded
})
