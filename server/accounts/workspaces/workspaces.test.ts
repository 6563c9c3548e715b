import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../../../test/support/console.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { deleteEnded } from '../sessions/actions.ts'

const market = await openMarket()
const { ctx } = market
const day = 86_400

/** Opens the console of a person. */
const consoleOf = async (person: { readonly id: number }) => market.console(await openSession(market, person.id))
type Page = Awaited<ReturnType<typeof consoleOf>>

type Rights = { readonly role?: string; readonly dailySpendMax?: number | null }

async function invited(owner: Page, email: string, { role = 'Reviewer', ...rights }: Rights = {}) {
  const { link, id } = expectOk(await owner.post('/settings/invitations', { email, role, ...rights }))
  return { id, token: new URL(link).searchParams.get('token') ?? '' }
}
const accept = (page: Page, token: string) => page.post('/settings/invitation/accept', { token })

/** An advertiser with a new member. `path` leads to the workspace. */
async function workspaceWith(rights: Rights = {}, owner?: Person, person?: Person) {
  const [boss, worker] = [owner ?? (await advertiser(market)), person ?? (await executor(market))]
  const [own, page] = [await consoleOf(boss), await consoleOf(worker)]
  const { token } = await invited(own, worker.email, rights)
  expectOk(await accept(page, token))
  const path = (operation: string) => `/workspaces/${boss.id}/${operation}`
  const { members } = expectOk(await own.get('/settings/workspace'))
  return { owner: boss, own, person: worker, page, path, member: members.at(-1) }
}

const decisionsOf = (owner: Person, action: string) =>
  ctx.db.many<{ account: number; person: number | null; data: Record<string, unknown> }>(sql`
    select account, person, data from audit_log where owner = ${owner.id} and action = ${action} order by id`)

describe('an invitation', () => {
  test('makes the holder of the address a member, once', async () => {
    const [owner, person, other] = [await advertiser(market), await executor(market), await executor(market)]
    const [own, page] = [await consoleOf(owner), await consoleOf(person)]
    expectOk(await own.patch('/settings/workspace', { name: '  Maps of Example ' }))
    const { token } = await invited(own, person.email.toUpperCase())
    const view = { token }
    assert.equal(
      outcome(await (await consoleOf(other)).post('/settings/invitation/view', view)),
      '409 invitation_for_other',
    )
    assert.equal(outcome(await accept(await consoleOf(other), token)), '409 invitation_for_other')
    const shown = expectOk(await page.post('/settings/invitation/view', view))
    assert.deepEqual([shown.workspaceId, shown.name, shown.role], [owner.id, 'Maps of Example', 'Reviewer'])
    const { workspaces } = expectOk(await accept(page, token))
    assert.deepEqual([workspaces[0].workspaceId, workspaces[0].name], [owner.id, 'Maps of Example'])
    assert.equal(outcome(await accept(page, token)), '404 invitation_not_found')
    const [joined] = await decisionsOf(owner, 'workspace.join')
    assert.equal(joined?.account, person.id)
  })

  test('is refused after it was declined, revoked or replaced, and after seven days', async () => {
    const [owner, person] = [await advertiser(market), await executor(market)]
    const [own, page] = [await consoleOf(owner), await consoleOf(person)]
    const declined = await invited(own, person.email)
    expectOk(await page.post('/settings/invitation/decline', { token: declined.token }))
    const revoked = await invited(own, person.email)
    expectOk(await own.delete(`/settings/invitations/${revoked.id}`))
    assert.equal(outcome(await own.delete(`/settings/invitations/${revoked.id}`)), '404 invitation_not_found')
    const stranger = await consoleOf(await advertiser(market))
    const replaced = await invited(own, person.email)
    assert.equal(outcome(await stranger.delete(`/settings/invitations/${replaced.id}`)), '404 invitation_not_found')
    market.pass(day)
    const [owning, joining] = [await consoleOf(owner), await consoleOf(person)]
    const late = await invited(owning, person.email)
    market.pass(7 * day)
    for (const { token } of [declined, revoked, replaced, late])
      assert.equal(outcome(await accept(joining, token)), '404 invitation_not_found')
    assert.deepEqual(expectOk(await owning.get('/settings/workspace')).invitations, [])
    market.pass(31 * day)
    await deleteEnded(ctx)
    const left = await ctx.db.many(sql`select id from invitations where account = ${owner.id}`)
    assert.deepEqual(left, [])
  })

  test('is not for oneself, for a member, without confirmation, or beyond the limits', async () => {
    const { owner, own, person } = await workspaceWith()
    const ask = async (email: string) => outcome(await own.post('/settings/invitations', { email, role: 'Owner' }))
    assert.equal(await ask(owner.email), '400 validation_error')
    assert.equal(await ask('nobody'), '400 validation_error')
    assert.equal(await ask(person.email), '409 already_member')
    assert.equal(
      outcome(await own.post('/settings/invitations', { email: 'a@b.example', role: 'Boss' })),
      '400 validation_error',
    )
    for (let count = 1; count < 25; count++) assert.equal(await ask(`new${count}@example.com`), '201')
    assert.equal(await ask('one-more@example.com'), '409 too_many_members')
    await ctx.db.run(sql`update credentials set confirmed_at = null where kind = 'Session'`)
    assert.equal(await ask('late@example.com'), '403 confirmation_required')
    const worker = await consoleOf(await executor(market))
    assert.equal(
      outcome(await worker.post('/settings/invitations', { email: 'x@y.example', role: 'Owner' })),
      '403 role_required',
    )
  })
})

