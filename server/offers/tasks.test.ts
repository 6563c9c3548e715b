import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  kindsOf,
  moneyOf,
  outcome,
  type Person,
  reserved,
  submittedOffer,
  taskBody,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket()
const patch = ({ b }: Person, id: number, body: object) => b.patch(`/v1/tasks/${id}`, body)

/** Every member of a task. */
const whole = {
  externalId: 'order-7781',
  description: 'Answer **ten** questions.',
  proofInstructions: 'A picture of the last page',
  acceptanceCriteria: [
    { id: 'c1', text: 'All questions are answered', required: true },
    { id: 'c2', text: 'Politely', required: false },
  ],
  details: { url: 'https://survey.example/1', estimatedMinutes: 5 },
  sourceLanguage: 'en',
  translations: { ru: { title: 'Короткий опрос' } },
  minAge: 21,
  maxAge: 65,
  gender: 'Female',
  targetCountryIds: [643, 840],
  reservationDurationSeconds: 900,
  reviewPeriodSeconds: 7_200,
  perExecutorLimit: 3,
  maxReworks: 0,
  reworkPeriodSeconds: 7_200,
  hourlyLimit: 5,
  dailyLimit: 20,
  startsAtUtc: '2090-01-01T00:00:00.000Z',
  endsAtUtc: '2090-02-01T00:00:00.000Z',
  minExecutorLevel: 2,
  autoAcceptRules: [{ type: 'MinAcceptanceRate', value: 0.95 }],
  metadata: { campaign: 'spring' },
}

describe('a task', () => {
  test('returns its members and its cost', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market, whole)
    const made = expectOk(await owner.b.post('/v1/tasks', body))
    assert.deepEqual({ ...made, ...whole }, made)
    const { rewardPerAction, feePerAction, addOnCostPerAction, costPerAction, currency, budget, counts, version } = made
    assert.deepEqual(
      [rewardPerAction, feePerAction, addOnCostPerAction, costPerAction, currency],
      [1, 0.1, 0, 1.1, 'USD'],
    )
    assert.deepEqual(budget, { total: 2.2, held: 2.2, spent: 0, released: 0 })
    assert.deepEqual(
      [counts.remaining, version, made.type, made.allowedActions],
      [2, 1, 'survey.external', ['Withdraw', 'Archive', 'Update']],
    )
    assert.deepEqual(expectOk(await owner.b.get(`/v1/tasks/${made.id}`)), made)
    assert.equal(expectOk(await owner.a.get(`/api/advertiser/offers/${made.id}`)).title, made.title)
  })

  test('an estimate returns the cost and creates nothing', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const answer = await owner.b.post(
      '/v1/tasks/estimate',
      await taskBody(market, { totalLimit: 100, details: whole.details }),
    )
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, {
      rewardPerAction: 1,
      feePerAction: 0.1,
      addOnCostPerAction: 0,
      costPerAction: 1.1,
      totalCost: 110,
      currency: 'USD',
      totalLimit: 100,
      available: 1,
      sufficient: false,
    })
    const small = await owner.b.post('/v1/tasks/estimate', await taskBody(market, { perExecutorLimit: 1 }))
    assert.deepEqual([small.body.totalCost, small.body.sufficient], [2.2, false])
    for (const path of ['/v1/tasks', '/v1/tasks/estimate'])
      assert.equal(outcome(await owner.b.post(path, await taskBody(market, { dryRun: true }))), '400 validation_error')
    for (const [members, refusal] of [
      [{ maxCost: 2.1999 }, '409 max_cost_exceeded'],
      [{ targetCountryIds: [1] }, '400 unknown_country'],
      [{ title: '' }, '400 validation_error'],
      [{ translations: { ru: { title: '\u202eopros' } } }, '400 validation_error'],
      [{ description: 'a\u202eb' }, '400 validation_error'],
    ] as const)
      assert.equal(outcome(await owner.b.post('/v1/tasks/estimate', await taskBody(market, members))), refusal)
    assert.deepEqual([await kindsOf(market, owner), expectOk(await owner.b.get('/v1/tasks')).totalCount], [[], 0])
  })

  test('is not created if it costs more than maxCost', async () => {
    const owner = await advertiser(market)
    const refused = await owner.b.post('/v1/tasks', await taskBody(market, { maxCost: 2.1999 }))
    assert.deepEqual(
      [outcome(refused), refused.body.maxCost, refused.body.totalCost],
      ['409 max_cost_exceeded', 2.1999, 2.2],
    )
    assert.deepEqual(await kindsOf(market, owner), [])
    expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { maxCost: 2.2 })))
  })

  test('has an external id that is unique in the account', async () => {
    const [owner, other] = [await advertiser(market), await advertiser(market)]
    const body = await taskBody(market, { externalId: 'order-1' })
    const { id } = expectOk(await owner.b.post('/v1/tasks', body))
    const refused = await owner.b.post('/v1/tasks', body)
    assert.deepEqual([outcome(refused), refused.body.existingTaskId], ['409 external_id_taken', id])
    expectOk(await other.b.post('/v1/tasks', body))
    const { id: second } = expectOk(await owner.b.post('/v1/tasks', { ...body, externalId: 'order-2' }))
    assert.equal(outcome(await patch(owner, second, { externalId: 'order-1' })), '409 external_id_taken')
    expectOk(await patch(owner, id, { externalId: null }))
    expectOk(await patch(owner, second, { externalId: 'order-1' }))
    assert.deepEqual(await moneyOf(owner), { available: 995.6, held: 4.4 })
  })
})

