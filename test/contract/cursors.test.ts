import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { reportSorts } from '../../server/executions/sql-filter.ts'
import { sorts } from '../../server/offers/list/sql.ts'
import { sql } from '../../server/platform/sql.ts'
import { availableSorts } from '../../server/reservations/available-offers/filter.ts'
import type { Client } from '../support/client.ts'
import { openSession } from '../support/console.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  operator as makeOperator,
  outcome,
  type Person,
  theOperator,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes } from '../support/mounted-routes.ts'
import { someOf } from '../support/sampling.ts'
import { fillDisputes } from '../support/scenarios/appeals.ts'
import { fillWithdrawals } from '../support/scenarios/earnings.ts'
import {
  fillAdvertiserMarks,
  fillBookingRequests,
  fillCredentials,
  fillDesk,
  fillEndpoints,
  fillExecutorLists,
  fillFraudHolds,
  fillHeld,
  fillLists,
  fillMoneyRuleValues,
  fillNotifications,
  fillOfferReports,
  fillOperatorRequests,
  fillQualifications,
  fillRefunds,
  fillSanctions,
} from '../support/scenarios/many-lists.ts'
import { fillMessages } from '../support/scenarios/messages.ts'
import { type Item, idsOf, paged, part, walked } from '../support/scenarios/paging.ts'

const market = await openMarket()
const people = { owner: await advertiser(market), worker: await executor(market) }
const { owner, worker, offer } = await fillLists(market, people, 60)
const operator = await theOperator(market)
const sessionOf = async ({ id }: Person) => market.as((await openSession(market, id)).split('; ')[0])
const session = await sessionOf(owner)
await fillCredentials(market, owner, 60)
const endpoint = await fillEndpoints(market, owner, 60)
await fillSanctions(market, owner, 60)
await fillMoneyRuleValues(market, 60)
await fillDesk(market, operator, owner, 60)
await market.ctx.db.run(sql`
  insert into profile_changes (account, members, status, requested_at, due_at)
  select 1000000 + n, '{"country": 276}', 'Pending', now(), now() from generate_series(1, 60) n`)
await fillNotifications(market, owner, 60)
await fillHeld(market, owner, 60)
await fillFraudHolds(market, owner, 60)
const [ownQualification, marketQualification] = await fillQualifications(market, people, 60)
const executorList = await fillExecutorLists(market, owner, 60)
const { id: itemTask } = await activeOffer(market, {
  advertiser: owner,
  members: { totalLimit: undefined, items: Array.from({ length: 60 }, (_, n) => ({ data: { n } })) },
})
await market.ctx.db.run(sql`
  insert into item_imports (offer, account, status, format, bytes, hash, created_at, ended_at)
  select ${itemTask}::bigint, ${owner.id}::bigint, 'Failed', 'csv', 1, '', now(), now() from generate_series(1, 60)`)
await market.ctx.db.run(sql`
  insert into executor_accuracy (offer, executor, right_count, answered_count)
  select ${itemTask}::bigint, 1000000 + n, 1, 2 from generate_series(1, 60) n`)
await market.ctx.db.run(sql`
  insert into rule_actions (offer, executor, rule_key, execution, rule, figures, acted_at)
  select ${itemTask}::bigint, ${worker.id}::bigint, 'Skipped 1 Flag', n, '{"when": {"type": "Skipped", "atLeast": 1}, "then": {"type": "Flag"}}',
    '{"skipped": 1}', now() from generate_series(1, 60) n`)
await market.ctx.db.run(sql`
  insert into audit_log (actor, account, action, subject, subject_id, owner, created_at)
  select 'advertiser', ${owner.id}::bigint, 'workspace.request', 'account', ${owner.id}::bigint, ${owner.id}::bigint, now()
  from generate_series(1, 60)`)
