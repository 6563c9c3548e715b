import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConsoleClient } from '../../../test/support/console.ts'
import { codeOf } from '../../../test/support/fakes/totp.ts'
import { advertiser, expectOk, moneyOf, operator, outcome, type Person } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { idOf } from '../../values/id.ts'
import { createAccount, issueToken } from '../actions.ts'
import { changeRolesOf } from '../management/actions.ts'
import { suspendAccount } from '../sanctions/actions.ts'
import { removeSecondFactor } from '../sign-in/actions-recovery.ts'
import { approveOperatorRequest } from './actions.ts'

const market = await openMarket({ bookingApprovalAbove: 1_000 })
const { ctx } = market
const [one, two] = [await operator(market), await operator(market)]
const requests = '/api/operator/operator-requests'
const deposits = '/api/operator/deposits'
const reason = 'They asked for it.'

const rolesOf = async ({ email }: Person): Promise<string[]> =>
  expectOk(await one.a.get(`/api/operator/accounts?search=${encodeURIComponent(email)}`)).items[0].roles
const changeRoles = (by: Person, id: number, change: object) =>
  by.a.post(`/api/operator/accounts/${id}/roles`, { reason, ...change })
const approve = async (by: Person, id: number) => outcome(await by.a.post(`${requests}/${id}/approve`))

/** Requests the role Operator for an account. Returns the id of the request. */
async function grantRequested(by: Person, id: number): Promise<number> {
  const answer = await changeRoles(by, id, { add: ['Operator'] })
  assert.equal(answer.status, 202, answer.raw)
  return answer.body.id
}

/** Makes a new account an operator with two operators. Returns it with a token of the new role. */
async function newOperator(): Promise<Person> {
  const person = await advertiser(market)
  assert.equal(await approve(two, await grantRequested(one, person.id)), '200')
  const { secret: token } = await issueToken(ctx, { email: person.email })
  return { ...person, token, a: market.as(token) }
}

describe('the role Operator', () => {
  test('is granted and removed by a second operator, who is not the account', async () => {
    const second = await advertiser(market)
    const id = await grantRequested(one, second.id)
    assert.deepEqual(await rolesOf(second), ['Advertiser'])
    assert.equal(await grantRequested(one, second.id), id, 'the same request again')
    const other = await changeRoles(two, second.id, { add: ['Operator', 'Executor'] })
    assert.equal(outcome(other), '409 operator_request_state_conflict')
    assert.equal(await approve(one, id), '409 own_interest')
    const open = expectOk(await two.a.get(requests)).items.find((each: { id: number }) => each.id === id)
    assert.deepEqual(open.allowedActions, ['Approve', 'Refuse'])
    const twice = await Promise.all([approve(two, id), approve(two, id)])
    assert.deepEqual(twice.sort(), ['200', '409 operator_request_state_conflict'])
    assert.deepEqual(await rolesOf(second), ['Advertiser', 'Operator'])
    const { body } = await changeRoles(one, second.id, { remove: ['Operator'] })
    expectOk(await two.a.post(`${requests}/${body.id}/refuse`, { reason: 'They still work here.' }))
    assert.deepEqual(await rolesOf(second), ['Advertiser', 'Operator'])
    const log = expectOk(await two.a.get(`/api/operator/audit?subject=operator_request&subjectId=${id}`)).items
    const shown = log.map((each: { action: string; accountId: number }) => [each.action, each.accountId])
    assert.deepEqual(shown, [
      ['operator_request.approve', two.id],
      ['operator_request.request', one.id],
    ])
  })

  test('ends a change of address that one operator began before', async () => {
    const second = await advertiser(market)
    const change = { email: 'taken-over@example.com', reason }
    expectOk(await one.a.post(`/api/operator/accounts/${second.id}/email`, change))
    const request = await grantRequested(one, second.id)
    assert.equal(await approve(two, request), '200')
    const { body } = await ctx.db.one<{ body: string }>(sql`select body from mails where recipient = ${change.email}`)
    const [, token] = /confirm-email-change\?token=([\w-]+)/.exec(body) ?? []
    assert.ok(token)
    assert.equal(outcome(await market.console().post('/email-change/confirm', { token })), '400 link_invalid')
  })

  test('is not granted if the address changed after the request', async () => {
    const second = await advertiser(market)
    const request = await grantRequested(one, second.id)
    expectOk(await one.a.post(`/api/operator/accounts/${second.id}/email`, { email: 'moved@example.com', reason }))
    const { body } = await ctx.db.one<{ body: string }>(
      sql`select body from mails where recipient = 'moved@example.com'`,
    )
    const [, token] = /confirm-email-change\?token=([\w-]+)/.exec(body) ?? []
    assert.equal(expectOk(await market.console().post('/email-change/confirm', { token })).status, 'Changed')
    assert.equal(await approve(two, request), '409 operator_request_state_conflict')
  })

  test('is granted at once on the command line, and approved there', async () => {
    const [first, second] = [await advertiser(market), await advertiser(market)]
    await changeRolesOf(ctx, first.email, { add: ['Operator'], remove: [], reason })
    const { status } = await approveOperatorRequest(ctx, idOf(await grantRequested(one, second.id)))
    assert.equal(status, 'Approved')
    assert.deepEqual(await rolesOf(second), ['Advertiser', 'Operator'])
  })
})