describe('an advertiser barred from offering', () => {
  test('cannot submit until the sanction ends, but can write drafts', async () => {
    const owner = await advertiser(market)
    const draft = await submittedOffer(market, { advertiser: owner, members: { draft: true } })
    const { a } = await theOperator(market)
    const body = {
      accountId: owner.id,
      kind: 'NoOffers',
      code: 'UnfairRejections',
      reason: 'Rejections without a reason',
    }
    const { id, endsAtUtc } = expectOk(
      await a.post('/api/operator/sanctions', { ...body, endsAtUtc: '2090-01-01T00:00:00Z' }),
    )
    const task = await taskBody(market)
    for (const refused of [
      await owner.b.post('/v1/tasks', task),
      await owner.a.post('/api/advertiser/offers/submit', task),
      await owner.a.post(`/api/advertiser/offers/${draft.id}/submit`),
      await patch(owner, draft.id, { status: 'PendingModeration' }),
    ])
      assert.deepEqual(
        [outcome(refused), refused.body.kind, refused.body.untilUtc],
        ['409 sanctioned', 'NoOffers', endsAtUtc],
      )
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
    expectOk(await owner.b.post('/v1/tasks', { ...task, draft: true }))
    expectOk(await owner.b.post('/v1/tasks/estimate', task))
    expectOk(await a.post(`/api/operator/sanctions/${id}/lift`, { reason: 'They explained it' }))
    expectOk(await owner.b.post('/v1/tasks', task))
  })
})

