import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { countOutcomes } from '../../test/properties/concurrently.ts'
import { assertInvariants } from '../../test/properties/invariants.ts'
import type { Answer } from '../../test/support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  submittedWork,
  theOperator,
} from '../../test/support/fixtures.ts'
import { type Market, openMarket } from '../../test/support/market.ts'
import { fillWork } from '../../test/support/scenarios/much-work.ts'
import { receivedBy } from '../../test/support/scenarios/received-events.ts'
import { verifyLedger } from '../ledger/actions.ts'
import { verifyHolds } from '../offers/lifecycle/actions.ts'
import { batchLimit } from '../platform/batching/join-batch.ts'
import { type Sql, sql } from '../platform/sql.ts'

const market = await openMarket()
const { db } = market.ctx

const reason = 'Not what was asked for.'
const acceptanceCriteria = [{ id: 'c1', text: 'All pages are there.' }]
const bulk = (owner: Person, items: readonly object[]): Promise<Answer> => owner.b.post('/v1/reports/bulk', { items })

type Result = {
  readonly id: number
  readonly ok: boolean
  readonly status: string | null
  readonly problem?: { readonly code: string; readonly status: number; readonly errors: readonly { field: string }[] }
}
const resultsOf = (answer: Answer): Result[] => expectOk(answer).results
const short = ({ ok, status, problem }: Result): string => (ok ? `${status}` : `${status} ${problem?.code}`)

async function works(slots: number, count: number, owner?: Person) {
  const offer = await activeOffer(market, {
    slots,
    members: { acceptanceCriteria },
    ...(owner ? { advertiser: owner } : {}),
  })
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push((await submittedWork(market, offer.id)).id)
  return { owner: offer.advertiser, offer: offer.id, ids }
}