await fillDisputes(market, owner, 60)
await fillWithdrawals(market, worker, 60)
await fillBookingRequests(market, owner, 60)
await fillOperatorRequests(market, 60)
await fillOfferReports(market, worker)
await fillAdvertiserMarks(market, worker, 60)
const conversation = await fillMessages(market, { owner, worker, offer }, 60)
await fillRefunds(market, owner, 60)

type List = { readonly client: Client; readonly path: string; readonly sorts?: readonly string[] }

/** Every paginated list of the API, with an account that has many entries in it. */
const lists: Readonly<Record<string, List>> = {
  'GET /api/advertiser/offers': { client: owner.a, path: '/api/advertiser/offers' },
  'GET /api/account/notifications': { client: owner.a, path: '/api/account/notifications' },
  'GET /api/account/sanctions': { client: owner.a, path: '/api/account/sanctions' },
  'GET /api/operator/accounts': { client: operator.a, path: '/api/operator/accounts' },
  'GET /api/operator/accounts/:accountId/work': {
    client: operator.a,
    path: `/api/operator/accounts/${worker.id}/work`,
  },
  'GET /console/api/settings/tokens': { client: session, path: '/console/api/settings/tokens' },
  'GET /console/api/settings/workspace/activity': { client: session, path: '/console/api/settings/workspace/activity' },
  'GET /console/api/settings/keys': { client: session, path: '/console/api/settings/keys' },
  'GET /api/operator/profile-changes': { client: operator.a, path: '/api/operator/profile-changes' },
  'GET /api/operator/sanctions': { client: operator.a, path: '/api/operator/sanctions' },
  'GET /api/operator/audit': { client: operator.a, path: '/api/operator/audit' },
  'GET /api/operator/fraud-holds': { client: operator.a, path: '/api/operator/fraud-holds' },
  'GET /api/operator/held-rejections': { client: operator.a, path: '/api/operator/held-rejections' },
  'GET /api/operator/offers': { client: operator.a, path: '/api/operator/offers?status=Active' },
  'GET /api/executor/offers/available': {
    client: worker.a,
    path: '/api/executor/offers/available',
    sorts: availableSorts,
  },
  'GET /api/executor/reservations': { client: worker.a, path: '/api/executor/reservations' },
  'GET /api/executor/executions': { client: worker.a, path: '/api/executor/executions' },
  'GET /api/executor/advertiser-marks': { client: worker.a, path: '/api/executor/advertiser-marks' },
  'GET /api/executor/disputes': { client: worker.a, path: '/api/executor/disputes' },
  'GET /api/operator/disputes': { client: operator.a, path: '/api/operator/disputes' },
  'GET /api/executor/conversations': { client: worker.a, path: '/api/executor/conversations' },
  'GET /api/executor/conversations/:id/messages': {
    client: worker.a,
    path: `/api/executor/conversations/${conversation}/messages`,
  },
  'GET /v1/conversations': { client: owner.b, path: '/v1/conversations' },
  'GET /v1/conversations/:id/messages': { client: owner.b, path: `/v1/conversations/${conversation}/messages` },
  'GET /api/operator/message-reports': { client: operator.a, path: '/api/operator/message-reports' },
  'GET /api/operator/offer-reports': { client: operator.a, path: '/api/operator/offer-reports' },
  'GET /api/operator/guarantee-payments': {
    client: operator.a,
    path: '/api/operator/guarantee-payments?status=Waiting,Approved,Refused,Covered',
  },
  'GET /api/operator/guarantee': { client: operator.a, path: '/api/operator/guarantee' },
  'GET /v1/disputes': { client: owner.b, path: '/v1/disputes' },
  'GET /api/executor/transactions': { client: worker.a, path: '/api/executor/transactions' },
  'GET /api/executor/withdrawals': { client: worker.a, path: '/api/executor/withdrawals' },
  'GET /api/operator/withdrawals': { client: operator.a, path: '/api/operator/withdrawals?status=Failed' },
  'GET /api/operator/payouts': { client: operator.a, path: '/api/operator/payouts' },
  'GET /v1/tasks': { client: owner.b, path: '/v1/tasks', sorts },
  'GET /v1/executor-lists': { client: owner.b, path: '/v1/executor-lists' },
  'GET /v1/qualifications': { client: owner.b, path: '/v1/qualifications' },
  'GET /v1/qualifications/:id/grants': { client: owner.b, path: `/v1/qualifications/${ownQualification}/grants` },
  'GET /api/operator/qualifications': { client: operator.a, path: '/api/operator/qualifications' },
  'GET /api/operator/qualifications/:id/grants': {
    client: operator.a,
    path: `/api/operator/qualifications/${marketQualification}/grants`,
  },
  'GET /api/executor/qualifications': { client: worker.a, path: '/api/executor/qualifications' },
  'GET /v1/tasks/:id/items': { client: owner.b, path: `/v1/tasks/${itemTask}/items` },
  'GET /v1/tasks/:id/results': { client: owner.b, path: `/v1/tasks/${itemTask}/results` },
  'GET /v1/tasks/:id/rule-actions': { client: owner.b, path: `/v1/tasks/${itemTask}/rule-actions` },
  'GET /v1/tasks/:id/accuracies': { client: owner.b, path: `/v1/tasks/${itemTask}/accuracies` },
  'GET /v1/tasks/:id/imports': { client: owner.b, path: `/v1/tasks/${itemTask}/imports` },
  'GET /v1/executor-lists/:id/members': { client: owner.b, path: `/v1/executor-lists/${executorList}/members` },
  'GET /v1/reports': { client: owner.b, path: '/v1/reports', sorts: reportSorts },
  'GET /v1/tasks/:id/reservations': { client: owner.b, path: `/v1/tasks/${offer}/reservations` },
  'GET /v1/tasks/:id/reports': { client: owner.b, path: `/v1/tasks/${offer}/reports`, sorts: reportSorts },
  'GET /api/operator/webhooks': { client: operator.a, path: '/api/operator/webhooks' },
  'GET /v1/webhooks': { client: owner.b, path: '/v1/webhooks' },
  'GET /v1/webhooks/:id/deliveries': { client: owner.b, path: `/v1/webhooks/${endpoint}/deliveries` },
  'GET /api/advertiser/deposits': { client: owner.a, path: '/api/advertiser/deposits' },
  'GET /v1/deposits': { client: owner.b, path: '/v1/deposits' },
  'GET /api/advertiser/refunds': { client: owner.a, path: '/api/advertiser/refunds' },
  'GET /api/operator/refunds': { client: operator.a, path: '/api/operator/refunds?status=Paid' },
  'GET /api/operator/booking-requests': { client: operator.a, path: '/api/operator/booking-requests' },
  'GET /api/operator/operator-requests': { client: operator.a, path: '/api/operator/operator-requests' },
  'GET /api/operator/assignments': { client: operator.a, path: '/api/operator/assignments' },
  'GET /api/operator/notes/:subject/:id': { client: operator.a, path: `/api/operator/notes/account/${owner.id}` },
  'GET /api/operator/money-rule-values': { client: operator.a, path: '/api/operator/money-rule-values' },
  'GET /api/operator/deposits': { client: operator.a, path: '/api/operator/deposits' },
  'GET /v1/balance/transactions': { client: owner.b, path: '/v1/balance/transactions' },
}