describe('a change of a task', () => {
  test('replaces the members that it names, and creates a version each time', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { ...whole, draft: true } })
    const before = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    const change = { title: 'A longer survey', minAge: null, targetCountryIds: [], totalLimit: 5, metadata: { a: 'b' } }
    const after = expectOk(await patch(owner, id, change))
    const { updatedAtUtc } = after
    const budget = { ...before.budget, total: 5.5 }
    assert.deepEqual(after, {
      ...before,
      ...change,
      metadata: { ...before.metadata, a: 'b' },
      counts: { ...before.counts, remaining: 5 },
      budget,
      version: 2,
      updatedAtUtc,
    })
    assert.deepEqual(expectOk(await patch(owner, id, {})), after, 'nothing named, nothing changed')
    assert.deepEqual(expectOk(await patch(owner, id, { title: 'A longer survey' })), after, 'nothing different')
  })

  test('merges objects, where null removes a member, and ignores no member that affects money', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, {
      members: { draft: true, metadata: { a: '1', b: '2' } },
    })
    const words = { ru: { title: 'Опрос', description: 'Коротко' } }
    expectOk(await patch(owner, id, { translations: words, metadata: { a: null, c: '3' } }))
    const after = expectOk(await patch(owner, id, { translations: { ru: { description: null } } }))
    assert.deepEqual([after.metadata, after.translations], [{ b: '2', c: '3' }, { ru: { title: 'Опрос' } }])
    assert.equal(outcome(await patch(owner, id, { totalLimit: 9, dryRun: true })), '400 validation_error')
    const dear = await patch(owner, id, { totalLimit: 9, maxCost: 9.89 })
    assert.deepEqual([outcome(dear), dear.body.totalCost], ['409 max_cost_exceeded', 9.9])
    assert.equal(expectOk(await patch(owner, id, { totalLimit: 9, maxCost: 9.9 })).totalLimit, 9)
    assert.equal(
      outcome(await patch(owner, 999_999, { gender: 'x' })),
      '400 validation_error',
      'before it is looked for',
    )
  })

  test('of the texts of a draft keeps the price that it was made with', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { draft: true } })
    const { rewardPerAction, offerPriceId } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    await market.ctx.db.run(sql`update prices set reward_units = reward_units * 5 where id = ${offerPriceId}::bigint`)
    assert.equal(expectOk(await patch(owner, id, { title: 'New' })).rewardPerAction, rewardPerAction)
    await market.ctx.db.run(sql`update prices set reward_units = reward_units / 5 where id = ${offerPriceId}::bigint`)
  })

  test('of an old version is refused, whether the body or the header names it', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { draft: true } })
    expectOk(await patch(owner, id, { title: 'Two', version: 1 }))
    const refused = await patch(owner, id, { title: 'Three', version: 1 })
    assert.deepEqual([outcome(refused), refused.body.currentVersion], ['409 version_conflict', 2])
    const ifMatch = (tag: string) =>
      owner.b.send('PATCH', `/v1/tasks/${id}`, '{"title":"Three"}', {
        'content-type': 'application/json',
        'if-match': tag,
      })
    assert.equal(outcome(await ifMatch('"1"')), '409 version_conflict')
    expectOk(await ifMatch('"2"'))
    assert.equal(outcome(await ifMatch('"2", W/"3"')), '409 version_conflict', 'a weak tag matches nothing')
    expectOk(await ifMatch('"2", "3"'))
    expectOk(await ifMatch('*'))
    assert.equal(outcome(await ifMatch('"abc"')), '409 version_conflict')
  })

  test('is limited by its status', async () => {
    const { id, advertiser: owner } = await submittedOffer(market)
    const refused = await patch(owner, id, { title: 'New', minAge: 30, metadata: { a: 'b' } })
    assert.deepEqual(
      [outcome(refused), refused.body.currentStatus, refused.body.members],
      ['409 task_not_editable', 'PendingModeration', ['title', 'minAge']],
    )
    expectOk(await patch(owner, id, { externalId: 'x', metadata: { a: 'b' } }))
    const running = await activeOffer(market)
    assert.equal(
      outcome(await patch(running.advertiser, running.id, { selectedAddOnIds: [1] })),
      '409 task_not_editable',
    )
    expectOk(
      await patch(running.advertiser, running.id, { title: 'New', reviewPeriodSeconds: 3_600, perExecutorLimit: 2 }),
    )
  })

  test('of a running task is possible though its price and add-ons are no longer offered', async () => {
    const [addOn] = await market.ctx.db.many<{ id: number }>(sql`
      insert into add_ons (code, names, cost_units, flat_units, is_active) values ('passing', '{"en":"x"}', 1, 1, true) returning id`)
    const { id, advertiser: owner } = await activeOffer(market, { members: { selectedAddOnIds: [addOn?.id] } })
    await market.ctx.db.run(sql`update add_ons set is_active = false where code = 'passing'`)
    assert.equal(expectOk(await patch(owner, id, { title: 'New', totalLimit: 3 })).totalLimit, 3)
    const draft = await submittedOffer(market, { members: { draft: true } })
    assert.equal(
      outcome(await patch(draft.advertiser, draft.id, { selectedAddOnIds: [addOn?.id] })),
      '400 unknown_add_on',
    )
  })

  test('of the limit holds or releases the difference, and is never below the slots in use', async () => {
    const { id, advertiser: owner } = await activeOffer(market, {
      advertiser: await advertiser(market, { funds: 11 }),
      slots: 5,
    })
    await reserved(await executor(market), id)
    expectOk(await patch(owner, id, { totalLimit: 9 }))
    assert.deepEqual(await moneyOf(owner), { available: 1.1, held: 9.9 })
    const refused = await patch(owner, id, { totalLimit: 11 })
    assert.deepEqual(
      [outcome(refused), refused.body.required, refused.body.shortfall],
      ['409 insufficient_funds', 2.2, 1.1],
    )
    expectOk(await patch(owner, id, { totalLimit: 1 }))
    assert.deepEqual(await moneyOf(owner), { available: 9.9, held: 1.1 })
    expectOk(await owner.a.post(`/api/advertiser/offers/${id}/pause`))
    expectOk(await patch(owner, id, { totalLimit: 4 }))
    assert.equal((await (await executor(market)).a.post(`/api/executor/offers/${id}/reserve`)).status, 404)
    expectOk(await owner.a.post(`/api/advertiser/offers/${id}/resume`))
    await reserved(await executor(market), id)
    const low = await patch(owner, id, { totalLimit: 1 })
    assert.deepEqual([outcome(low), low.body.minimum], ['409 task_state_conflict', 2])
  })

  test('may include another status; both apply or neither', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { draft: true } })
    const broke = await submittedOffer(market, {
      advertiser: await advertiser(market, { funds: 1 }),
      members: { draft: true },
    })
    assert.equal(
      expectOk(await patch(owner, id, { status: 'PendingModeration', title: 'New' })).status,
      'PendingModeration',
    )
    assert.equal(
      outcome(await patch(broke.advertiser, broke.id, { status: 'PendingModeration', title: 'New' })),
      '409 insufficient_funds',
    )
    assert.equal(expectOk(await broke.advertiser.b.get(`/v1/tasks/${broke.id}`)).title, 'A short survey')
    assert.equal(outcome(await patch(owner, id, { status: 'Active' })), '409 task_state_conflict')
    for (const status of ['Archived', 'Completed', 'Rejected']) {
      assert.equal(outcome(await patch(owner, id, { status })), '409 task_state_conflict', status)
    }
    for (const status of ['toString', 'active']) {
      assert.equal(outcome(await patch(owner, id, { status })), '400 validation_error', status)
    }
    const { id: running, advertiser: other } = await activeOffer(market)
    assert.equal(expectOk(await patch(other, running, { status: 'Paused', title: 'New' })).status, 'Paused')
    assert.equal(expectOk(await patch(other, running, { status: 'Active' })).pendingChange.content.title, 'New')
  })

  test('in Group A replaces the members of Group A and keeps the rest', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { ...whole, draft: true } })
    const body = await taskBody(market, { title: 'New', totalLimit: 7 })
    const { title, totalLimit, minAge, details } = expectOk(await owner.a.put(`/api/advertiser/offers/${id}`, body))
    assert.deepEqual([title, totalLimit, minAge, details], ['New', 7, null, {}])
    const task = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    assert.deepEqual(
      [task.externalId, task.description, task.metadata],
      [whole.externalId, whole.description, whole.metadata],
    )
  })

  test('answers 404 for tasks of others and missing ones', async () => {
    const [{ id }, stranger] = [await activeOffer(market), await advertiser(market)]
    for (const task of [id, 999_999, 'x']) {
      assert.equal(outcome(await stranger.b.get(`/v1/tasks/${task}`)), '404 task_not_found')
      assert.equal(outcome(await stranger.b.patch(`/v1/tasks/${task}`, { title: 'New' })), '404 task_not_found')
      assert.equal(outcome(await stranger.b.delete(`/v1/tasks/${task}`)), '404 task_not_found')
      assert.equal(outcome(await stranger.a.get(`/api/advertiser/offers/${task}`)), '404 offer_not_found')
      assert.equal(outcome(await stranger.a.post(`/api/advertiser/offers/${task}/pause`)), '404 offer_not_found')
    }
  })
})

