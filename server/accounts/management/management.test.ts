import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, executor, expectOk, operator, outcome, type Person } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { issueToken, removeProfile } from '../actions.ts'
import { restoreAccount, suspendAccount } from '../sanctions/actions.ts'
import { changeRolesOf } from './actions.ts'

const market = await openMarket()
const { ctx } = market
const boss = await operator(market)
const path = '/api/operator/accounts'
const reason = 'They asked for it.'

type Item = Readonly<Record<string, unknown>> & { readonly id: number }
const search = async (query: string): Promise<Item[]> => expectOk(await boss.a.get(`${path}?${query}`)).items
const idsOf = async (query: string): Promise<number[]> => (await search(query)).map(({ id }) => id)
const roles = (who: Person, body: object, by = boss) => by.a.post(`${path}/${who.id}/roles`, { reason, ...body })

describe('the list of accounts for operators', () => {
  test('shows accounts newest first with their current state', async () => {
    const [owner, worker] = [await advertiser(market), await executor(market)]
    const items = await search('pageSize=2')
    assert.deepEqual([items[0]?.id, items[1]?.id], [worker.id, owner.id])
    const { createdAtUtc, ...rest } = items[0] as Item
    assert.match(String(createdAtUtc), /Z$/)
    assert.deepEqual(rest, {
      id: worker.id,
      email: worker.email,
      roles: ['Executor'],
      withheldRoles: [],
      language: 'en',
      status: 'Active',
      statusReason: null,
      suspendedUntilUtc: null,
      profile: {
        nickname: null,
        birthDate: '1990-01-31',
        countryId: 840,
        gender: 'Female',
        languages: ['en'],
        pendingChange: null,
      },
      allowedActions: ['ChangeRoles', 'Sanction'],
    })
  })

  test('searches by part of the address, ignoring case, and by id', async () => {
    const owner = await advertiser(market)
    const [name = ''] = owner.email.split('@')
    assert.deepEqual(await idsOf(`search=${name.toUpperCase()}%40`), [owner.id])
    assert.ok((await idsOf(`search=${owner.id}`)).includes(owner.id))
    assert.deepEqual(await idsOf('search=%25'), [])
    assert.deepEqual(await idsOf(`search=${'9'.repeat(30)}`), [])
    assert.ok((await idsOf('search=%20')).length > 0)
  })

  test('filters by role and status', async () => {
    const worker = await executor(market)
    assert.ok((await idsOf('role=Executor')).includes(worker.id))
    assert.ok(!(await idsOf('role=Advertiser')).includes(worker.id))
    assert.deepEqual((await idsOf('role=Operator')).includes(boss.id), true)
    await suspendAccount(ctx, worker.email, 'spam')
    const [item] = await search('status=Suspended&role=Executor')
    assert.deepEqual(
      [item?.id, item?.['status'], item?.['statusReason'], item?.['suspendedUntilUtc']],
      [worker.id, 'Suspended', 'spam', null],
    )
    assert.ok(!(await idsOf('status=Active')).includes(worker.id))
    await restoreAccount(ctx, worker.email)
    assert.ok((await idsOf('status=Active')).includes(worker.id))
    for (const query of ['role=Admin', 'status=Gone', `search=${'a'.repeat(255)}`])
      assert.equal(outcome(await boss.a.get(`${path}?${query}`)), '400 validation_error')
  })
})

