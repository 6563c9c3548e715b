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
const schema = JSON.stringify({ type: 'object', properties: { text: {}, answer: {}, score: {} } })
await market.ctx.db.run(sql`
  update prices set execution_details_schema = ${schema}::json where id = (select price from offers where id = ${offer}::bigint)`)
const details = JSON.stringify({ text: '=1+1, "so"', score: 1.5, more: [1, 'a\u0085b\u2028'] })
await market.ctx.db.run(sql`
  update executions set details = ${details}::json, comment = '=HYPERLINK("x")' where id = ${work.id}::bigint`)

const exported = (query = '') => owner.b.get(`/v1/reports/export${query}`)

describe('an export of reports', () => {
  test('as CSV has each report once, latest first, under a heading', async () => {
    const answer = await exported()
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(answer.headers.get('content-disposition') ?? '', /reports\.csv/)
    const [heading, ...rows] = await cellsOf(answer.raw)
    const names = heading ?? []
    assert.deepEqual(names.slice(0, columnNames.length), columnNames)
    const answers = names.slice(columnNames.length)
    for (const name of ['text', 'answer', 'score', 'completionCode'])
      assert.ok(answers.includes(`details.${name}`), name)
    assert.deepEqual(
      rows.map(([id]) => Number(id)),
      ids.toReversed(),
    )
    const mine = rows.find(([id]) => Number(id) === work.id) ?? []
    assert.equal(mine[columnNames.indexOf('comment')] ?? '', '', 'it is not decided yet')
    assert.equal(mine[names.indexOf('details.text')], '=1+1, "so"')
    assert.deepEqual([mine[names.indexOf('details.score')], mine[names.indexOf('details.answer')]], ['1.5', ''])
    assert.equal(mine[names.indexOf('details')], '{"more":[1,"a\u0085b\u2028"]}')
  })

  test('as CSV suits the spreadsheets of other languages', async () => {
    const { raw } = await exported('?decimal=comma')
    const [heading = [], ...rows] = await cellsOf(raw)
    const mine = rows.find(([id]) => Number(id) === work.id) ?? []
    assert.deepEqual(
      ['rewardPerAction', 'details.score', 'details.text'].map((name) => mine[heading.indexOf(name)]),
      ['1', '1,5', '=1+1, "so"'],
    )
    assert.match((await exported('?separator=tab&bom=false')).raw, /^"id"\t"taskId"/)
    assert.equal(outcome(await exported('?separator=comma&decimal=comma')), '400 validation_error')
  })

  test('as JSON Lines has each report as the list shows it', async () => {
    const answer = await exported('?format=jsonl')
    assert.ok(!/[\u0085\u2028\u2029]/.test(answer.raw) && answer.raw.includes('a\\u0085b\\u2028'))
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
})
