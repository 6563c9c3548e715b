import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hasRight } from '../../console/member-rights.ts'
import { operationOf } from '../../server/accounts/workspaces/member-actions.ts'
import {
  type MemberRole,
  memberRoles,
  operationsOfWorkspaces,
  rolesFor,
} from '../../server/accounts/workspaces/member-roles.ts'
import { sql } from '../../server/platform/sql.ts'
import { openSession } from '../support/console.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  submittedWork,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes } from '../support/mounted-routes.ts'
import { appeal } from '../support/scenarios/appeals.ts'

const market = await openMarket({ isSandbox: true })
const documents = join(import.meta.dirname, '../../docs/api')
const mounted = await mountedRoutes(market.ctx)

/** The operations that a path of a workspace can name. */
const reachable = mounted.map(({ route }) => route).filter((route) => / \/(?:api\/advertiser|v1|uploads)\//.test(route))

test('every operation that members can reach says for which roles it is, and no others are listed', () => {
  assert.ok(reachable.length > 90)
  assert.deepEqual([...operationsOfWorkspaces].sort(), reachable.sort())
})

/** Returns the console of a new member of the workspace. */
async function memberOf(owner: { readonly id: number }, role: MemberRole) {
  const person = await executor(market)
  await market.ctx.db.run(sql`
    insert into credentials (kind, account, hash, name, roles, scopes, person, created_at)
    values ('ApiKey', ${owner.id}::bigint, ${randomBytes(32)}::bytea, ${person.email}, ${[role]}::text[], '{}', ${person.id}::bigint, now())`)
  return market.console(await openSession(market, person.id))
}

test('each role is refused exactly the operations that are not for it, before anything else', async () => {
  const owner = await advertiser(market)
  const path = (route: string) => (route.split(' ')[1] ?? '').replace(/^\/api/, '').replace(/:\w+/g, '1')
  for (const role of memberRoles) {
    const page = await memberOf(owner, role)
    const allowed: string[] = []
    for (const route of reachable) {
      const [method = ''] = route.split(' ')
      const answer = await page.send(method, `/workspaces/${owner.id}${path(route)}`)
      if (outcome(answer) !== '403 workspace_role_required') allowed.push(route)
    }
    assert.deepEqual(allowed.sort(), reachable.filter((route) => rolesFor(route).includes(role)).sort(), role)
  }
})

/** Adds an executor to a list and a qualification, and has them write. Returns the paths and routes of what that makes. */
async function withExecutor(owner: Person, work: Awaited<ReturnType<typeof submittedWork>>) {
  const executorId = expectOk(await owner.b.get(`/v1/reports/${work.id}`)).executor.id
  const { id: list } = expectOk(await owner.b.post('/v1/executor-lists', { name: 'Regulars', isBlockList: false }))
  const members = `/v1/executor-lists/${list}/members`
  expectOk(await owner.b.post(members, { executorIds: [executorId] }))
  const { id: qualification } = expectOk(await owner.b.post('/v1/qualifications', { name: 'Reads labels' }))
  const grants = `/v1/qualifications/${qualification}/grants`
  expectOk(await owner.b.post(grants, { grants: [{ executorId, score: 80 }] }))
  const messages = `conversations/${work.reservation}/messages`
  expectOk(await work.executor.a.post(`/api/executor/${messages}`, { text: 'Is it right?' }))
  return [
    [members, '/v1/executor-lists/:id/members'],
    [grants, '/v1/qualifications/:id/grants'],
    [`/v1/${messages}`, '/v1/conversations/:id/messages'],
  ] as const
}

/** An advertiser with a record of every kind that offers actions, and the paths and routes of these records. */
async function withRecords() {
  const owner = await advertiser(market)
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 3 })
  const [first, second, third] = [
    await submittedWork(market, offer),
    await submittedWork(market, offer),
    await submittedWork(market, offer),
  ]
  const [accepted, disputed] = [second.id, third.id]
  expectOk(await owner.b.post(`/v1/reports/${accepted}/accept`))
  expectOk(await owner.b.post(`/v1/reports/${disputed}/reject`, { reason: 'Not what was asked for.' }))
  expectOk(await appeal(third.executor, disputed))
  const ofExecutor = await withExecutor(owner, first)
  expectOk(await owner.b.post('/v1/webhooks', { url: 'https://example.com/hook', events: ['report.accepted'] }))
  return {
    owner,
    paths: [
      ['/advertiser/offers', '/api/advertiser/offers'],
      [`/advertiser/offers/${offer}`, '/api/advertiser/offers/:offerId'],
      ['/advertiser/deposits', '/api/advertiser/deposits'],
      ['/v1/tasks', '/v1/tasks'],
      [`/v1/tasks/${offer}`, '/v1/tasks/:id'],
      [`/v1/tasks/${offer}/reports`, '/v1/tasks/:id/reports'],
      ['/v1/reports', '/v1/reports'],
      [`/v1/reports/${accepted}`, '/v1/reports/:id'],
      ['/v1/disputes', '/v1/disputes'],
      ['/v1/executor-lists', '/v1/executor-lists'],
      ['/v1/qualifications', '/v1/qualifications'],
      ['/v1/conversations', '/v1/conversations'],
      ...ofExecutor,
      ['/v1/webhooks', '/v1/webhooks'],
    ] as const,
  }
}

