import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, expectOk, moneyOf, outcome, type Person, taskBody } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { createKey } from '../accounts/actions.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket({ keyRatePerMinute: 300 })
const body = await taskBody(market)

const bulk = (owner: Person, tasks: readonly unknown[], headers: Record<string, string> = {}) =>
  owner.b.send('POST', '/v1/tasks/bulk', JSON.stringify({ tasks }), { 'content-type': 'application/json', ...headers })
const shortOf = ({ status, task, problem }: { status: number; task?: object; problem?: { code: string } }) => {
  assert.equal(task === undefined, problem !== undefined)
  return problem ? `${status} ${problem.code}` : String(status)
}
const shorts = async (owner: Person, tasks: readonly unknown[], headers = {}) =>
  expectOk(await bulk(owner, tasks, headers)).results.map(shortOf)
const tasksOf = async (owner: Person): Promise<number> => expectOk(await owner.b.get('/v1/tasks')).totalCount

describe('creating many tasks', () => {
  test('answers for each in order, and an invalid one does not prevent the others', async () => {
    const owner = await advertiser(market)
    const tasks = [
      { ...body, externalId: 'a' },
      { ...body, title: '' },
      { ...body, titel: 'x' },
      {},
      { ...body, offerPriceId: 999_999 },
      { ...body, externalId: 'a' },
      { ...body, draft: true },
      { ...body, rewardPerAction: 0.5 },
    ]
    const { results } = expectOk(await bulk(owner, tasks))
    assert.deepEqual(results.map(shortOf), [
      '201',
      '400 validation_error',
      '400 validation_error',
      '400 validation_error',
      '400 unknown_price',
      '409 external_id_taken',
      '201',
      '400 validation_error',
    ])
    assert.equal(results[5].problem.existingTaskId, results[0].task.id)
    assert.deepEqual(results[2].problem.errors[0].params, { nearest: 'title' })
    assert.deepEqual([results[0].task.status, results[6].task.status], ['PendingModeration', 'Draft'])
    assert.equal((await moneyOf(owner)).held, 2.2)
    assert.equal(await tasksOf(owner), 2)
  })

  test('holds the cost of each until the money is spent', async () => {
    const owner = await advertiser(market, { funds: 5 })
    assert.deepEqual(await shorts(owner, [body, body, body, { ...body, totalLimit: 1 }, { ...body, maxCost: 0.1 }]), [
      '201',
      '201',
      '409 insufficient_funds',
      '409 insufficient_funds',
      '409 max_cost_exceeded',
    ])
    assert.deepEqual(await moneyOf(owner), { available: 0.6, held: 4.4 })
  })

  test('keeps the daily limit of the key', async () => {
    const owner = await advertiser(market)
    const { secret } = await createKey(market.ctx, { email: owner.email, dailySpendMax: 5 })
    const limited = { ...owner, b: market.as(secret) }
    assert.deepEqual(await shorts(limited, [body, body, body], { 'idempotency-key': 'daily-1' }), [
      '201',
      '201',
      '409 daily_spend_max_exceeded',
    ])
    assert.equal((await moneyOf(owner)).held, 4.4)
  })

  test('creates first items with their tasks', async () => {
    const owner = await advertiser(market)
    const { totalLimit: _, ...rest } = body
    const tasks = [
      { ...rest, overlap: 2, items: [{ data: { a: 1 } }, { data: { a: 2 } }] },
      {
        ...rest,
        overlap: 2,
        items: [
          { data: { a: 1 }, externalId: 'x' },
          { data: { a: 2 }, externalId: 'x' },
        ],
      },
    ]
    const { results } = expectOk(await bulk(owner, tasks))
    assert.deepEqual(
      results.map(({ status }: { status: number }) => status),
      [201, 400],
    )
    assert.equal(results[0].task.totalLimit, 4)
    assert.equal(await tasksOf(owner), 1)
  })

  test('ignores unknown members if the caller prefers that', async () => {
    const owner = await advertiser(market)
    assert.deepEqual(await shorts(owner, [{ ...body, titel: 'x' }], { prefer: 'handling=lenient' }), ['201'])
  })

  test('takes one to a hundred objects', async () => {
    const owner = await advertiser(market)
    for (const tasks of [[], Array.from({ length: 101 }, () => body), [5], [null]])
      assert.equal(outcome(await bulk(owner, tasks)), '400 validation_error')
    assert.equal(outcome(await owner.b.post('/v1/tasks/bulk', {})), '400 validation_error')
    assert.equal(await tasksOf(owner), 0)
  })
})

