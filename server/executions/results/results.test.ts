import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answered as answeredBy, type GivenAnswer } from '../../../test/support/answering.ts'
import { cellsOf } from '../../../test/support/csv.ts'
import { activeOffer, advertiser, expectOk, membersOf, outcome } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { answersMax, valueBytesMax } from './result.ts'

const market = await openMarket()
const owner = await advertiser(market, { funds: 1_000 })

const items: { externalId?: string; data: Record<string, unknown> }[] = [
  { externalId: 'a', data: { text: '=1+1', n: 1.5, isBlurred: false, list: ['=2', { x: 1 }], absent: null } },
  { externalId: 'b', data: { text: 'two', proto: 'p', constructor: 'c', 'col,"umn': 'x\u2028y' } },
  { data: {} },
]
const offered = (members: object = {}) =>
  activeOffer(market, {
    advertiser: owner,
    members: { totalLimit: undefined, overlap: 3, attemptsMax: 9, items, ...members },
  })

const answered = (offer: number, answers: readonly GivenAnswer[]) => answeredBy(market, offer, answers)
const decide = async (report: number, move: string, body = {}) =>
  expectOk(await owner.b.post(`/v1/reports/${report}/${move}`, body))
const resultsOf = async (offer: number, query = '') => expectOk(await owner.b.get(`/v1/tasks/${offer}/results${query}`))
const exported = (offer: number, query = '') => owner.b.get(`/v1/tasks/${offer}/results/export${query}`)

const { id: offer } = await offered({ itemsPerSlot: 3, skipsMax: 1 })
const value = { label: '=cmd()', score: 0.5, boxes: [{ x: 1 }] }
const accepted = await answered(offer, [{ value }, { value: { note: null, '=x': true } }, { skipped: 'Blurred' }])
await decide(accepted, 'accept')
const rejected = await answered(offer, [{ value: {} }, { value: { label: 'b' } }, { value: { label: 'c' } }])
await decide(rejected, 'reject', { reason: 'Wrong' })
const pending = await answered(offer, [{ value: { label: 'd' } }, { value: {} }, { value: { list: [1, 2] } }])

