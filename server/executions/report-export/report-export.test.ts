import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cellsOf } from '../../../test/support/csv.ts'
import { activeOffer, advertiser, expectOk, outcome, submittedWork } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { fillWork } from '../../../test/support/scenarios/much-work.ts'
import { sql } from '../../platform/sql.ts'
import { columnNames } from './report-export.ts'

const market = await openMarket()
const owner = await advertiser(market, { funds: 10_000 })
const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 900 })
const work = await submittedWork(market, offer)
const ids = [work.id, ...(await fillWork(market, work, 599))]
await market.ctx.db.run(sql`
  update executions set details = '{"text":"=1+1, \\"so\\""}', comment = '=HYPERLINK("x")' where id = ${work.id}::bigint`)

const exported = (query = '') => owner.b.get(`/v1/reports/export${query}`)

describe('an export of reports', () => {
  test('as CSV has each report once, latest first, under a heading', async () => {
    const answer = await exported()
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(answer.headers.get('content-disposition') ?? '', /reports\.csv/)
    const [heading, ...rows] = await cellsOf(answer.raw)
    assert.deepEqual(heading, columnNames)
    assert.deepEqual(
      rows.map(([id]) => Number(id)),
      ids.toReversed(),
    )
    const mine = rows.find(([id]) => Number(id) === work.id) ?? []
    assert.equal(mine[columnNames.indexOf('comment')] ?? '', '', 'it is not decided yet')
    assert.equal(mine[columnNames.indexOf('details')], '{"text": "=1+1, \\"so\\""}'.replace(': ', ':'))
  })

  test('as JSON Lines has each report as the list shows it', async () => {
    const answer = await exported('?format=jsonl')
    const lines = answer.raw
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(lines.length, ids.length)
    const { items } = expectOk(await owner.b.get('/v1/reports?pageSize=100'))
    const lasting = ({ proofs: _, ...report }: Record<string, unknown>) => report
    assert.deepEqual(lines.slice(0, 100).map(lasting), items.map(lasting))
  })

  test('applies the filters, and contains nothing of others', async () => {
    expectOk(await owner.b.post(`/v1/reports/${ids[5]}/accept`, { comment: '=1+1' }))
    const { raw } = await exported('?status=Accepted')
    const rows = await cellsOf(raw)
    assert.deepEqual(
      rows.slice(1).map(([id]) => Number(id)),
      [ids[5]],
    )
    assert.ok(raw.includes(`,"'=1+1",`), raw)
    assert.equal(rows[1]?.[columnNames.indexOf('comment')], '=1+1')
    const stranger = await advertiser(market)
    assert.equal((await stranger.b.get('/v1/reports/export?format=jsonl')).raw, '')
    assert.equal(outcome(await exported('?format=xml')), '400 validation_error')
    assert.equal(outcome(await exported('?submittedFrom=yesterday')), '400 validation_error')
    assert.equal((await owner.b.send('HEAD', '/v1/reports/export')).status, 200)
  })

  test('is refused without a key that may read reports', async () => {
    assert.equal(outcome(await market.as().get('/v1/reports/export')), '401 token_missing')
    assert.equal(outcome(await owner.a.get('/v1/reports/export')), '401 token_invalid')
  })
})