/** Returns every allowed action in an answer, but for copies of records in `data` of events. */
const actionsIn = (answer: unknown): string[] =>
  typeof answer === 'object' && answer !== null
    ? Object.entries(answer).flatMap(([name, value]) =>
        name === 'allowedActions' && Array.isArray(value) ? value : name === 'data' ? [] : actionsIn(value),
      )
    : []

type Documented = { readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>> }

test('every action that the documents show in an answer to a member is an operation', () => {
  const shown = Object.entries({ openapi: '', 'openapi-v1': '/v1' }).flatMap(([name, base]) => {
    const { paths }: Documented = JSON.parse(readFileSync(`${documents}/${name}.json`, 'utf8'))
    return Object.entries(paths).flatMap(([path, operations]) => {
      const route = base + path.replace(/\{(\w+)\}/g, ':$1')
      return Object.entries(operations).flatMap(([method, { responses }]) =>
        operationsOfWorkspaces.includes(`${method.toUpperCase()} ${route}`)
          ? actionsIn(responses).map((action) => [route, action] as const)
          : [],
      )
    })
  })
  assert.ok(shown.length > 50)
  const unknown = shown.filter(([route, action]) => !operationsOfWorkspaces.includes(operationOf(route, action) ?? ''))
  assert.deepEqual([...new Set(unknown.map((each) => each.join(' ')))], [])
})

test('no action that a record offers to a member is refused for the role, and an owner is offered all of them', async () => {
  const { owner, paths } = await withRecords()
  const own = market.console(await openSession(market, owner.id))
  for (const role of memberRoles) {
    const page = await memberOf(owner, role)
    for (const [path, route] of paths) {
      const offered = actionsIn(expectOk(await own.get(path)))
      assert.ok(offered.length > 0, `${path} offers nothing`)
      const may = (action: string) => rolesFor(operationOf(route, action) ?? '').includes(role)
      const isReadable = rolesFor(`GET ${route}`).includes(role)
      const seen = isReadable ? actionsIn(expectOk(await page.get(`/workspaces/${owner.id}${path}`))) : []
      assert.deepEqual(seen, isReadable ? offered.filter(may) : [], `${role} at ${path}`)
      if (role === 'Owner') assert.deepEqual(seen, offered, path)
    }
  }
})

test('what the console hides from a role, as its pages have no record for it, the server refuses to the role', () => {
  const examples = {
    managesOffers: ['POST /v1/tasks', 'POST /v1/tasks/:id/items', 'GET /v1/tasks/:id/completion-codes'],
    reviews: [
      ...['POST /v1/reports/bulk', 'POST /v1/reports/import', 'POST /v1/executor-lists'],
      ...['POST /v1/qualifications', 'POST /v1/tasks/:id/messages'],
    ],
    pays: ['POST /api/advertiser/deposits', 'PATCH /api/advertiser/balance', 'PUT /api/advertiser/billing-details'],
  } as const
  for (const right of ['managesOffers', 'reviews', 'pays'] as const)
    for (const operation of examples[right])
      assert.deepEqual(
        memberRoles.filter((role) => hasRight(right, role)),
        rolesFor(operation),
        operation,
      )
})