describe('an operator', () => {
  test('adds and removes roles with immediate effect and an audit entry', async () => {
    const worker = await executor(market)
    const given = expectOk(await roles(worker, { add: ['Advertiser'] }))
    assert.deepEqual(given.roles, ['Executor', 'Advertiser'])
    const token = market.as((await issueToken(ctx, { email: worker.email })).secret)
    expectOk(await token.get('/api/advertiser/standing'))
    const taken = expectOk(await roles(worker, { remove: ['Advertiser'] }))
    assert.deepEqual([taken.roles, taken.withheldRoles], [['Executor'], ['Advertiser']])
    assert.equal(outcome(await token.get('/api/advertiser/standing')), '403 role_required')
    const log = expectOk(await boss.a.get(`/api/operator/audit?subject=account&subjectId=${worker.id}`)).items
    assert.deepEqual(
      log.map(({ action, actor, accountId, reason, data }: Record<string, unknown>) => [
        action,
        actor,
        accountId,
        reason,
        data,
      ]),
      [
        ['account.roles', 'operator', boss.id, reason, { add: [], remove: ['Advertiser'] }],
        ['account.roles', 'operator', boss.id, reason, { add: ['Advertiser'], remove: [] }],
      ],
    )
  })

  test('removes a role permanently: only an operator can add it again', async () => {
    const worker = await executor(market)
    expectOk(await roles(worker, { remove: ['Advertiser'] }))
    assert.equal(outcome(await worker.a.post('/api/account/roles', { role: 'Advertiser' })), '409 role_withheld')
    const back = expectOk(await roles(worker, { add: ['Advertiser'] }))
    assert.deepEqual([back.roles, back.withheldRoles], [['Executor', 'Advertiser'], []])
  })

  test('restores an executor’s deleted profile with the role', async () => {
    const worker = await executor(market)
    await removeProfile(ctx, worker.email)
    assert.equal(outcome(await worker.a.get('/api/executor/balance')), '404 executor_not_found')
    const { profile } = expectOk(await roles(worker, { add: ['Executor'] }))
    assert.equal(profile.countryId, 840)
    expectOk(await worker.a.get('/api/executor/balance'))
  })

  test('makes no change and no audit entry if nothing would change', async () => {
    const worker = await executor(market)
    const input = { add: ['Executor'], remove: ['Operator'] }
    assert.deepEqual(expectOk(await roles(worker, input)).roles, ['Executor'])
    const { totalCount } = expectOk(await boss.a.get(`/api/operator/audit?subject=account&subjectId=${worker.id}`))
    assert.equal(totalCount, 0)
  })

  test('is refused invalid role changes', async () => {
    const worker = await executor(market)
    const cases: readonly (readonly [object, string])[] = [
      [{}, '400 validation_error'],
      [{ add: ['Executor'], remove: ['Executor'] }, '400 validation_error'],
      [{ add: ['Admin'] }, '400 validation_error'],
      [{ add: ['Operator'], reason: '  ' }, '400 validation_error'],
      [{ remove: ['Executor'] }, '409 no_role_left'],
    ]
    for (const [body, expected] of cases) assert.equal(outcome(await roles(worker, body)), expected)
    assert.equal(outcome(await roles({ ...worker, id: 4_711_000 }, { add: ['Operator'] })), '404 account_not_found')
    assert.equal(outcome(await roles(boss, { add: ['Executor'] })), '409 own_interest')
    assert.deepEqual((await search(`search=${boss.email}`))[0]?.['allowedActions'], [])
  })
})

describe('the last operator cannot be removed', async () => {
  const other = await openMarket()

  test('by two removals at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await operator(other), await operator(other)]
      const take = ({ email }: Person) =>
        changeRolesOf(other.ctx, email, { add: ['Executor'], remove: ['Operator'], reason })
      const outcomes = await Promise.allSettled([take(one), take(two)])
      assert.ok(outcomes.some(({ status }) => status === 'fulfilled'))
      const left = await other.ctx.db.many<{ email: string }>(
        sql`select email from accounts where 'Operator' = any(roles) order by id`,
      )
      assert.ok(left.length >= 1)
      const [last, ...rest] = left.map(({ email }) => email)
      const change = { add: ['Executor'], remove: ['Operator'], reason }
      for (const email of rest) await changeRolesOf(other.ctx, email, change)
      await assert.rejects(changeRolesOf(other.ctx, String(last), change), { message: /^last_operator/ })
    }
  })

  test('even if there is a suspended one', async () => {
    const [{ email = '' } = {}] = await other.ctx.db.many<{ email: string }>(
      sql`select email from accounts where 'Operator' = any(roles)`,
    )
    await suspendAccount(other.ctx, (await operator(other)).email, 'away')
    const change = { add: ['Executor'], remove: ['Operator'], reason }
    await assert.rejects(changeRolesOf(other.ctx, email, change), { message: /^last_operator/ })
    await assert.rejects(changeRolesOf(other.ctx, email, { ...change, remove: ['Boss'] }), /Boss/)
  })
})