describe('a member', () => {
  test('acts as the workspace within their role, and not elsewhere', async () => {
    const { owner, own, page, path, person } = await workspaceWith()
    const { id } = await activeOffer(market, { advertiser: owner })
    const work = await submittedWork(market, id)
    assert.equal(expectOk(await page.get(path(`v1/tasks/${id}`))).id, id)
    expectOk(await page.post(path(`v1/reports/${work.id}/accept`)))
    const [accepted] = await ctx.db.many<{ account: number; person: number }>(sql`
      select account, person from audit_log where subject = 'report' and subject_id = ${work.id} and action = 'report.accept'`)
    assert.deepEqual(accepted, { account: owner.id, person: person.id })
    const [asked] = await decisionsOf(owner, 'workspace.request')
    assert.deepEqual(
      [asked?.person, asked?.data],
      [person.id, { operation: 'POST /v1/reports/:id/accept', path: `/v1/reports/${work.id}/accept` }],
    )
    const { items } = expectOk(await own.get('/settings/workspace/activity'))
    assert.deepEqual(
      items.map(({ action, personId, email }: Record<string, unknown>) => [action, personId, email]),
      [
        ['workspace.request', person.id, person.email],
        ['workspace.join', person.id, person.email],
        ['workspace.invitation_accept', person.id, person.email],
        ['workspace.invite', null, null],
      ],
    )
    const refused = await page.get(path('v1/balance/transactions'))
    assert.deepEqual(
      [outcome(refused), refused.body.requiredRoles],
      ['403 workspace_role_required', ['Owner', 'Finance', 'ReadOnly']],
    )
    assert.equal(outcome(await page.get(path('v1/account'))), '403 workspace_role_required')
    assert.equal(outcome(await page.post(path('v1/tasks'), await taskBody(market))), '403 workspace_role_required')
    for (const other of ['account', 'executor/executions', 'operator/accounts', 'settings/keys', 'settings/members/1'])
      assert.equal((await page.get(path(other))).status, 404, other)
    assert.equal(outcome(await page.get(`/v1/tasks/${id}`)), '403 role_required')
  })

  test('reaches no workspace but their own', async () => {
    const { page, person } = await workspaceWith()
    const stranger = await advertiser(market)
    for (const id of [stranger.id, person.id, 999_999_999, 123_456_789_012_345])
      assert.equal(outcome(await page.get(`/workspaces/${id}/v1/tasks`)), '404 workspace_not_found', String(id))
    for (const odd of ['0', '01', '1e3', '-1', '%31', `${person.id}/../${stranger.id}`])
      assert.equal((await page.get(`/workspaces/${odd}/v1/tasks`)).status, 404, odd)
    assert.equal(outcome(await market.console().get(`/workspaces/${stranger.id}/v1/tasks`)), '401 token_missing')
    const cross = { origin: 'https://evil.example', 'content-type': 'application/json' }
    const forged = await page.send('POST', `/workspaces/${stranger.id}/v1/executor-lists`, '{}', cross)
    assert.equal(outcome(forged), '403 cross_site_request')
  })

  test('has no access from the next request after the removal, even with a repeated request', async () => {
    const { own, page, path, member, owner } = await workspaceWith()
    const body = JSON.stringify({ name: 'Checked' })
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'once' }
    const create = (by: Page) => by.send('POST', path('v1/executor-lists'), body, headers)
    const made = expectOk(await create(page))
    assert.equal((await create(page)).headers.get('idempotency-replayed'), 'true')
    const second = await workspaceWith({}, owner)
    const other = expectOk(await create(second.page))
    assert.notEqual(other.id, made.id, 'each member has keys of their own')
    expectOk(await own.delete(`/settings/members/${member.id}`))
    assert.equal(outcome(await own.delete(`/settings/members/${member.id}`)), '404 member_not_found')
    assert.equal(outcome(await create(page)), '404 workspace_not_found')
    assert.deepEqual(expectOk(await page.get('/settings/workspaces')).workspaces, [])
    expectOk(await second.page.delete(`/settings/workspaces/${owner.id}`))
    assert.equal(outcome(await second.page.delete(`/settings/workspaces/${owner.id}`)), '404 workspace_not_found')
    assert.equal(outcome(await create(second.page)), '404 workspace_not_found')
  })

  test('changes neither own rights nor members, and is none of the keys', async () => {
    const { own, page, member, owner } = await workspaceWith({ role: 'Owner' })
    assert.equal(outcome(await page.patch(`/settings/members/${member.id}`, { role: 'Owner' })), '403 role_required')
    const rival = await consoleOf(await advertiser(market))
    assert.equal(
      outcome(await rival.patch(`/settings/members/${member.id}`, { role: 'Owner' })),
      '404 member_not_found',
    )
    assert.equal(outcome(await rival.delete(`/settings/members/${member.id}`)), '404 member_not_found')
    const { items } = expectOk(await own.get('/settings/keys'))
    assert.ok(items.every((key: { id: number }) => key.id !== member.id))
    assert.equal(outcome(await own.delete(`/settings/keys/${member.id}`)), '404 credential_not_found')
    assert.equal(
      outcome(await own.patch(`/settings/keys/${member.id}`, { dailySpendMax: 1 })),
      '404 credential_not_found',
    )
    const { members } = expectOk(await own.patch(`/settings/members/${member.id}`, { role: 'Finance' }))
    assert.deepEqual([members[0].role, members[0].dailySpendMax], ['Finance', 0])
    const [change] = await decisionsOf(owner, 'workspace.member_change')
    assert.equal(change?.account, owner.id)
    assert.equal(outcome(await page.get(`/workspaces/${owner.id}/v1/tasks`)), '403 workspace_role_required')
    await ctx.db.run(sql`update credentials set confirmed_at = null where kind = 'Session'`)
    const change2 = async (body: object) => outcome(await own.patch(`/settings/members/${member.id}`, body))
    assert.equal(await change2({ role: 'Owner' }), '403 confirmation_required')
    assert.equal(await change2({ dailySpendMax: 1 }), '403 confirmation_required')
    assert.equal(await change2({ dailySpendMax: 0 }), '200')
  })

  test('neither works on the offers of the workspace, nor decides on work they did before', async () => {
    const [owner, person] = [await advertiser(market), await executor(market)]
    const { id } = await activeOffer(market, { advertiser: owner, members: { perExecutorLimit: 3 } })
    const work = await submittedWork(market, id, person)
    const { page, path } = await workspaceWith({}, owner, person)
    const refused = await person.a.post(`${workPath(id)}/reserve`)
    assert.equal(outcome(refused), '409 own_offer')
    const { items } = expectOk(await person.a.get('/api/executor/offers/available?OnlyEligible=true'))
    assert.ok(
      items.every((each: { id: number }) => each.id !== id),
      'is not listed',
    )
    const report = path(`v1/reports/${work.id}`)
    for (const [verb, body] of [
      ['accept', undefined],
      ['reject', { reason: 'The picture shows something else.' }],
      ['rework', { reason: 'Please add the second picture.' }],
      ['bonus', { amount: 1, reason: 'Fine' }],
      ['withdraw-rejection', undefined],
    ] as const)
      assert.equal(outcome(await page.post(`${report}/${verb}`, body)), '409 own_work', verb)
    const bulk = await page.post(path('v1/reports/bulk'), { items: [{ id: work.id, action: 'accept' }] })
    assert.equal(expectOk(bulk).results[0].problem.code, 'own_work')
    assert.equal(expectOk(await page.get(report)).status, 'Pending')
    const second = await workspaceWith({}, owner)
    expectOk(await second.page.post(`${report}/accept`))
  })
})