const sorted = ({ path, sorts: all }: List): string[] => (all ? all.map((sort) => `${path}?sort=${sort}`) : [path])

test('every list of the server has cursor paging and is in the table', async () => {
  const isList = ({ answer }: { answer?: { properties?: object } }) =>
    ['items', 'totalCount'].every((name) => name in (answer?.properties ?? {}))
  const routes = (await mountedRoutes(market.ctx)).filter(isList)
  for (const { route, query, answer } of routes) {
    assert.ok('nextCursor' in answer.properties, route)
    assert.ok('cursor' in query.properties || 'Cursor' in query.properties, route)
  }
  assert.deepEqual(routes.map(({ route }) => route).sort(), Object.keys(lists).sort())
})

describe('paging by cursors', async () => {
  for (const [name, list] of Object.entries(lists)) {
    for (const path of sorted(list))
      test(`finds the same records in ${path === list.path ? name : path} as its pages, in order`, async () => {
        const [pages, walk] = [await paged(list.client, path, 25), await walked(list.client, path, 11)]
        assert.ok(walk.length >= 60, `${walk.length} records`)
        assert.deepEqual(idsOf(walk), idsOf(pages))
        assert.equal(new Set(idsOf(walk)).size, walk.length)
      })
  }

  test('starts after any page and accepts any page size', async () => {
    const paths = Object.values(lists).flatMap((list) => sorted(list).map((path) => ({ client: list.client, path })))
    const cases = fc.record({
      list: fc.constantFrom(...paths),
      page: fc.integer({ min: 1, max: 8 }),
      sizes: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ list: { client, path }, page, sizes: [first = 1, ...sizes] }) => {
        const all = idsOf(await walked(client, path, 100))
        const found = await part(client, path, `pageSize=${first}&page=${page}`)
        let index = Math.min(page * first, all.length)
        assert.deepEqual(idsOf(found.items), all.slice((page - 1) * first, index))
        let next = found.nextCursor
        for (const size of sizes) {
          assert.equal(next === null, index >= all.length || found.items.length === 0)
          if (next === null) return
          const more = await part(client, path, `pageSize=${size}&cursor=${next}`)
          assert.deepEqual(idsOf(more.items), all.slice(index, index + size))
          assert.deepEqual([more.page, more.pageSize, more.totalCount], [1, size, found.totalCount])
          index += more.items.length
          next = more.nextCursor
        }
      }),
      { numRuns: process.env.LONG === '1' ? 1_000 : 25 },
    )
  })

  test('continues after a record that was archived in the meantime', async () => {
    const path = '/v1/tasks?sort=title'
    const { items, nextCursor } = await part(owner.b, path, 'pageSize=5')
    const rest = idsOf(await walked(owner.b, path, 100, nextCursor))
    const last = items.at(-1) as Item
    expectOk(await owner.b.delete(`/v1/tasks/${last.id}`))
    assert.deepEqual(idsOf(await walked(owner.b, path, 100, nextCursor)), rest)
  })

  test('handles titles in any script and of any length', async () => {
    const author = await advertiser(market)
    const { offerPriceId } = expectOk(await owner.b.get(`/v1/tasks/${offer}`))
    const titles = [
      '😀'.repeat(500),
      'ß',
      'ẞ',
      'a',
      'A',
      'ä',
      'Ä',
      '%',
      "'",
      'щ',
      'Щ',
      'e\u0301\u0301',
      'a b',
      'ab',
      'a',
      '中',
    ]
    for (const title of titles)
      expectOk(await author.b.post('/v1/tasks', { offerPriceId, title, totalLimit: 1, draft: true }))
    for (const sort of ['title', '-title']) {
      const walk = await walked(author.b, `/v1/tasks?sort=${sort}`, 1)
      assert.deepEqual(idsOf(walk), idsOf((await part(author.b, `/v1/tasks?sort=${sort}`, 'pageSize=100')).items))
      assert.equal(walk.length, titles.length)
    }
  })

  test('takes precedence over the page parameter in any letter case, and must not be empty', async () => {
    for (const { client, path } of Object.values(lists)) {
      const { nextCursor } = await part(client, path, 'pageSize=3')
      const one = await part(client, path, `PAGE=7&CURSOR=${nextCursor}&pageSize=3`)
      assert.deepEqual([one.page, idsOf(one.items)], [1, idsOf((await part(client, path, 'pageSize=3&page=2')).items)])
      const empty = await client.get(`${path}${path.includes('?') ? '&' : '?'}cursor=`)
      assert.equal(outcome(empty), '400 validation_error', path)
    }
  })
})