describe('listing tasks', async () => {
  const owner = await advertiser(market)
  const make = async (members: object) =>
    (await submittedOffer(market, { advertiser: owner, members: { ...members } })).id
  const beans = await make({ title: 'Count Beans', externalId: 'b', draft: true })
  market.pass(60)
  const peas = await make({ title: 'Count peas', translations: { ru: { title: 'Считай зеленый ГОРОХ' } } })
  market.pass(60)
  const gone = await make({ title: 'Apples' })
  expectOk(await owner.b.delete(`/v1/tasks/${gone}`))
  expectOk(await patch(owner, beans, { description: 'Changed last' }))
  const { createdAtUtc, offerPriceId, offerCategoryId, offerPlatformId } = expectOk(
    await owner.b.get(`/v1/tasks/${peas}`),
  )
  const cases: [string, number[]][] = [
    ['', [peas, beans]],
    ['?includeArchived=true', [gone, peas, beans]],
    ['?status=Archived', [gone]],
    ['?status=Draft,Archived', [gone, beans]],
    ['?status=Draft&status=PendingModeration', [peas, beans]],
    ['?externalId=b', [beans]],
    ['?search=count', [peas, beans]],
    [`?search=${encodeURIComponent('горох')}`, [peas]],
    ['?search=%25', []],
    [`?search=${encodeURIComponent(' ЗЕЛЁНЫЙ ')}`, [peas]],
    [`?search=${encodeURIComponent('cafe\u0301')}`, [beans]],
    [`?createdFrom=${createdAtUtc}`, [peas]],
    [`?createdTo=${createdAtUtc}&createdFrom=${createdAtUtc}`, [peas]],
    ['?updatedTo=2020-01-01', []],
    [
      `?offerPriceId=${offerPriceId}&offerCategoryId=${offerCategoryId}&offerPlatformId=${offerPlatformId}`,
      [peas, beans],
    ],
    ['?offerPriceId=999999', []],
    ['?sort=createdAt', [beans, peas]],
    ['?sort=-updatedAt', [beans, peas]],
    ['?sort=title&includeArchived=true', [gone, beans, peas]],
    ['?PAGESIZE=1&Page=2', [beans]],
  ]

  test('returns them newest first, without archived ones, by every filter', async () => {
    // As an earlier version stored it.
    await market.ctx.db.run(
      sql`update offers set searchable = 'count beans ' || ${'CAFE\u0301'.toLowerCase()}::text where id = ${beans}::bigint`,
    )
    for (const [query, expected] of cases) {
      const { items } = expectOk(await owner.b.get(`/v1/tasks${query}`))
      const found = items.map(({ id }: { id: number }) => id)
      assert.deepEqual(found, expected, query)
    }
  })

  test('includes the total, which does not depend on the page', async () => {
    assert.equal(expectOk(await owner.b.get('/v1/tasks?pageSize=1')).totalCount, 2)
    assert.equal(expectOk(await owner.a.get('/api/advertiser/offers')).totalCount, 3)
  })

  test('refuses invalid parameters', async () => {
    for (const query of ['sort=price', 'createdFrom=x', 'cursor=x', 'offerPriceId=x']) {
      assert.equal((await owner.b.get(`/v1/tasks?${query}`)).status, 400, query)
    }
  })
})
