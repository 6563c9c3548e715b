import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  outcome,
  type Person,
  submittedOffer,
  submittedWork,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { whileBlocked } from '../../test/support/scenarios/blocked-request.ts'
import { sql } from '../platform/sql.ts'
import { blockExecutors } from './sql-fragments.ts'

const listMembersMax = 10_001
const market = await openMarket({ listMembersMax })
const { db } = market.ctx
const path = '/v1/executor-lists'

const listOf = async ({ b }: Person, body: object = { name: 'Good ones' }): Promise<number> =>
  expectOk(await b.post(path, body)).id

/** Returns an advertiser and the aliases of executors who have worked for them. */
async function known(count: number) {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner, slots: count })
  const workers = await Promise.all(Array.from({ length: count }, () => executor(market)))
  const names: string[] = []
  for (const worker of workers) {
    const work = await submittedWork(market, id, worker)
    names.push(expectOk(await owner.b.get(`/v1/reports/${work.id}`)).executor.id)
  }
  return { owner, workers, names, offer: id }
}

describe('a list of executors', () => {
  test('is created, read, renamed and deleted', async () => {
    const owner = await advertiser(market)
    const { status, headers, body } = await owner.b.post(path, { name: '  Good at museums ' })
    assert.deepEqual([status, body.name, body.isBlockList, body.memberCount], [201, 'Good at museums', false, 0])
    assert.match(String(headers.get('location')), new RegExp(`${path}/${body.id}$`))
    assert.deepEqual(expectOk(await owner.b.get(`${path}/${body.id}`)), body)
    const renamed = expectOk(await owner.b.patch(`${path}/${body.id}`, { name: 'Museums' }))
    assert.deepEqual([renamed.name, renamed.createdAtUtc], ['Museums', body.createdAtUtc])
    const next = await listOf(owner)
    const page = expectOk(await owner.b.get(path))
    assert.deepEqual([page.totalCount, page.items.map(({ id }: { id: number }) => id)], [2, [next, body.id]])
    assert.deepEqual(expectOk(await owner.b.delete(`${path}/${body.id}`)), renamed)
    assert.equal(outcome(await owner.b.get(`${path}/${body.id}`)), '404 list_not_found')
    assert.equal(outcome(await owner.b.post(path, { name: ' \n ' })), '400 validation_error')
    assert.equal(outcome(await owner.b.patch(`${path}/${next}`, { name: ' ' })), '400 validation_error')
  })

  test('is limited to a hundred per advertiser, even with concurrent requests', async () => {
    const owner = await advertiser(market)
    for (let made = 0; made < 95; made++) await listOf(owner)
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.b.post(path, { name: 'One more' })))
    const outcomes = answers.map(outcome).sort()
    assert.deepEqual(outcomes, [...Array(5).fill('201'), ...Array(5).fill('409 too_many_lists')])
    assert.equal(expectOk(await owner.b.get(path)).totalCount, 100)
  })

  test('that blocks everywhere exists only once', async () => {
    const owner = await advertiser(market)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.b.post(path, { name: 'Out', isBlockList: true })),
    )
    const made = answers.filter(({ status }) => status === 201)
    const refused = answers.filter((answer) => outcome(answer) === '409 block_list_exists')
    assert.deepEqual([made.length, refused.length], [1, 4])
    assert.ok(refused.every(({ body }) => body.listId === made[0]?.body.id))
  })

  test('that blocks everywhere may be created concurrently by a rejection', async () => {
    const { owner, workers, names } = await known(1)
    const blocked = sql`
      select ${owner.id}::bigint as advertiser, ${workers[0]?.id ?? 0}::bigint as executor,
        ${names[0] ?? ''}::text as executor_alias, null::text as note`
    const late = await whileBlocked(
      db,
      (within) => within.flight(blockExecutors(within, blocked)),
      () => owner.b.post(path, { name: 'Out', isBlockList: true }),
    )
    assert.equal(outcome(late), '409 block_list_exists')
  })
})