describe('results', () => {
  test('have each item with its answers, those of rejected work too, in order', async () => {
    const { items: found, totalCount } = await resultsOf(offer)
    assert.equal(totalCount, 3)
    assert.deepEqual(
      found.map(({ externalId, data, status }: typeof found) => ({ externalId, data, status })),
      [
        ...items.slice(0, 2).map((item) => ({ ...item, status: 'Open' })),
        { externalId: null, data: {}, status: 'Open' },
      ],
    )
    const [first, , third] = found
    const { items: reports } = expectOk(await owner.b.get(`/v1/tasks/${offer}/reports?sort=id`))
    assert.deepEqual(
      first.answers,
      reports.map(({ id, executor: who, status, submittedAtUtc, decision }: typeof found, place: number) => ({
        reportId: id,
        executorId: who.id,
        status,
        value: [value, {}, { label: 'd' }][place],
        submittedAtUtc,
        decidedAtUtc: decision?.decidedAtUtc ?? null,
      })),
    )
    assert.deepEqual(
      first.answers.map(({ status }: typeof found) => status),
      ['Accepted', 'Rejected', 'Pending'],
    )
    assert.equal(third.answers[0].skipped, 'Blurred')
    assert.ok(!('value' in third.answers[0]) && !('truncated' in third.answers[0]))
  })

  test('are filtered by status and externalId, and counted', async () => {
    const { id } = await offered({ items: Array.from({ length: 7 }, (_, n) => ({ externalId: `n${n}`, data: { n } })) })
    const all = (await resultsOf(id)).items
    const itemIds = [all[1].itemId, all[4].itemId]
    expectOk(await owner.b.post(`/v1/tasks/${id}/items/cancel`, { itemIds }))
    for (const path of ['items', 'results']) {
      const found = async (query: string) => {
        const { items: page, totalCount } = expectOk(await owner.b.get(`/v1/tasks/${id}/${path}${query}`))
        return [page.map(({ externalId }: typeof page) => externalId).join(' '), totalCount]
      }
      assert.deepEqual(await found('?status=Cancelled'), ['n1 n4', 2])
      assert.deepEqual(await found('?status=Cancelled,Open,Cancelled'), ['n0 n1 n2 n3 n4 n5 n6', 7])
      assert.deepEqual(await found('?status=Cancelled,Open&pageSize=3&page=2'), ['n3 n4 n5', 7])
      assert.deepEqual(await found('?externalId=n4&status=Cancelled'), ['n4', 1])
      assert.deepEqual(await found('?externalId=n4&status=Open'), ['', 0])
      assert.deepEqual(await found('?status=Waiting'), ['', 0])
      assert.equal(outcome(await owner.b.get(`/v1/tasks/${id}/${path}?status=Nonsense`)), '400 validation_error')
    }
  })

  test('of a task that is unknown or another’s are not found; a task without items has none', async () => {
    const stranger = await advertiser(market)
    for (const path of ['results', 'results/export', 'results/export?format=jsonl']) {
      assert.equal(outcome(await stranger.b.get(`/v1/tasks/${offer}/${path}`)), '404 task_not_found')
      assert.equal(outcome(await owner.b.get(`/v1/tasks/0x1/${path}`)), '404 task_not_found')
    }
    const { id } = await activeOffer(market, { advertiser: owner })
    assert.deepEqual((await resultsOf(id)).items, [])
    assert.equal((await cellsOf((await exported(id)).raw)).length, 1)
  })

  test('show answers that count before others, and leave out values that are too large for the page', async () => {
    const { id } = await offered({ items: [{ data: {} }], overlap: 2 })
    const report = await answered(id, [{ value: { counts: true } }])
    const [{ itemId }] = (await resultsOf(id)).items
    await market.ctx.db.run(sql`
      with withdrawn as (
        insert into executions (offer, advertiser, executor, executor_alias, reservation, content_hash, details, reward_units, fee_units,
          add_on_units, currency, offer_version, max_reworks, reserved_at, submitted_at, review_deadline_at, history, status, created_at, updated_at)
        select offer, advertiser, executor, executor_alias, -n, content_hash, details, reward_units, fee_units,
          add_on_units, currency, offer_version, max_reworks, reserved_at, submitted_at, review_deadline_at, history, 'Withdrawn', created_at, updated_at
        from executions, generate_series(1, ${answersMax + 9}::integer) n where id = ${report}::bigint returning id, offer)
      insert into answers (item, execution, offer, place, value)
      select ${itemId}::bigint, id, offer, 0, jsonb_build_object('x', repeat('x', ${Math.floor(valueBytesMax / 100 / 5)}::integer)) from withdrawn`)
    const [{ answers }] = (await resultsOf(id, '?pageSize=100')).items
    assert.equal(answers.length, answersMax)
    assert.deepEqual([answers[0].reportId, answers[0].value], [report, { counts: true }])
    assert.equal(answers.filter(({ truncated }: typeof answers) => !truncated).length, 5)
    assert.ok(answers.every((answer: object) => 'value' in answer !== 'truncated' in answer))
    const [single] = (await resultsOf(id, '?pageSize=1')).items
    assert.ok(single.answers.every((answer: object) => 'value' in answer))
  })
})

