import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellsOf } from '../../test/support/csv.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  moderate,
  submittedOffer,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { suspendAccount } from '../accounts/sanctions/actions.ts'

const market = await openMarket()
const { a, id: operator } = await theOperator(market)

type Entry = {
  readonly action: string
  readonly subjectId: number
  readonly data: object
  readonly requestId: string | null
}

const read = async (query: string): Promise<{ items: Entry[]; totalCount: number; nextCursor: string | null }> =>
  expectOk(await a.get(`/api/operator/audit?${query}`))
const actionsIn = async (query: string) => (await read(query)).items.map(({ action }) => action)

test('the log is filtered by one or several actions and by other members', async () => {
  const { id, advertiser } = await activeOffer(market)
  const { id: other } = await submittedOffer(market, { advertiser })
  expectOk(await a.post(`/api/operator/offers/${id}/pause`))
  expectOk(await moderate(market, other, 'reject', { reason: 'It asks for a review.' }))
  assert.deepEqual(await actionsIn('action=task.pause'), ['task.pause'])
  const [both, repeated] = ['action=task.pause,task.reject', 'action=task.pause&action=task.reject']
  assert.deepEqual(await actionsIn(both), ['task.reject', 'task.pause'])
  assert.deepEqual(await actionsIn(repeated), ['task.reject', 'task.pause'])
  assert.deepEqual(await actionsIn(`${both}&subject=task&subjectId=${id}`), ['task.pause'])
  assert.deepEqual(await actionsIn(`${both}&accountId=${operator}&ownerId=${advertiser.id}`), [
    'task.reject',
    'task.pause',
  ])
  const first = await read(`${both}&pageSize=1`)
  assert.deepEqual([first.totalCount, first.items[0]?.action], [2, 'task.reject'])
  assert.deepEqual(await actionsIn(`${both}&pageSize=1&cursor=${first.nextCursor}`), ['task.pause'])
})

test('the log is filtered by the request that made the decision', async () => {
  const { id } = await activeOffer(market)
  const paused = await a.post(`/api/operator/offers/${id}/pause`)
  const request = paused.headers.get('x-request-id')
  const { items } = await read(`requestId=${request}`)
  assert.deepEqual(
    items.map(({ action, subjectId, requestId }) => [action, subjectId, requestId]),
    [['task.pause', id, request]],
  )
  const refused = await a.post(`/api/operator/offers/${id}/approve`)
  assert.ok(refused.status >= 400)
  assert.deepEqual(await actionsIn(`requestId=${refused.headers.get('x-request-id')}`), [])
  assert.deepEqual(await actionsIn('requestId=req_1'), [])
  const { raw } = await a.get(`/api/operator/audit/file?requestId=${request}`)
  assert.deepEqual(
    (await cellsOf(raw)).map((cells) => cells.at(-1)),
    ['requestId', request],
  )
})

test('a decision of the command line has no request', async () => {
  const { email } = await advertiser(market)
  await suspendAccount(market.ctx, email, 'a test')
  const { items } = await read('action=account.suspend,sanction.impose&pageSize=1')
  assert.equal(items[0]?.requestId, null)
})

test('an unknown action matches nothing', async () => {
  for (const action of ['task.dance', 'TASK.PAUSE', '%27', 'task.'])
    assert.deepEqual(await actionsIn(`action=${action}`), [])
})

test('amounts are shown in the usual format', async () => {
  const { email } = await advertiser(market, { funds: 0 })
  expectOk(await a.post('/api/operator/deposits', { email, amount: 12.5, reference: 'audit-1', method: 'Bank' }))
  const { items } = await read('action=deposit.book&pageSize=1')
  assert.deepEqual(items[0]?.data, { amount: 12.5, reference: 'audit-1', method: 'Bank' })
})

test('the log is downloaded as CSV with the same filters, and formulas in texts are defused', async () => {
  const { id, advertiser } = await activeOffer(market)
  expectOk(await a.post(`/api/operator/offers/${id}/suspend`, { reason: '=HYPERLINK("https://example.com")' }))
  const { status, raw } = await a.get(`/api/operator/audit/file?action=task.suspend&subjectId=${id}`)
  assert.equal(status, 200)
  const [heading, record, ...more] = await cellsOf(raw)
  assert.equal(more.length, 0)
  const entry = Object.fromEntries((heading ?? []).map((name, index) => [name, record?.[index]]))
  assert.deepEqual(
    [entry['action'], entry['subjectId'], entry['accountId']],
    ['task.suspend', String(id), String(operator)],
  )
  assert.deepEqual([entry['ownerEmail'], entry['reason']], [advertiser.email, '=HYPERLINK("https://example.com")'])
  assert.match(raw, /"'=HYPERLINK/)
})