describe('what members spend', () => {
  test('counts per day and member, and needs the owner above the sum at once', async () => {
    const { owner, own, page, path } = await workspaceWith({ role: 'Owner', dailySpendMax: 6 })
    // A slot of the test task costs 1.10.
    const create = async (totalLimit: number) => page.post(path('v1/tasks'), await taskBody(market, { totalLimit }))
    expectOk(await own.patch('/settings/workspace', { spendMax: 3.5 }))
    const refused = await create(4)
    assert.deepEqual(
      [outcome(refused), refused.body.spendMax, refused.body.required],
      ['409 approval_required', 3.5, 4.4],
    )
    expectOk(await create(3))
    const { id } = await activeOffer(market, { advertiser: owner, slots: 1 })
    const resize = (totalLimit: number) => page.patch(path(`v1/tasks/${id}`), { totalLimit })
    assert.equal(outcome(await resize(5)), '409 approval_required')
    expectOk(await resize(3))
    assert.equal(outcome(await create(1)), '409 daily_spend_max_exceeded')
    assert.deepEqual(await moneyOf(owner), { available: 993.4, held: 6.6 })
    const [seen] = expectOk(await page.get('/settings/workspaces')).workspaces
    assert.deepEqual([seen.spentToday, seen.dailySpendMax, seen.spendMax], [5.5, 6, 3.5])
    const { members } = expectOk(await own.get('/settings/workspace'))
    assert.deepEqual([members[0].spentToday, members[0].dailySpendMax], [5.5, 6])
    expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { totalLimit: 9 })))
    await ctx.db.run(sql`update credentials set confirmed_at = null where kind = 'Session'`)
    assert.equal(outcome(await own.patch('/settings/workspace', { spendMax: null })), '403 confirmation_required')
    expectOk(await own.patch('/settings/workspace', { spendMax: 1 }))
    market.pass(day)
    assert.equal(outcome(await create(1)), '409 approval_required')
  })

  test('includes what they have refunded, whose account they name', async () => {
    const { owner, own, page, path } = await workspaceWith({ role: 'Finance' })
    expectOk(await own.patch('/settings/workspace', { spendMax: 5 }))
    const [deposit] = expectOk(await page.get(path('advertiser/deposits'))).items
    const method = { type: 'Bank', holder: 'Mona Mole', iban: 'DE02120300000000202051' }
    const refund = (amount?: number) => page.post(path(`advertiser/deposits/${deposit.id}/refund`), { amount, method })
    const refused = await refund(5.01)
    assert.deepEqual(
      [outcome(refused), refused.body.spendMax, refused.body.required],
      ['409 approval_required', 5, 5.01],
    )
    assert.equal(outcome(await refund()), '409 approval_required')
    expectOk(await refund(5))
    assert.equal((await moneyOf(owner)).available, 995)
  })

  test('is nothing for reviewers, unless the owner gives them a limit', async () => {
    const { owner, page, path, own, member } = await workspaceWith()
    const { id } = await activeOffer(market, { advertiser: owner })
    const work = await submittedWork(market, id)
    const praise = { amount: 1, reason: 'Well done' }
    expectOk(await page.post(path(`v1/reports/${work.id}/accept`)))
    const bonus = () => page.post(path(`v1/reports/${work.id}/bonus`), praise)
    assert.equal(outcome(await bonus()), '409 daily_spend_max_exceeded')
    expectOk(await own.patch(`/settings/members/${member.id}`, { dailySpendMax: 1.1 }))
    expectOk(await bonus())
  })

  test('holds exactly when requests compete', async () => {
    const { page, path, owner } = await workspaceWith({ role: 'Owner', dailySpendMax: 3.3 })
    const body = await taskBody(market, { totalLimit: 1 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => page.post(path('v1/tasks'), body)))
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length, 3, String(answers.map(outcome)))
    assert.equal((await moneyOf(owner)).held, 3.3)
  })
})