/** Every kind of decision, valid and invalid, on six reports and one of another advertiser. */
function everything([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[], others: readonly number[]) {
  return [
    { id: c, action: 'rework', reason: 'Please add the last page.' },
    { id: others[0], action: 'accept' },
    { id: a, action: 'accept', comment: 'Thank you.', rating: 5 },
    { id: b, action: 'reject', reason, reasonCode: 'ProofMissing', failedCriteria: ['c1'] },
    { id: d, action: 'reject' },
    { id: e, action: 'accept', version: 7 },
    { id: f, action: 'accept' },
    { id: 999_999_999, action: 'reject', reason },
  ]
}

describe('many decisions in one request', () => {
  afterEach(() => assertInvariants(market))

  test('have a result each, in the order of the request', async () => {
    const { owner, ids } = await works(10, 6)
    const { ids: others } = await works(2, 1)
    const [a = 0, b = 0, c = 0, , , f = 0] = ids
    expectOk(await owner.b.post(`/v1/reports/${f}/accept`))
    const items = everything(ids, others)
    const results = resultsOf(await bulk(owner, items))
    assert.deepEqual(
      results.map(({ id }) => id),
      items.map(({ id }) => id),
    )
    assert.deepEqual(results.map(short), [
      'ReworkRequested',
      'null report_not_found',
      'Accepted',
      'Rejected',
      'Pending validation_error',
      'Pending version_conflict',
      'Accepted',
      'null report_not_found',
    ])
    assert.equal(results[4]?.problem?.errors[0]?.field, 'reason')
    assert.equal(results[1]?.problem?.status, 404)
    const accepted = expectOk(await owner.b.get(`/v1/reports/${a}`))
    assert.deepEqual([accepted.decision.comment, accepted.rating], ['Thank you.', 5])
    const rejected = expectOk(await owner.b.get(`/v1/reports/${b}`))
    assert.deepEqual([rejected.decision.reasonCode, rejected.failedCriteria], ['ProofMissing', ['c1']])
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${c}`)).rework.reason, 'Please add the last page.')
    assert.deepEqual(resultsOf(await bulk(owner, items)).map(short), results.map(short), 'the second time')
    assert.deepEqual(
      resultsOf(
        await bulk(owner, [
          { id: c, action: 'accept' },
          { id: a, action: 'reject', reason },
        ]),
      ).map(short),
      ['Accepted', 'Accepted report_already_decided'],
    )
  })

  test('are refused entirely if they name a report twice or are no list of decisions', async () => {
    const { owner, ids } = await works(3, 1)
    const [id = 0] = ids
    const twice = await bulk(owner, [
      { id, action: 'accept' },
      { id: 5, action: 'accept' },
      { id, action: 'accept' },
    ])
    assert.deepEqual([outcome(twice), twice.body.errors[0].field], ['400 validation_error', 'items.2.id'])
    const wrong: readonly unknown[][] = [
      [],
      [{ id }],
      [{ id, action: 'sing' }],
      [{ id: 'x', action: 'accept' }],
      [{ id: 1.5, action: 'accept' }],
      [{ id, action: 'accept', rating: 6 }],
      [{ id, action: 'rework', reason, deadlineSeconds: 1 }],
      [{ id, action: 'reject', reason: 'x'.repeat(2_001) }],
      [null],
      Array.from({ length: 1_001 }, (_, index) => ({ id: index + 1, action: 'accept' })),
    ]
    for (const items of wrong) assert.equal(outcome(await bulk(owner, items as object[])), '400 validation_error')
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${id}`)).status, 'Pending')
  })

  test('find expired deadlines applied', async () => {
    const { owner, ids } = await works(5, 3)
    const [a = 0, b = 0, c = 0] = ids
    market.pass(259_200)
    const items = [
      { id: a, action: 'reject', reason },
      { id: b, action: 'accept' },
      { id: c, action: 'rework', reason },
    ]
    assert.deepEqual(resultsOf(await bulk(owner, items)).map(short), [
      'Accepted report_already_decided',
      'Accepted',
      'Accepted report_already_decided',
    ])
    const by = async (id: number) => expectOk(await owner.b.get(`/v1/reports/${id}`)).decision.by
    assert.deepEqual([await by(a), await by(b), await by(c)], ['AutoAccept', 'Advertiser', 'AutoAccept'])
  })

  test('concurrent with others on the same reports are each made once', async () => {
    const { owner, ids } = await works(12, 12)
    const accept = ids.map((id) => ({ id, action: 'accept' }))
    const reject = ids.toReversed().map((id) => ({ id, action: 'reject', reason }))
    const [accepted, rejected] = await Promise.all([bulk(owner, accept), bulk(owner, reject)])
    const all = [...resultsOf(accepted), ...resultsOf(rejected)]
    for (const id of ids) {
      const both = all.filter((result) => result.id === id)
      assert.equal(both.filter(({ ok }) => ok).length, 1, JSON.stringify(both))
    }
  })

  test('by an import have line numbers, and none is made if one is invalid', async () => {
    const { owner, ids } = await works(5, 3)
    const [a = 0, b = 0, c = 0] = ids
    const send = (csv: string) => owner.b.post('/v1/reports/import', { csv })
    const wrong = await send(`id,action\n${a},accept\n${b},acept`)
    assert.deepEqual([outcome(wrong), wrong.body.errors[0].params.line], ['400 validation_error', 3])
    assert.match(wrong.body.errors[0].detail, /^line 3, column action: must be one of accept, reject, rework/)
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${a}`)).status, 'Pending')
    const { results } = expectOk(
      await send(
        `id,action,reason\r\n${a},accept,\r\n${b},reject,"No, not at all."\r\n999999999,accept,\r\n${c},,\r\n`,
      ),
    )
    assert.deepEqual(
      results.map((result: Result & { line: number }) => [result.line, short(result)]),
      [
        [2, 'Accepted'],
        [3, 'Rejected'],
        [4, 'null report_not_found'],
      ],
    )
  })
})

describe('rejections in one request', () => {
  const strict = { rejectionPercentMax: 30, rejectionsAtOnceMax: 5 }

  test('all wait for an operator if there are too many', async () => {
    const limited = await openMarket(strict)
    const { id: offer, advertiser: owner } = await activeOffer(limited, { slots: 10 })
    const ids: number[] = []
    for (let index = 0; index < 7; index++) ids.push((await submittedWork(limited, offer)).id)
    const [first = 0, ...rest] = ids
    const items = rest.map((id) => ({ id, action: 'reject', reason }))
    const results = resultsOf(await bulk(owner, [{ id: first, action: 'accept' }, ...items]))
    assert.deepEqual(results.map(short), ['Accepted', ...rest.map(() => 'Pending')])
    const { a } = await theOperator(limited)
    const held = expectOk(await a.get('/api/operator/held-rejections')).items
    assert.deepEqual(
      held.map(({ reportId, cause }: { reportId: number; cause: string }) => [reportId, cause]),
      rest.map((id) => [id, 'AtOnce']),
    )
    assert.deepEqual(
      resultsOf(await bulk(owner, items)).map(short),
      rest.map(() => 'Pending'),
    )
    assert.equal(expectOk(await a.get('/api/operator/held-rejections')).totalCount, rest.length)
    for (const { id } of held.slice(0, 2)) expectOk(await a.post(`/api/operator/held-rejections/${id}/confirm`))
    await assertInvariants(limited)
  })

  test('take effect as far as the share allows, in order', async () => {
    const limited = await openMarket({ rejectionPercentMax: 30, rejectionsAtOnceMax: 100 })
    const { id: offer, advertiser: owner } = await activeOffer(limited, { slots: 40 })
    const ids: number[] = []
    for (let index = 0; index < 30; index++) ids.push((await submittedWork(limited, offer)).id)
    const items = ids.map((id, index) => (index < 14 ? { id, action: 'accept' } : { id, action: 'reject', reason }))
    // No more than three in ten of twenty or more decisions may be rejections: after fourteen acceptances, six.
    const taken = resultsOf(await bulk(owner, items)).filter(({ status }) => status === 'Rejected')
    assert.deepEqual(
      taken.map(({ id }) => id),
      ids.slice(14, 20),
    )
    await assertInvariants(limited)
  })
})

/** Returns the state of a market after the decisions, without values that differ in every run. */
async function picture({ ctx }: Market, market: Market, owner: Person) {
  const rows = (statement: Sql) => ctx.db.many<object>(statement)
  const all = {
    events: withoutCounts(
      (await receivedBy(market, owner)).map(({ type, data, sequence }) => ({ type, data, sequence })),
    ),
    recorded: withoutCounts(await rows(sql`select kind, account, offer, execution, data from events order by id`)),
    executions: await rows(sql`select * from executions order by id`),
    states: await rows(sql`select * from offer_states order by offer`),
    offers: await rows(sql`select id, version, status_reason, completed_at is null as open from offers order by id`),
    reservations: await rows(sql`select id, status, is_taken, kind, execution from reservations order by id`),
    balances: await rows(
      sql`select book, owner, units, low_armed and book like 'advertiser%' as low_armed from balances order by book, owner`,
    ),
    holds: await rows(sql`select * from holds order by offer`),
    records: await rows(sql`select account, accepted, rejected from executors order by account`),
    entries: await rows(sql`
      select cause, kind, transfers.offer, execution, book, owner, account, units
      from entries join transfers on transfers.id = entries.transfer order by cause, units`),
    decisions: await rows(sql`
      select actor, account, action, subject, subject_id, owner, reason, data from audit_log order by subject_id, action`),
  }
  return JSON.parse(
    JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00)?/g, 'then')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'proof')
      .replaceAll(/[0-9a-f]{64}/g, 'digest')
      .replaceAll(/"type":"Buffer","data":\[[\d,]+\]/g, '"bytes":0')
      .replaceAll(/"(workSeconds|medianReviewSeconds|size)":\d+/g, '"$1":0')
      .replaceAll(/[a-z]+\d+@example.com/g, 'somebody'),
  )
}

/** Without what an event shows of other decisions: events that take effect together show the counts and the status after all of them. */
const withoutCounts = (events: unknown): unknown =>
  JSON.parse(
    JSON.stringify(events)
      .replaceAll('"status":"Completed"', '"status":"Active"')
      .replaceAll(/"counts":\{[^}]*\}/g, '"counts":{}')
      .replaceAll(/"(acceptedCount|rejectedCount)":\d+/g, '"$1":0')
      .replaceAll(/"accepted":\d+,"nickname"/g, '"accepted":0,"nickname"'),
  )

test('one request has the same effect as single requests: reports, money, events, records, decisions', async () => {
  const done = async (inOne: boolean) => {
    const each = await openMarket({ lowBalanceThreshold: 990 })
    const owner = await advertiser(each)
    const members = { acceptanceCriteria }
    const { id: open } = await activeOffer(each, { advertiser: owner, slots: 12, members })
    const { id: full } = await activeOffer(each, { advertiser: owner, slots: 3 })
    const busy = await executor(each)
    const ids: number[] = []
    for (let index = 0; index < 9; index++)
      ids.push((await submittedWork(each, open, index === 0 ? busy : undefined)).id)
    for (let index = 0; index < 3; index++)
      ids.push((await submittedWork(each, full, index === 0 ? busy : undefined)).id)
    const [a, b, c, d, e, f, g, h, i, ...completing] = ids
    const items = [
      ...[a, b, c].map((id) => ({ id, action: 'accept', comment: 'Thank you.', rating: 4 })),
      ...completing.map((id) => ({ id, action: 'accept' })),
      ...[d, e, f].map((id) => ({ id, action: 'reject', reason, reasonCode: 'LowQuality', failedCriteria: ['c1'] })),
      ...[g, h, i].map((id) => ({ id, action: 'rework', reason: 'Once more, please.', deadlineSeconds: 7_200 })),
    ]
    if (inOne) assert.ok(resultsOf(await bulk(owner, items)).every(({ ok }) => ok))
    else for (const { id, action, ...body } of items) expectOk(await owner.b.post(`/v1/reports/${id}/${action}`, body))
    await assertInvariants(each)
    const seen = await picture(each, each, owner)
    await each.close()
    return seen
  }
  const [together, alone] = [await done(true), await done(false)]
  for (const [name, rows] of Object.entries(alone)) assert.deepEqual(together[name], rows, name)
  assert.equal(together.events.filter(({ type }: { type: string }) => type === 'report.accepted').length, 6)
  assert.equal(together.events.filter(({ type }: { type: string }) => type === 'task.completed').length, 1)
})

test('a thousand reports are accepted in one request, with one statement for each batch', async (t) => {
  const owner = await advertiser(market, { funds: 10_000 })
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 2_000 })
  const work = await submittedWork(market, offer)
  const ids = await fillWork(market, work, 1_000)
  const before = db.sent()
  const start = performance.now()
  const answer = await bulk(
    owner,
    ids.map((id) => ({ id, action: 'accept', comment: 'c'.repeat(2_000) })),
  )
  t.diagnostic(`${Math.round(performance.now() - start)} ms, ${db.sent() - before} statements`)
  assert.deepEqual(new Set(resultsOf(answer).map(short)), new Set(['Accepted']))
  // Usually two that read, and one for each full batch. A busy machine queues in more slices, so some batches are not full.
  const statementsMax = 2 * Math.ceil(1_000 / batchLimit)
  assert.ok(db.sent() - before <= statementsMax, `${db.sent() - before} statements`)
  const { accepted, pending } = expectOk(await owner.b.get(`/v1/tasks/${offer}`)).counts
  assert.deepEqual([accepted, pending], [1_000, 1])
  assert.ok((await verifyLedger(market.ctx)).ok)
  assert.deepEqual(await verifyHolds(market.ctx), [])
  const [rejected] = [
    resultsOf(
      await bulk(
        owner,
        ids.map((id) => ({ id, action: 'reject', reason })),
      ),
    ),
  ]
  assert.deepEqual(countOutcomes(rejected.map(({ problem }) => ({ status: 409, body: problem }) as Answer)), {
    '409 report_already_decided': 1_000,
  })
})
