import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import { answered } from '../../../test/support/answering.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  type Offered,
  outcome,
  type Person,
  reserved,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { computeResults } from '../../items/consensus/actions.ts'
import { sql } from '../../platform/sql.ts'
import { applyRules } from '../accept-rules/actions.ts'
import { settleStops } from '../accuracy/actions.ts'
import { checkForFraud } from '../fraud-checks/actions.ts'
import { applyToWork } from './actions.ts'

const market = await openMarket()
const { ctx } = market
afterEach(() => assertInvariants(market))
const owner = await advertiser(market, { funds: 10_000 })

const plain = (count: number) => Array.from({ length: count }, (_, n) => ({ data: { n } }))
const known = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ data: { n: 1_000 + n }, goldAnswer: { label: 'cat' } }))
const offered = (rules: readonly object[], members: object = {}): Promise<Offered> =>
  activeOffer(market, {
    advertiser: owner,
    members: { totalLimit: undefined, items: plain(6), attemptsMax: 9, rules, ...members },
  })
const page = { kind: 'form', answerSchema: { type: 'object', properties: { label: { type: 'string' } } } }
const withGold = { items: [...plain(6), ...known(9)], itemsPerSlot: 2, gold: { perSlot: 1 } }
const labels = (text: string) => Array.from({ length: 9 }, () => ({ value: { label: text } }))
const work = (worker: Person, { id }: Offered, text: string) => answered(market, id, labels(text), worker)
const reserve = async (worker: Person, { id }: Offered) => outcome(await worker.a.post(`${workPath(id)}/reserve`))
async function ruled(): Promise<void> {
  await checkForFraud(ctx)
  await applyRules(ctx)
}
const actionsOf = async ({ id }: Offered) => expectOk(await owner.b.get(`/v1/tasks/${id}/rule-actions`)).items
const reportOf = async (id: number) => expectOk(await owner.b.get(`/v1/reports/${id}`))
const ownWork = async ({ a }: Person, id: number) => expectOk(await a.get(`/api/executor/executions/${id}`))
const qualification = async (body: object = {}): Promise<number> =>
  expectOk(await owner.b.post('/v1/qualifications', { name: 'Careful', ...body })).id
const grantsOf = async (id: number) => expectOk(await owner.b.get(`/v1/qualifications/${id}/grants`)).items
const careless = { type: 'Accuracy', below: 0.6, minAnswers: 2 }
const hasty = { type: 'TooFast', belowSeconds: 60 }