describe('an operator', () => {
  test('gets another address only from two operators', async () => {
    const victim = await operator(market)
    const path = `/api/operator/accounts/${victim.id}/email`
    const asked = await one.a.post(path, { email: 'Thief@example.com', reason })
    assert.deepEqual([asked.status, asked.body.newEmail], [202, 'thief@example.com'])
    assert.equal(outcome(await one.a.post(path, { email: 'not an address', reason })), '400 validation_error')
    assert.equal(await approve(one, asked.body.id), '409 own_interest')
    assert.equal(await approve(two, asked.body.id), '200')
  })

  test('is suspended by one operator, and restored by two', async () => {
    const suspended = await operator(market)
    await suspendAccount(ctx, suspended.email, 'away')
    const [{ id }] = expectOk(await one.a.get(`/api/operator/sanctions?accountId=${suspended.id}`)).items
    const asked = await one.a.post(`/api/operator/sanctions/${id}/lift`, { reason })
    assert.deepEqual([asked.status, asked.body.kind], [202, 'Lift'])
    assert.equal(outcome(await suspended.a.get(requests)), '403 account_suspended')
    assert.equal(await approve(two, asked.body.id), '200')
    expectOk(await suspended.a.get(requests))
  })
})

test('a new operator decides nothing about money or operators for OPERATOR_WAIT_HOURS', async () => {
  const fresh = await newOperator()
  const owner = await advertiser(market, { funds: 1 })
  const booked = await one.a.post(deposits, { email: owner.email, amount: 50_000 })
  assert.equal(booked.status, 202)
  const booking = `/api/operator/booking-requests/${booked.body.id}/approve`
  const refused = await fresh.a.post(booking)
  const { texts } = expectOk(await one.a.get('/api/operator/site'))
  const bankDetails = { en: 'Mallory Bank', ru: null }
  assert.equal(outcome(refused), '409 operator_waiting')
  const waits = [
    await fresh.a.post(deposits, { email: owner.email, amount: 1 }),
    await fresh.a.post(`${requests}/${await grantRequested(one, owner.id)}/approve`),
    await fresh.a.put('/api/operator/site', { brandName: null, texts: { ...texts, bankDetails } }),
  ]
  assert.deepEqual(
    waits.map(outcome),
    waits.map(() => '409 operator_waiting'),
  )
  assert.equal((await moneyOf(owner)).available, 1)
  expectOk(await fresh.a.get('/api/operator/offers'))
  market.pass(24 * 3_600 - 60)
  assert.equal(outcome(await fresh.a.post(booking)), '409 operator_waiting')
  market.pass(61)
  expectOk(await fresh.a.post(booking))
  assert.equal((await moneyOf(owner)).available, 50_001)
})

describe('with OPERATOR_SECOND_FACTOR', () => {
  const password = 'correct horse battery'
  const email = 'careful@example.com'

  const enrol = async (page: ConsoleClient) => {
    const { totpURI } = expectOk(await page.post('/auth/two-factor/enable', { password }))
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    expectOk(await page.post('/auth/two-factor/verify-totp', { code: await codeOf(secret) }))
  }

  test('an operator without a second factor can only set one up, and cannot turn it off', async () => {
    const strict = await openMarket({ operatorSecondFactor: true })
    await createAccount(strict.ctx, { email, roles: ['Operator'], language: 'en', password })
    const page = await strict.signIn(email, password)
    const list = '/operator/deposits'
    const token = { name: 'for later', days: 1 }
    expectOk(await page.post('/auth/confirm', { password }))
    const refused = [await page.get(list), await page.post('/settings/tokens', token)]
    assert.deepEqual(refused.map(outcome), ['403 second_factor_required', '403 second_factor_required'])
    await enrol(page)
    expectOk(await page.get(list))
    assert.equal(outcome(await page.post('/auth/two-factor/disable', { password })), '403 second_factor_required')
    expectOk(await page.post('/auth/confirm', { password }))
    const { secret } = await issueToken(strict.ctx, { email })
    expectOk(await strict.as(secret).get(`/api${list}`))
    await removeSecondFactor(strict.ctx, email, 'Lost the phone.')
    assert.equal(outcome(await page.get(list)), '401 token_invalid')
    assert.equal(outcome(await (await strict.signIn(email, password)).get(list)), '403 second_factor_required')
  })
})
