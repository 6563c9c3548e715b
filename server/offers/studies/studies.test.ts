import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  taskBody,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { createKey } from '../../accounts/actions.ts'
import { sql } from '../../platform/sql.ts'
import type { ReturnAction } from '../../values/requests/return-link.ts'
import { returnSignature } from './study.ts'

const market = await openMarket()
const { db } = market.ctx

const page = {
  kind: 'external',
  answerSchema: { type: 'object' },
  url: 'https://study.example/start?who={{executor}}#top',
  opensIn: 'tab',
  signed: true,
}
const study = async (members: Readonly<Record<string, unknown>> = { page }) => {
  const { id, advertiser: owner } = await activeOffer(market, { members })
  return { id, owner, path: `/v1/tasks/${id}` }
}
const secretOf = async (owner: Person, id: number) => expectOk(await owner.b.get(`/v1/tasks/${id}/study-secret`))

describe('the secret of a study', () => {
  test('is the same each time, differs between tasks, and changes when it is rotated', async () => {
    const { id, owner, path } = await study()
    const other = await activeOffer(market, { advertiser: owner })
    const first = await secretOf(owner, id)
    assert.match(first.secret, /^[0-9a-f]{64}$/)
    assert.equal(first.rotatedAtUtc, null)
    assert.deepEqual(await secretOf(owner, id), first)
    assert.notEqual((await secretOf(owner, other.id)).secret, first.secret)
    const [one, two] = [
      expectOk(await owner.b.post(`${path}/study-secret/rotate`)),
      expectOk(await owner.b.post(`${path}/study-secret/rotate`)),
    ]
    assert.equal(new Set([first.secret, one.secret, two.secret]).size, 3)
    assert.deepEqual(await secretOf(owner, id), two)
    const audit = await db.many<{ data: object }>(
      sql`select data from audit_log where action = 'task.study_secret_rotated' and subject_id = ${id}::bigint`,
    )
    assert.deepEqual(
      audit.map(({ data }) => data),
      [{}, {}],
    )
  })

  test('is shown to nobody else', async () => {
    const { id, path } = await study()
    const [other, worker] = [await advertiser(market), await executor(market)]
    const attempts = [
      await other.b.get(`${path}/study-secret`),
      await other.b.post(`${path}/study-secret/rotate`),
      await other.b.post(`${path}/test-run`),
      await other.b.get('/v1/tasks/999999/study-secret'),
    ]
    assert.deepEqual(new Set(attempts.map(outcome)), new Set(['404 task_not_found']))
    assert.ok((await market.as(worker.token).get(`${path}/study-secret`)).status >= 401)
    assert.ok(!JSON.stringify(expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))).includes('secret'))
  })

  test('needs the scope to write', async () => {
    const { id, owner } = await study()
    const reader = market.as((await createKey(market.ctx, { email: owner.email, scopes: ['tasks:read'] })).secret)
    assert.equal(outcome(await reader.get(`/v1/tasks/${id}/study-secret`)), '403 insufficient_scope')
    assert.equal(outcome(await reader.get(`/v1/tasks/${id}/test-run`)), '403 insufficient_scope')
  })
})