describe('a rule', () => {
  test('stops a careless executor, keeps their work, and is recorded with its figures', async () => {
    const rule = { when: careless, then: { type: 'Stop' } }
    const task = await offered([rule], withGold)
    const [bad, good] = [await executor(market), await executor(market)]
    const first = await work(bad, task, 'dog')
    await work(good, task, 'cat')
    await ruled()
    assert.deepEqual(await actionsOf(task), [])
    await work(bad, task, 'dog')
    await work(good, task, 'cat')
    await ruled()
    assert.deepEqual([await reserve(bad, task), await reserve(good, task)], ['409 accuracy_too_low', '200'])
    const detail = expectOk(await bad.a.get(`/api/executor/offers/available/${task.id}`))
    assert.deepEqual(detail.ineligibleReasons, ['accuracy_too_low'])
    const [action, ...others] = await actionsOf(task)
    assert.deepEqual(
      [action.rule, action.figures, action.reportId, others.length],
      [rule, { right: 0, answered: 2 }, null, 0],
    )
    assert.equal(action.executorId, (await reportOf(first)).executor.id)
    assert.equal((await reportOf(first)).status, 'Pending')
    const decisions = await ctx.db.many<{ actor: string; data: object }>(
      sql`select actor, data from audit_log where action = 'task.apply_rule' and subject_id = ${task.id}::bigint`,
    )
    assert.deepEqual(
      decisions.map(({ actor, data }) => [actor, data]),
      [['system', { ...rule, figures: { right: 0, answered: 2 }, reportId: null }]],
    )
    expectOk(await owner.b.post(`/v1/reports/${first}/accept`))
  })

  test('stops once more whose stop was lifted, because a known answer was wrong', async () => {
    const task = await offered([{ when: { ...careless, minAnswers: 1 }, then: { type: 'Stop' } }], withGold)
    const worker = await executor(market)
    await work(worker, task, 'dog')
    await ruled()
    const given = await ctx.db.one<{ item: number }>(
      sql`select item from gold_given where offer = ${task.id}::bigint and is_right is not null`,
    )
    expectOk(await owner.b.post(`/v1/tasks/${task.id}/items/cancel`, { itemIds: [given.item] }))
    await work(worker, task, 'dog')
    await ruled()
    assert.equal(await reserve(worker, task), '409 accuracy_too_low')
    assert.equal((await actionsOf(task)).length, 1)
  })

  test('flags hasty work, which no rule accepts then, and tells its executor why', async () => {
    const rules = [{ when: hasty, then: { type: 'Flag' } }]
    const task = await offered(rules, { autoAcceptRules: [{ type: 'MinAcceptanceRate', value: 0 }] })
    const worker = await executor(market)
    const report = await work(worker, task, 'cat')
    await ruled()
    const { flags, status } = await reportOf(report)
    assert.deepEqual([flags.includes('QuickWork'), status], [true, 'Pending'])
    assert.deepEqual((await ownWork(worker, report)).ruleFlags, ['QuickWork'])
    assert.deepEqual(membersOf(await actionsOf(task), 'reportId'), [report])
  })

  test('counts the time before a reservation was renewed, for no erased executor', async () => {
    const task = await offered([{ when: hasty, then: { type: 'Flag' } }])
    const [slow, fast, gone] = [await executor(market), await executor(market), await executor(market)]
    await reserved(slow, task.id)
    market.pass(3_600)
    const reports = [await work(slow, task, 'cat'), await work(fast, task, 'cat')]
    await work(gone, task, 'cat')
    await ctx.db.run(sql`update executors set deleted_at = now() where account = ${gone.id}::bigint`)
    await ruled()
    assert.deepEqual(membersOf(await actionsOf(task), 'reportId'), reports.slice(1))
    assert.ok((await reportOf(reports[0] as number)).workSeconds >= 3_600)
    await ctx.db.run(sql`update executors set deleted_at = null where account = ${gone.id}::bigint`)
  })

  test('gives way to the threshold of gold, which decides about earlier work too', async () => {
    const task = await offered([{ when: hasty, then: { type: 'Stop' } }], {
      ...withGold,
      gold: { perSlot: 1, minAccuracy: 0.6, minAnswers: 2, earlierWork: 'Reject' },
    })
    const worker = await executor(market)
    const first = await work(worker, task, 'dog')
    await reserved(worker, task.id)
    await ruled()
    const second = await work(worker, task, 'dog')
    await settleStops(ctx)
    await settleStops(ctx)
    assert.deepEqual(
      [(await reportOf(first)).status, (await reportOf(second)).status, await reserve(worker, task)],
      ['Rejected', 'Rejected', '409 accuracy_too_low'],
    )
    const given = await ctx.db.many<{ item: number }>(
      sql`select item from gold_given where offer = ${task.id}::bigint and is_right is not null`,
    )
    expectOk(await owner.b.post(`/v1/tasks/${task.id}/items/cancel`, { itemIds: membersOf(given, 'item') }))
    assert.equal(await reserve(worker, task), '409 work_too_fast')
  })

  test('stops by speed, skipped items and same answers, each with its reason', async () => {
    const stop = { then: { type: 'Stop' } }
    const cases = [
      [hasty, '409 work_too_fast', {}],
      [{ type: 'Skipped', items: 2 }, '409 too_many_items_skipped', { skipsMax: 1, itemsPerSlot: 2 }],
      // Members that the page does not ask for make answers no different.
      [{ type: 'SameAnswers', share: 1, last: 3 }, '409 too_many_same_answers', { page }],
    ] as const
    for (const [when, expected, members] of cases) {
      const task = await offered([{ when, ...stop }], { items: plain(9), ...members })
      const worker = await executor(market)
      for (let slot = 0; slot < 3; slot++) {
        const value = { label: 'a', extra: slot }
        const answer = when.type === 'Skipped' && slot > 0 ? { skipped: 'blurred' } : { value }
        await answered(market, task.id, [answer, { value }], worker)
      }
      await ruled()
      assert.equal(await reserve(worker, task), expected)
      const listed = expectOk(await worker.a.get('/api/executor/offers/available?OnlyEligible=true&pageSize=100')).items
      assert.ok(!membersOf(listed, 'id').includes(task.id))
    }
  })

  test('sends work back once, and says why', async () => {
    const task = await offered([{ when: hasty, then: { type: 'Rework' } }])
    const worker = await executor(market)
    const report = await work(worker, task, 'cat')
    await ruled()
    const own = await ownWork(worker, report)
    assert.equal(own.status, 'ReworkRequested')
    assert.match(own.rework.reason, /expects at least 60 s/)
    assert.deepEqual(
      own.history.map(({ event, actor }: { event: string; actor: string }) => `${event} ${actor}`),
      ['Submitted Executor', 'ReworkRequested Rule'],
    )
    assert.equal((await actionsOf(task)).length, 1)
  })

  test('grants and takes qualifications: by a quiz, and by speed', async () => {
    const [passed, fast] = [await qualification(), await qualification({ hasScore: false })]
    const grant = { type: 'Grant', qualificationId: passed }
    const quiz = await offered([{ when: { type: 'QuizPassed' }, then: grant }], {
      totalLimit: 5,
      items: known(3),
      itemsPerSlot: 3,
      gold: { perSlot: 3, minAccuracy: 0.6 },
    })
    const [good, bad] = [await executor(market), await executor(market)]
    await answered(market, quiz.id, [...labels('cat').slice(0, 2), { value: { label: 'dog' } }], good)
    await work(bad, quiz, 'dog')
    await ruled()
    const grants = await grantsOf(passed)
    assert.deepEqual(membersOf(grants, 'score'), [67])
    const task = await offered([
      { when: hasty, then: { type: 'Take', qualificationId: passed } },
      { when: hasty, then: { type: 'Grant', qualificationId: fast } },
    ])
    await work(good, task, 'cat')
    await ruled()
    assert.deepEqual([await grantsOf(passed), membersOf(await grantsOf(fast), 'score')], [[], [null]])
    assert.equal(outcome(await owner.b.delete(`/v1/qualifications/${fast}`)), '409 qualification_in_use')
  })

  test('acts once, though two works come at once and two processes evaluate them', async () => {
    const group = await qualification({ hasScore: false })
    const rules = [
      { when: { ...careless, minAnswers: 1 }, then: { type: 'Stop' } },
      { when: hasty, then: { type: 'Grant', qualificationId: group } },
      { when: hasty, then: { type: 'Flag' } },
      { when: { type: 'TooFast', belowSeconds: 61 }, then: { type: 'Rework' } },
    ]
    for (let round = 0; round < 3; round++) {
      const task = await offered(rules, withGold)
      const worker = await executor(market)
      const reports = [await work(worker, task, 'dog'), await work(worker, task, 'dog')]
      await checkForFraud(ctx)
      const works = await ctx.db.many<Parameters<typeof applyToWork>[1][number]>(
        sql`select id, offer, executor from executions where id = any(${reports}::bigint[]) order by id`,
      )
      const runs = [works, works.slice(0, 1), works.slice(1), works]
      await Promise.all([...runs.map((some) => applyToWork(ctx, some)), applyRules(ctx), applyRules(ctx)])
      type Listed = { readonly rule: { readonly then: { readonly type: string } }; readonly reportId: number | null }
      const kinds = (await actionsOf(task)).map(({ rule, reportId }: Listed) => `${rule.then.type} ${reportId ?? ''}`)
      assert.equal(new Set(kinds).size, kinds.length)
      assert.equal(kinds.filter((kind: string) => kind.startsWith('Rework')).length, 2)
      assert.equal(kinds.filter((kind: string) => /^(Stop|Grant)/.test(kind)).length, 2)
      const { count } = await ctx.db.one<{ count: number }>(
        sql`select count(*) as count from audit_log where action = 'task.apply_rule' and subject_id = ${task.id}::bigint`,
      )
      assert.equal(count, kinds.length)
      assert.equal(await applyToWork(ctx, works), 0)
    }
  })
})