describe('an export of results', () => {
  const rowsOf = async (query: string) => {
    const [heading = [], ...rows] = await cellsOf((await exported(offer, query)).raw)
    return rows.map((row) => Object.fromEntries(heading.map((name, place) => [name, row[place] ?? ''])))
  }

  test('as CSV has one accepted answer a line, with columns for the members of inputs and values', async () => {
    const answer = await exported(offer)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/)
    assert.match(answer.headers.get('content-disposition') ?? '', /results\.csv/)
    assert.ok(answer.raw.includes(`"'=1+1"`) && answer.raw.includes(`"'=cmd()"`), answer.raw)
    const rows = await rowsOf('')
    assert.deepEqual(
      rows.map(({ reportId }) => reportId),
      [accepted, accepted, accepted].map(String),
    )
    const [first = {}, second = {}, third = {}] = rows
    assert.deepEqual(
      ['externalId', 'itemStatus', 'reportStatus', 'data.text', 'data.n', 'data.isBlurred', 'data', 'skipped'].map(
        (name) => first[name],
      ),
      ['a', 'Open', 'Accepted', '=1+1', '1.5', 'false', '{"list":["=2",{"x":1}],"absent":null}', ''],
    )
    assert.deepEqual(
      ['answer.label', 'answer.score', 'answer.boxes', 'answer'].map((name) => first[name]),
      ['=cmd()', '0.5', '[{"x":1}]', ''],
    )
    assert.deepEqual(
      ['data.proto', 'data.constructor', 'data.col,"umn', 'answer', 'answer.=x'].map((name) => second[name]),
      ['p', 'c', 'x\u2028y', '', 'true'],
    )
    assert.deepEqual([third['skipped'], third['answer'], third['data.constructor']], ['Blurred', '', ''])
  })

  test('has answers of other reports if they are asked for', async () => {
    const rows = await rowsOf('?status=Rejected,Pending')
    const reports = [rejected, pending, rejected, pending, rejected, pending].map(String)
    assert.deepEqual(
      rows.map(({ reportId }) => reportId),
      reports,
    )
    assert.equal(rows.at(-1)?.['answer.list'], '[1,2]')
    assert.equal(outcome(await exported(offer, '?status=Nonsense')), '400 validation_error')
    assert.equal(outcome(await exported(offer, '?format=xml')), '400 validation_error')
    assert.equal((await owner.b.send('HEAD', `/v1/tasks/${offer}/results/export`)).status, 200)
  })

  test('has one item in each line if that is asked for', async () => {
    const query = '?lines=Items&status=Accepted,Rejected,Pending'
    const [heading = [], ...rows] = await cellsOf((await exported(offer, query)).raw)
    assert.deepEqual(heading.slice(0, 4), ['itemId', 'externalId', 'itemStatus', 'answers'])
    assert.ok(!heading.includes('executorId') && !heading.includes('answer'))
    assert.deepEqual(
      rows.map((row) => row[heading.indexOf('answer.label')]),
      ['=cmd(), d', 'b', 'c'],
    )
    assert.equal(rows[0]?.[heading.indexOf('answer.score')], '0.5')
    const { items } = await resultsOf(offer)
    assert.deepEqual(
      rows.map(([itemId]) => Number(itemId)),
      membersOf(items, 'itemId'),
    )
    const answers = items.map(({ answers }: { answers: readonly object[] }) =>
      String(answers.filter((answer) => 'value' in answer).length),
    )
    assert.deepEqual(
      rows.map((row) => row[3]),
      answers,
    )
    assert.equal(outcome(await exported(offer, '?lines=Reports')), '400 validation_error')
  })

  test('as JSON Lines has one item a line, as the list shows it', async () => {
    const { raw } = await exported(offer, '?format=jsonl&status=Accepted,Rejected,Pending')
    assert.ok(!raw.includes('\u2028'))
    const lines = raw
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(lines, (await resultsOf(offer)).items)
  })

  test('is read in batches, fewer at a time if they are large', async () => {
    const large = Array.from({ length: 600 }, (_, n) => ({ data: { n, text: 'x'.repeat(5_000) } }))
    const { id } = await offered({ items: [{ data: { n: -1 } }], overlap: 1 })
    expectOk(await owner.b.post(`/v1/tasks/${id}/items`, { items: large }))
    const lines = (await exported(id, '?format=jsonl')).raw.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).data.n),
      Array.from({ length: 601 }, (_, n) => n - 1),
    )
  })
})