describe('an Idempotency-Key for many tasks', () => {
  test('creates each once, and answers the repeated request with the same results', async () => {
    const owner = await advertiser(market)
    const tasks = [body, { ...body, title: '' }, { ...body, externalId: 'b' }, { ...body, externalId: 'b' }]
    const headers = { 'idempotency-key': 'many-1' }
    const first = await bulk(owner, tasks, headers)
    const again = await bulk(owner, tasks, headers)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.deepEqual(expectOk(first).results.map(shortOf), [
      '201',
      '400 validation_error',
      '201',
      '409 external_id_taken',
    ])
    assert.equal(await tasksOf(owner), 2)
    assert.equal(outcome(await bulk(owner, [body], headers)), '409 idempotency_key_reused')
  })

  test('creates nothing if the request fails in the middle, and each once when it is repeated', async () => {
    const owner = await advertiser(market)
    const headers = { 'idempotency-key': 'many-2' }
    const tasks = [body, { ...body, externalId: 'crash' }, body]
    await market.owner.run(sql`
      create function fail_offer() returns trigger language plpgsql as $$
      begin if new.external_id = 'crash' then raise exception 'killed'; end if; return new; end $$`)
    await market.owner.run(sql`
      create trigger fail_offer before insert on offers for each row execute function fail_offer()`)
    assert.equal((await bulk(owner, tasks, headers)).status, 500)
    assert.equal(await tasksOf(owner), 0)
    assert.equal((await moneyOf(owner)).held, 0)
    await market.owner.run(sql`drop trigger fail_offer on offers`)
    assert.deepEqual(await shorts(owner, tasks, headers), ['201', '201', '201'])
    assert.equal(await tasksOf(owner), 3)
  })

  test('is safe with the same request at the same time', async () => {
    const owner = await advertiser(market)
    const headers = { 'idempotency-key': 'many-3' }
    const answers = await Promise.all([1, 2, 3].map(() => bulk(owner, [body, body], headers)))
    for (const answer of answers) assert.ok(['200', '409 idempotency_key_in_progress'].includes(outcome(answer)))
    assert.equal(await tasksOf(owner), 2)
  })
})

test('each task counts as a request', async () => {
  const owner = await advertiser(market)
  const draft = { ...body, title: '' }
  const left = ({ headers }: { headers: Headers }) =>
    Number(/"default";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  assert.equal(left(await bulk(owner, [draft])), 299)
  assert.equal(
    left(
      await bulk(
        owner,
        Array.from({ length: 100 }, () => draft),
      ),
    ),
    199,
  )
  assert.equal(
    left(
      await bulk(
        owner,
        Array.from({ length: 100 }, () => draft),
      ),
    ),
    99,
  )
  assert.equal(
    outcome(
      await bulk(
        owner,
        Array.from({ length: 100 }, () => body),
      ),
    ),
    '429 rate_limited',
  )
  assert.equal(outcome(await bulk(owner, [body])), '429 rate_limited')
  market.pass(61)
  assert.equal(await tasksOf(owner), 0)
})

test('callers without a valid key learn nothing', async () => {
  assert.equal(outcome(await market.as('no').post('/v1/tasks/bulk', { tasks: [{}] })), '401 token_invalid')
  const { secret } = await createKey(market.ctx, { email: (await advertiser(market)).email, scopes: ['tasks:read'] })
  assert.equal(outcome(await market.as(secret).post('/v1/tasks/bulk', { tasks: [{}] })), '403 insufficient_scope')
})

test('with automatic moderation the tasks are approved', async () => {
  const automatic = await openMarket({ moderation: 'auto' })
  const owner = await advertiser(automatic)
  const task = await taskBody(automatic)
  const { results } = expectOk(await bulk(owner, [task, { ...task, draft: true }], { 'idempotency-key': 'auto' }))
  const statuses = await Promise.all(
    results.map(
      async ({ task: { id } }: { task: { id: number } }) => expectOk(await owner.b.get(`/v1/tasks/${id}`)).status,
    ),
  )
  assert.deepEqual(statuses, ['Active', 'Draft'])
})