describe('colluding and careless executors', () => {
  const aggregation = { method: 'Majority', minConfidence: 0.6, maxOverlap: 5 }
  const accepted = async (worker: Person, task: Offered, text: string) =>
    expectOk(await owner.b.post(`/v1/reports/${await work(worker, task, text)}/accept`))

  test('who disagree with the results are stopped when these are made, and others are not', async () => {
    const rules = [{ when: { type: 'Agreement', below: 0.5, minAnswers: 4 }, then: { type: 'Stop' } }]
    const task = await offered(rules, { items: plain(5), overlap: 4, aggregation })
    const [one, other, third, bad] = await Promise.all(Array.from({ length: 4 }, () => executor(market)))
    for (let slot = 0; slot < 4; slot++)
      for (const worker of [one, other, third]) await accepted(worker as Person, task, 'cat')
    for (let slot = 0; slot < 4; slot++) await accepted(bad as Person, task, 'dog')
    await computeResults(ctx)
    await ruled()
    assert.equal(await reserve(bad as Person, task), '409 agreement_too_low')
    assert.equal(await reserve(one as Person, task), '200')
    const [action, ...more] = await actionsOf(task)
    assert.deepEqual([action.figures, more.length], [{ agreed: 0, compared: 4, items: 4 }, 0])
    assert.equal(await applyRules(ctx), 0)
  })

  test('have their items answered once more, from held money', async () => {
    const rules = [{ when: { ...careless, minAnswers: 1 }, then: { type: 'AskMore' } }]
    const task = await offered(rules, {
      items: [...plain(1), ...known(5)],
      itemsPerSlot: 2,
      gold: { perSlot: 1 },
      overlap: 3,
      aggregation,
    })
    const held = async () => {
      const { budget, totalLimit, counts } = expectOk(await owner.b.get(`/v1/tasks/${task.id}`))
      return [totalLimit, budget.held, counts.accepted]
    }
    assert.deepEqual(await held(), [5, 5.5, 0])
    const reports = []
    // All agree on a wrong answer, so the result is sure; only the items that are known tell.
    for (let n = 0; n < 3; n++) reports.push(await work(await executor(market), task, n === 0 ? 'dog' : 'cat'))
    await ruled()
    assert.equal((await actionsOf(task)).length, 1)
    for (const report of reports) expectOk(await owner.b.post(`/v1/reports/${report}/accept`))
    await computeResults(ctx)
    assert.deepEqual(await held(), [5, 2.2, 3])
    await accepted(await executor(market), task, 'cat')
    await computeResults(ctx)
    assert.deepEqual(await held(), [4, 0, 4])
  })

  test('of whom work is rejected cost no further answer beyond its replacement', async () => {
    const rules = [{ when: hasty, then: { type: 'AskMore' } }]
    const task = await offered(rules, { items: plain(1), overlap: 2, aggregation: { ...aggregation, maxOverlap: 3 } })
    const report = await work(await executor(market), task, 'dog')
    await ruled()
    expectOk(await owner.b.post(`/v1/reports/${report}/reject`, { reason: 'This is no dog.' }))
    for (let n = 0; n < 2; n++) await accepted(await executor(market), task, 'cat')
    await computeResults(ctx)
    const { totalLimit, status } = expectOk(await owner.b.get(`/v1/tasks/${task.id}`))
    assert.deepEqual([totalLimit, status], [2, 'Completed'])
  })
})