describe('members of a list', () => {
  test('are executors who have worked for the advertiser, by their private aliases', async () => {
    const { owner, names } = await known(3)
    const id = await listOf(owner)
    const added = expectOk(
      await owner.b.post(`${path}/${id}/members`, { executorIds: names.slice(0, 2), note: 'Fast' }),
    )
    assert.equal(added.memberCount, 2)
    const again = expectOk(await owner.b.post(`${path}/${id}/members`, { executorIds: names }))
    assert.equal(again.memberCount, 3)
    const members = expectOk(await owner.b.get(`${path}/${id}/members`))
    assert.equal(members.totalCount, 3)
    const shown = members.items.map(({ id: name, note }: { id: string; note: string }) => [name, note])
    assert.deepEqual(shown, [
      [names[0], 'Fast'],
      [names[1], 'Fast'],
      [names[2], null],
    ])
    const fewer = expectOk(await owner.b.delete(`${path}/${id}/members/${names[0]}`))
    assert.equal(fewer.memberCount, 2)
    assert.deepEqual(expectOk(await owner.b.delete(`${path}/${id}/members/${names[0]}`)), fewer, 'once is enough')
    const firstPage = expectOk(await owner.b.get(`${path}/${id}/members?pageSize=1`))
    const rest = expectOk(await owner.b.get(`${path}/${id}/members?pageSize=1&cursor=${firstPage.nextCursor}`))
    assert.deepEqual([firstPage.items[0].id, rest.items[0].id], [names[1], names[2]])
  })

  test('are added all or none', async () => {
    const [{ owner, names }, others] = [await known(1), await known(1)]
    const id = await listOf(owner)
    const refused = await owner.b.post(`${path}/${id}/members`, { executorIds: [names[0], others.names[0], 'ex_0'] })
    assert.equal(outcome(refused), '400 unknown_executor')
    assert.deepEqual(membersOf(refused.body.errors, 'field'), ['executorIds.1', 'executorIds.2'])
    assert.equal(expectOk(await owner.b.get(`${path}/${id}/members`)).totalCount, 0)
    for (const executorIds of [[], [names[0], names[0]], ['x'.repeat(65)], 'ex_1', [1]])
      assert.equal(outcome(await owner.b.post(`${path}/${id}/members`, { executorIds })), '400 validation_error')
  })

  test('are limited to ten thousand, and in all lists together', async () => {
    const { owner, names: all } = await known(3)
    const [names, others] = [all.slice(0, 1), all.slice(1)]
    const id = await listOf(owner)
    await db.run(sql`
      insert into executor_list_members (list, executor, executor_alias, added_at)
      select ${id}::bigint, 1000000 + n, 'ex_' || n, ${db.now()} from generate_series(1, 10000) n`)
    const full = await owner.b.post(`${path}/${id}/members`, { executorIds: names })
    assert.deepEqual([outcome(full), full.body.most], ['409 list_full', 10_000])
    assert.equal(expectOk(await owner.b.delete(`${path}/${id}/members/ex_7`)).memberCount, 9_999)
    assert.equal(expectOk(await owner.b.post(`${path}/${id}/members`, { executorIds: names })).memberCount, 10_000)
    const second = `${path}/${await listOf(owner)}/members`
    const { body } = await owner.b.post(second, { executorIds: others })
    assert.deepEqual([body.code, body.max, body.used], ['storage_limit_reached', listMembersMax, 10_000])
    expectOk(await owner.b.post(second, { executorIds: others.slice(0, 1) }))
    assert.equal(outcome(await owner.b.post(second, { executorIds: others })), '409 storage_limit_reached')
    expectOk(await owner.b.post(second, { executorIds: others.slice(0, 1) }))
    expectOk(await owner.b.delete(`${path}/${id}`))
    assert.equal(await db.run(sql`select from executor_list_members where list = ${id}::bigint`), 0)
  })

  test('are counted correctly under concurrent changes', async () => {
    const { owner, names } = await known(6)
    const id = await listOf(owner)
    await Promise.all([
      ...names.map((name) => owner.b.post(`${path}/${id}/members`, { executorIds: [name] })),
      ...names.map((name) =>
        owner.b.post(`${path}/${id}/members`, { executorIds: [name, names[0]].slice(0, name === names[0] ? 1 : 2) }),
      ),
      ...names.slice(0, 3).map((name) => owner.b.delete(`${path}/${id}/members/${name}`)),
    ])
    const [{ memberCount }, { totalCount, items }] = [
      expectOk(await owner.b.get(`${path}/${id}`)),
      expectOk(await owner.b.get(`${path}/${id}/members`)),
    ]
    assert.deepEqual([memberCount, totalCount], [items.length, items.length])
  })
})

