import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { suspendAccount } from '../../accounts/sanctions/actions.ts'
import { alertSearches } from '../../notifications/actions-alerts.ts'
import { mailDigests } from '../../notifications/actions-digest.ts'
import { sql } from '../../platform/sql.ts'
import { searchesMax } from './saved-search.ts'

const market = await openMarket()
const { db } = market.ctx
const path = '/api/executor/saved-searches'
const save = ({ a }: Person, name: string, filters: object = {}, more: object = {}) =>
  a.post(path, { name, filters, ...more })
const experienced = { type: 'AcceptedCount', comparison: 'AtLeast', values: [5] }
/** Makes an offer available, and waits until lists of every process have it and searches are due. */
async function offered(members: Readonly<Record<string, unknown>>, more: object = {}) {
  const offer = await activeOffer(market, { members, ...more })
  market.pass(700)
  return offer
}
const told = async ({ a }: Person): Promise<{ searchName: string; reports: number }[]> =>
  expectOk(await a.get('/api/account/notifications?pageSize=100'))
    .items.filter(({ kind }: { kind: string }) => kind === 'SearchMatched')
    .map(({ data }: { data: object }) => data)

describe('a saved search', () => {
  test('is listed by name, replaced under its name, and deleted', async () => {
    const worker = await executor(market)
    const filters = { search: 'survey', minReward: 0.5, onlyFavourites: true, sort: '-reward' }
    const made = expectOk(await save(worker, '  My  surveys ', filters))
    assert.deepEqual([made.name, made.filters, made.alerts], ['My surveys', filters, true])
    expectOk(await save(worker, 'All'))
    const replaced = expectOk(await save(worker, 'My surveys', { search: 'photo' }, { alerts: false }))
    assert.deepEqual([replaced.id, replaced.filters, replaced.alerts], [made.id, { search: 'photo' }, false])
    const names = expectOk(await worker.a.get(path)).items.map(({ name }: { name: string }) => name)
    assert.deepEqual(names, ['All', 'My surveys'])
    const other = await executor(market)
    assert.deepEqual(expectOk(await other.a.get(path)).items, [])
    for (const answer of [
      await other.a.delete(`${path}/${made.id}`),
      await other.a.patch(`${path}/${made.id}`, { alerts: true }),
    ])
      assert.equal(outcome(answer), '404 saved_search_not_found')
    expectOk(await worker.a.delete(`${path}/${made.id}`))
    assert.equal(outcome(await worker.a.delete(`${path}/${made.id}`)), '404 saved_search_not_found')
  })

  test('is refused with unknown filters or a blank name, and above the limit, even at once', async () => {
    const worker = await executor(market)
    for (const [name, filters] of [
      ['a', { colour: 'red' }],
      [' ', {}],
      ['a\0', {}],
      ['x'.repeat(41), {}],
      ['a', { minReward: 'much' }],
    ] as const)
      assert.equal(outcome(await save(worker, name, filters)), '400 validation_error')
    const answers = await Promise.all(Array.from({ length: searchesMax + 2 }, (_, n) => save(worker, `Search ${n}`)))
    assert.equal(answers.filter(({ status }) => status === 200).length, searchesMax)
    assert.equal(answers.filter((answer) => outcome(answer) === '409 storage_limit_reached').length, 2)
  })
})

describe('alerts', () => {
  test('tell once of what became available since, matches, and the executor could reserve', async () => {
    const [worker, blocker, suspended] = [await executor(market), await executor(market), await executor(market)]
    await offered({ title: 'An old survey' })
    expectOk(await save(suspended, 'Surveys', { search: 'survey' }))
    await suspendAccount(market.ctx, suspended.email, 'a test')
    expectOk(await save(worker, 'Surveys', { search: 'survey' }))
    expectOk(await save(worker, 'Dear ones', { minReward: 50 }))
    expectOk(await save(blocker, 'Surveys', { search: 'survey' }))
    const owner = await advertiser(market)
    const mine = await offered({ title: 'A new survey' }, { advertiser: owner })
    expectOk(await blocker.a.put(`${workPath(mine.id)}/advertiser-mark`, { mark: 'Blocked' }))
    await offered({ title: 'A photo' })
    await offered({ title: 'A survey for others', targetCountryIds: [250] })
    await offered({ title: 'A survey for the experienced', requirements: [experienced] })
    await Promise.all([alertSearches(market.ctx), alertSearches(market.ctx)])
    assert.deepEqual(
      (await told(worker)).map(({ searchName, reports }) => [searchName, reports]),
      [['Surveys', 1]],
    )
    assert.deepEqual(await told(blocker), [])
    assert.deepEqual(
      await db.many(
        sql`select id from notifications where account = ${suspended.id}::bigint and kind = 'SearchMatched'`,
      ),
      [],
    )
    market.pass(3_700)
    await alertSearches(market.ctx)
    assert.equal((await told(worker)).length, 1, 'not again')
    await offered({ title: 'Another survey' })
    await alertSearches(market.ctx)
    assert.equal((await told(worker)).length, 2)
  })

  test('are mailed in the digest with the name of the search, unless the person turned that off', async () => {
    const [worker, quiet] = [await executor(market), await executor(market)]
    expectOk(await save(worker, 'Bcc: all@example.com', { search: 'mailed' }))
    expectOk(await save(quiet, 'Mailed', { search: 'mailed' }))
    expectOk(
      await quiet.a.patch('/api/account/notification-settings', { choices: [{ kind: 'SearchMatched', email: false }] }),
    )
    await offered({ title: 'A mailed task' })
    await alertSearches(market.ctx)
    market.pass(301)
    await mailDigests(market.ctx)
    const mails = (person: Person) =>
      db.many<{ subject: string; body: string }>(sql`
        select subject, body from mails where recipient = ${person.email} and subject like 'Saved searches%'`)
    const [mail, ...rest] = await mails(worker)
    assert.deepEqual([mail?.subject, rest], ['Saved searches with new tasks: 1', []])
    assert.match(mail?.body ?? '', /^“Bcc: all@example.com”: 1 new\nhttp/)
    assert.deepEqual(await mails(quiet), [])
    assert.equal((await told(quiet)).length, 1, 'in the console still')
  })

  test('that are off tell nothing, also not later of what came meanwhile', async () => {
    const worker = await executor(market)
    const { id } = expectOk(await save(worker, 'Quiet', { search: 'quiet' }))
    assert.equal(expectOk(await worker.a.patch(`${path}/${id}`, { alerts: false })).alerts, false)
    await offered({ title: 'A quiet task' })
    await alertSearches(market.ctx)
    expectOk(await worker.a.patch(`${path}/${id}`, { alerts: true }))
    market.pass(1_300)
    await alertSearches(market.ctx)
    assert.deepEqual(await told(worker), [])
  })
})