const plainStop = { when: hasty, then: { type: 'Stop' } }
function wrongRules(group: number, scored: number) {
  const rule = plainStop
  const grant = (qualificationId: number, members: object = {}) => ({
    when: hasty,
    then: { type: 'Grant', qualificationId, ...members },
  })
  return [
    [[grant(999_999)], '400 unknown_qualification', 'rules.0.then.qualificationId'],
    [[grant(group, { score: 3 })], '400 validation_error', 'rules.0.then.score'],
    [[rule, grant(scored)], '400 validation_error', 'rules.1.then.score'],
    [[{ when: hasty, then: { type: 'AskMore' } }], '400 validation_error', 'rules.0.then.type'],
    [[{ when: careless, then: { type: 'Stop' } }], '400 validation_error', 'rules.0.when.type'],
    [[rule, rule], '400 validation_error', 'rules.1'],
    [
      [{ when: { type: 'TooFast', belowSeconds: -1 }, then: { type: 'Stop' } }],
      '400 validation_error',
      'rules.0.when.belowSeconds',
    ],
    [
      Array.from({ length: 21 }, (_, n) => ({
        when: { type: 'TooFast', belowSeconds: n + 1 },
        then: { type: 'Stop' },
      })),
      '400 validation_error',
      'rules',
    ],
  ] as const
}