describe('a cursor', () => {
  const refused = async (client: Client, path: string, query: string) => {
    const answer = await client.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)
    assert.equal(outcome(answer), '400 validation_error', query)
    assert.match(answer.body.errors[0].parameter, /^cursor$/i)
    assert.match(answer.body.errors[0].detail, /nextCursor/)
  }
  const cursorsOf = async () =>
    Promise.all(
      Object.entries(lists).map(async ([name, list]) => {
        const { nextCursor } = await part(list.client, list.path, 'pageSize=2')
        return { ...list, name, nextCursor: String(nextCursor) }
      }),
    )

  test('of one list is refused by every other list', async (t: TestContext) => {
    const all = await cursorsOf()
    for (const one of all) {
      const others = all.filter(({ name }) => name !== one.name)
      for (const other of someOf(t, others, 6)) await refused(one.client, one.path, `cursor=${other.nextCursor}`)
    }
  })

  test('of another account is refused without revealing anything', async () => {
    const others = { executor: await executor(market), operator: await makeOperator(market) }
    const rival = await advertiser(market)
    for (const { path, name, nextCursor } of await cursorsOf()) {
      // These cursors belong to one endpoint or list, which another account does not find.
      if (
        /:id\/(?:deliveries|members|messages|grants|items|imports|results|accuracies|rule-actions|reservations)$/.test(
          name,
        )
      )
        continue
      const person = others[name.split('/')[2] as keyof typeof others] ?? rival
      const client = name.includes('/console/') ? await sessionOf(rival) : name.includes(' /v1') ? person.b : person.a
      await refused(client, path, `cursor=${nextCursor}`)
    }
  })

  test('of another sort order or other filters is refused; another page size is accepted', async () => {
    const { nextCursor } = await part(owner.b, '/v1/tasks?status=Active&sort=title', 'pageSize=2')
    for (const query of ['status=Active', 'sort=title', 'status=Active&sort=-title', 'status=Paused&sort=title', ''])
      await refused(owner.b, '/v1/tasks', `${query}&cursor=${nextCursor}`)
    expectOk(await owner.b.get(`/v1/tasks?sort=title&status=Active&pageSize=50&cursor=${nextCursor}`))
    const { nextCursor: plain } = await part(owner.b, '/v1/tasks', 'pageSize=2')
    expectOk(await owner.b.get(`/v1/tasks?sort=-createdAt&cursor=${plain}`))
  })

  test('that is forged, altered or malformed is refused', async (t: TestContext) => {
    for (const { client, path, nextCursor } of await cursorsOf()) {
      const place = Buffer.from(nextCursor, 'base64url').subarray(16)
      const forged = Buffer.concat([Buffer.alloc(16), place]).toString('base64url')
      const tail = nextCursor.at(-1) === 'A' ? 'B' : 'A'
      const altered = [
        `${nextCursor}A`,
        nextCursor.slice(1),
        nextCursor.slice(0, -1),
        `${nextCursor.slice(0, -1)}${tail}`,
      ]
      const garbage = [
        'x',
        '0',
        'null',
        'undefined',
        '1',
        '%2E%2E',
        "'",
        place.toString('base64url'),
        'A'.repeat(4_000),
      ]
      for (const cursor of [forged, ...someOf(t, altered, 2), ...someOf(t, garbage, 2)])
        await refused(client, path, `cursor=${cursor}`)
      const long = await client.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${'A'.repeat(4_097)}`)
      assert.equal(outcome(long), '400 validation_error')
    }
  })

  test('is not read before authentication: 401 without a credential or with one of the other group', async () => {
    assert.equal((await market.as().get('/v1/tasks?cursor=x')).status, 401)
    assert.equal((await owner.a.get('/v1/tasks?cursor=x')).status, 401)
    assert.equal(outcome(await worker.a.get('/api/advertiser/offers?cursor=x')), '403 role_required')
  })
})