describe('a test run', () => {
  const back = async (owner: Person, id: number, reservation: string, action: ReturnAction, secret?: string) => {
    const key = secret ?? (await secretOf(owner, id)).secret
    return owner.b.post(`/v1/tasks/${id}/test-run/return`, {
      reservation,
      action,
      signature: returnSignature(key, reservation, action),
    })
  }

  test('of a draft opens its signed address, and notes which return links arrive', async () => {
    const owner = await advertiser(market)
    const { id } = expectOk(await owner.b.post('/v1/tasks', { ...(await taskBody(market, { page })), draft: true }))
    assert.deepEqual(expectOk(await owner.b.get(`/v1/tasks/${id}/test-run`)), {
      reservation: null,
      startedAtUtc: null,
      complete: null,
      screenedOut: null,
      failedCheck: null,
    })
    const { url, reservation } = expectOk(await owner.b.post(`/v1/tasks/${id}/test-run`))
    const { origin, searchParams, hash } = new URL(url)
    assert.deepEqual(
      [origin, searchParams.get('who'), searchParams.get('tm_reservation'), hash],
      ['https://study.example', 'ex_test', reservation, '#top'],
    )
    const first = expectOk(await back(owner, id, reservation, 'complete'))
    assert.ok(first.complete)
    market.pass(60)
    assert.deepEqual(expectOk(await back(owner, id, reservation, 'complete')), first)
    assert.ok(expectOk(await back(owner, id, reservation, 'screened-out')).screenedOut)
    const all = expectOk(await back(owner, id, reservation, 'failed-check'))
    assert.ok(all.complete && all.screenedOut && all.failedCheck)
    const again = expectOk(await owner.b.post(`/v1/tasks/${id}/test-run`))
    assert.deepEqual([again.complete, again.reservation === reservation], [null, false])
    assert.equal(outcome(await back(owner, id, reservation, 'complete')), '400 return_link_invalid')
  })

  test('takes no link of another study, secret, action or person', async () => {
    const { id, owner, path } = await study()
    const other = await study()
    const { reservation } = expectOk(await owner.b.post(`${path}/test-run`))
    const wrong = [
      await back(owner, id, reservation, 'complete', (await secretOf(other.owner, other.id)).secret),
      await back(owner, id, `test_${id}_2`, 'complete'),
      await back(owner, id, '1', 'complete'),
      await owner.b.post(`${path}/test-run/return`, { reservation, action: 'complete', signature: '' }),
    ]
    assert.deepEqual(new Set(wrong.map(outcome)), new Set(['400 return_link_invalid']))
    const { secret } = await secretOf(owner, id)
    const link = { reservation, action: 'complete', signature: returnSignature(secret, reservation, 'complete') }
    assert.equal(outcome(await other.owner.b.post(`${path}/test-run/return`, link)), '404 task_not_found')
    expectOk(await owner.b.post(`${path}/study-secret/rotate`))
    assert.equal(outcome(await owner.b.post(`${path}/test-run/return`, link)), '400 return_link_invalid')
    assert.equal(expectOk(await owner.b.get(`${path}/test-run`)).complete, null)
  })

  test('needs an address on another site, which may be a detail', async () => {
    const without = await study({})
    assert.equal(outcome(await without.owner.b.post(`${without.path}/test-run`)), '409 no_study')
    const details = { url: 'https://study.example/{{reservation}}', estimatedMinutes: 5 }
    const { owner, path } = await study({ details })
    const { url, reservation } = expectOk(await owner.b.post(`${path}/test-run`))
    assert.equal(url, `https://study.example/${reservation}`)
  })
})

test('the address of a study is checked when it is saved', async () => {
  const owner = await advertiser(market)
  const faults = async (members: Readonly<Record<string, unknown>>) => {
    const { status, body } = await owner.b.post('/v1/tasks', await taskBody(market, members))
    assert.equal(status, 400)
    return body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
  }
  const { signed: _, ...unsigned } = page
  for (const name of ['name', 'executer', ' executor ', 'item.x'])
    for (const shown of [page, unsigned])
      assert.deepEqual(
        await faults({ page: { ...shown, url: `https://a.example/{{executor}}?a={{${name}}}` } }),
        ['page.url placeholder'],
        name,
      )
  assert.deepEqual(
    await faults({
      page: { kind: 'form', answerSchema: { type: 'object', properties: { a: { type: 'string' } } }, signed: true },
    }),
    ['page.signed unknown'],
  )
  assert.deepEqual(await faults({ details: { url: 'http://a.example/{{executor}}' } }), ['details.url format'])
  assert.deepEqual(await faults({ details: { url: 'https://{{executor}}.example/' } }), ['details.url format'])
  assert.deepEqual(await faults({ details: { url: 'http://localhost.example/{{executor}}' } }), ['details.url format'])
  for (const url of ['https://a.example/{{executer}}', 'https://a.example/{{executor}}/{{ reservation }}'])
    assert.deepEqual(await faults({ details: { url } }), ['details.url placeholder'], url)
  const { body } = await owner.b.post(
    '/v1/tasks',
    await taskBody(market, { details: { url: 'https://a.example/{{who}}' } }),
  )
  assert.match(body.errors[0].detail, /\{\{who\}\}.*\{\{executor\}\} and \{\{reservation\}\}/)
})

test('a study on the own machine can be tried without https, in a tab', async () => {
  const owner = await advertiser(market)
  const local = { ...page, url: 'http://127.0.0.1:4680/start?who={{executor}}' }
  const [inTab, inDetails] = [{ page: local }, { details: { url: 'http://localhost/{{reservation}}' } }]
  const urls = []
  for (const members of [inTab, inDetails]) {
    const { id } = expectOk(await owner.b.post('/v1/tasks', { ...(await taskBody(market, members)), draft: true }))
    urls.push(expectOk(await owner.b.post(`/v1/tasks/${id}/test-run`)).url)
  }
  assert.match(urls.join(' '), /^http:\/\/127\.0\.0\.1:4680\/start\?who=ex_test&tm_.* http:\/\/localhost\/test_\d+_1$/)
  for (const wrong of [
    { opensIn: 'frame' },
    { url: 'http://127.0.0.1.example/' },
    { url: 'http://localhost@a.example/' },
  ]) {
    const { body } = await owner.b.post('/v1/tasks', await taskBody(market, { page: { ...local, ...wrong } }))
    assert.deepEqual(
      body.errors.map(({ field }: { field: string }) => field),
      ['page.url'],
    )
  }
})