describe('rules of a task', () => {
  const body = async (rules: readonly object[], members: object = {}) => {
    const task = await taskBody(market, { totalLimit: undefined, items: plain(2), draft: true, rules, ...members })
    return owner.b.post('/v1/tasks', task)
  }
  const rule = { when: hasty, then: { type: 'Stop' } }

  test('are shown, changed while it runs, and removed', async () => {
    const task = await offered([rule])
    const path = `/v1/tasks/${task.id}`
    assert.deepEqual(expectOk(await owner.b.get(path)).rules, [rule])
    const other = { when: { type: 'TooFast', belowSeconds: 5 }, then: { type: 'Flag' } }
    const changed = expectOk(await owner.b.patch(path, { rules: [rule, other] }))
    assert.deepEqual(changed.rules, [rule, other])
    assert.ok(changed.editableMembers.includes('rules'))
    assert.equal(expectOk(await owner.b.patch(path, { rules: null })).rules, undefined)
    assert.equal(outcome(await owner.a.post('/api/advertiser/offers/draft', { rules: [rule] })), '400 validation_error')
  })

  test('are refused with their places', async () => {
    const group = await qualification({ hasScore: false })
    const scored = await qualification()
    for (const [rules, expected, field] of wrongRules(group, scored)) {
      const answer = await body(rules)
      assert.equal(outcome(answer), expected)
      assert.ok(
        membersOf(answer.body.errors, 'field').includes(field),
        `${field}: ${JSON.stringify(answer.body.errors)}`,
      )
    }
    assert.equal(
      outcome(await body([{ when: hasty, then: { type: 'Rework' } }], { maxReworks: 0 })),
      '400 validation_error',
    )
    const { id } = await activeOffer(market, { advertiser: owner })
    assert.equal(outcome(await owner.b.patch(`/v1/tasks/${id}`, { rules: [rule] })), '400 validation_error')
  })

  test('are told to their advertiser alone', async () => {
    const task = await offered([rule])
    const stranger = await advertiser(market)
    assert.equal(outcome(await stranger.b.get(`/v1/tasks/${task.id}/rule-actions`)), '404 task_not_found')
    const worker = await executor(market)
    const detail = expectOk(await worker.a.get(`/api/executor/offers/available/${task.id}`))
    assert.ok(!('rules' in detail))
  })
})