describe('a list that tasks use', () => {
  const use = async (owner: Person, members: object) =>
    (await submittedOffer(market, { advertiser: owner, members: { draft: true, ...members } })).id

  test('cannot be deleted until they are archived or use another', async () => {
    const owner = await advertiser(market)
    const [invited, out] = [await listOf(owner), await listOf(owner)]
    const first = await use(owner, { allowListId: invited, blockListId: out })
    const second = await use(owner, { allowListId: invited })
    const refused = await owner.b.delete(`${path}/${invited}`)
    assert.deepEqual([outcome(refused), refused.body.taskIds], ['409 list_in_use', [first, second]])
    assert.equal(outcome(await owner.b.delete(`${path}/${out}`)), '409 list_in_use')
    expectOk(await owner.b.patch(`/v1/tasks/${first}`, { allowListId: null }))
    expectOk(await owner.b.delete(`/v1/tasks/${second}`))
    expectOk(await owner.b.delete(`${path}/${invited}`))
    const { allowListId, blockListId } = expectOk(await owner.b.get(`/v1/tasks/${first}`))
    assert.deepEqual([allowListId, blockListId], [null, out])
    assert.equal(expectOk(await owner.b.get(`/v1/tasks/${second}`)).allowListId, null, 'what is archived loses it')
  })

  test('is deleted before they use it, or not at all', async () => {
    const owner = await advertiser(market)
    const outcomes: string[] = []
    for (let round = 0; round < 20; round++) {
      const id = await listOf(owner)
      const draft = await use(owner, {})
      const make = { ...(await body()), draft: true, allowListId: id }
      const [deleted, made, changed] = await Promise.all([
        owner.b.delete(`${path}/${id}`),
        owner.b.post('/v1/tasks', make),
        owner.b.patch(`/v1/tasks/${draft}`, { blockListId: id }),
      ])
      const used = [made, changed].filter(({ status }) => status < 300)
      const refused = [made, changed].filter((answer) => outcome(answer) === '400 unknown_list')
      assert.equal(used.length + refused.length, 2, `${outcome(made)} ${outcome(changed)}`)
      assert.equal(outcome(deleted), used.length > 0 ? '409 list_in_use' : '200')
      outcomes.push(outcome(deleted))
    }
    assert.equal(outcomes.length, 20)
  })

  const body = async () => {
    const { id } = await db.one<{ id: number }>(sql`select id from prices where code = 'survey.external'`)
    return { offerPriceId: id, title: 'A short survey', totalLimit: 2 }
  }
})

describe('a rejection that blocks', () => {
  const block = (rows: readonly (readonly [advertiser: number, executor: number, alias: string])[]) =>
    db.flight(
      blockExecutors(
        db,
        sql`
          select *, 'Copied work' as note from unnest(${rows.map(([one]) => one)}::bigint[], ${rows.map(([, one]) => one)}::bigint[],
            ${rows.map(([, , one]) => one)}::text[]) as wanted (advertiser, executor, executor_alias)`,
      ),
    )

  test('adds its executor to the advertiser’s block list, and creates that list', async () => {
    const { owner, workers, names } = await known(2)
    const [one, two] = workers.map(({ id }, index) => [owner.id, id, names[index] as string] as const)
    await block([one as never])
    // Who is on it already stays.
    await block([one as never, two as never])
    const { items } = expectOk(await owner.b.get(path))
    assert.deepEqual([items.length, items[0].name, items[0].isBlockList, items[0].memberCount], [1, 'Blocked', true, 2])
    const members = expectOk(await owner.b.get(`${path}/${items[0].id}/members`)).items
    assert.deepEqual(
      members.map(({ id: name, note }: { id: string; note: string }) => [name, note]),
      names.map((name) => [name, 'Copied work']),
    )
  })

  test('uses the existing block list', async () => {
    const { owner, workers, names } = await known(1)
    const id = await listOf(owner, { name: 'Never again', isBlockList: true })
    await block([[owner.id, workers[0]?.id ?? 0, names[0] as string]])
    assert.equal(expectOk(await owner.b.get(`${path}/${id}`)).memberCount, 1)
  })
})

test('an advertiser’s changes to lists are in the audit log', async () => {
  const { owner, names } = await known(1)
  const id = await listOf(owner)
  expectOk(await owner.b.patch(`${path}/${id}`, { name: 'Other' }))
  expectOk(await owner.b.post(`${path}/${id}/members`, { executorIds: names, note: 'Fast' }))
  expectOk(await owner.b.delete(`${path}/${id}/members/${names[0]}`))
  expectOk(await owner.b.delete(`${path}/${id}`))
  const rows = await db.many<{ action: string; account: number; data: object }>(sql`
    select action, account, data from audit_log where subject = 'list' and subject_id = ${id}::bigint order by id`)
  const shown = rows.map(({ action, account, data }) => [action, account, data])
  assert.deepEqual(shown, [
    ['list.create', owner.id, { name: 'Good ones', isBlockList: false }],
    ['list.rename', owner.id, { name: 'Other' }],
    ['list.add', owner.id, { executorIds: names, note: 'Fast' }],
    ['list.remove', owner.id, { executorIds: names }],
    ['list.delete', owner.id, {}],
  ])
})
